"""Values to be drawn: the board reads no rows and parses no orders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from adjudicator.terms import SUCCESSFUL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.orders import Order

_VOID: Final = frozenset({"illegal", "invalid"})


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit where it stood when the phase opened, e.g. ``DrawnUnit("FRANCE", "F SPA/SC")``."""

    power: str
    unit: str
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """An order with its outcome.

    ``outcome`` is the word of the DATC ("succeeds", "cut", ...), "" as long as the phase is open.
    ``written`` is the order in the reader's notation, "" for the canonical one. ``dislodged`` says
    that its unit was dislodged.
    """

    power: str
    order: Order
    outcome: str = ""
    written: str = ""
    dislodged: bool = False

    @property
    def text(self) -> str:
        """The canonical text."""
        return str(self.order)

    @property
    def failed(self) -> bool:
        """Whether the order was resolved and did not succeed."""
        return self.outcome != "" and self.outcome not in SUCCESSFUL

    @property
    def void(self) -> bool:
        """Whether it was against the rules, or no other unit's order matched it."""
        return self.outcome in _VOID


@dataclass(frozen=True, slots=True)
class Picture:
    """One phase of one game. ``owners`` maps provinces with a supply center to their owners."""

    title: str
    units: tuple[DrawnUnit, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[DrawnOrder, ...] = ()

    def __hash__(self) -> int:  # a mapping cannot be hashed; equality still compares it
        return hash((self.title, self.units, self.orders))
