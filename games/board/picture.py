"""What is to be drawn: plain values, so that the board needs neither rows nor the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

GOOD: Final = frozenset({"succeeds", "given", "available", "stands"})
_VOID: Final = frozenset({"illegal", "invalid"})


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit where it stood when the phase opened, e.g. ``DrawnUnit("FRANCE", "F SPA/SC")``."""

    power: str
    unit: str
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """An order in canonical text, and as its reader writes it if that is another text.

    ``outcome`` is the word of the DATC for how it ended ("succeeds", "cut", ...), "" as long as
    the phase is open; ``dislodged`` says that its unit was.
    """

    power: str
    text: str
    outcome: str = ""
    written: str = ""
    dislodged: bool = False

    @property
    def failed(self) -> bool:
        """Whether it was not carried out, or came to nothing."""
        return self.outcome != "" and self.outcome not in GOOD

    @property
    def void(self) -> bool:
        """Whether it was none: against the rules, or met by no other unit's order."""
        return self.outcome in _VOID


@dataclass(frozen=True, slots=True)
class Picture:
    """One phase of one game. ``owners`` maps the province of a supply center to its power, and is
    never changed."""

    title: str
    units: tuple[DrawnUnit, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[DrawnOrder, ...] = ()

    def __hash__(self) -> int:
        return hash((self.title, self.units, self.orders))
