"""Sentences for a try that misses the goal: what is missing, and the reasons of the results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from adjudicator import Unit

from .. import wording
from ..sandbox.results import results_of
from .tries import misses_of

if TYPE_CHECKING:
    from ..sandbox.line import Line
    from ..wording.results import ResultLine
    from .goals import Miss
    from .lessons import Exercise

_SENTENCES = {
    "unit_at": gettext_lazy("At the end, %(power)s does not have this unit: %(subject)s."),
    "owns": gettext_lazy("%(power)s does not own %(subject)s."),
    "units_at_least": gettext_lazy("At the end, %(power)s has fewer units than %(subject)s."),
    "dislodged": gettext_lazy("This unit was not dislodged: %(subject)s."),
    "destroyed": gettext_lazy("This unit was not disbanded: %(subject)s."),
    "not_dislodged": gettext_lazy("This unit was dislodged: %(subject)s."),
    "moved": gettext_lazy("This unit did not move: %(subject)s."),
    "not_moved": gettext_lazy("This unit moved: %(subject)s."),
    "bounces": gettext_lazy("This unit did not bounce: %(subject)s."),
    "fails": gettext_lazy("The order of this unit did not fail: %(subject)s."),
}


@dataclass(frozen=True)
class Reason:
    """An order that explains a miss, and the reason of its result."""

    order: str
    reason: str


@dataclass(frozen=True)
class TryHint:
    """Hints for a try that misses the goal.

    `reasons` explain it, and `general` is the hint of the exercise.
    """

    missed: list[str]
    reasons: list[Reason]
    general: str


def hint_for(exercise: Exercise, line: Line) -> TryHint | None:
    """Return the hint for a resolved line of an exercise; None if it reaches the goal."""
    missed = misses_of(exercise, line)
    if not missed:
        return None
    about = {miss.province for miss in missed}
    by_power = results_of(line.phases[0])
    reasons = [
        Reason(result.text, result.reason)
        for power, results in by_power.items()
        for result in results
        if result.reason and _explains(result, about, is_learner=power in exercise.learners)
    ]
    return TryHint([_sentence(miss) for miss in missed], reasons, exercise.text("hint"))


def _explains(result: ResultLine, about: set[str], *, is_learner: bool) -> bool:
    """Whether the order failed for the reader, or is that of a unit the goal is about."""
    unit = result.canonical.split()[:2]
    province = unit[1][:3] if len(unit) == 2 else ""
    return province in about or (is_learner and result.given and not result.good)


def _sentence(miss: Miss) -> str:
    return _SENTENCES[miss.kind] % {
        "power": wording.power(miss.power) if miss.power else "",
        "subject": _subject(miss),
    }


def _subject(miss: Miss) -> str:
    if miss.kind == "units_at_least":
        return miss.subject
    if miss.kind == "owns":
        return wording.place(miss.subject)
    return wording.unit(Unit.parse(miss.subject))
