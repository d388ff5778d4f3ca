"""Checks of a record before anything of it is stored: a game of this site must be possible so.

What JSON types cannot say is here: powers of the set-up, orders of units that are there, phases in
order. `check` raises `Refused`; its sentence names the place in the document.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import clock, time_zones
from accounts.models import Bot
from adjudicator import (
    SETUPS,
    AdjudicatorError,
    Dislodged,
    Position,
    Setup,
    Unit,
    load_setup,
    parse_canonical,
)
from adjudicator.reasons import explain, rule_behind
from adjudicator.terms import OrderType, Outcome, PhaseCode, PhaseType

from .. import wording
from ..core import holidays
from ..core.errors import Refused
from ..deadlines import schedule
from ..deadlines.timetable import NoDeadlineError
from ..models import Event, Game, GameSettings, Order, Phase, Seat, Vote
from ..models.game import RUNNING
from ..state import editions
from ..state.missed_turns import MissedTurn
from ..wording.events import SENTENCES
from . import limits
from .document import damaged
from .record import (
    AmendmentRecord,
    EventRecord,
    GameRecord,
    OrderRecord,
    PhaseRecord,
    SettingsRecord,
    VoteRecord,
)

LONGEST_PARAM = 500
MOST_NUMBER = 32_767  # that a small integer of PostgreSQL can hold


def check(record: GameRecord) -> dict[int, Position]:
    """The positions of all phases, by number. Raises `Refused`."""
    setup = _check_game(record)
    limits.check_moments(record)
    _check_settings(record)
    _check_phases(record)
    positions = {}
    for phase in record.phases:
        positions[phase.number] = position = position_of(phase, setup)
        _check_orders(phase, position)
    _check_corrections(record)
    _check_votes(record)
    _check_events(record)
    _check_threads(record)
    return positions


def positions_of(record: GameRecord) -> dict[int, Position]:
    """The positions of all phases, by number, before anything else is checked."""
    setup = _check_game(record)
    return {phase.number: position_of(phase, setup) for phase in record.phases}


def _must(condition: bool, place: str) -> None:
    if not condition:
        raise damaged(place)


def _check_game(record: GameRecord) -> Setup:
    limits.check_size(record)
    columns = {**record.game, **record.terms}
    if columns["setup"] not in SETUPS:
        message = _(
            "This site doesn’t have the set-up “%(setup)s”. Import the game on a site that has it."
        )
        raise Refused(message % {"setup": columns["setup"]})
    setup = load_setup(columns["setup"])
    try:
        for each in record.rule_changes:
            editions.rules_with(columns["rules"], record.rule_changes_in(each.since))
    except ValueError:
        raise damaged("game.rule_changes") from None
    changed = [(each.field, each.since) for each in record.rule_changes]
    _must(len(set(changed)) == len(changed), "game.rule_changes")
    numbers = {phase.number for phase in record.phases}
    _must(all(since <= max(numbers) + 1 for _field, since in changed), "game.rule_changes")
    _must(all(since >= 0 for _field, since in changed), "game.rule_changes")
    _must(columns["status"] in (*RUNNING, Game.Status.FINISHED), "game.status")
    _must(columns["started_at"] is not None, "game.started_at")
    _must(not record.is_finished or columns["ended_at"] is not None, "game.ended_at")
    _must([seat.power for seat in record.seats] == list(setup.powers), "game.seats")
    for seat in record.seats:
        _must(seat.result in ("", *Seat.Result.values), f"game.seats.{seat.power}")
    coin_hand = columns["coin_hand"]
    if coin_hand is not None:
        _must(setup.coin is not None and coin_hand < len(setup.players), "game.coin_hand")
    _check_constraints(Game(**columns), "game")
    return setup


def _check_constraints(row: Any, place: str) -> None:
    """Ask the database for the constraints of a row that is not stored yet."""
    try:
        row.validate_constraints(exclude={"slug", "request_key", "game"})
    except ValidationError:
        raise damaged(place) from None


def _check_settings(record: GameRecord) -> None:
    _must(bool(record.settings), "game.settings")
    if not record.is_finished and record.settings[-1].columns["live_minutes"] is not None:
        raise Refused(_("A live game can be imported once it is over. Import it then."))
    goes_on, last = not record.is_finished, len(record.settings) - 1
    for number, version in enumerate(record.settings):
        place = f"game.settings[{number}]"
        zone, country = version.columns["zone"], version.columns["holidays"]
        _must(not zone or zone in time_zones.names(), f"{place}.zone")
        _must(not country or country in holidays.countries(), f"{place}.holidays")
        _must(len(set(version.skipped)) == len(version.skipped), f"{place}.skipped")
        _check_constraints(GameSettings(**version.columns), place)
        _check_deadlines(version, place, goes_on=goes_on and number == last)


def _check_deadlines(version: SettingsRecord, place: str, *, goes_on: bool) -> None:
    """Check that deadlines follow from settings, and that a game that goes on has one."""
    settings, now = GameSettings(**version.columns), clock.now()
    try:
        schedule.rule_of(settings, now, skipped=version.skipped)
        if goes_on:
            schedule.planned(settings, now, 1, skipped=version.skipped)
            schedule.check_windows(settings, now, skipped=version.skipped)
    except ValueError:
        raise damaged(place) from None
    except NoDeadlineError:
        message = _(
            "The skipped dates of this game leave no deadline. Change its settings where it is"
            " played, and export it again."
        )
        raise Refused(message) from None


def _check_phases(record: GameRecord) -> None:
    """Numbers rise; of the phases that count each has its own code, and the last ends them."""
    _must(bool(record.phases), "game.phases")
    numbers = [phase.number for phase in record.phases]
    _must(all(a < b for a, b in pairwise(numbers)), "game.phases")
    _must(numbers[0] >= 0 and numbers[-1] <= MOST_NUMBER, "game.phases")
    for number, phase in enumerate(record.phases):
        place = f"game.phases[{number}]"
        _must(phase.status in Phase.Status.values, f"{place}.status")
        _must(0 <= phase.settings < len(record.settings), f"{place}.settings")
        resolved = phase.status == Phase.Status.RESOLVED
        _must(not resolved or phase.resolved_at is not None, f"{place}.resolved_at")
        open_or_final = phase.status in (Phase.Status.OPEN, Phase.Status.FINAL)
        _must(not open_or_final or phase.resolved_at is None, f"{place}.resolved_at")
        _must(phase.resolved_at is not None or not phase.orders, f"{place}.orders")
    last = Phase.Status.FINAL if record.is_finished else Phase.Status.OPEN
    counting = [phase for phase in record.phases if phase.status != Phase.Status.SUPERSEDED]
    statuses = [phase.status for phase in counting]
    _must(statuses == [Phase.Status.RESOLVED] * (len(statuses) - 1) + [last], "game.phases")
    _must(counting[-1] is record.phases[-1], "game.phases")
    codes = [_code(phase) for phase in counting]
    _must(all(a < b for a, b in pairwise(codes)), "game.phases")


def _code(phase: PhaseRecord) -> PhaseCode:
    try:
        code = PhaseCode.parse(phase.code)
    except AdjudicatorError:
        raise damaged(_place(phase)) from None
    _must(str(code) == phase.code, _place(phase))
    return code


def _place(phase: PhaseRecord) -> str:
    return f"{phase.number}. {phase.code}"


def position_of(phase: PhaseRecord, setup: Setup) -> Position:
    """The position in which a phase began. Raises `Refused` for an impossible one."""
    place = _place(phase)
    named = {*phase.units, *phase.dislodged, *phase.centers, *phase.orders}
    _must(named <= set(setup.powers), place)
    try:
        position = Position(
            phase=_code(phase),
            units={power: _units(texts) for power, texts in phase.units.items()},
            centers={power: tuple(owned) for power, owned in phase.centers.items()},
            dislodged={
                power: tuple(
                    Dislodged(Unit.parse(each.unit), each.attacked_from, tuple(each.retreats))
                    for each in several
                )
                for power, several in phase.dislodged.items()
            },
            setup=setup,
        )
    except AdjudicatorError as error:
        message = _("The position of %(phase)s can’t be: %(error)s")
        reason = wording.refusal(error, setup.board)
        raise Refused(message % {"phase": place, "error": reason}) from error
    _check_places(phase, position)
    return position


def _units(texts: Iterable[str]) -> tuple[Unit, ...]:
    return tuple(Unit.parse(text) for text in texts)


def _check_places(phase: PhaseRecord, position: Position) -> None:
    """Check that units and centers are on the board, each once and as the rules write them."""
    place, board = _place(phase), position.setup.board
    beaten = [each for several in phase.dislodged.values() for each in several]
    units = [unit for texts in phase.units.values() for unit in texts]
    for text in (*units, *(each.unit for each in beaten)):
        _must(text in board.units, f"{place}, {text}")
    provinces = Counter(Unit.parse(each.unit).province for each in beaten)
    _must(all(number == 1 for number in provinces.values()), place)
    for each in beaten:
        ways = [each.attacked_from] if each.attacked_from else []
        for code in (*each.retreats, *ways):
            _must(code in board.number, f"{place}, {code}")
        _must(len(" ".join(each.retreats)) <= 200, place)
        _must(len(each.attacked_from or "") <= 3, place)
    owned = Counter(code for codes in phase.centers.values() for code in codes)
    for code, number in owned.items():
        _must(number == 1 and code in board.centers, f"{place}, {code}")


def _check_orders(phase: PhaseRecord, position: Position) -> None:
    """Each order is one of its power's units, builds or waives, and each unit has one."""
    is_retreat = position.phase.type == PhaseType.RETREAT
    built: set[str] = set()
    for power, orders in phase.orders.items():
        if is_retreat:
            units = {str(each.unit) for each in position.dislodged.get(power, ())}
        else:
            units = set(map(str, position.units.get(power, ())))
        for order in orders:
            place = f"{_place(phase)}, {power}: {order.text}"
            _check_outcome(order, place)
            try:
                parsed = parse_canonical(order.text, position.phase.type, position.setup.board)
            except AdjudicatorError:
                raise damaged(place) from None
            _must(str(parsed) == order.text and len(order.text) <= 40, place)
            if parsed.type == OrderType.WAIVE or parsed.unit is None:
                continue
            if parsed.type == OrderType.BUILD:
                _must(parsed.unit.province not in built, place)
                built.add(parsed.unit.province)
                continue
            _must(str(parsed.unit) in units, place)
            units.remove(str(parsed.unit))


