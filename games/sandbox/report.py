"""The report of a resolved phase of a line: the same values as that of a game's phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from adjudicator import must_order
from adjudicator.terms import PhaseType

from .. import wording
from ..reports.content import AdjustmentDue, CenterLine, PowerOrders, Report, RetreatDue
from .results import results_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator import Position

    from .line import Line


def report_of(line: Line, number: int, address: str, picture: str) -> Report:
    """Return the report of the phase with this number, from 1, and of the position after it.

    `address` and `picture` are absolute URLs of its page and its board. The words are in the active
    language and notation.
    """
    phase = line.phases[number - 1]
    after = line.position if number == len(line.phases) else line.phases[number].position
    return Report(
        title=f"{_('Sandbox')}: {wording.phase_name(phase.position.phase)}",
        language=get_language() or "en",
        address=address,
        picture=picture,
        silent=(),
        ending="",
        deadline="",
        comment=(),
        orders=tuple(
            PowerOrders(wording.power(power), tuple(results))
            for power, results in results_of(phase).items()
        ),
        remarks=(),
        retreats=tuple(_retreats(after)),
        adjustments=tuple(_adjustments(after)),
        centers=tuple(_centers(phase.position, after)),
        units=tuple(_units(after)),
    )


def _retreats(after: Position) -> Iterator[RetreatDue]:
    for power, units in sorted(after.dislodged.items()):
        for each in units:
            places = tuple(map(wording.place_in_short, each.retreats))
            yield RetreatDue(wording.power(power), wording.unit_in_short(each.unit), places)


def _adjustments(after: Position) -> Iterator[AdjustmentDue]:
    if after.phase.type is not PhaseType.ADJUSTMENT:
        return
    for power, number in sorted(must_order(after).items()):
        owned, units = (len((each or {}).get(power, ())) for each in (after.centers, after.units))
        yield AdjustmentDue(wording.power(power), number if owned > units else -number)


def _centers(before: Position, after: Position) -> Iterator[CenterLine]:
    for power in sorted(after.powers):
        had, has = (set((each.centers or {}).get(power, ())) for each in (before, after))
        if had or has:
            yield CenterLine(
                wording.power(power), _named(has), _named(has - had), _named(had - has)
            )


def _named(provinces: Iterable[str]) -> tuple[str, ...]:
    return tuple(wording.place_in_short(province) for province in sorted(provinces))


def _units(after: Position) -> Iterator[tuple[str, str]]:
    for power, units in sorted(after.units.items()):
        if units:
            yield wording.power(power), ", ".join(map(wording.unit_in_short, units))
