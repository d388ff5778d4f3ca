"""The terms of a tournament in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.dates import local_time_text

from ..models import Tournament
from . import settings
from .settings import Fact
from .setups import setup_name


def facts(tournament: Tournament) -> Iterator[Fact]:
    """The terms of a tournament, one line each, and the number of its rounds."""
    pattern = tournament.pattern
    assert pattern.settings is not None
    yield _("Set-up"), setup_name(pattern.setup)
    yield _("Deadlines"), " ".join(settings.deadlines(pattern.settings))
    yield _("Messages"), str(pattern.get_press_display())
    yield _("Names of players"), _("hidden until the end") if pattern.anonymous else _("shown")
    yield _("Language"), str(pattern.get_language_display())
    yield _("Scoring system"), str(tournament.get_scoring_display())
    rounds = _("%(drawn)d of %(planned)d") % {
        "drawn": tournament.rounds.count(),
        "planned": tournament.rounds_planned,
    }
    yield _("Rounds drawn"), rounds
    if tournament.entries_until and not tournament.is_over:
        yield _("Entries close"), local_time_text(tournament.entries_until)
    if tournament.counting:
        yield _("Rounds that count"), _("the best %(number)d") % {"number": tournament.counting}
