"""The state of an open page of a game: its script asks again and again whether it is current."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from django.db.models import Count, QuerySet, Subquery
from django.utils.crypto import salted_hmac

from accounts import clock
from accounts.compiled_queries import CompiledQuery

from .. import access
from ..lifecycle import joining_time
from ..models import Event, Game, Phase, Vote
from ..press import thread_members, unread
from ..state import phases
from ..votes import counting
from ..wording import events
from .seat_states import SeatState, seat_states

LONGEST_COUNTDOWN = dt.timedelta(days=1)


@dataclass(frozen=True)
class PageState:
    """The state of a game as one reader's pages show it.

    `digest` are 32 hexadecimal digits that change when a page of the reader is no longer current;
    `stage` changes only when the whole page does: with each phase, pause and end. `left` are the
    seconds until a phase of a live game ends, or until its joining time; None if that is more than
    a day away.
    """

    digest: str
    stage: str
    is_live: bool
    left: float | None


@dataclass(frozen=True)
class GameMarks:
    """The marks of a begun game that change between its phases.

    `numbers` are those of public events, and of messages and answers for the reader. `seats` are
    all seats, of which most readers may know few; they are not read for those who may know none.
    """

    numbers: tuple[object, ...]
    seats: Mapping[int, SeatState]
    has_votes: bool

    @classmethod
    def read(cls, role: access.Role) -> Self:
        """Read the marks by at most two queries.

        A page reads them before anything else: what comes while it is being made is then not
        counted as shown, and the page asks once too often rather than missing it.
        """
        game, held = role.game.pk, [seat.pk for seat in role.held]
        keys = {f"seat{number}": seat for number, seat in enumerate(held)}
        [(votes, *numbers)] = _numbers(len(held), is_master=role.is_master).rows(game=game, **keys)
        seats = seat_states(role.game) if held or role.sees_who_has_ordered else {}
        return cls(tuple(numbers), seats, bool(votes))


def page_state(role: access.Role) -> PageState:
    """Return the state of a game for its reader, from what they may see of it.

    Numbers of rows go into the digest. The key of the newest row would not do: between two of them
    a reader could count the secret events, or the messages of others, on the whole site.
    """
    game = role.game
    if not game.has_begun:
        is_live = game.in_lobby and game.starts_at is not None
        ends = None if joining_time.has_come(game) else game.starts_at
        stage = f"{game.status}-0"
        marks = _lobby_marks(role) if game.in_lobby else ()
        return PageState(
            digest=_digest(role, stage, *marks),
            stage=stage,
            is_live=is_live,
            left=_left(ends) if is_live else None,
        )
    marks_of_game = GameMarks.read(role)
    return state_of_game(role, marks_of_game, phases.current(game))


def state_of_game(role: access.Role, marks: GameMarks, phase: Phase | None) -> PageState:
    """The state of a game that has begun; `phase` is its open phase."""
    stage = f"{role.game.status}-{phase.number if phase else 0}"
    is_live = phase is not None and phase.settings.is_live
    return PageState(
        digest=_digest(role, stage, *_game_marks(role, marks, phase)),
        stage=stage,
        is_live=is_live,
        left=_left(phase.due_at) if is_live and phase else None,
    )


def _lobby_marks(role: access.Role) -> Iterator[object]:
    """Parts of a lobby that its page shows: who waits, is there or invited, what was agreed."""
    game = role.game
    invited = access.sent_lobby_invitations(role)
    yield [(each.pk, each.answered_at) for each in invited]
    yield game.title, game.settings_id
    yield list(game.masterships.current().order_by("pk").values_list("pk", flat=True))
    for entry in game.entries.order_by("pk"):
        yield entry.pk, game.starts_at is not None and joining_time.is_here(entry)
    if game.orders_by_master:
        yield list(game.declared_players.current().order_by("pk").values_list("pk", "name"))
    yield joining_time.has_come(game)
    yield game.lobby_closes_at <= clock.now()


def _game_marks(role: access.Role, marks: GameMarks, phase: Phase | None) -> Iterator[object]:
    """Parts of a begun game that its pages show to the reader, without the orders."""
    yield marks.numbers
    if phase is None:
        return
    yield phase.due_at
    mine = {seat.pk for seat in role.held}
    for seat, now in marks.seats.items():
        if role.sees_who_has_ordered or seat in mine:
            yield seat, now.has_ordered, now.ready_phase == phase.pk
        if seat in mine:  # what a reader saves on one device is new on another
            yield now.receipts
    if not marks.has_votes:
        return
    for vote in counting.open_votes(phase).prefetch_related("ballots"):
        secret = counting.kind_of(vote).is_secret(role.game)
        cast = [(ballot.seat_id, ballot.in_favour) for ballot in vote.ballots.all()]
        yield vote.pk, None if secret else cast


@cache
def _numbers(seats: int, *, is_master: bool) -> CompiledQuery:
    """The query of the numbers of undecided votes, public events, messages and answers.

    It is for a reader who holds so many seats.
    """
    names = [f"seat{number}" for number in range(seats)]

    def build(game: int, **held: int) -> "QuerySet[Game, tuple[Any, ...]]":
        there = events.shown_to_all(Event.objects.filter(game=game)).order_by().values("game")
        votes = Vote.objects.undecided().filter(phase__game=game).order_by().values("phase__game")
        numbers = [
            Subquery(votes.annotate(number=Count("pk")).values("number")),
            Subquery(there.annotate(number=Count("pk")).values("number")),
            *unread.numbers_of_messages(game, list(held.values()), is_master=is_master),
            *(thread_members.numbers_of_answers(game, list(held.values())) if held else ()),
        ]
        return Game.objects.filter(pk=game).order_by().values_list(*numbers)

    return CompiledQuery(build, game=int, **dict.fromkeys(names, int))


def _left(moment: dt.datetime | None) -> float | None:
    """The seconds until a moment; None without one, or if it is far away."""
    left = moment - clock.now() if moment else None
    if left is None or left > LONGEST_COUNTDOWN:
        return None
    return round(max(left.total_seconds(), 0), 1)


def _digest(role: access.Role, *marks: object) -> str:
    mark = ":".join(map(str, (role.viewer.pk, role.game.pk, *marks)))
    return salted_hmac("games.page_state", mark, algorithm="sha256").hexdigest()[:32]
