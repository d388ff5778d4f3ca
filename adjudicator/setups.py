"""Set-ups: who starts where, which powers a person plays, what is special, and when it is won.

Set-ups are data in ``setups/*.toml``. A new file needs no code, nor do powers that it names itself.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from adjudicator.board import MAPS, Board, load_board
from adjudicator.errors import AdjudicatorError, SetupError
from adjudicator.terms import PhaseCode, PhaseType
from adjudicator.units import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

FOLDER = Path(__file__).parent / "setups"
STANDARD = "standard"
BUILDS = ("home centers", "owned centers")
"""Places where a power may build: its home centers that it owns, or any center that it owns."""
NAMED_POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
"""The powers that have a name in every language; a set-up names all others itself."""
_CODE = re.compile(r"[A-Z]{4,20}")  # longer than the code of a province
_SHORT = re.compile(r"[A-Z]{2,3}")


@dataclass(frozen=True, slots=True)
class PowerNames:
    """The names of a power that only its set-up knows: by language, and in two or three letters."""

    short: str
    names: Mapping[str, str]


@dataclass(frozen=True)
class Coin:
    """A coin that decides which person commands a power that nobody plays at first.

    It is tossed before the phase `tossed`, the adjustments of a year. From the next phase on the
    power is played. Until then nobody may enter the provinces in `closed` (rulebook 2000,
    alternative ways to play, two players). The site tosses the coin, not the rules.
    """

    power: str
    tossed: PhaseCode
    closed: frozenset[str]

    @property
    def joins(self) -> PhaseCode:
        """The first phase in which the power is played."""
        return self.tossed.following()


@dataclass(frozen=True, eq=False)
class Setup:
    """Start of a game, its special rules and its victory condition.

    `players` lists the powers that each person plays. A power that nobody plays is *neutral*: its
    units hold, they are disbanded when dislodged, and anyone may support them to hold (rulebook
    2000, alternative ways to play). The game is won with `victory` centers, of one power or, if it
    is won `together`, of all powers of a person. `names` and `sentences` are by language.
    `power_names` has the powers that are not among `NAMED_POWERS`.

    >>> load_setup("standard").units["RUSSIA"][0].location
    'MOS'
    """

    name: str
    board: Board
    powers: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, tuple[str, ...]]
    start: PhaseCode
    victory: int
    together: bool
    builds: str
    coin: Coin | None
    names: Mapping[str, str]
    sentences: Mapping[str, str]
    power_names: Mapping[str, PowerNames]

    def __reduce__(self) -> tuple[Callable[..., Setup], tuple[object, ...]]:
        """Pickle a loaded set-up by its name: a process has only one of each."""
        if self.name in SETUPS and load_setup(self.name) is self:
            return load_setup, (self.name,)
        return Setup, tuple(getattr(self, each.name) for each in fields(self))

    @property
    def builds_anywhere(self) -> bool:
        """Whether units may be built in any center that their power owns, not only at home."""
        return self.builds == "owned centers"

    @cached_property
    def neutral(self) -> frozenset[str]:
        """The powers that nobody plays at first. See `neutral_in`."""
        return frozenset(self.powers).difference(*self.players)

    def neutral_in(self, phase: PhaseCode) -> frozenset[str]:
        """Return the powers that nobody plays in a phase."""
        if self.coin is None or phase < self.coin.joins:
            return self.neutral
        return self.neutral - {self.coin.power}

    def board_in(self, phase: PhaseCode) -> Board:
        """Return the board of a phase: the provinces that are closed in it have no borders."""
        if self.coin is None or phase >= self.coin.joins:
            return self.board
        return self._closed_board

    @cached_property
    def _closed_board(self) -> Board:
        closed = self.coin.closed if self.coin else frozenset()

        def still_open(moves: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
            return {
                location: frozenset(
                    target for target in targets if closed.isdisjoint((location[:3], target[:3]))
                )
                for location, targets in moves.items()
            }

        board = self.board
        return Board(
            board.name,
            board.provinces,
            still_open(board.army_moves),
            still_open(board.fleet_moves),
        )


def setup_names() -> tuple[str, ...]:
    """Return the names of all set-ups: the standard one first, the others by the alphabet."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(names, key=lambda name: name != STANDARD))


SETUPS: tuple[str, ...] = setup_names()
"""The names of all set-ups."""


@cache
def load_setup(name: str) -> Setup:
    """Return the set-up of that name, read once a process.

    Raises `SetupError` for an unknown name and for a faulty file.
    """
    if name not in SETUPS:
        raise SetupError("unknown_setup", {"name": name, "known": ", ".join(SETUPS)})
    return read_setup(FOLDER / f"{name}.toml")


