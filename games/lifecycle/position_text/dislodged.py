"""Checks dislodged units: whether they can be there, and can retreat as stated."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from adjudicator import Board, PositionError
from adjudicator.terms import PhaseCode, PhaseType

from ... import wording
from ...core.errors import LineError
from .items import StatedUnit


def errors(
    dislodged: Mapping[str, StatedUnit],
    standing: Mapping[str, StatedUnit],
    phase: PhaseCode | None,
    board: Board,
) -> Iterator[LineError]:
    """The errors of dislodged units; both kinds of units are by province."""
    for stated in dislodged.values():
        wrong = (
            _out_of_season(phase)
            or _stands_too(stated, standing)
            or _no_way_given(stated, standing, board)
            or _wrong_way(stated, standing, board)
        )
        if wrong:
            yield stated.entry.error(wrong)


def _out_of_season(phase: PhaseCode | None) -> str:
    if phase is None or phase.type is PhaseType.RETREAT:
        return ""
    message = _("Units can be dislodged only in a retreat phase, such as “%(code)s”.")
    return message % {"code": f"F{phase.year}R"}


def _stands_too(stated: StatedUnit, standing: Mapping[str, StatedUnit]) -> str:
    """A power cannot dislodge its own unit: two of one power are the same unit twice."""
    there = standing.get(stated.unit.province)
    if there is None or there.entry.power != stated.entry.power:
        return ""
    message = _("%(unit)s is dislodged here but not on line %(number)d. Keep one of them.")
    unit = wording.unit_in_short(stated.unit)
    return message % {"unit": unit, "number": there.entry.number}


def _no_way_given(stated: StatedUnit, standing: Mapping[str, StatedUnit], board: Board) -> str:
    """Retreats must be stated: the position does not show where standoffs were."""
    if stated.retreats:
        return ""
    unit = stated.unit
    vacant = [
        way
        for way in sorted(board.moves(unit.type, unit.location))
        if way[:3] not in standing and way[:3] != stated.attacker
    ]
    if vacant:
        message = _(
            "The retreats of %(unit)s are missing. Write “%(unit)s (%(places)s)”, "
            "without provinces that a standoff left vacant. If none are left, the unit "
            "is disbanded: leave it out."
        )
    else:
        message = _("%(unit)s has nowhere to retreat and is disbanded. Leave it out.")
    places = ", ".join(map(wording.place_in_short, vacant))
    return message % {"unit": wording.unit_in_short(unit), "places": places}


def _wrong_way(stated: StatedUnit, standing: Mapping[str, StatedUnit], board: Board) -> str:
    unit = stated.unit
    ways = board.moves(unit.type, unit.location)
    for way in stated.retreats:
        if way not in ways or way[:3] in standing:
            params = {"unit": str(unit), "province": way}
            return wording.refusal(PositionError("retreat_impossible", params), board)
    return ""
