"""Filters that name what a game stores."""

from django import template
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudicator.terms import PhaseCode

from .. import chronicle, editions, positions, wording
from ..board import key
from ..models import Conduct, Game, Notice

register = template.Library()

NOTICES = {
    Notice.Kind.GAME_BEGUN: lambda: _("“%(game)s” has begun."),
    Notice.Kind.RESULTS: lambda: _("“%(game)s”: results of %(phase)s."),
    Notice.Kind.GAME_OVER: lambda: _("“%(game)s” is over."),
    Notice.Kind.SET_ASIDE: lambda: _("“%(game)s” was set aside: its phase cannot be resolved."),
    Notice.Kind.LOBBY_EXPIRED: lambda: _("“%(game)s” did not fill in time."),
    Notice.Kind.REMOVED: lambda: _("You were removed from “%(game)s”."),
}
OF_EVENTS = (Notice.Kind.NEWS, Notice.Kind.ANNOUNCEMENT, Notice.Kind.VOTE)


@register.filter
def table_size(game: Game) -> int:
    """How many people the set-up of a game seats."""
    return len(positions.setup_of(game).players)


@register.filter
def departures(game: Game) -> list[editions.Departure]:
    """The points on which a game departs from its edition of the rules."""
    return editions.departures(game)


@register.simple_tag
def key_of_signs() -> list[tuple[str, SafeString]]:
    """What each sign of the board means, and the sign."""
    # The renderer escapes whatever comes from people; nothing here does.
    return [(str(words), mark_safe(svg)) for _, words, svg in key.signs()]  # noqa: S308


@register.filter
def phase_name(code: str) -> str:
    return wording.code(PhaseCode.parse(code))


@register.filter
def rhythm(conduct: Conduct) -> str:
    """When the movement phases of a game end, in a few words."""
    if conduct.is_timetable:
        names = ", ".join(str(WEEKDAYS[day]) for day in range(7) if conduct.weekdays >> day & 1)
        return f"{names} {conduct.at:%H:%M} ({conduct.zone})"
    hours = conduct.phase_hours or 0
    if hours % 24 == 0:
        days = hours // 24
        return ngettext("%(count)d day a phase", "%(count)d days a phase", days) % {"count": days}
    return ngettext("%(count)d hour a phase", "%(count)d hours a phase", hours) % {"count": hours}


@register.filter
def notice_text(notice: Notice) -> str:
    if notice.kind in OF_EVENTS and notice.event is not None:
        said = chronicle.sentence(notice.event, names_open=notice.game.names_are_open)
        text = chronicle.reason(notice.event)
        return " ".join(filter(None, [f"“{notice.game.title}”:", said, text]))
    return NOTICES[Notice.Kind(notice.kind)]() % {
        "game": notice.game.title,
        "phase": wording.phase(notice.phase) if notice.phase else "",
    }


@register.filter
def notice_url(notice: Notice) -> str:
    if notice.kind == Notice.Kind.RESULTS and notice.phase:
        notice.phase.game = notice.game
        return notice.phase.get_absolute_url()
    if notice.kind == Notice.Kind.REMOVED:
        return reverse("games:index")  # a private game is no longer theirs to see
    if notice.kind == Notice.Kind.SET_ASIDE and notice.person.is_superuser:
        return reverse("admin:games_game_change", args=[notice.game_id])  # private games included
    return notice.game.get_absolute_url()
