"""Checks whether a game can go on from a position, and warns of what is unlikely in it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator import Position, Setup, must_order, winner
from adjudicator.terms import PhaseType, Season

from ... import wording


def errors(position: Position, setup: Setup) -> Iterator[str]:
    """The reasons why no game of this set-up can go on from the position."""
    phase = position.phase
    if phase < setup.start:
        message = _("This phase (%(phase)s) is before the start of the game (%(start)s).")
        yield message % {
            "start": wording.phase_name(setup.start),
            "phase": wording.phase_name(phase),
        }
    known = ", ".join(setup.powers)
    for power in position.powers:
        if power not in setup.powers:
            message = _("“%(text)s” is not a power in this game. The powers are %(known)s.")
            yield message % {"text": wording.truncated(power), "known": known}
    if position.centers is None:
        yield _("Supply centers are missing. List them by power in “centers”.")
    elif not must_order(position):
        yield _nothing_due(position)
    for each in (each for several in position.dislodged.values() for each in several):
        if not each.retreats:
            message = _("%(unit)s has nowhere to retreat and is disbanded. Leave it out.")
            yield message % {"unit": wording.unit_in_short(each.unit)}


def _nothing_due(position: Position) -> str:
    phase = position.phase
    if phase.type is PhaseType.MOVEMENT:
        return _("There are no units to give orders to.")
    if phase.type is PhaseType.RETREAT:
        message = _(
            "This is a retreat phase, but no unit is dislodged. List the dislodged "
            "units, or name the next phase: %(code)s."
        )
        return message % {"code": phase.following()}
    message = _(
        "No power has anything to build or disband this winter, so the phase isn’t "
        "played. Name the next phase: %(code)s."
    )
    return message % {"code": phase.following()}


def warnings(position: Position, setup: Setup) -> Iterator[str]:
    """Points that the game master should check again."""
    sides = setup.players if setup.together else None
    if won := winner(position, setup.victory, sides):
        message = _("This game is already won: %(powers)s, %(number)d centers.")
        number = sum(len((position.centers or {}).get(power, ())) for power in won)
        named = wording.listed([wording.power(power) for power in won])
        yield message % {"powers": named, "number": number}
    yield from _too_many_units(position)
    yield from _foreign_centers(position)
    yield from _odd_retreats(position)


def _too_many_units(position: Position) -> Iterator[str]:
    if position.phase.type is PhaseType.ADJUSTMENT:
        return  # this phase disbands them
    for power in position.powers:
        units = len(position.units.get(power, ())) + len(position.dislodged.get(power, ()))
        centers = len((position.centers or {}).get(power, ()))
        if units > centers:
            message = ngettext(
                "%(power)s has more units (%(units)d) than its %(centers)d center.",
                "%(power)s has more units (%(units)d) than its %(centers)d centers.",
                centers,
            )
            named = {"power": wording.power(power), "units": units, "centers": centers}
            yield message % named


def _foreign_centers(position: Position) -> Iterator[str]:
    """Warnings of units in centers of others: after the fall, the unit's power owns the center."""
    phase = position.phase
    if phase.season is not Season.WINTER and (phase.season, phase.type) != (
        Season.SPRING,
        PhaseType.MOVEMENT,
    ):
        return
    for power, units in position.units.items():
        for unit in units:
            if unit.province in position.board.centers:
                owner = position.owners.get(unit.province)
                if owner != power:
                    message = _(
                        "%(power)s has a unit (%(unit)s) in a center that %(power)s "
                        "doesn’t own. After the fall it should."
                    )
                    named = {"unit": wording.unit_in_short(unit), "power": wording.power(power)}
                    yield message % named


def _odd_retreats(position: Position) -> Iterator[str]:
    for each in (each for several in position.dislodged.values() for each in several):
        unit = wording.unit_in_short(each.unit)
        if position.unit_at(each.unit.location) is None:
            message = _("%(unit)s is dislodged, but now there’s no unit in its province.")
            yield message % {"unit": unit}
        for way in each.retreats:
            if way[:3] == each.attacker:
                message = _(
                    "The retreats of %(unit)s include %(place)s, where its attacker came from."
                )
                yield message % {"unit": unit, "place": wording.place(way)}
