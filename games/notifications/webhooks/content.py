"""A piece of news about a game in words, in the active language, for all kinds of receivers.

It holds only things that strangers may read: no orders of an open phase, no messages, no names that
the game hides.
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ... import access
from ...core import links
from ...core.links import absolute_url
from ...core.plain_text import xml_safe
from ...models import Event, Game, Phase
from ...reports import write
from ...reports.formats.markdown import escape
from ...reports.gather import gather
from ...reports.layout import lay_out, one_line
from ...wording import events
from .markdown import to_markdown

KIND = Event.Kind
TEST = "test"  # stands for a kind of event


@dataclass(frozen=True)
class PersonalFacts:
    """Facts of a notification: its kind, its phase, and what its reader plays in the game.

    `due_at` is when the open phase of the game ends.
    """

    kind: str
    phase: str | None = None
    powers: tuple[str, ...] = ()
    due_at: dt.datetime | None = None


@dataclass(frozen=True)
class NewsItem:
    """A piece of news, or a test, which has no `event`.

    `title` is one line, `text` any number of lines. `picture` is the URL of a map; empty if
    strangers may not see it. `personal` is for the webhook of a person (see `personal`).
    """

    game: Game | None
    event: Event | None
    at: dt.datetime
    title: str
    text: str
    author: str
    url: str
    picture: str = ""
    personal: PersonalFacts | None = None

    @property
    def report(self) -> str:
        """The whole report of a resolved phase in Markdown; empty for other news."""
        phase = _resolved_phase(self.event)
        return write.write(phase, "markdown", get_language() or "en") if phase else ""

    @property
    def markdown(self) -> str:
        """Title, text, author and picture in Markdown, for Mattermost and Discourse."""
        title = escape(self.title)
        author = f"*{escape(self.author)}*" if self.author else ""
        lines = "\n".join(to_markdown(line) for line in self.text.splitlines())
        picture = f"![{title}]({self.picture})" if self.picture else ""
        parts = [f"**[{title}]({self.url})**", lines, author, picture]
        return "\n\n".join(filter(None, parts)) + "\n"


def news_item(event: Event) -> NewsItem:
    """The news of an event, whose game, phase, seat and people should be loaded already."""
    game = event.game
    if event.phase:
        event.phase.game = game
    phase = _resolved_phase(event)
    names_open = access.sees_names(AnonymousUser(), game)
    sentence = events.sentence(event, names_open=names_open)
    if event.kind == KIND.ANNOUNCED:
        sentence = _("Announcement from the game master")
    path = reverse("games:log", args=[game.slug])
    if phase:
        path = phase.get_absolute_url()
    elif event.kind == KIND.COMMENTED and event.phase:
        path = event.phase.get_absolute_url()
    return NewsItem(
        game=game,
        event=event,
        at=event.at,
        title=one_line(xml_safe(f"{game.title}: {sentence}")),
        text=_summary(phase) if phase else _one_line_each(events.reason(event)),
        author=one_line(xml_safe(events.author(event, names_open=names_open))),
        url=absolute_url(path),
        picture=links.picture_url(phase) if phase else "",
    )


def trial_item(game: Game, at: dt.datetime) -> NewsItem:
    """The test that game masters can send to a webhook."""
    return NewsItem(
        game=game,
        event=None,
        at=at,
        title=one_line(xml_safe(_("%(game)s: test") % {"game": game.title})),
        text=_("News of this game will appear here."),
        author="",
        url=absolute_url(game.get_absolute_url()),
    )


def _resolved_phase(event: Event | None) -> Phase | None:
    """The phase whose resolution is the event, if it is still valid and open to strangers."""
    if event is None or event.kind != KIND.PHASE_RESOLVED or event.phase is None:
        return None
    valid = event.phase.status != Phase.Status.SUPERSEDED and access.may_read_orders(event.phase)
    return event.phase if valid else None


def _summary(phase: Phase) -> str:
    """The result of a phase in a few lines, for receivers that have no room for its report."""
    report = gather(phase)
    owned = [line for line in report.centers if line.owned]
    counts = ", ".join(f"{line.power} {len(line.owned)}" for line in owned)
    laid_out = lay_out(replace(report, orders=(), centers=()))
    lines = [*laid_out.notes, _("Supply centers: %(powers)s.") % {"powers": counts}]
    for table in laid_out.tables:
        lines.append(f"{table.heading}:")
        lines += [f"{power}: {text}" for power, text in table.rows]
    return "\n".join(lines)


def _one_line_each(text: str) -> str:
    """The lines of a text, each without line breaks of other kinds."""
    return "\n".join(one_line(line) for line in xml_safe(text).splitlines()).strip()
