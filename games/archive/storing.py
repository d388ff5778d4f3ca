"""A checked record → rows of a game, in one transaction. Nothing of it is stored by halves."""

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from adjudicator import Position

from ..core import audit
from ..core.errors import Refused
from ..deadlines import control, schedule
from ..lifecycle import beginning, coin, creation, take_over
from ..models import (
    AmendedRule,
    Amendment,
    Event,
    Game,
    GameSettings,
    Mastership,
    Message,
    Phase,
    ReadingCorrection,
    RuleChange,
    Seat,
    Sharer,
    SkippedDate,
    Thread,
    Vote,
)
from ..models.fields import new_key
from ..models.phase import LONGEST_PAUSE_DAYS
from ..press import locations
from ..state import phases, variants
from ..state.positions import Snapshot
from . import order_rows
from .record import GameRecord, PhaseRecord

AT_ONCE = 20  # phases, whose rows are stored with one statement
ROWS_AT_ONCE = 500

T = TypeVar("T")


def store(
    record: GameRecord,
    stands: Mapping[int, Position],
    *,
    by: User,
    request_key: uuid.UUID,
    visibility: Game.Visibility,
    title: str,
    players: Mapping[str, User] | None = None,
) -> Game:
    """Store a record that `checking.check` has passed as a game that `by` masters.

    `stands` are the positions by the numbers of the phases. A finished game is there to be read. A
    running one goes on from its open phase, which begins anew: its seats are open, and `players`
    are invited to them by power. Its clock stands still until all powers have players (see
    `invitation_endings`), or the master starts it. The same form sent twice (the
    same `request_key`) makes one game. Raises `Refused`.
    """
    players = players or {}
    if by in players.values():
        raise Refused(_("A game master can’t play in their own game."))
    now = clock.now()
    with transaction.atomic():
        game, made = creation.get_or_create(
            request_key, **_game_fields(record, now, title=title, visibility=visibility)
        )
        if not made:
            return game
        RuleChange.objects.bulk_create(
            RuleChange(game=game, field=each.field, value=each.value, since=each.since)
            for each in record.rule_changes
        )
        versions = _store_settings(game, record)
        Mastership.objects.create(game=game, person=by, since=now)
        seats = _store_seats(game, record, now)
        past = record.phases if record.is_finished else record.phases[:-1]
        stored = _store_phases(game, past, stands, versions, seats)
        order_rows.store_orders(past, stands, stored, seats)
        coin_seat = None
        if not record.is_finished:
            last = record.last_phase
            # As with each phase that opens: the coin is tossed first, if nobody has tossed it.
            code = stands[last.number].phase
            coin_seat = coin.toss_if_due(game, code, seats, now=now)
            stored[last.number] = _open(game, last, stands[last.number], seats, now)
        _store_corrections(record, stored, seats)
        votes = _store_votes(record, stored, seats, now)
        _store_events(game, record, stored, seats, votes)
        _store_threads(game, record, stored, seats)
        newest = stored[record.last_phase.number]
        audit.log(Event.Kind.IMPORTED, game=game, phase=newest, actor=by)
        if coin_seat is not None:
            audit.log(Event.Kind.COIN_TOSSED, game=game, phase=newest, seat=coin_seat)
        if not record.is_finished:
            until = now + dt.timedelta(days=LONGEST_PAUSE_DAYS)
            control.pause(game, until=until, by=by, for_answers=True)
            take_over.invite_players(players, seats, master=by)
    return game


def _game_fields(record: GameRecord, now: dt.datetime, **agreed: Any) -> dict[str, Any]:
    """Columns of the game. An imported end is final: nobody here can undo it."""
    columns = {**record.game, **record.terms, **agreed}
    if record.is_finished:
        columns["final_at"] = min(columns["final_at"] or columns["ended_at"], now)
    else:
        columns |= {"status": Game.Status.PLAYING, "final_at": None, "ended_at": None}
    imported = {"imported_at": now, "imported_from": record.origin}
    return {**columns, **imported, "lobby_closes_at": columns["created_at"]}


def _store_settings(game: Game, record: GameRecord) -> list[GameSettings]:
    versions = []
    for each in record.settings:
        version = GameSettings.objects.create(game=game, **each.columns)
        SkippedDate.objects.bulk_create(
            SkippedDate(settings=version, date=date) for date in each.skipped
        )
        versions.append(version)
    game.settings = versions[-1]
    game.save(update_fields=["settings"])
    return versions


def _store_seats(game: Game, record: GameRecord, now: dt.datetime) -> dict[str, Seat]:
    """Seats of a running game are open: nobody here plays them yet, whoever did elsewhere."""
    seats = beginning.create_seats(game, disorder_since=None if record.is_finished else now)
    setup = variants.setup_of(game)
    if setup.coin is not None and game.coin_hand is not None:
        seats[setup.coin.power].hand = game.coin_hand
        winner = seats[setup.players[game.coin_hand][0]]
        seats[setup.coin.power].disorder_since = winner.disorder_since
    for each in record.seats:
        if record.is_finished:
            seats[each.power].imported_name = each.name
            seats[each.power].result = each.result
        seats[each.power].save(update_fields=["imported_name", "result", "hand", "disorder_since"])
    return seats


