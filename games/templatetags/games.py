"""Filters that name what a game stores."""

import datetime as dt

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudicator.terms import PhaseCode

from .. import access, editions, positions, wording
from ..board import key
from ..models import Conduct, Game, Notice, Phase, Seat
from ..pages import conduct_words, outcome
from ..telling import chronicle

register = template.Library()

NOTICES = {
    Notice.Kind.GAME_BEGUN: lambda: _("“%(game)s” has begun."),
    Notice.Kind.RESULTS: lambda: _("“%(game)s”: results of %(phase)s."),
    Notice.Kind.GAME_OVER: lambda: _("“%(game)s” is over."),
    Notice.Kind.SET_ASIDE: lambda: _("“%(game)s” was set aside: its phase cannot be resolved."),
    Notice.Kind.LOBBY_EXPIRED: lambda: _("“%(game)s” did not fill in time."),
    Notice.Kind.REMOVED: lambda: _("You were removed from “%(game)s”."),
    Notice.Kind.COMPLAINT: lambda: _("A letter was reported."),
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
def is_mastered_by(game: Game, person: access.Viewer) -> bool:
    """Whether the desk of a game master is there for `person`."""
    return access.is_master(person, game)


@register.filter
def ending(game: Game) -> str:
    """How a game of a list ended, in a word or two."""
    return outcome.in_short(game)


@register.filter
def phase_name(code: str) -> str:
    return wording.code(PhaseCode.parse(code))


@register.filter
def power_name(power: str) -> str:
    return wording.power(power)


@register.filter
def rhythm(conduct: Conduct) -> str:
    """When the movement phases of a game end, in a few words."""
    return conduct_words.rhythm(conduct)


@register.filter
def agreed(game: Game, phase: Phase | None) -> list[conduct_words.Fact]:
    """How a game is run, line by line: in its open phase, or without one from now on."""
    conduct = phase.conduct if phase and phase.is_open else game.conduct
    return list(conduct_words.facts(conduct)) if conduct else []


@register.filter
def news_since(newest: Conduct, phase: Phase | None) -> list[conduct_words.Fact]:
    """What counts from the next phase on and not yet in an open one; nothing without a phase."""
    if phase is None or not phase.is_open:
        return []
    return conduct_words.news(phase.conduct, newest)


@register.filter
def day(date: dt.date) -> str:
    """A date in the reader's language."""
    return conduct_words.date(date)


@register.filter(expects_localtime=False)
def moment(when: dt.datetime) -> SafeString:
    """A time in the reader's zone, where the zone is named once for many."""
    text = date_format(
        timezone.localtime(when), pgettext("date and time, as Django's date filter", "D j M Y, H:i")
    )
    return format_html('<time datetime="{}">{}</time>', when.isoformat(timespec="seconds"), text)


@register.filter
def breakable(zone: str) -> SafeString:
    """The name of a zone, which may go on in the next line after each part."""
    return format_html_join(SafeString("/<wbr>"), "{}", ((part,) for part in zone.split("/")))


@register.filter
def seat_name(seat: Seat) -> str:
    """The power of a seat in the reader's language."""
    return wording.power(seat.power)


@register.filter
def when_all_ready(conduct: Conduct) -> str:
    return conduct_words.when_all_ready(conduct)


@register.filter
def notice_text(notice: Notice) -> str:
    if notice.kind in OF_EVENTS and notice.event is not None:
        said = chronicle.sentence(notice.event, names_open=notice.game.names_are_open)
        text = chronicle.reason(notice.event)
        told = {"game": notice.game.title, "news": " ".join(filter(None, [said, text]))}
        return _("“%(game)s”: %(news)s") % told
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
    if notice.kind == Notice.Kind.COMPLAINT:
        return reverse("games:complaints")
    if notice.kind == Notice.Kind.SET_ASIDE and notice.person.is_superuser:
        return reverse("admin:games_game_change", args=[notice.game_id])  # private games included
    return notice.game.get_absolute_url()
