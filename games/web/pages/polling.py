"""The state of an open page of a game: its script asks again and again whether it is current."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Value
from django.utils.crypto import salted_hmac

from accounts import clock

from ... import access
from ...lifecycle import joining_time
from ...models import Phase, Receipt, Seat
from ...press import thread_members, unread
from ...state import phases
from ...votes import counting
from ...wording import events

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


def page_state(role: access.Role) -> PageState:
    """Return the state of a game for its reader, from what they may see of it.

    A view reads it before anything else: what comes while the page is being made is then not
    counted as shown, and the page asks once too often rather than missing it.

    Numbers of rows go into the digest. The key of the newest row would not do: between two of them
    a reader could count the secret events, or the messages of others, on the whole site.
    """
    game = role.game
    phase = phases.current(game) if game.has_begun else None
    stage = f"{game.status}-{phase.number if phase else 0}"
    marks = _lobby_marks(role) if game.in_lobby else _game_marks(role, phase)
    ends = phase.due_at if phase else None if joining_time.has_come(game) else game.starts_at
    is_live = phase.settings.is_live if phase else game.in_lobby and game.starts_at is not None
    return PageState(
        digest=_digest(role, stage, *marks),
        stage=stage,
        is_live=is_live,
        left=_left(ends) if is_live else None,
    )


def _lobby_marks(role: access.Role) -> Iterator[object]:
    """Parts of a lobby that its page shows: who waits, is there or invited, what was agreed."""
    game = role.game
    invited = access.sent_lobby_invitations(role.viewer, game)
    yield [(each.pk, each.answered_at) for each in invited]
    yield game.title, game.settings_id
    yield list(game.masterships.current().order_by("pk").values_list("pk", flat=True))
    for entry in game.entries.order_by("pk"):
        yield entry.pk, game.starts_at is not None and joining_time.is_here(entry)
    if game.orders_by_master:
        yield list(game.declared_players.current().order_by("pk").values_list("pk", "name"))
    yield joining_time.has_come(game)
    yield game.lobby_closes_at <= clock.now()


def _game_marks(role: access.Role, phase: Phase | None) -> Iterator[object]:
    """Parts of a begun game that its pages show to the reader, without the orders."""
    game = role.game
    yield events.public_events(game).count()
    yield unread.number_of_messages(game, role.held, is_master=role.is_master)
    if role.held:
        yield thread_members.number_of_answers(role.held)
    if phase is None:
        return
    yield phase.due_at
    if shown := access.seats_shown_ordering(role):
        yield _saved_orders(role, phase, shown)
        yield [seat.pk for seat in shown if seat.ready_phase_id == phase.pk]
    for vote in counting.open_votes(phase).prefetch_related("ballots"):
        secret = counting.kind_of(vote).is_secret(game)
        cast = [(ballot.seat_id, ballot.in_favour) for ballot in vote.ballots.all()]
        yield vote.pk, None if secret else cast


def _saved_orders(role: access.Role, phase: Phase, shown: Sequence[Seat]) -> list[object]:
    """The seats among `shown` that have ordered, and each save of the reader's own.

    What a reader saves on one device is new on another. One query tells both: pages ask often.
    """
    ordered = phase.orders.filter(seat__in=shown).order_by().distinct()
    saved = Receipt.objects.filter(phase=phase, seat__in=role.held).order_by()
    rows = [each.values_list(Value(kind), "seat") for kind, each in enumerate((ordered, saved))]
    return sorted(rows[0].union(rows[1], all=True))


def _left(moment: dt.datetime | None) -> float | None:
    """The seconds until a moment; None without one, or if it is far away."""
    left = moment - clock.now() if moment else None
    if left is None or left > LONGEST_COUNTDOWN:
        return None
    return round(max(left.total_seconds(), 0), 1)


def _digest(role: access.Role, *marks: object) -> str:
    mark = ":".join(map(str, (role.viewer.pk, role.game.pk, *marks)))
    return salted_hmac("games.page_state", mark, algorithm="sha256").hexdigest()[:32]
