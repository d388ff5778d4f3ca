"""Gathers a report from the rows of a phase and of the next one; nothing is adjudicated.

Its words are in the active language and notation.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.dates import local_time_text
from adjudicator.terms import PhaseType

from .. import wording
from ..core import links
from ..models import Game, Phase, Seat
from ..state import phases, positions
from ..wording import endings
from ..wording import results as wording_results
from ..wording.comments import comment_on
from ..wording.results import ResultRemarks
from .content import AdjustmentDue, CenterLine, PowerOrders, Report, RetreatDue


def gather(shown: Phase) -> Report:
    """The report of a resolved phase that was not superseded."""
    opened = phases.phase_after(shown)
    assert opened is not None, f"{shown} is resolved, and no phase follows"
    positions.fetch(shown, opened)
    prefetch_related_objects([shown.game], "seats")
    over = opened.status == Phase.Status.FINAL
    comment = comment_on(shown)
    return Report(
        title=f"{shown.game.title}: {wording.phase(shown)}",
        language=get_language() or "en",
        address=links.phase_url(shown),
        picture=links.picture_url(shown),
        silent=tuple(wording_results.no_moves(shown)),
        ending=_ending(shown.game) if over else "",
        deadline=_deadline(opened),
        comment=tuple(comment.lines) if comment else (),
        orders=tuple(_orders(shown)),
        remarks=_remarks(shown),
        retreats=() if over else tuple(_retreats(opened)),
        adjustments=() if over else tuple(_adjustments(opened)),
        centers=tuple(_centers(shown, opened)),
    )


def _ending(game: Game) -> str:
    return " ".join(filter(None, [endings.sentence(game), endings.provisional_note(game)]))


def _deadline(opened: Phase) -> str:
    """The name and the deadline of an open phase."""
    if opened.status != Phase.Status.OPEN or opened.deadline is None:
        return ""
    with _zone_of(opened):
        time = local_time_text(opened.deadline)
    return _("Deadline of %(phase)s: %(time)s.") % {"phase": wording.phase(opened), "time": time}


def _zone_of(phase: Phase) -> timezone.override:
    """The zone of the game's timetable if any: people of several zones read a report elsewhere."""
    return timezone.override(phase.settings.zone or timezone.get_current_timezone_name())


def _remarks(shown: Phase) -> tuple[ResultRemarks, ...]:
    with _zone_of(shown):
        return tuple(wording_results.remarks(shown))


def _orders(shown: Phase) -> Iterator[PowerOrders]:
    results = wording_results.results(shown)
    for seat in _seats(shown):
        if seat.power in results:
            yield PowerOrders(wording.power(seat.power), tuple(results[seat.power]))


def _retreats(opened: Phase) -> Iterator[RetreatDue]:
    dislodged = [unit for unit in positions.stored(opened).units if unit.dislodged]
    for seat in _seats(opened):
        for unit in (unit for unit in dislodged if unit.power == seat.power):
            places = tuple(map(wording.place_in_short, unit.retreats))
            name = wording.unit_in_short(unit.unit)
            yield RetreatDue(wording.power(seat.power), name, places)


def _adjustments(opened: Phase) -> Iterator[AdjustmentDue]:
    if opened.type != PhaseType.ADJUSTMENT:
        return
    due, owned = phases.orders_due(opened), _owned(opened)
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
    return list(phase.game.seats.all())  # `gather` has loaded them, ordered by place


def _owned(phase: Phase) -> Mapping[str, set[str]]:
    """The supply centers of each power."""
    owned: dict[str, set[str]] = defaultdict(set)
    for province, power in positions.stored(phase).owners.items():
        owned[power].add(province)
    return owned


def _named(provinces: set[str]) -> tuple[str, ...]:
    return tuple(wording.place_in_short(province) for province in sorted(provinces))
