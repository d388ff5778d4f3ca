"""Public threads about the reports of resolved phases.

Lists of threads show one for each resolved phase; a thread is stored with its first message.
"""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from .. import wording
from ..models import Game, Phase

# The number of reports in a list of threads; the others are a link away.
NEWEST = 3


def reported_phases(game: Game) -> QuerySet[Phase]:
    """Return the phases of `game` that have a report, the newest first."""
    return game.phases.resolved().order_by("-number")


def report_title(phase: Phase) -> str:
    """Return the title in the reader's language. The thread of a rolled-back phase stays."""
    name = wording.phase(phase)
    if phase.status == Phase.Status.SUPERSEDED:
        return _("%(phase)s: report (rolled back)") % {"phase": name}
    return _("%(phase)s: report") % {"phase": name}


def stored_title(phase: Phase) -> str:
    """Return the title in the game's language, as it is stored for mails and searches."""
    with translation.override(phase.game.language):
        return report_title(phase)


def report_url(phase: Phase) -> str:
    """Return the URL of the report, or of the page of a phase that was rolled back."""
    if phase.status == Phase.Status.SUPERSEDED:
        return phase.get_absolute_url()
    return reverse("games:report", args=[phase.game.slug, phase.code])
