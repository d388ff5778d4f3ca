"""Answers to points of the rules, as a body has them. Wrong ones become a problem."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from ...state import editions
from ...state.edition_texts import RULE_POINTS
from .. import wrong_values
from ..problems import of_fields


def answers_must_be_known(answers: Mapping[str, str], *, field: str) -> None:
    """Raise `Problem` for points that the rules lack and for wrong answers, with the possible ones.

    `field` is the name of the field with the answers by point.
    """
    unknown = editions.unknown_changes(answers)
    if unknown:
        raise of_fields([_problem(field, point) for point in unknown])


def _problem(field: str, asked: str) -> tuple[str, str]:
    """The place of what is wrong about a point, and its sentence."""
    point = RULE_POINTS.get(asked)
    if point is None:
        text = _("The rules have no point “%(point)s”.") % {"point": asked}
        return field, f"{text} {wrong_values.possible(RULE_POINTS)}"
    text = _("This point of the rules has no such answer.")
    return f"{field}.{asked}", f"{text} {wrong_values.possible(point.answers)}"
