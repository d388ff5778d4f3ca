"""Assembles a position from stated items, or all errors that prevent that."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from adjudicator import Dislodged, Position, Setup, Unit
from adjudicator.terms import PhaseCode, PhaseType, Season, UnitType

from ... import wording
from ...core.errors import LineError
from . import dislodged, placing
from .dates import phase_of
from .items import Items, StatedUnit
from .outline import Outline
from .vocabulary import Section

T = TypeVar("T")


@dataclass(frozen=True)
class Assembly:
    """A position, or None with errors."""

    position: Position | None
    errors: list[LineError]
    has_first_centers: bool
    """Whether no centers were listed, and those of the game's start were taken."""


def assemble(outline: Outline, items: Items, setup: Setup) -> Assembly:
    """Put together the items that the lines of an outline state."""
    board = setup.board
    standing, unit_errors = placing.by_province(_those(items, are_dislodged=False), setup)
    beaten, dislodged_errors = placing.by_province(_those(items, are_dislodged=True), setup)
    owners, center_errors = placing.owners(items.centers, board)
    phase, date_errors = phase_of(outline.dates, setup.start, someone_is_dislodged=bool(beaten))
    from_start = not _lists(outline, Section.CENTERS) and _is_in_first_year(phase, setup)
    errors = [*date_errors, *unit_errors, *dislodged_errors, *center_errors]
    errors += dislodged.errors(beaten, standing, phase, board)
    if phase is None or phase.type is not PhaseType.ADJUSTMENT:  # all units may have been disbanded
        errors += _no_units(outline, setup)
    if not from_start:
        errors += _no_centers(outline, setup)
    if phase is None or errors or outline.errors or items.slips:
        return Assembly(None, errors, from_start)
    position = Position(
        phase,
        _by_power((each.entry.power, each.unit) for each in standing.values()),
        setup.centers if from_start else _by_power((power, code) for code, power in owners.items()),
        _by_power((each.entry.power, _as_dislodged(each)) for each in beaten.values()),
        setup,
    )
    return Assembly(position, errors, from_start)


def _those(items: Items, *, are_dislodged: bool) -> list[StatedUnit]:
    return [each for each in items.units if each.is_dislodged == are_dislodged]


def _lists(outline: Outline, *sections: Section) -> bool:
    return any(entry.section in sections for entry in outline.entries)


def _is_in_first_year(phase: PhaseCode | None, setup: Setup) -> bool:
    """Whether no center can have changed its owner yet: that first happens in winter."""
    winter = PhaseCode(setup.start.year, Season.WINTER, PhaseType.ADJUSTMENT)
    return phase is not None and phase < winter


def _no_units(outline: Outline, setup: Setup) -> Iterator[LineError]:
    if not _lists(outline, Section.UNITS, Section.DISLODGED):
        power = setup.powers[0]
        units = setup.units.get(power) or (Unit(UnitType.ARMY, setup.centers[power][0]),)
        unit = wording.unit_in_short(units[0])
        message = _("No units are listed. Write them as “%(power)s: %(unit)s, …”.")
        yield LineError("", "", message % {"power": wording.power(power), "unit": unit})


def _no_centers(outline: Outline, setup: Setup) -> Iterator[LineError]:
    if not _lists(outline, Section.CENTERS):
        power = setup.powers[0]
        centers = ", ".join(map(wording.place_in_short, setup.centers[power]))
        message = _(
            "Supply centers are missing. List them by power: “Centers: %(power)s: %(centers)s”."
        )
        yield LineError("", "", message % {"power": wording.power(power), "centers": centers})


def _as_dislodged(stated: StatedUnit) -> Dislodged:
    return Dislodged(stated.unit, stated.attacker, stated.retreats)


def _by_power(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    lists: dict[str, list[T]] = defaultdict(list)
    for power, each in pairs:
        lists[power].append(each)
    return {power: tuple(several) for power, several in lists.items()}
