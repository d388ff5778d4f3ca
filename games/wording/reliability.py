"""Reliability in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from ..state.reliability import Reliability
from .settings import Fact


def number(found: Reliability) -> str:
    """The number that sums up a person's reliability, or why there is none."""
    if found.percent is None:
        return _("none before ten deadlines")
    return _("%(percent)d%%") % {"percent": found.percent}


def badge(found: Reliability) -> str:
    """A person's reliability in two words, for lists of people."""
    if found.percent is None:
        return _("new here")
    return _("%(percent)d%% reliable") % {"percent": found.percent}


def facts(found: Reliability) -> Iterator[Fact]:
    """A person's reliability and its parts, each with its label."""
    yield _("Overall"), number(found)
    if not found.has_record:
        return
    share = _("%(met)d of %(due)d")
    yield (
        _("Deadlines met, last 12 months"),
        share % {"met": found.met_lately, "due": found.due_lately},
    )
    yield _("Deadlines met, in all"), share % {"met": found.met, "due": found.due}
    yield _("Powers lost to civil disorder"), str(found.disorders)
    yield _("Seats given up"), str(found.resigned)
    yield _("Seats taken over from others"), str(found.taken_over)
    yield _("Absences announced"), str(found.absences)
