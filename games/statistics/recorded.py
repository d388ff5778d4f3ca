"""Loads recorded games, which were played elsewhere, into the statistics of the site.

A file has a line of JSON for each phase; docs/operations.md describes it. Of a game only its result
is kept, without anything about people.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.db import transaction

from adjudicator import SETUPS, AdjudicatorError, PhaseCode, PhaseType, load_setup, parse_canonical
from adjudicator.json_lines import read_line, read_orders, read_position

from ..models import GameResult, PowerResult
from ..state import variants
from .results import begins_with, opening_phases, opening_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator import Order, Position, Setup

LONGEST_NAME = 80


class LineError(Exception):
    """A line that can't be read. `number` counts from 1; the text says what would be right."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(text)
        self.number = number


@dataclass(frozen=True)
class RecordedPhase:
    """A line of a file: a phase of a game, with its orders by power.

    `units` and `centers` are those after it where the line says so, otherwise before it.
    """

    line: int
    game: str
    setup: Setup
    position: Position
    orders: Mapping[str, Sequence[Order]]
    centers: Mapping[str, Sequence[str]]
    living: frozenset[str]

    @property
    def code(self) -> PhaseCode:
        return self.position.phase


@dataclass
class Loading:
    """The numbers of games that were loaded or known, and the lines that were refused."""

    loaded: int = 0
    known: int = 0
    errors: list[LineError] = field(default_factory=list)


def load(lines: Iterable[bytes], source: str) -> Loading:
    """Store the result of each game, in a transaction of its own.

    Games of this source that are stored already stay as they are. Nothing of a game with a wrong
    line is stored.
    """
    found, seen, new = Loading(), set[str](), set[str]()
    for name, several in groupby(_named(lines), key=lambda each: each[0]):
        try:
            phases = list(_phases(name, [(number, line) for _name, number, line in several]))
            if name in seen:
                raise LineError(phases[0].line, f"all lines of {name} must stand together")
            is_new = _store(phases, source)
        except LineError as error:
            found.errors.append(error)
            if name in new:  # its first lines were right
                GameResult.objects.recorded().filter(source=source, name=name).delete()
                new.remove(name)
        else:
            if is_new:
                new.add(name)
            else:
                found.known += 1
        seen.add(name)
    found.loaded = len(new)
    return found


# Lines


def _named(lines: Iterable[bytes]) -> Iterator[tuple[str, int, bytes]]:
    """Each line that is not empty, with the name of its game and its number.

    A line without a readable name belongs to the game of the line before it, which it spoils.
    """
    name = ""
    for number, line in enumerate(lines, 1):
        if line.strip():
            name = _name_in(line) or name
            yield name, number, line


def _name_in(line: bytes) -> str:
    try:
        identity = read_line(line).get("id")
    except AdjudicatorError:
        return ""
    return identity.rpartition(":")[0] if isinstance(identity, str) else ""


def _phases(name: str, lines: Sequence[tuple[int, bytes]]) -> Iterator[RecordedPhase]:
    """The phases of a game, which begins with its set-up; raises `LineError`."""
    before: RecordedPhase | None = None
    for number, line in lines:
        try:
            phase = _read(name, number, read_line(line), before)
        except AdjudicatorError as error:
            raise LineError(number, error.sentence) from error
        if before is not None and not before.code < phase.code:
            raise LineError(number, f"a phase after {before.code} must follow, not {phase.code}")
        before = phase
        yield phase


def _read(
    name: str, number: int, body: Mapping[str, Any], before: RecordedPhase | None
) -> RecordedPhase:
    if body.get("id") != f"{name}:{body.get('phase')}" or not 0 < len(name) <= LONGEST_NAME:
        right = f"a name of at most {LONGEST_NAME} letters, a colon and the phase"
        raise LineError(number, f"“id” must be {right}, such as “game-1:S1901M”")
    setup = before.setup if before else _setup(number, body)
    position = read_position({**body, "dislodged": None}, setup)
    if position.centers is None:
        raise LineError(number, "“centers” must give the centers of each power")
    units = {power: [*map(str, several)] for power, several in position.units.items()}
    if before is None and not begins_with(setup.name, position.phase, units):
        start = setup.start
        raise LineError(number, f"the game must begin with {start} and the units of its set-up")
    orders = {
        power: [parse_canonical(text, position.phase.type, position.board) for text in texts]
        for power, texts in read_orders(body).items()
    }
    _check_powers(number, setup, [*position.units, *position.centers, *orders])
    if position.phase.type is PhaseType.MOVEMENT:
        _check_units(number, units, orders)
    return _after(
        RecordedPhase(
            number, name, setup, position, orders, position.centers, frozenset(position.units)
        ),
        body.get("after"),
    )


