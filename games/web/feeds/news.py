"""The news of a game: resolved phases, announcements, other public events, and public messages.

Private messages and orders of an open phase are never part of it, whoever the reader is. Gathering
entries is cheap; their HTML is rendered only for a program that does not have this version yet.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.urls import reverse
from django.utils.html import format_html, format_html_join, linebreaks
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ... import access, wording
from ...core.links import absolute_url
from ...models import Center, Event, Game, Message, Order, Phase
from ...wording import events, markup, results
from ...wording.event_kinds import NEWS_KINDS, WITH_MARKUP
from ...wording.messages import MessageHtml

MOST_ENTRIES = 50
KIND = Event.Kind
# Events whose page is that of their phase.
ABOUT_RESULTS = (KIND.PHASE_RESOLVED, KIND.COMMENTED, KIND.COMMENT_CHANGED)


@dataclass(frozen=True)
class NewsEntry:
    """One piece of news.

    `key` is unique within the game and never changes. `author` is empty if no person wrote it.
    `html` renders the content.
    """

    key: str
    at: dt.datetime
    title: str
    author: str
    url: str
    html: Callable[[], str]


class GameNews:
    """The news of `game` for `viewer`, in the active language and time zone."""

    def __init__(self, viewer: access.Viewer, game: Game) -> None:
        self.viewer, self.game = viewer, game
        self.names_open = access.sees_names(viewer, game)

    @cached_property
    def entries(self) -> list[NewsEntry]:
        """The newest entries, newest first."""
        found = [*self._events(), *self._messages()]
        return sorted(found, key=lambda entry: entry.at, reverse=True)[:MOST_ENTRIES]

    def _events(self) -> Iterator[NewsEntry]:
        public = events.public_events(self.game).filter(kind__in=NEWS_KINDS)
        for event in public[:MOST_ENTRIES]:
            if event.phase:
                event.phase.game = self.game
            resolved = event.kind == KIND.PHASE_RESOLVED
            yield NewsEntry(
                key=_event_key(event),
                at=event.at,
                title=_event_title(event, names_open=self.names_open),
                author=events.author(event, names_open=self.names_open),
                url=_event_url(event, self.game),
                html=partial(self._centers_html if resolved else _reason_html, event),
            )

    def _messages(self) -> Iterator[NewsEntry]:
        """Public messages as strangers see them, for every viewer: programs keep copies."""
        public = access.messages(AnonymousUser(), [self.game], opened=False)
        for message in public.select_related("seat", "person").order_by("-pk")[:MOST_ENTRIES]:
            title, author = self._signature(message)
            yield NewsEntry(
                key=f"messages/{message.key}",
                at=message.sent_at,
                title=title,
                author=author,
                url=absolute_url(reverse("games:message", args=[self.game.slug, message.key])),
                html=partial(self._message_html, message),
            )

    def _signature(self, message: Message) -> tuple[str, str]:
        """The title of a message, and its author."""
        if not access.sees_author(AnonymousUser(), message):
            return _("An unsigned message to everyone"), ""
        writer = wording.power(message.seat.power) if message.seat else _("Game master")
        name = access.author_name(self.viewer, message, names_open=self.names_open)
        return _("%(writer)s writes to everyone") % {"writer": writer}, f"{writer} ({name})"

    def _message_html(self, message: Message) -> str:
        return self._renderer.html(message.text)

    @cached_property
    def _renderer(self) -> MessageHtml:
        return MessageHtml(list(self.game.phases.not_superseded()))

    def _centers_html(self, event: Event) -> str:
        """The centers of each power after a phase, remarks, and the link to its results."""
        assert event.phase is not None
        owned = self._center_counts[event.phase.number + 1]
        owners = sorted(owned, key=lambda power: (-owned[power], self._seat_order[power]))
        named = ", ".join(f"{wording.power(power)} {owned[power]}" for power in owners)
        return format_html(
            '<p>{}</p>{}<p><a href="{}">{}</a></p>',
            _("Supply centers: %(powers)s.") % {"powers": named},
            self._remarks_html(event.phase),
            _event_url(event, self.game),
            _("Orders and results"),
        )

    def _remarks_html(self, phase: Phase) -> SafeString:
        """The orders that the game master entered late or read anew, or that a bot gave."""
        found = results.remarks(phase) if phase.pk in self._remarked else []
        return format_html_join(
            "",
            "<p>{}: {}: {}</p>",
            ((each.heading, *line) for each in found for line in each.lines),
        )

    @cached_property
    def _remarked(self) -> set[int]:
        """The primary keys of the phases whose orders have `results.remarks`."""
        kinds = (KIND.LATE_ORDERS, KIND.READING_CORRECTED)
        found = self.game.events.filter(kind__in=kinds).order_by()
        of_bots = Order.objects.of_bots_for_absent().filter(phase__game=self.game).order_by()
        either = found.values_list("phase").union(of_bots.values_list("phase"))
        return {phase for (phase,) in either}

    @cached_property
    def _center_counts(self) -> Mapping[int, Counter[str]]:
        """The number of centers of each power at the start of a phase, by the number of the phase.

        The phase after a resolved one has the next number, even if it was rolled back later.
        """
        owned: dict[int, Counter[str]] = defaultdict(Counter)
        rows = Center.objects.filter(phase__game=self.game).values("phase__number", "seat__power")
        for row in rows.annotate(count=Count("pk")).order_by():
            owned[row["phase__number"]][row["seat__power"]] = row["count"]
        return owned

    @cached_property
    def _seat_order(self) -> Mapping[str, int]:
        return dict(self.game.seats.values_list("power", "place"))


def _event_key(event: Event) -> str:
    """Return a key without the event's row number: gaps would reveal secret events."""
    power = f"/{event.seat.power}" if event.seat else ""
    return f"log/{event.kind}/{event.at:%Y%m%dT%H%M%S%f}{power}"


def _event_title(event: Event, *, names_open: bool) -> str:
    if event.kind == KIND.ANNOUNCED:
        return _("Announcement from the game master")
    return events.sentence(event, names_open=names_open)


def _event_url(event: Event, game: Game) -> str:
    if event.kind in ABOUT_RESULTS and event.phase:
        return absolute_url(event.phase.get_absolute_url())
    return absolute_url(reverse("games:log", args=[game.slug]))


def _reason_html(event: Event) -> str:
    if event.kind in WITH_MARKUP:
        return markup.render(event.text)
    return linebreaks(events.reason(event), autoescape=True)
