"""The master's desk: a line for each power, with its player, their orders, and how they take part.

It says whether orders are in, and never what they are.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from accounts.sessions import open_sessions

from ... import access
from ...game_master import nudges
from ...models import Absence, DeclaredPlayer, Game, Phase, Seat, SeatInvitation, Tenure
from ...seats import undoing
from ...state import missed_turns, phases
from ...wording import settings
from ...wording.missed_turns import notice_to_master
from . import seat_lines, vacancies
from .declared_players import account_url


@dataclass(frozen=True)
class DeskLine:
    """A power on the master's desk: its line as in everybody's table, its seat, and its player.

    `is_missing` says that the phase waits for its orders. `misses` counts the movement phases in
    which its present player gave none; `missed_turn` is a notice if they missed the last one and
    keep the seat. `nudged` is the day, in words, of a reminder that is not a day old. A master
    enters the orders of a power that `is_entered`; `declared` is its player without an account, and
    `account_url` the link by which that person takes it with one, if there is one. `may_declare`
    says that such a player can be declared.
    """

    line: seat_lines.SeatLine
    seat: Seat
    is_missing: bool
    last_seen: str
    misses: int
    missed_turn: str
    absence: str
    suspended: bool
    is_played: bool
    nudged: str
    may_be_nudged: bool
    invited: SeatInvitation | None
    has_newcomer: bool
    is_entered: bool
    declared: DeclaredPlayer | None
    account_url: str
    may_declare: bool


def desk_lines(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[DeskLine]:
    """The lines of a game in `phase`; `due` maps each power that has to order to a number."""
    seats = list(game.seats.all())
    tenures = {each.seat_id: each for each in Tenure.objects.current().filter(seat__in=seats)}
    people = {tenure.person_id for tenure in tenures.values()}
    suspended, invited = (
        access.suspended_seats(viewer, game),
        vacancies.open_invitations(viewer, game),
    )
    seen = open_sessions.last_days(people)
    misses = missed_turns.count(game, {seat.hand for seat in seats if seat.hand is not None})
    kept = missed_turns.kept_last_turn(game)
    away, nudged = _absences(game, people), nudges.newest_by_hand(phase)
    missing = set(phases.missing(phase, due).values_list("pk", flat=True))
    entered = {seat.pk for seat in access.seats_entered_by(viewer, game)}
    declared = {each.hand: each for each in game.declared_players.current()}
    taken_over, runs = undoing.taken_over(seats), _clock_runs(phase)
    lines = seat_lines.seat_lines(access.Role(viewer, game), phase, due)
    return [
        DeskLine(
            line=line,
            seat=seat,
            is_missing=seat.pk in missing,
            last_seen=_last_seen(seen.get(tenure.person_id)) if tenure else "",
            misses=misses[seat.hand].in_all if seat.hand in misses else 0,
            missed_turn=notice_to_master(kept[seat.pk]) if seat.pk in kept else "",
            absence=away.get((seat.hand, tenure.person_id), "") if tenure else "",
            suspended=seat.pk in suspended,
            is_played=tenure is not None,
            nudged=_day(timezone.localdate(nudged[seat.hand])) if seat.hand in nudged else "",
            may_be_nudged=runs
            and tenure is not None
            and seat.pk in missing
            and seat.pk not in suspended
            and seat.hand not in nudged,
            invited=invited.get(seat.hand),
            has_newcomer=seat.pk in taken_over,
            is_entered=seat.pk in entered,
            declared=player,
            account_url=account_url(player) if player else "",
            may_declare=game.orders_by_master
            and not seat.neutral
            and player is None
            and (seat.disorder_since is not None or tenure is None),
        )
        for line, seat in zip(lines, seats, strict=True)
        for tenure, player in ((tenures.get(seat.pk), declared.get(seat.hand)),)
    ]


def _clock_runs(phase: Phase) -> bool:
    return phase.due_at is not None and not phase.is_due(clock.now())


def _absences(game: Game, people: Iterable[int]) -> dict[tuple[int | None, int], str]:
    """The present or next announced absence in words, by the hand of its seats and the person."""
    today = timezone.localdate(clock.now())
    announced = Absence.objects.filter(
        seat__game=game, person__in=people, withdrawn_at=None, last__gte=today
    )
    return {
        (absence.seat.hand, absence.person_id): _("%(first)s to %(last)s")
        % {"first": settings.date(absence.first), "last": settings.date(absence.last)}
        for absence in announced.select_related("seat").order_by("-first", "-pk")
    }


def _last_seen(day: dt.date | None) -> str:
    return _("never") if day is None else _day(day)


def _day(day: dt.date) -> str:
    """A day as its distance from today, in the reader's time zone."""
    days = (timezone.localdate(clock.now()) - day).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    return ngettext("%(count)d day ago", "%(count)d days ago", days) % {"count": days}
