"""The terms of the game: seasons, phases, types of units and orders, and outcomes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache, total_ordering
from typing import Final

from adjudicator.errors import PhaseCodeError


class Season(StrEnum):
    """A season of the year; winter holds the adjustments (rulebook 2000, the phases of a year)."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseType(StrEnum):
    """The type of a phase: what is ordered in it."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


class UnitType(StrEnum):
    """An army or a fleet; all units are equally strong (rulebook 2000, rule 1)."""

    ARMY = "A"
    FLEET = "F"


class OrderType(StrEnum):
    """The type of an order to a unit or, in an adjustment phase, of a power's adjustment."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    WAIVE = "waive"


class Outcome(StrEnum):
    """Outcome of an order, in the words of the DATC. Dislodgement is recorded separately."""

    SUCCEEDS = "succeeds"  # move, retreat, build, disband or waive: done
    FAILS = "fails"  # legal, but not executed; also a hold that was dislodged
    ILLEGAL = "illegal"  # impossible on its face: ignored
    INVALID = "invalid"  # legal, but no other unit's order matches it
    GIVEN = "given"  # a support that counted
    CUT = "cut"  # a support that did not count
    AVAILABLE = "available"  # a convoy order that was not disrupted
    DISRUPTED = "disrupted"  # a convoy order that was disrupted
    STANDS = "stands"  # a hold that was not dislodged


# The outcomes of orders that achieved what they were given for.
SUCCESSFUL: Final = frozenset({Outcome.SUCCEEDS, Outcome.GIVEN, Outcome.AVAILABLE, Outcome.STANDS})


_YEAR_OF_PHASES = (
    (Season.SPRING, PhaseType.MOVEMENT),
    (Season.SPRING, PhaseType.RETREAT),
    (Season.FALL, PhaseType.MOVEMENT),
    (Season.FALL, PhaseType.RETREAT),
    (Season.WINTER, PhaseType.ADJUSTMENT),
)
_PLACES = {season + phase_type: place for place, (season, phase_type) in enumerate(_YEAR_OF_PHASES)}
_CODE = re.compile(r"([SFW])([1-9][0-9]{3})([MRA])")


@total_ordering
@dataclass(frozen=True, slots=True)
class PhaseCode:
    """The code of one phase of a game. Codes compare in the order in which phases are played.

    Years have four digits, 1000 to 9999; anything else raises `PhaseCodeError`.

    >>> PhaseCode.parse("F1901R")
    PhaseCode(year=1901, season=<Season.FALL: 'F'>, type=<PhaseType.RETREAT: 'R'>)
    >>> str(PhaseCode(1901, Season.SPRING, PhaseType.MOVEMENT))
    'S1901M'
    >>> PhaseCode.parse("S1901M") < PhaseCode.parse("F1901M") < PhaseCode.parse("W1901A")
    True
    """

    year: int
    season: Season
    type: PhaseType

    def __post_init__(self) -> None:
        known = self.season + self.type in _PLACES
        if not known or not 1000 <= self.year <= 9999:
            raise PhaseCodeError("no_such_phase", {"text": str(self)})

    @classmethod
    def parse(cls, text: str) -> PhaseCode:
        """Read a code such as ``S1901M``; raises `PhaseCodeError`."""
        return _parse(text)

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.type}"

    def __lt__(self, other: PhaseCode) -> bool:
        return (self.year, self._place) < (other.year, other._place)

    @property
    def _place(self) -> int:
        return _PLACES[self.season + self.type]

    def following(self) -> PhaseCode:
        """Return the next phase in the calendar, whether or not it will be played.

        Raises `PhaseCodeError` after the year 9999, where the calendar ends.

        >>> str(PhaseCode.parse("W1901A").following())
        'S1902M'
        """
        return _following(self.year, self.season, self.type)


@lru_cache(maxsize=1024)
def _parse(text: str) -> PhaseCode:
    match = _CODE.fullmatch(text)
    if match is None:
        raise PhaseCodeError("no_such_phase", {"text": text})
    return PhaseCode(int(match[2]), Season(match[1]), PhaseType(match[3]))


@cache
def _following(year: int, season: Season, phase_type: PhaseType) -> PhaseCode:
    years, place = divmod(_PLACES[season + phase_type] + 1, len(_YEAR_OF_PHASES))
    return PhaseCode(year + years, *_YEAR_OF_PHASES[place])
