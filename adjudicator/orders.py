"""Orders as frozen values; ``str()`` is the canonical text.

>>> from adjudicator.units import Unit
>>> str(SupportMove(Unit.parse("A MAR"), Unit.parse("A PAR"), "BUR"))
'A MAR S A PAR - BUR'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from adjudicator.terms import OrderType

if TYPE_CHECKING:
    from adjudicator.units import Unit


class _Order:
    """Facts about an order that it remembers once they were computed.

    They are no part of its value: they are left out when orders are compared, copied or pickled.
    """

    __slots__ = ("_text", "head", "numbers")
    numbers: tuple[Any, ...]
    """Its numbers on the board for which it was parsed (see `simple_orders.OrderNumbers`)."""
    head: str
    """The beginning of its result in a brief answer (see `json_lines`)."""
    _text: str

    @property
    def text(self) -> str:
        """The canonical text."""
        try:
            return self._text
        except AttributeError:
            text = str(self)
            object.__setattr__(self, "_text", text)
            return text


@dataclass(frozen=True, slots=True)
class Hold(_Order):
    """Stay in the province and defend it."""

    type: ClassVar[OrderType] = OrderType.HOLD
    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True)
class Move(_Order):
    """Move to a location; `via` orders an army to go by convoy (rulebook 2000, land and convoy)."""

    type: ClassVar[OrderType] = OrderType.MOVE
    unit: Unit
    target: str
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.target}{' VIA' if self.via else ''}"


@dataclass(frozen=True, slots=True)
class SupportHold(_Order):
    """Add strength to a unit that does not move."""

    type: ClassVar[OrderType] = OrderType.SUPPORT
    unit: Unit
    supported: Unit

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported}"


@dataclass(frozen=True, slots=True)
class SupportMove(_Order):
    """Add strength to a unit that moves; a target without coast means any coast (DATC 4.B.4)."""

    type: ClassVar[OrderType] = OrderType.SUPPORT
    unit: Unit
    supported: Unit
    target: str

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported} - {self.target}"


@dataclass(frozen=True, slots=True)
class Convoy(_Order):
    """Convoy an army: an order of a fleet at sea."""

    type: ClassVar[OrderType] = OrderType.CONVOY
    unit: Unit
    army: Unit
    target: str

    def __str__(self) -> str:
        return f"{self.unit} C {self.army} - {self.target}"


@dataclass(frozen=True, slots=True)
class Retreat(_Order):
    """Retreat to a location: an order of a dislodged unit."""

    type: ClassVar[OrderType] = OrderType.RETREAT
    unit: Unit
    target: str

    def __str__(self) -> str:
        return f"{self.unit} R {self.target}"


@dataclass(frozen=True, slots=True)
class Disband(_Order):
    """Leave the board: an order of a dislodged unit or, in an adjustment phase, a removal."""

    type: ClassVar[OrderType] = OrderType.DISBAND
    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True)
class Build(_Order):
    """Build a unit in a home center."""

    type: ClassVar[OrderType] = OrderType.BUILD
    unit: Unit

    def __str__(self) -> str:
        return f"{self.unit} B"


@dataclass(frozen=True, slots=True)
class Waive(_Order):
    """Decline a build (DATC 4.D.7)."""

    type: ClassVar[OrderType] = OrderType.WAIVE
    unit: ClassVar[None] = None

    def __str__(self) -> str:
        return "WAIVE"


Order: TypeAlias = (
    Hold | Move | SupportHold | SupportMove | Convoy | Retreat | Disband | Build | Waive
)
