"""The values of a report: powers by name, units and provinces in the reader's notation."""

from dataclasses import dataclass

from ..wording.results import ResultLine, ResultRemarks


@dataclass(frozen=True)
class PowerOrders:
    """The orders of one power with their outcomes."""

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
    """The number of units that a power may build or, if negative, must disband."""

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
    """A resolved phase. `address` and `picture` are absolute URLs.

    `picture` is empty if strangers may not see the map. `silent` are the powers without orders.
    `ending` says how the game ended, if it ended with this phase. `deadline` is the time at which
    the next phase ends, in words; empty if that phase is over too, or its clock stands still.
    `comment` is that of the game master, by lines of words without marks. `remarks` are about
    orders that were entered late or read anew. `units` are powers with their units after the phase;
    empty for a phase of a game, whose page shows them.
    """

    title: str
    language: str
    address: str
    picture: str
    silent: tuple[str, ...]
    ending: str
    deadline: str
    comment: tuple[str, ...]
    orders: tuple[PowerOrders, ...]
    remarks: tuple[ResultRemarks, ...]
    retreats: tuple[RetreatDue, ...]
    adjustments: tuple[AdjustmentDue, ...]
    centers: tuple[CenterLine, ...]
    units: tuple[tuple[str, str], ...] = ()
