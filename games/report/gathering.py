"""Gathers a report from the rows of a phase and of the one that followed, in the active language
and notation; nothing is adjudicated."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from django.db.models import prefetch_related_objects
from django.utils.translation import get_language

from adjudicator.terms import PhaseType

from .. import phases, positions, wording
from ..models import Phase, Seat
from ..pages import contents as pages
from ..pages import outcome
from . import addresses
from .contents import AdjustmentDue, CenterLine, PowerOrders, Report, RetreatDue


def gather(shown: Phase) -> Report:
    """The report of `shown`, which was resolved and counts."""
    opened = phases.following(shown)
    positions.fetch(shown, opened)
    prefetch_related_objects([shown.game], "seats")
    over = opened.status == Phase.Status.FINAL
    return Report(
        title=f"{shown.game.title}: {wording.phase(shown)}",
        language=get_language() or "en",
        address=addresses.page(shown),
        picture=addresses.picture(shown),
        silent=tuple(pages.no_moves(shown)),
        ending=outcome.sentence(shown.game) if over else "",
        orders=tuple(_orders(shown)),
        retreats=() if over else tuple(_retreats(opened)),
        adjustments=() if over else tuple(_adjustments(opened)),
        centers=tuple(_centers(shown, opened)),
    )


def _orders(shown: Phase) -> Iterator[PowerOrders]:
    results = pages.results(shown)
    for seat in _seats(shown):
        if seat.power.lower() in results:
            yield PowerOrders(wording.power(seat.power), tuple(results[seat.power.lower()]))


def _retreats(opened: Phase) -> Iterator[RetreatDue]:
    beaten = [unit for unit in positions.stored(opened).units if unit.dislodged]
    for seat in _seats(opened):
        for unit in (unit for unit in beaten if unit.power == seat.power):
            places = tuple(map(wording.place_in_short, unit.retreats))
            name = wording.unit_in_short(unit.unit)
            yield RetreatDue(wording.power(seat.power), name, places)


def _adjustments(opened: Phase) -> Iterator[AdjustmentDue]:
    if opened.type != PhaseType.ADJUSTMENT:
        return
    due, owned = phases.due(opened), _owned(opened)
    units = Counter(unit.power for unit in positions.stored(opened).units)
    for seat in _seats(opened):
        if seat.power in due:
            sign = 1 if len(owned[seat.power]) > units[seat.power] else -1
            yield AdjustmentDue(wording.power(seat.power), sign * due[seat.power])


def _centers(shown: Phase, opened: Phase) -> Iterator[CenterLine]:
    before, after = _owned(shown), _owned(opened)
    for seat in _seats(opened):
        had, has = before[seat.power], after[seat.power]
        if had or has:
            power = wording.power(seat.power)
            yield CenterLine(power, _named(has), _named(has - had), _named(had - has))


def _seats(phase: Phase) -> list[Seat]:
    return list(phase.game.seats.all())  # by place, as `gather` has brought them


def _owned(phase: Phase) -> Mapping[str, set[str]]:
    """The supply centers of each power."""
    owned: dict[str, set[str]] = defaultdict(set)
    for province, power in positions.stored(phase).owners.items():
        owned[power].add(province)
    return owned


def _named(provinces: set[str]) -> tuple[str, ...]:
    return tuple(wording.place_in_short(province) for province in sorted(provinces))