def _check_outcome(order: OrderRecord, place: str) -> None:
    _must(order.outcome in [str(each) for each in Outcome], place)
    _must(order.fate in Order.Fate.values, place)
    _must(len(order.reason_code) <= 40, place)
    _must(order.bot in ("", *Bot.values) and (order.given or not order.bot), place)
    if not order.reason_code:  # the source tells no reason
        return
    _must(all(len(each) <= LONGEST_PARAM for each in order.reason_params.values()), place)
    try:
        explain(order.reason_code, order.reason_params)
        rule_behind(order.reason_code, order.reason_params)
    except (KeyError, ValueError, TypeError):
        raise damaged(place) from None


def _check_corrections(record: GameRecord) -> None:
    """Check that readings were corrected in resolved phases, and are orders there."""
    resolved = {phase.number: phase for phase in record.phases if phase.resolved_at is not None}
    board = load_setup(record.game["setup"]).board
    for number, each in enumerate(record.corrections):
        place = f"game.corrections[{number}]"
        _must(each.phase in resolved and each.power in _powers(record), place)
        _must(bool(each.typed.strip() and each.reason.strip()), place)
        for text in (each.before, each.after):
            try:
                parsed = parse_canonical(text, _code(resolved[each.phase]).type, board)
            except AdjudicatorError:
                raise damaged(place) from None
            _must(str(parsed) == text, place)


