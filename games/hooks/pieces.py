"""A piece of news in words, in the active language: what all receivers are told of an event.

It says what strangers may read, whoever reads it there: no orders of an open phase, no letters, no
names that the game hides.
"""

import datetime as dt
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .. import access
from ..feeds.addresses import whole
from ..feeds.text import sayable
from ..models import Event, Game, Phase
from ..report import addresses, making
from ..report.gathering import gather
from ..report.layout import lay_out, one_line
from ..report.markdown import escape
from ..telling import chronicle
from .marks import marked_down

KIND = Event.Kind


@dataclass(frozen=True)
class Piece:
    """`title` is one line; `text` may have several, or none. `picture` is the address of a map, or
    empty where strangers see none; `event` is none in a test."""

    game: Game
    event: Event | None
    at: dt.datetime
    title: str
    text: str
    author: str
    url: str
    picture: str = ""

    @property
    def report(self) -> str:
        """The whole report of a resolved phase in Markdown; empty where there is none."""
        phase = _reported(self.event)
        return making.write(phase, "markdown", get_language() or "en") if phase else ""

    @property
    def markdown(self) -> str:
        """What it says, in the Markdown that Mattermost and Discourse read."""
        title = escape(self.title)
        author = f"*{escape(self.author)}*" if self.author else ""
        lines = "\n".join(marked_down(line) for line in self.text.splitlines())
        picture = f"![{title}]({self.picture})" if self.picture else ""
        parts = [f"**[{title}]({self.url})**", lines, author, picture]
        return "\n\n".join(filter(None, parts)) + "\n"


def of(event: Event) -> Piece:
    """What `event` says. Expects its game, phase, seat and people at hand."""
    game = event.game
    if event.phase:
        event.phase.game = game
    phase = _reported(event)
    names_open = access.sees_names(AnonymousUser(), game)
    said = chronicle.sentence(event, names_open=names_open)
    if event.kind == KIND.ANNOUNCED:
        said = _("An announcement of the game master")
    path = phase.get_absolute_url() if phase else reverse("games:log", args=[game.slug])
    return Piece(
        game=game,
        event=event,
        at=event.at,
        title=one_line(sayable(f"{game.title}: {said}")),
        text=_summary(phase) if phase else _tidied(chronicle.reason(event)),
        author=one_line(sayable(chronicle.author(event, names_open=names_open))),
        url=whole(path),
        picture=addresses.picture(phase) if phase else "",
    )


def trial(game: Game, at: dt.datetime) -> Piece:
    """What is sent to see whether it arrives."""
    return Piece(
        game=game,
        event=None,
        at=at,
        title=one_line(sayable(_("%(game)s: a test") % {"game": game.title})),
        text=_("The news of this game will appear here."),
        author="",
        url=whole(game.get_absolute_url()),
    )


def _reported(event: Event | None) -> Phase | None:
    """The phase that was resolved, if it still counts."""
    if event is None or event.kind != KIND.PHASE_RESOLVED or event.phase is None:
        return None
    counts = event.phase.status != Phase.Status.SUPERSEDED and access.may_read_orders(event.phase)
    return event.phase if counts else None


def _summary(phase: Phase) -> str:
    """What came of a phase in a few lines, for places that have no room for its report."""
    report = gather(phase)
    owned = [line for line in report.centers if line.owned]
    counts = ", ".join(f"{line.power} {len(line.owned)}" for line in owned)
    sheet = lay_out(replace(report, orders=(), centers=()))
    lines = [*sheet.notes, _("Supply centers: %(powers)s.") % {"powers": counts}]
    for chart in sheet.charts:
        lines.append(f"{chart.heading}:")
        lines += [f"{power}: {text}" for power, text in chart.rows]
    return "\n".join(lines)


def _tidied(text: str) -> str:
    return "\n".join(one_line(line) for line in sayable(text).splitlines()).strip()
