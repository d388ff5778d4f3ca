"""Phases that count no more, since the game went back before them or was corrected."""

from collections import defaultdict

from ..models import Event, Game, Phase

MENDED = (Event.Kind.ROLLED_BACK, Event.Kind.CORRECTED)


def by_event(game: Game) -> dict[int, list[Phase]]:
    """The phases that each mending of a game made void, by the key of its event. Two queries.

    A phase fell to the first mending after it that opened its own code again, or an earlier one.
    """
    mendings = list(game.events.filter(kind__in=MENDED).select_related("phase").order_by("pk"))
    found: dict[int, list[Phase]] = defaultdict(list)
    for phase in game.phases.filter(status=Phase.Status.SUPERSEDED).order_by("number"):
        phase.game = game
        for event in mendings:
            if event.phase and event.phase.number > phase.number and _reaches(event.phase, phase):
                found[event.pk].append(phase)
                break
    return found


def _reaches(opened: Phase, phase: Phase) -> bool:
    return not phase.when < opened.when