def _check_votes(record: GameRecord) -> None:
    numbers, powers = _numbers(record), _powers(record)
    opened: set[tuple[int, str]] = set()
    for number, vote in enumerate(record.votes):
        place = f"game.votes[{number}]"
        _must(vote.phase in numbers, place)
        named = [*vote.sharers, *filter(None, (vote.power, vote.winner))]
        _must(powers.issuperset(named), place)
        _must(len(set(vote.sharers)) == len(vote.sharers), place)
        if vote.closed_at is None and vote.power is not None:
            _must((vote.phase, vote.power) not in opened, place)
            opened.add((vote.phase, vote.power))
        _must(_is_vote(vote), place)
        _must((vote.amendment is not None) == (vote.kind == Vote.Kind.AMEND), place)
        if vote.amendment is not None:
            _check_amendment(vote.amendment, record, f"{place}.amendment")


def _check_amendment(amendment: AmendmentRecord, record: GameRecord, place: str) -> None:
    fields = [rule.field for rule in amendment.rules]
    _must(len(set(fields)) == len(fields), place)
    _must(amendment.since is None or 0 <= amendment.since <= max(_numbers(record)) + 1, place)
    try:
        for rule in amendment.rules:
            for answer in (rule.before, rule.value):
                editions.changes_from(record.game["rules"], {rule.field: answer})
    except ValueError:
        raise damaged(place) from None