def _setup(number: int, body: Mapping[str, Any]) -> Setup:
    name = body.get("setup", "standard")
    if name not in SETUPS:
        raise LineError(number, f"“setup” must be one of: {', '.join(sorted(SETUPS))}")
    return load_setup(name)


def _check_powers(number: int, setup: Setup, powers: Iterable[str]) -> None:
    for power in powers:
        if power not in setup.powers:
            right = ", ".join(setup.powers)
            raise LineError(number, f"{power} is no power of this set-up; its powers are: {right}")


def _check_units(
    number: int, units: Mapping[str, Sequence[str]], orders: Mapping[str, Sequence[Order]]
) -> None:
    """Raise `LineError` for a second order of a unit, or for one of a unit that is not there."""
    for power, several in orders.items():
        ordered = [str(order.unit) for order in several]
        for unit in ordered:
            if unit not in units.get(power, ()) or ordered.count(unit) > 1:
                raise LineError(
                    number, f"{power} must give one order to each of its units; see {unit}"
                )


def _after(phase: RecordedPhase, after: object) -> RecordedPhase:
    """The phase with the centers and powers after it, if its line tells them."""
    if after is None:
        return phase
    try:
        units = [*after["units"], *after.get("dislodged", ())]  # type: ignore[index,attr-defined]
        centers = after.get("centers", phase.centers)  # type: ignore[attr-defined]
        owners = {power for power, owned in centers.items() if owned}
        living = frozenset({text.split()[0] for text in units} | owners)
        powers = {*living, *centers}
    except (AttributeError, IndexError, KeyError, TypeError):
        right = "“units” as a list of texts such as “FRANCE A PAR”, and “centers” by power if known"
        raise LineError(phase.line, f"“after” must have {right}") from None
    _check_powers(phase.line, phase.setup, powers)
    return RecordedPhase(
        phase.line, phase.game, phase.setup, phase.position, phase.orders, centers, living
    )


# Rows


def _store(phases: Sequence[RecordedPhase], source: str) -> bool:
    """Store the result of a game; return whether it is new."""
    first, last = phases[0], phases[-1]
    years = last.code.year - first.code.year + 1
    winner = _winner(last)
    with transaction.atomic():
        result, is_new = GameResult.objects.get_or_create(
            source=source,
            name=first.game,
            game=None,
            defaults={
                "setup": first.setup.name,
                "first_year": first.code.year,
                "last_year": last.code.year,
                "years": years,
                "end": GameResult.End.SOLO if winner else GameResult.End.UNKNOWN,
            },
        )
        if is_new:
            PowerResult.objects.bulk_create(_powers(result, phases, winner))
    return is_new


def _winner(last: RecordedPhase) -> str | None:
    """The power that owns enough centers after the last phase to win alone."""
    victory = last.setup.victory
    return next((power for power, owned in last.centers.items() if len(owned) >= victory), None)


def _powers(
    result: GameResult, phases: Sequence[RecordedPhase], winner: str | None
) -> list[PowerResult]:
    last, setup = phases[-1], phases[0].setup
    spring, fall = (_opening(phases, code) for code in opening_phases(setup.name))

    def result_of(power: str) -> str:
        if power == winner:
            return PowerResult.Result.WON
        lives = power in last.living or last.centers.get(power)
        return PowerResult.Result.SURVIVED if lives else PowerResult.Result.ELIMINATED

    return [
        PowerResult(
            of=result,
            power=power,
            result=result_of(power),
            centers=len(last.centers.get(power, ())),
            spring=spring.get(power, ""),
            fall=fall.get(power, ""),
        )
        for power in variants.played_powers(setup.name)
    ]


def _opening(phases: Sequence[RecordedPhase], code: str) -> dict[str, str]:
    """The orders of a movement phase by power; units without an order hold."""
    phase = next((each for each in phases if str(each.code) == code), None)
    if phase is None:
        return {}
    found = {}
    for power, units in phase.position.units.items():
        given = [*phase.orders.get(power, ())]
        ordered = {str(order.unit) for order in given}
        held = [f"{unit} H" for unit in map(str, units) if unit not in ordered]
        found[power] = opening_text([*map(str, given), *held])
    return found