def _store_phases(
    game: Game,
    records: Sequence[PhaseRecord],
    stands: Mapping[int, Position],
    versions: Sequence[GameSettings],
    seats: Mapping[str, Seat],
) -> dict[int, Phase]:
    found = {
        each.number: Phase(
            game=game,
            settings=versions[each.settings],
            number=each.number,
            code=each.code,
            status=each.status,
            opened_at=each.opened_at,
            deadline=each.deadline,
            due_at=each.deadline,
            resolved_at=each.resolved_at,
            revision=int(each.took_orders),
        )
        for each in records
    }
    for some in _slices(list(found.values()), AT_ONCE):
        phases.store(*(Snapshot(phase, stands[phase.number], seats) for phase in some))
    return found


def _open(
    game: Game,
    record: PhaseRecord,
    position: Position,
    seats: Mapping[str, Seat],
    now: dt.datetime,
) -> Phase:
    assert game.settings is not None
    deadline = schedule.deadline(game.settings, position.phase.type, now)
    return phases.open_phase(
        game, position, seats, number=record.number, now=now, deadline=deadline
    )


def _store_corrections(
    record: GameRecord, stored: Mapping[int, Phase], seats: Mapping[str, Seat]
) -> None:
    ReadingCorrection.objects.bulk_create(
        (
            ReadingCorrection(
                phase=stored[each.phase],
                seat=seats[each.power],
                imported_by=each.by,
                at=each.at,
                typed=each.typed,
                before=each.before,
                after=each.after,
                reason=each.reason,
            )
            for each in record.corrections
        ),
        batch_size=ROWS_AT_ONCE,
    )


def _store_votes(
    record: GameRecord,
    stored: Mapping[int, Phase],
    seats: Mapping[str, Seat],
    now: dt.datetime,
) -> list[Vote]:
    """Votes that were still open in a running game end: their ballots did not come along."""
    found = []
    for each in record.votes:
        ends = each.closed_at is None and not record.is_finished
        vote = Vote(
            phase=stored[each.phase],
            kind=each.kind,
            days=each.days,
            seat=seats[each.power] if each.power else None,
            winner=seats[each.winner] if each.winner else None,
            made_at=each.made_at,
            closed_at=now if ends else each.closed_at,
            outcome=Vote.Outcome.WITHDRAWN if ends else each.outcome,
        )
        found.append(vote)
    Vote.objects.bulk_create(found, batch_size=ROWS_AT_ONCE)
    sharers = (
        Sharer(vote=vote, seat=seats[power])
        for vote, each in zip(found, record.votes, strict=True)
        for power in each.sharers
    )
    Sharer.objects.bulk_create(sharers, batch_size=ROWS_AT_ONCE)
    _store_amendments(record, found)
    return found


def _store_amendments(record: GameRecord, votes: Sequence[Vote]) -> None:
    given = [
        (vote, each.amendment)
        for vote, each in zip(votes, record.votes, strict=True)
        if each.amendment is not None
    ]
    rows = [
        Amendment(
            vote=vote,
            house_rules=each.house_rules,
            house_rules_before=each.house_rules_before,
            since=each.since,
        )
        for vote, each in given
    ]
    Amendment.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
    rules = (
        AmendedRule(amendment=row, field=rule.field, before=rule.before, value=rule.value)
        for row, (_vote, each) in zip(rows, given, strict=True)
        for rule in each.rules
    )
    AmendedRule.objects.bulk_create(rules, batch_size=ROWS_AT_ONCE)


def _store_events(
    game: Game,
    record: GameRecord,
    stored: Mapping[int, Phase],
    seats: Mapping[str, Seat],
    votes: Sequence[Vote],
) -> None:
    rows = [
        Event(
            kind=each.kind,
            at=each.at,
            game=game,
            phase=None if each.phase is None else stored[each.phase],
            seat=None if each.power is None else seats[each.power],
            imported_actor=each.actor,
            imported_subject=each.subject,
            vote=None if each.vote is None else votes[each.vote],
            due_before=each.due_before,
            due_after=each.due_after,
            text=each.text,
        )
        for each in record.events
    ]
    for some in _slices(rows, ROWS_AT_ONCE):
        audit.log_all(some)


def _store_threads(
    game: Game, record: GameRecord, stored: Mapping[int, Phase], seats: Mapping[str, Seat]
) -> None:
    circles = [[seats[power] for power in each.powers] for each in record.threads]
    threads = [
        Thread(
            game=game,
            circle=locations.circle_name(circle),
            title=each.title,
            key=new_key() if each.title else None,
            phase=None if each.phase is None else stored[each.phase],
            opened_at=each.opened_at,
        )
        for each, circle in zip(record.threads, circles, strict=True)
    ]
    Thread.objects.bulk_create(threads, batch_size=ROWS_AT_ONCE)
    member = Thread.seats.through
    members = (
        member(thread=thread, seat=seat)
        for thread, circle in zip(threads, circles, strict=True)
        for seat in circle
    )
    member.objects.bulk_create(members, batch_size=ROWS_AT_ONCE)
    rows = [
        Message(
            thread=thread,
            seat=seats[message.power] if message.power else None,
            imported_author=message.author or "",
            text=message.text,
            unsigned=message.unsigned,
            sent_at=message.sent_at,
            request_key=uuid.uuid4(),
        )
        for thread, each in zip(threads, record.threads, strict=True)
        for message in each.messages
    ]
    rows.sort(key=lambda row: row.sent_at)  # lists of messages are in the order of their keys
    Message.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)


def _slices(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
