"""The games that a person masters: what is missing where, the nearest deadline first.

The number of queries does not depend on the number of games.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.http import QueryDict

from accounts import clock
from accounts.models import User

from ... import access, wording
from ...lifecycle import listed_games, master_actions
from ...models import Game, Phase, Seat, SeatInvitation
from ...models.game import RUNNING
from ...press import unread
from ...state import phases, positions
from ...votes import counting

STOPPED_FIRST = dt.datetime.min.replace(tzinfo=dt.UTC)
WITHOUT_DEADLINE_LAST = dt.datetime.max.replace(tzinfo=dt.UTC)


@dataclass(frozen=True)
class MasteredGame:
    """A game in the list of its master.

    If it `is_closed`, its results wait to be published, at `due_at` at the latest. `missing` are
    the seats whose orders the phase waits for, of as many as `asked`; of these the master enters
    the orders of those `entered`. `open_seats` are those in
    civil disorder that have units or centers left; `invited` counts the invitations to seats that
    have not been answered.
    """

    game: Game
    heading: str
    due_at: dt.datetime | None
    is_closed: bool
    missing: Sequence[Seat]
    entered: Sequence[Seat]
    asked: int
    open_seats: Sequence[Seat]
    invited: int
    votes: int
    messages: int
    reports: int

    @property
    def rank(self) -> tuple[dt.datetime, dt.datetime, int]:
        """Order in the list: stopped games, the nearest deadlines, games without one, lobbies."""
        if self.game.status == Game.Status.ASIDE:
            return STOPPED_FIRST, self.game.created_at, self.game.pk
        last = WITHOUT_DEADLINE_LAST
        if self.game.in_lobby:
            return last, self.game.starts_at or self.game.lobby_closes_at, self.game.pk
        return self.due_at or last, STOPPED_FIRST, self.game.pk

    @property
    def can_be_chosen(self) -> bool:
        return self.game.has_begun

    @property
    def may_remind(self) -> bool:
        """Whether players whose orders are missing can be reminded."""
        runs = self.due_at is not None and not self.is_closed
        return runs and len(self.missing) > len(self.entered)

    @property
    def awaits_master(self) -> bool:
        """Whether something waits that the last column of the list names."""
        is_stopped = self.game.status == Game.Status.ASIDE
        numbers = self.messages or self.reports or self.votes
        return is_stopped or self.is_closed or bool(self.entered or numbers)


def mastered_games(person: User) -> list[MasteredGame]:
    """The unfinished games that `person` masters, in the order of the list."""
    wanted = access.mastered_games(person).filter(status__in=[Game.Status.LOBBY, *RUNNING])
    games = list(listed_games.with_list_columns(wanted).prefetch_related(None))
    opened = _open_phases(games)
    seats = _seats(opened)
    missing = _missing(opened)
    entered = set(
        Seat.objects.entered_by_master()
        .filter(game__in=opened, game__orders_by_master=True)
        .order_by()
        .values_list("pk", flat=True)
    )
    counts = _Counts(person, games, opened)
    found = []
    for game in games:
        phase = opened.get(game.pk)
        due = phases.orders_due(phase) if phase else {}
        living = positions.living_powers(phase) if phase else set()
        asked = [
            seat for seat in seats[game.pk] if seat.disorder_since is None and seat.power in due
        ]
        found.append(
            MasteredGame(
                game,
                heading=wording.phase(phase) if phase else "",
                due_at=phase.due_at if phase else None,
                is_closed=phase is not None and phase.is_closed,
                missing=[seat for seat in asked if seat.pk in missing],
                entered=[
                    seat
                    for seat in asked
                    if seat.pk in missing & entered and phase and _takes_orders(phase)
                ],
                asked=len(asked),
                open_seats=[
                    seat
                    for seat in seats[game.pk]
                    if seat.disorder_since is not None and seat.power in living
                ],
                invited=counts.invited[game.pk],
                votes=counts.votes[game.pk],
                messages=counts.unread.get(game.pk, 0),
                reports=counts.reports[game.pk],
            )
        )
    return sorted(found, key=lambda each: each.rank)


def chosen_games(person: User, query: QueryDict) -> tuple[list[Game], dict[int, dt.datetime]]:
    """The begun games named by a query that `person` masters, and the deadlines of their phases.

    The deadlines are by the game's primary key; a game whose clock is stopped has none.
    """
    games = list(master_actions.games_to_act_on(person, query.getlist("game")))
    opened = Phase.objects.open().filter(game__in=games).order_by()
    deadlines = opened.values_list("game", "deadline")
    return games, {game: deadline for game, deadline in deadlines if deadline is not None}


def chosen_page(games: Sequence[Game], deadlines: Mapping[int, dt.datetime]) -> dict[str, Any]:
    """Context of the list of chosen games on the page of an action."""
    return {"chosen": [(game, deadlines.get(game.pk)) for game in games]}


class _Counts:
    """Numbers of things that wait in the games, by the game's primary key."""

    def __init__(self, person: User, games: Sequence[Game], opened: Mapping[int, Phase]) -> None:
        self.unread = unread.unread_by_game(person, games)
        voting = counting.open_in(list(opened.values())).order_by()
        self.votes = _numbers(voting.values_list("phase__game").annotate(Count("pk")))
        invited = SeatInvitation.objects.valid_at(clock.now()).filter(game__in=games).order_by()
        self.invited = _numbers(invited.values_list("game").annotate(Count("pk")))
        reported = access.complaints(person).filter(closed_at=None, message__thread__game__in=games)
        self.reports = _numbers(
            reported.order_by().values_list("message__thread__game").annotate(Count("pk"))
        )


def _numbers(rows: Any) -> Counter[int]:
    return Counter(dict(rows))


def _open_phases(games: Sequence[Game]) -> dict[int, Phase]:
    """The open phase of each running game, by the game's primary key, with its snapshot."""
    by_key = {game.pk: game for game in games}
    opened = list(Phase.objects.open().filter(game__in=by_key).order_by("pk"))
    for phase in opened:
        phase.game = by_key[phase.game_id]
    positions.fetch(*opened)
    return {phase.game_id: phase for phase in opened}


def _takes_orders(phase: Phase) -> bool:
    return not phase.is_closed or phase.takes_late_orders(clock.now())


def _seats(opened: Mapping[int, Phase]) -> dict[int, list[Seat]]:
    """The seats of running games in the order of the set-up, by the game's primary key."""
    found: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.playable().filter(game__in=opened).order_by("game_id", "place"):
        found[seat.game_id].append(seat)
    return found


def _missing(opened: Mapping[int, Phase]) -> set[int]:
    """Primary keys of the played seats that gave no orders in the open phases."""
    played = Seat.objects.played().filter(game__in=opened).order_by()
    without = phases.without_orders(played, *opened.values())
    return set(without.values_list("pk", flat=True))
