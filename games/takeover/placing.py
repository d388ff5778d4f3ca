"""Where stated units stand and who owns stated centers, with those left out that cannot be."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from adjudicator import Board, Position, PositionError
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit

from .. import wording
from ..errors import LineError
from .items import StatedCenter, StatedUnit

_ANY_PHASE = PhaseCode.parse("S1901M")


def by_province(
    several: Iterable[StatedUnit], board: Board
) -> tuple[dict[str, StatedUnit], list[LineError]]:
    """Units by province, and what is wrong with those for which there is no room."""
    found: dict[str, StatedUnit] = {}
    errors = []
    for stated in several:
        unit, entry = stated.unit, stated.entry
        if wrong := _misplaced(unit, board):
            errors.append(entry.error(wrong))
        elif unit.province in found:
            message = _("%(province)s has a unit already, on line %(number)d. Keep one.")
            first = found[unit.province].entry.number
            named = {"province": wording.place(unit.province), "number": first}
            errors.append(entry.error(message % named))
        else:
            found[unit.province] = stated
    return found, errors


def _misplaced(unit: Unit, board: Board) -> str:
    """Why such a unit cannot stand there; empty if it can."""
    try:
        Position(_ANY_PHASE, {"": (unit,)}, board=board)
    except PositionError as error:
        if error.code != "no_coast":
            return wording.refusal(PositionError(error.code, error.params))
        coasts = ", ".join(board.provinces[unit.province].coasts)
        params = {"province": unit.province, "coasts": coasts}
        return wording.refusal(PositionError("build_coast_needed", params))
    return ""


def owners(several: Iterable[StatedCenter], board: Board) -> tuple[dict[str, str], list[LineError]]:
    """Center -> the power that owns it, and what is wrong with those that are none or another's."""
    found: dict[str, StatedCenter] = {}
    errors = []
    for stated in several:
        code, entry = stated.province, stated.entry
        if code not in board.centers:
            wrong = PositionError("not_a_center", {"province": code})
            errors.append(entry.error(wording.refusal(wrong)))
            continue
        first = found.setdefault(code, stated).entry
        if first.power != entry.power:
            message = _("%(province)s is owned by %(power)s already, on line %(number)d.")
            named = {"province": wording.place(code), "power": wording.power(first.power)}
            errors.append(entry.error(message % (named | {"number": first.number})))
    return {code: stated.entry.power for code, stated in found.items()}, errors