def _is_vote(vote: VoteRecord) -> bool:
    if vote.kind not in Vote.Kind.values or vote.outcome not in ("", *Vote.Outcome.values):
        return False
    if (vote.winner is not None) != (vote.kind == Vote.Kind.CONCEDE):
        return False
    if vote.kind in (Vote.Kind.EXTEND, Vote.Kind.PAUSE):
        return vote.days is not None and 1 <= vote.days <= 14
    return vote.days is None


def _check_events(record: GameRecord) -> None:
    numbers, powers = {None, *_numbers(record)}, {None, *_powers(record)}
    known = {str(kind) for kind in SENTENCES} - {str(Event.Kind.IMPORTED)}
    for number, event in enumerate(record.events):
        place = f"game.events[{number}]"
        _must(event.kind in known, f"{place}.kind")
        _must(event.phase in numbers and event.power in powers, place)
        _must(event.vote is None or 0 <= event.vote < len(record.votes), place)
        _must(_can_be_said(event), place)


def _can_be_said(event: EventRecord) -> bool:
    """Whether the text of an event has the data from which its sentence is made."""
    try:
        if event.kind in (Event.Kind.ABSENCE, Event.Kind.ABSENCE_WITHDRAWN):
            _first, _last = map(dt.date.fromisoformat, event.text.split("/"))
        elif event.kind == Event.Kind.MISSED_TURN:
            MissedTurn.read(event.text)
        elif event.kind == Event.Kind.ALLOTMENT_CHANGED:
            old, new, *_reason = event.text.split("\n")
            Game.Allotment(old), Game.Allotment(new)
        elif event.kind == Event.Kind.RENAMED:
            _old, _new, *_reason = event.text.split("\n")
    except ValueError:
        return False
    return True


def _check_threads(record: GameRecord) -> None:
    """Private threads come only with games that open them at the end, and are named once."""
    numbers, powers = _numbers(record), _powers(record)
    untitled: set[tuple[str, ...]] = set()
    discussed: set[int] = set()
    for number, thread in enumerate(record.threads):
        place = f"game.threads[{number}]"
        _must(powers.issuperset(thread.powers) and len(thread.powers) != 1, place)
        _must(len(set(thread.powers)) == len(thread.powers), place)
        opened = record.terms["messages_open_at_end"] and record.is_finished
        _must(not thread.powers or opened, place)
        if not thread.title:
            _must(tuple(sorted(thread.powers)) not in untitled, place)
            untitled.add(tuple(sorted(thread.powers)))
        if thread.phase is not None:
            _must(bool(thread.title) and not thread.powers, place)
            _must(thread.phase in numbers and thread.phase not in discussed, place)
            discussed.add(thread.phase)
        for message in thread.messages:
            _must(message.power is None or message.power in powers, place)
            _must(not message.unsigned or message.power is None, place)


def _numbers(record: GameRecord) -> set[int]:
    return {phase.number for phase in record.phases}


def _powers(record: GameRecord) -> set[str]:
    return {seat.power for seat in record.seats}
