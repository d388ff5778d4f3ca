"""The news of a game: phases resolved, what its master announces, what its log tells, and letters
to the public. Never what few may read, whoever asks.

Entries are gathered cheaply; what each says is written only for a program that has it not yet.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.urls import reverse
from django.utils.html import format_html, linebreaks
from django.utils.translation import gettext as _

from .. import access, wording
from ..models import Center, Event, Game, Letter, Phase
from ..press.display import Display
from ..telling import chronicle
from .addresses import whole

NEWEST = 50
KIND = Event.Kind
# What of the log is news: not who comes and goes in a lobby, votes, absences and looks.
TOLD = frozenset(
    [
        KIND.LOBBY_EXPIRED, KIND.GAME_BEGUN, KIND.TAKEN_OVER, KIND.ALL_READY, KIND.PHASE_RESOLVED,
        KIND.GAME_SET_ASIDE, KIND.GAME_RESUMED, KIND.GAME_WON, KIND.GAME_DRAWN, KIND.GAME_CLOSED,
        KIND.EXTENDED, KIND.HURRIED, KIND.PAUSED, KIND.UNPAUSED, KIND.GRACE_GIVEN, KIND.MADE_UP,
        KIND.SETTINGS_CHANGED, KIND.ANNOUNCED, KIND.CIVIL_DISORDER, KIND.CAME_BACK, KIND.RESIGNED,
        KIND.REPLACED, KIND.LENT, KIND.SEAT_RETURNED, KIND.MASTER_JOINED, KIND.MASTER_LEFT,
        KIND.ROLLED_BACK, KIND.CORRECTED,
    ]
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One piece of news. `name` tells it from the others of its game, for good; `author` is empty
    where it was no person; `html` writes what it says."""

    name: str
    at: dt.datetime
    title: str
    author: str
    url: str
    html: Callable[[], str]


class News:
    """The news of `game`, which `viewer` sees, in the active language and zone."""

    def __init__(self, viewer: access.Viewer, game: Game) -> None:
        self.viewer, self.game = viewer, game
        self.names_open = access.sees_names(viewer, game)

    @cached_property
    def entries(self) -> list[Entry]:
        """The newest, newest first."""
        found = [*self._events(), *self._letters()]
        return sorted(found, key=lambda entry: entry.at, reverse=True)[:NEWEST]

    def _events(self) -> Iterator[Entry]:
        told = chronicle.public(self.game).filter(kind__in=TOLD)
        for event in told[:NEWEST]:
            if event.phase:
                event.phase.game = self.game
            resolved = event.kind == KIND.PHASE_RESOLVED
            yield Entry(
                name=_name(event),
                at=event.at,
                title=_title(event, names_open=self.names_open),
                author=chronicle.author(event, names_open=self.names_open),
                url=_page(event, self.game),
                html=partial(self._centers if resolved else _reason, event),
            )

    def _letters(self) -> Iterator[Entry]:
        """What strangers may read, and who signs, whoever asks: programs keep what they fetch, in
        many places."""
        public = access.letters(AnonymousUser(), [self.game], opened=False)
        for letter in public.select_related("seat", "person").order_by("-pk")[:NEWEST]:
            title, author = self._signature(letter)
            yield Entry(
                name=f"letters/{letter.key}",
                at=letter.sent_at,
                title=title,
                author=author,
                url=whole(reverse("games:letter", args=[self.game.slug, letter.key])),
                html=partial(self._text, letter),
            )

    def _signature(self, letter: Letter) -> tuple[str, str]:
        """The title of a letter, and its author."""
        if not access.signs(AnonymousUser(), letter):
            return _("An unsigned letter to all"), ""
        writer = wording.power(letter.seat.power) if letter.seat else _("Game master")
        name = access.author_name(self.viewer, letter, names_open=self.names_open)
        return _("%(writer)s writes to all") % {"writer": writer}, f"{writer} ({name})"

    def _text(self, letter: Letter) -> str:
        return self._display.html(letter.text)

    @cached_property
    def _display(self) -> Display:
        phases = list(self.game.phases.exclude(status=Phase.Status.SUPERSEDED))
        for phase in phases:
            phase.game = self.game
        return Display(phases)

    def _centers(self, event: Event) -> str:
        """Who owns how many centers after a phase, and the way to its results."""
        assert event.phase is not None
        owned = self._owned[event.phase.number + 1]
        owners = sorted(owned, key=lambda power: (-owned[power], self._places[power]))
        named = ", ".join(f"{wording.power(power)} {owned[power]}" for power in owners)
        return format_html(
            '<p>{}</p><p><a href="{}">{}</a></p>',
            _("Supply centers: %(powers)s.") % {"powers": named},
            _page(event, self.game),
            _("Orders and results"),
        )

    @cached_property
    def _owned(self) -> Mapping[int, Counter[str]]:
        """How many centers each power owned when a phase opened, by the number of the phase. That
        after a resolved one has the next number, whatever was rolled back later."""
        owned: dict[int, Counter[str]] = defaultdict(Counter)
        rows = Center.objects.filter(phase__game=self.game).values("phase__number", "seat__power")
        for row in rows.annotate(count=Count("pk")).order_by():
            owned[row["phase__number"]][row["seat__power"]] = row["count"]
        return owned

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return dict(self.game.seats.values_list("power", "place"))


def _name(event: Event) -> str:
    """Never its number: that would count what others do in secret."""
    power = f"/{event.seat.power}" if event.seat else ""
    return f"log/{event.kind}/{event.at:%Y%m%dT%H%M%S%f}{power}"


def _title(event: Event, *, names_open: bool) -> str:
    if event.kind == KIND.ANNOUNCED:
        return _("An announcement of the game master")
    return chronicle.sentence(event, names_open=names_open)


def _page(event: Event, game: Game) -> str:
    if event.kind == KIND.PHASE_RESOLVED and event.phase:
        return whole(event.phase.get_absolute_url())
    return whole(reverse("games:log", args=[game.slug]))


def _reason(event: Event) -> str:
    return linebreaks(chronicle.reason(event), autoescape=True)
