"""A person's games: first those that wait for them, with what they wait for, each game once.

The number of queries does not depend on the number of games.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from ... import access, wording
from ...lifecycle import listed_games
from ...models import Game, LobbyEntry, Phase, Seat
from ...models.game import RUNNING
from ...press import thread_members
from ...press import unread as press_unread
from ...state import phases, positions
from ...votes import counting
from .invitations import (
    GameInvitationLine,
    InvitationLine,
    game_invitation_lines,
    invitation_lines,
)

FINISHED = 20  # games of a page
SHOWN = 20  # games of another section; the rest is folded
ON_FRONT_PAGE = 6


@dataclass(frozen=True)
class MySeat:
    """A seat that the reader holds in a running game."""

    code: str
    power: str
    must_order: bool
    has_ordered: bool
    is_ready: bool


@dataclass(frozen=True)
class AwaitedAction:
    """Something in a game that waits for the reader: words, where to do it, and until when."""

    words: str
    url: str
    until: dt.datetime | None = None
    is_urgent: bool = False


@dataclass(frozen=True)
class MyGame:
    """A game in a person's list, with what waits for them there.

    `waits` tells whether they wait in its lobby, `masters` whether they master it, and `is_closed`
    whether its results wait to be published.
    """

    game: Game
    seats: Sequence[MySeat] = ()
    awaited: Sequence[AwaitedAction] = ()
    due_at: dt.datetime | None = None
    waits: bool = False
    masters: bool = False
    is_closed: bool = False

    @property
    def rank(self) -> tuple[bool, bool, dt.datetime]:
        """Order among games that wait: missing orders first, then the nearest end."""
        ends = [each.until for each in self.awaited if each.until]
        urgent = any(each.is_urgent for each in self.awaited)
        return not urgent, not ends, min(ends, default=self.game.created_at)

    @property
    def shows_seats(self) -> bool:
        """Whether to say for each power whether its orders are there: not if all is said above."""
        return len(self.seats) > 1 or not self.awaited

    @property
    def shows_deadline(self) -> bool:
        return not any(each.until for each in self.awaited)


@dataclass(frozen=True)
class GameSection:
    """A part of the list: its heading, and its games; those after the first ones are folded."""

    name: str
    heading: str
    games: Sequence[MyGame]

    @property
    def first(self) -> Sequence[MyGame]:
        """The games that the front page shows."""
        return self.games[:ON_FRONT_PAGE]

    @property
    def shown(self) -> Sequence[MyGame]:
        return self.games[:SHOWN]

    @property
    def folded(self) -> Sequence[MyGame]:
        return self.games[SHOWN:]


@dataclass(frozen=True)
class MyGames:
    """The unfinished games of a person by section, and the invitations to seats and to games."""

    invitations: Sequence[InvitationLine]
    game_invitations: Sequence[GameInvitationLine]
    awaited: GameSection
    sections: Sequence[GameSection]

    @property
    def number_awaited(self) -> int:
        invitations = len(self.invitations) + len(self.game_invitations)
        return invitations + len(self.awaited.games)

    @property
    def has_mastered(self) -> bool:
        """Whether the person masters one of the games."""
        sections = [self.awaited, *self.sections]
        return any(each.masters for section in sections for each in section.games)

    @property
    def is_empty(self) -> bool:
        return not self.number_awaited and not any(each.games for each in self.sections)


def my_games(person: User) -> MyGames:
    """The unfinished games of `person`. The nearest deadlines come first in each section."""
    games = _unfinished(person)
    awaited = sorted((each for each in games if each.awaited), key=lambda each: each.rank)
    rest = [each for each in games if not each.awaited]
    return MyGames(
        invitations=invitation_lines(person),
        game_invitations=game_invitation_lines(person),
        awaited=GameSection("awaited", _("Waiting for you"), awaited),
        sections=[
            GameSection("running", _("In progress"), [each for each in rest if each.seats]),
            GameSection("lobby", _("Waiting for players"), [each for each in rest if each.waits]),
            GameSection("mastered", _("As game master"), [each for each in rest if each.masters]),
            GameSection(
                "left", _("Without a seat now"), [each for each in rest if _has_left(each)]
            ),
        ],
    )


def _has_left(my_game: MyGame) -> bool:
    return not (my_game.seats or my_game.waits or my_game.masters)


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, with the number of the reader's unread messages in it."""

    game: Game
    unread: int


def finished_games(person: User, page: Any) -> tuple[Page[int], list[FinishedGame]]:
    """A page of primary keys, and its games: those of `person` that are over, the newest end first.

    Games whose end can still be undone, and lobbies that did not fill, are among them.
    """
    over = access.games_of(person).filter(status__in=[Game.Status.FINISHED, Game.Status.EXPIRED])
    keys = over.order_by(F("ended_at").desc(nulls_last=True), "-created_at", "-pk")
    found = Paginator(keys.values_list("pk", flat=True), FINISHED).get_page(page)
    games = listed_games.rows(person, list(found.object_list))
    unread = press_unread.unread_by_game(person, games)
    return found, [FinishedGame(game, unread.get(game.pk, 0)) for game in games]


