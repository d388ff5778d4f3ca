"""What is to be drawn: plain values, so that the board needs neither rows nor the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit where it stood when the phase opened, e.g. ``DrawnUnit("FRANCE", "F SPA/SC")``."""

    power: str
    unit: str
    dislodged: bool = False


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """An order in canonical text, and as its reader writes it if that is another text.

    ``succeeded`` is None as long as the phase is open.
    """

    power: str
    text: str
    succeeded: bool | None = None
    written: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """One phase of one game. ``owners`` maps the province of a supply center to its power."""

    title: str
    units: tuple[DrawnUnit, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    orders: tuple[DrawnOrder, ...] = ()
