"""What a report holds: names in words, units and provinces as its reader writes them."""

from dataclasses import dataclass

from ..pages.contents import ResultLine


@dataclass(frozen=True)
class PowerOrders:
    """The orders of one power, each with what became of it."""

    power: str
    orders: tuple[ResultLine, ...]


@dataclass(frozen=True)
class RetreatDue:
    """A dislodged unit and the places to which it may go."""

    power: str
    unit: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class AdjustmentDue:
    """How many units a power may build, or below zero must remove."""

    power: str
    number: int


@dataclass(frozen=True)
class CenterLine:
    """The supply centers that a power owns after the phase, with those gained and lost in it."""

    power: str
    owned: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """A resolved phase. Addresses are whole ones; `picture` is empty where strangers see no map.

    `silent` are the powers without orders, `ending` says how the game ended if it did so here.
    """

    title: str
    language: str
    address: str
    picture: str
    silent: tuple[str, ...]
    ending: str
    orders: tuple[PowerOrders, ...]
    retreats: tuple[RetreatDue, ...]
    adjustments: tuple[AdjustmentDue, ...]
    centers: tuple[CenterLine, ...]
