"""Gathers a report from the rows of a phase and of the one that followed, in the active language
and notation; nothing is adjudicated."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

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
    beaten = [unit for unit in opened.units.all() if unit.dislodged]
    for unit in sorted(beaten, key=lambda unit: unit.seat.place):
        places = tuple(wording.place_in_short(place) for place in unit.retreats.split())
        name = wording.unit_in_short(positions.unit_of(unit))
        yield RetreatDue(wording.power(unit.seat.power), name, places)


def _adjustments(opened: Phase) -> Iterator[AdjustmentDue]:
    if opened.type != PhaseType.ADJUSTMENT:
        return
    due, owned = phases.due(opened), _owned(opened)
    for seat in _seats(opened):
        if seat.power in due:
            units = [unit for unit in opened.units.all() if unit.seat_id == seat.pk]
            sign = 1 if len(owned[seat.pk]) > len(units) else -1
            yield AdjustmentDue(wording.power(seat.power), sign * due[seat.power])


def _centers(shown: Phase, opened: Phase) -> Iterator[CenterLine]:
    before, after = _owned(shown), _owned(opened)
    for seat in _seats(opened):
        had, has = before[seat.pk], after[seat.pk]
        if had or has:
            power = wording.power(seat.power)
            yield CenterLine(power, _named(has), _named(has - had), _named(had - has))


def _seats(phase: Phase) -> list[Seat]:
    return list(phase.game.seats.all())  # by place, as `positions.fetch` has brought them


def _owned(phase: Phase) -> Mapping[int, set[str]]:
    """The supply centers of each seat, by its key."""
    owned: dict[int, set[str]] = defaultdict(set)
    for center in phase.centers.all():
        owned[center.seat_id].add(center.province)
    return owned


def _named(provinces: set[str]) -> tuple[str, ...]:
    return tuple(wording.place_in_short(province) for province in sorted(provinces))