@cache
def power_names() -> Mapping[str, PowerNames]:
    """Return the names of the powers that set-ups name themselves, of all set-ups, by code.

    Raises `SetupError` for a faulty file, and if two set-ups name a power differently.
    """
    found: dict[str, PowerNames] = {}
    for name in SETUPS:
        for code, names in load_setup(name).power_names.items():
            if found.setdefault(code, names) != names:
                why = f"{code} is named differently in another set-up"
                raise SetupError("broken_setup", {"file": f"{name}.toml", "why": why})
    return found


def read_setup(path: Path) -> Setup:
    """Return the set-up that a file describes.

    Raises `SetupError` with the file, the line and what would be right.
    """
    return _File(path).setup()


class _File:
    """A file of a set-up while it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text("utf-8")
        try:
            self.rows: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise self._error(None, str(error)) from error

    def setup(self) -> Setup:
        """Return the set-up; raises `SetupError` for the first fault."""
        board = self._board()
        powers = self._powers()
        names = self._texts("name")
        setup = Setup(
            name=self.path.stem,
            board=board,
            powers=powers,
            players=tuple(map(tuple, self._value("players", list, "a list of lists of powers"))),
            units=self._by_power("units", lambda text: _unit(text, board), powers),
            centers=self._by_power("centers", lambda code: _center(code, board), powers),
            start=self._start(),
            victory=self._value("victory", int, "a number of centers"),
            together=self._value("together", bool, "true or false", default=False),
            builds=self.rows.get("builds", BUILDS[0]),
            coin=self._coin(),
            names=names,
            sentences=self._texts("sentence"),
            power_names=self._power_names(powers, names.keys()),
        )
        self._check(setup)
        return setup

    def _check(self, setup: Setup) -> None:
        """Raise `SetupError` if parts contradict each other."""
        powers, centers = set(setup.powers), len(setup.board.centers)
        if again := _repeated(setup.powers):
            self._fail("powers", f"{again} stands there twice")
        dealt = [power for hand in setup.players for power in hand]
        if again := _repeated(dealt):
            self._fail("players", f"{again} is played by two people")
        if unknown := set(dealt) - powers:
            self._fail("players", f"{min(unknown)} is not among the powers")
        if len(setup.players) < 2 or not all(setup.players):
            self._fail("players", "at least two people need at least one power each")
        if not 1 <= setup.victory <= centers:
            self._fail("victory", f"it has to be a number from 1 to {centers}")
        if setup.coin and setup.coin.power not in setup.neutral:
            self._fail("coin", f"{setup.coin.power} has to be a power that nobody plays at first")
        if setup.builds not in BUILDS:
            self._fail("builds", f"it has to be “{BUILDS[0]}” or “{BUILDS[1]}”")
        places = [unit.province for units in setup.units.values() for unit in units]
        if again := _repeated(places):
            self._fail("units", f"two units stand in {again}")
        if again := _repeated(code for codes in setup.centers.values() for code in codes):
            self._fail("centers", f"{again} belongs to two powers")

    def _value(self, key: str, kind: type, wanted: str, *, default: object = None) -> Any:
        value = self.rows.get(key, default)
        if type(value) is not kind:
            self._fail(key, f"“{key}” has to be {wanted}")
        return value

    def _list(self, key: str) -> list[str]:
        texts: list[str] = self._value(key, list, "a list of texts")
        if not texts or not all(isinstance(text, str) for text in texts):
            self._fail(key, f"“{key}” has to be a list of texts")
        return texts

    def _texts(self, key: str) -> dict[str, str]:
        return dict(self._value(key, dict, "a table with a text for each language"))

    def _powers(self) -> tuple[str, ...]:
        powers = self._list("powers")
        if wrong := next((code for code in powers if not _CODE.fullmatch(code)), None):
            self._fail("powers", f"“{wrong}” is not written in 4 to 20 capital letters, A to Z")
        return tuple(powers)

    def _power_names(
        self, powers: Sequence[str], languages: Collection[str]
    ) -> dict[str, PowerNames]:
        """Return the names of the powers that have none elsewhere, in the order of the powers."""
        table = "power_names"
        rows = self._value(table, dict, "a table of names") if table in self.rows else {}
        if surplus := next((code for code in rows if code not in powers), None):
            self._fail(surplus, f"{surplus} is not among the powers", after=table)
        if known := next((code for code in rows if code in NAMED_POWERS), None):
            self._fail(known, f"{known} has its names already", after=table)
        strange = [code for code in powers if code not in NAMED_POWERS]
        if missing := next((code for code in strange if code not in rows), None):
            self._fail("powers", f"{missing} needs its names, in the table “{table}”")
        found = {code: self._names_of(code, rows[code], languages) for code in strange}
        for kind in ("short", *languages):
            texts = [each.short if kind == "short" else each.names[kind] for each in found.values()]
            if again := _repeated(texts):
                code = [code for code, text in zip(found, texts, strict=True) if text == again][1]
                self._fail(code, f"another power is named “{again}” too", after=table)
        return found

    def _names_of(self, code: str, row: object, languages: Collection[str]) -> PowerNames:
        wanted = {"short", *languages}
        if not isinstance(row, dict) or row.keys() != wanted:
            self._fail(code, f"it has to have {', '.join(sorted(wanted))}", after="power_names")
        if not all(isinstance(text, str) and text.strip() for text in row.values()):
            self._fail(code, "each of its names has to be a text", after="power_names")
        if not _SHORT.fullmatch(row["short"]):
            self._fail(
                code, "“short” has to be 2 or 3 capital letters, A to Z", after="power_names"
            )
        return PowerNames(row["short"], {each: row[each] for each in languages})

    def _board(self) -> Board:
        name = self._value("map", str, "the name of a board")
        known = sorted(path.stem for path in MAPS.glob("*.toml"))
        if name not in known:
            self._fail("map", f"there is no board “{name}”; there are {', '.join(known)}")
        return load_board(name)

    def _start(self) -> PhaseCode:
        return self._phase("start", self._value("start", str, "a phase such as S1901M"))

    def _phase(self, key: str, text: str) -> PhaseCode:
        try:
            return PhaseCode.parse(text)
        except AdjudicatorError as error:
            self._fail(key, error.sentence)

    def _coin(self) -> Coin | None:
        """The coin of the file, if it has one."""
        if "coin" not in self.rows:
            return None
        rows = self._value("coin", dict, "a table with power, tossed and closed")
        if rows.keys() != {"power", "tossed", "closed"}:
            self._fail("coin", "the table needs power, tossed and closed, and nothing else")
        if rows["power"] not in self.rows["powers"]:
            self._fail("power", f"{rows['power']} is not among the powers", after="coin")
        closed = rows["closed"]
        if not isinstance(closed, list) or not all(isinstance(code, str) for code in closed):
            self._fail("closed", "“closed” has to be a list of provinces", after="coin")
        tossed = self._phase("tossed", str(rows["tossed"]))
        if tossed < self._start():
            self._fail("tossed", "the coin cannot be tossed before the game starts")
        if tossed.type is not PhaseType.ADJUSTMENT:
            self._fail("tossed", "the coin is tossed before adjustments, such as W1914A")
        if unknown := set(closed) - set(self._board().provinces):
            self._fail("closed", f"{min(unknown)} is not a province", after="coin")
        return Coin(rows["power"], tossed, frozenset(closed))

    def _by_power(
        self, table: str, read: Callable[[str], Any], powers: Iterable[str]
    ) -> dict[str, tuple[Any, ...]]:
        """Return what a table has for each power, read by `read`, which raises `ValueError`."""
        found = {}
        for power, texts in self._value(table, dict, "a table with a list for each power").items():
            if power not in powers:
                self._fail(power, f"{power} is not among the powers")
            try:
                found[power] = tuple(map(read, texts))
            except ValueError as error:
                self._fail(power, str(error), after=table)
        return found

    def _fail(self, key: str, why: str, *, after: str = "") -> NoReturn:
        raise self._error(self._line_of(key, after), why)

    def _error(self, line: int | None, why: str) -> SetupError:
        where = f"{self.path.name}, line {line}" if line else self.path.name
        return SetupError("broken_setup", {"file": where, "why": why.removesuffix(".")})

    def _line_of(self, key: str, after: str) -> int | None:
        """The line on which a key stands, behind the heading of its table."""
        begins = self.text.find(f"[{after}]") if after else 0
        found = re.compile(rf"^\[?{re.escape(key)}\b", re.MULTILINE).search(self.text, begins)
        return None if found is None else self.text.count("\n", 0, found.start()) + 1


def _unit(text: str, board: Board) -> Unit:
    unit = Unit.parse(text)
    if not board.can_stand(unit.type, unit.location):
        raise ValueError(f"{text} cannot stand there")
    return unit


def _center(code: str, board: Board) -> str:
    if code not in board.centers:
        raise ValueError(f"{code} is not a supply center")
    return code


def _repeated(texts: Iterable[str]) -> str:
    """The first text that occurs more than once; empty if all differ."""
    return next((text for text, number in Counter(texts).items() if number > 1), "")
