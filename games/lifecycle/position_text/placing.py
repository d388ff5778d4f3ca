"""Places the stated units and centers on the board; impossible ones become errors."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from adjudicator import Board, Position, PositionError, Setup
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit

from ... import wording
from ...core.errors import LineError
from .items import StatedCenter, StatedUnit

_ANY_PHASE = PhaseCode.parse("S1901M")


def by_province(
    several: Iterable[StatedUnit], setup: Setup
) -> tuple[dict[str, StatedUnit], list[LineError]]:
    """Units by province, and errors for those that cannot be there or have no room."""
    found: dict[str, StatedUnit] = {}
    errors = []
    for stated in several:
        unit, entry = stated.unit, stated.entry
        if wrong := _misplaced(unit, setup):
            errors.append(entry.error(wrong))
        elif unit.province in found:
            message = _("%(province)s already has a unit on line %(number)d. Keep one.")
            first = found[unit.province].entry.number
            named = {"province": wording.place(unit.province), "number": first}
            errors.append(entry.error(message % named))
        else:
            found[unit.province] = stated
    return found, errors


def _misplaced(unit: Unit, setup: Setup) -> str:
    """Reason why a unit cannot be in its place; empty if it can."""
    board = setup.board
    try:
        Position(_ANY_PHASE, {"": (unit,)}, setup=setup)
    except PositionError as error:
        if error.code != "no_coast":
            return wording.refusal(PositionError(error.code, error.params), board)
        coasts = ", ".join(board.provinces[unit.province].coasts)
        params = {"province": unit.province, "coasts": coasts}
        return wording.refusal(PositionError("build_coast_needed", params), board)
    return ""


def owners(several: Iterable[StatedCenter], board: Board) -> tuple[dict[str, str], list[LineError]]:
    """Center -> its owner, and errors for provinces without a center and centers named twice."""
    found: dict[str, StatedCenter] = {}
    errors = []
    for stated in several:
        code, entry = stated.province, stated.entry
        if code not in board.centers:
            wrong = PositionError("not_a_center", {"province": code})
            errors.append(entry.error(wording.refusal(wrong, board)))
            continue
        first = found.setdefault(code, stated).entry
        if first.power != entry.power:
            message = _("%(province)s already belongs to %(power)s on line %(number)d.")
            named = {"province": wording.place(code), "power": wording.power(first.power)}
            errors.append(entry.error(message % (named | {"number": first.number})))
    return {code: stated.entry.power for code, stated in found.items()}, errors
