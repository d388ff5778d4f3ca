"""The reports of resolved phases as topics: they stand among the threads of a game by themselves.

A phase that was resolved has its topic, so nothing is stored for it until somebody writes there.
"""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from .. import wording
from ..models import Game, Phase

# So many stand in a list of threads; the others are a link away.
NEWEST = 3


def of(game: Game) -> QuerySet[Phase]:
    """The phases of `game` that have a report, the newest first."""
    return game.phases.filter(status=Phase.Status.RESOLVED).order_by("-number")


def title(phase: Phase) -> str:
    """In the reader's language. What was said about a phase before it was rolled back stays."""
    name = wording.phase(phase)
    if phase.status == Phase.Status.SUPERSEDED:
        return _("%(phase)s: report (rolled back)") % {"phase": name}
    return _("%(phase)s: report") % {"phase": name}


def stored_title(phase: Phase) -> str:
    """As its thread keeps it, in the language of the game: mails and searches name it so."""
    with translation.override(phase.game.language):
        return title(phase)


def url(phase: Phase) -> str:
    """Its report; of one that was rolled back, its page."""
    if phase.status == Phase.Status.SUPERSEDED:
        return phase.get_absolute_url()
    return reverse("games:report", args=[phase.game.slug, phase.code])
