"""The master's desk: facts about each power that the masters of a game need to run it.

They say whether orders are in, and never what they are.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone

from accounts import clock
from accounts.sessions import open_sessions

from .. import access
from ..models import Absence, DeclaredPlayer, Game, Phase, Seat, SeatInvitation, Tenure
from ..seats import undoing
from ..state import missed_turns, phases
from ..state.missed_turns import MissedTurn
from . import nudges


@dataclass(frozen=True)
class SeatFacts:
    """A seat and its player, for the masters.

    `is_missing` says that the phase waits for its orders. `last_seen` is the day on which its
    player last used the site, None if never or without a player. `misses` counts the movement
    phases in which its present player gave no orders; `kept` is the last one if they missed it and
    keep the seat. `absence` is the present or next one. `nudged_at` is the time of a reminder that
    is not a day old. A master enters the orders of a power that `is_entered`; `declared` is its
    player without an account. `may_declare` says that such a player can be declared.
    """

    seat: Seat
    is_missing: bool
    is_played: bool
    last_seen: dt.date | None
    misses: int
    kept: MissedTurn | None
    absence: Absence | None
    suspended: bool
    nudged_at: dt.datetime | None
    may_be_nudged: bool
    invited: SeatInvitation | None
    has_newcomer: bool
    is_entered: bool
    declared: DeclaredPlayer | None
    may_declare: bool


def seat_facts(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[SeatFacts]:
    """The facts for the seats of a game in `phase`, by place.

    `due` maps each power that has to order to a number.
    """
    seats = list(game.seats.all())
    tenures = {each.seat_id: each for each in Tenure.objects.current().filter(seat__in=seats)}
    people = {tenure.person_id for tenure in tenures.values()}
    suspended = access.suspended_seats(viewer, game)
    invited = access.open_invitations_to_seats(viewer, game)
    seen = open_sessions.last_days(people)
    misses = missed_turns.count(game, {seat.hand for seat in seats if seat.hand is not None})
    kept = missed_turns.kept_last_turn(game)
    away, nudged = _absences(game, people), nudges.newest_by_hand(phase)
    missing = set(phases.missing(phase, due).values_list("pk", flat=True))
    entered = {seat.pk for seat in access.seats_entered_by(viewer, game)}
    declared = {each.hand: each for each in game.declared_players.current()}
    taken_over, runs = undoing.taken_over(seats), _clock_runs(phase)
    return [
        SeatFacts(
            seat=seat,
            is_missing=seat.pk in missing,
            is_played=tenure is not None,
            last_seen=seen.get(tenure.person_id) if tenure else None,
            misses=misses[seat.hand].in_all if seat.hand in misses else 0,
            kept=kept.get(seat.pk),
            absence=away.get((seat.hand, tenure.person_id)) if tenure else None,
            suspended=seat.pk in suspended,
            nudged_at=nudged.get(seat.hand),
            may_be_nudged=runs
            and tenure is not None
            and seat.pk in missing
            and seat.pk not in suspended
            and seat.hand not in nudged,
            invited=invited.get(seat.hand),
            has_newcomer=seat.pk in taken_over,
            is_entered=seat.pk in entered,
            declared=player,
            may_declare=game.orders_by_master
            and not seat.neutral
            and player is None
            and (seat.disorder_since is not None or tenure is None),
        )
        for seat in seats
        for tenure, player in ((tenures.get(seat.pk), declared.get(seat.hand)),)
    ]


def _clock_runs(phase: Phase) -> bool:
    return phase.due_at is not None and not phase.is_due(clock.now())


def _absences(game: Game, people: Iterable[int]) -> dict[tuple[int | None, int], Absence]:
    """The present or next announced absence, by the hand of its seats and the person."""
    today = timezone.localdate(clock.now())
    announced = Absence.objects.filter(
        seat__game=game, person__in=people, withdrawn_at=None, last__gte=today
    )
    return {
        (absence.seat.hand, absence.person_id): absence
        for absence in announced.select_related("seat").order_by("-first", "-pk")
    }