def _unfinished(person: User) -> list[MyGame]:
    keys = access.games_of(person).filter(status__in=[Game.Status.LOBBY, *RUNNING])
    found = list(listed_games.with_list_columns(keys).prefetch_related(None))
    begun = _newest_phases(game for game in found if game.has_begun)
    held = list(access.seats_in_hand(person).filter(game__in=begun))
    seats = _my_seats(held, begun)
    open_phases = {pk: phase for pk, phase in begun.items() if phase.is_open}
    mastered = set(access.mastered_games(person).values_list("pk", flat=True))
    waiting = set(LobbyEntry.objects.filter(person=person).values_list("game", flat=True))
    numbers = _AwaitedNumbers(
        ballots=counting.missing_ballots(held, open_phases),
        proposals=_proposals(person),
        unread=press_unread.unread_by_game(person, found),
    )
    mine = [
        MyGame(
            game,
            seats[game.pk],
            list(
                _awaited(
                    game,
                    begun.get(game.pk),
                    seats[game.pk],
                    numbers,
                    masters=game.pk in mastered,
                )
            ),
            due_at=begun[game.pk].due_at if game.pk in begun else None,
            is_closed=game.pk in begun and begun[game.pk].is_closed,
            waits=game.in_lobby and game.pk in waiting,
            masters=game.pk in mastered,
        )
        for game in found
    ]
    return sorted(mine, key=lambda each: (each.due_at is None, each.due_at))


@dataclass(frozen=True)
class _AwaitedNumbers:
    """Numbers of things that wait for the reader, by the primary key of the game."""

    ballots: Mapping[int, int]
    proposals: Mapping[int, int]
    unread: Mapping[int, int]


def _awaited(
    game: Game,
    newest: Phase | None,
    seats: Sequence[MySeat],
    numbers: _AwaitedNumbers,
    *,
    masters: bool,
) -> Iterator[AwaitedAction]:
    """All that waits for the reader in a game, in the order of its importance."""
    page = game.get_absolute_url()
    due_at = newest.due_at if newest else None
    closed = newest is not None and newest.is_closed
    if closed and masters:
        yield AwaitedAction(
            _("Results to publish"),
            reverse("games:master_publish", args=[game.slug]),
            due_at,
            is_urgent=True,
        )
    if game.status == Game.Status.ASIDE:
        if masters:
            yield AwaitedAction(
                _("The game is stopped. Start it again."),
                reverse("games:master", args=[game.slug]),
                is_urgent=True,
            )
    elif closed:
        pass  # nobody gives orders until the results are out
    elif any(seat.must_order and not seat.has_ordered for seat in seats):
        runs = game.status == Game.Status.PLAYING
        yield AwaitedAction(_("Orders missing"), page, due_at, is_urgent=runs)
    elif any(seat.must_order and not seat.is_ready for seat in seats):
        yield AwaitedAction(_("Orders saved, not ready"), page, due_at)
    if number := numbers.ballots.get(game.pk):
        words = ngettext("%(count)d open vote", "%(count)d open votes", number)
        until = None if game.votes_stand else due_at
        yield AwaitedAction(words % {"count": number}, page, until, is_urgent=True)
    press = reverse("games:press", args=[game.slug])
    if number := numbers.proposals.get(game.pk):
        words = ngettext("%(count)d question in a thread", "%(count)d questions in threads", number)
        yield AwaitedAction(words % {"count": number}, press)
    if number := numbers.unread.get(game.pk):
        words = ngettext("%(number)s new message", "%(number)s new messages", number)
        yield AwaitedAction(words % {"number": number}, press)


def _proposals(person: User) -> Mapping[int, int]:
    """The number of proposals to add a power to a thread that `person` has not answered."""
    found: dict[int, int] = defaultdict(int)
    for game in thread_members.unanswered_by(person).values_list("thread__game", flat=True):
        found[game] += 1
    return found


def _newest_phases(begun: Iterable[Game]) -> dict[int, Phase]:
    """The newest phase of each game, by the game's primary key, with its snapshot."""
    games = {game.pk: game for game in begun}
    numbers = Phase.objects.filter(game=OuterRef("game")).order_by("-number").values("pk")[:1]
    newest = list(Phase.objects.filter(game__in=games, pk=Subquery(numbers)).order_by("pk"))
    for phase in newest:
        phase.game = games[phase.game_id]
    positions.fetch(*newest)
    return {phase.game_id: phase for phase in newest}


def _my_seats(held: Sequence[Seat], newest: Mapping[int, Phase]) -> dict[int, list[MySeat]]:
    """The seats that the reader holds, by the game's primary key."""
    mine = Seat.objects.filter(pk__in=[seat.pk for seat in held]).order_by()
    missing = set(phases.without_orders(mine, *newest.values()).values_list("pk", flat=True))
    found: dict[int, list[MySeat]] = defaultdict(list)
    for seat in held:
        my_seat = _my_seat(seat, newest[seat.game_id], has_ordered=seat.pk not in missing)
        found[seat.game_id].append(my_seat)
    return found


def _my_seat(seat: Seat, phase: Phase, *, has_ordered: bool) -> MySeat:
    must_order = phase.is_open and seat.power in phases.orders_due(phase)
    return MySeat(
        code=seat.power,
        power=wording.power(seat.power),
        must_order=must_order,
        has_ordered=must_order and has_ordered,
        is_ready=must_order and seat.ready_phase_id == phase.pk,
    )
