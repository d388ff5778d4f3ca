"""What the pages of letters show, gathered from rows that the reader may read."""

import datetime as dt
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import merge
from itertools import islice

from django.db.models import Count, Max, Prefetch, Value
from django.db.models.functions import Left
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User

from .. import access, wording
from ..models import Game, Letter, Phase, Seat, Thread
from . import markup, muting, places, reports, sending
from .display import Display, quoted_name

# A page has so many letters at most; those before them are a link away.
PAGE = 100
START = 200


@dataclass(frozen=True)
class Power:
    """A power as a page shows it: its name, and its colour's name in the style sheets."""

    code: str

    @property
    def name(self) -> str:
        return wording.power(self.code)

    @property
    def css(self) -> str:
        return self.code.lower()


@dataclass(frozen=True)
class LetterLine:
    """One letter. `power` is None for the game master, and for a letter that is `unsigned` to its
    reader; `name` is empty where names are hidden.

    `html` is its text as a page shows it, where that shows all of it. `phase` names the phase in
    which it was sent, at the first letter of each; `first_new` marks the first unread one.
    """

    key: str
    power: Power | None
    name: str
    mine: bool
    sent_at: dt.datetime
    text: str
    unsigned: bool = False
    hidden: bool = False
    muted: bool = False
    html: str = ""
    phase: str = ""
    first_new: bool = False

    @property
    def who(self) -> str:
        """Who wrote it, in a list."""
        if self.mine:
            return _("You")
        if self.unsigned:
            return pgettext("letter", "Unsigned")
        return self.power.name if self.power else _("Game master")


@dataclass(frozen=True)
class ThreadLine:
    """One thread in a list. `powers` is empty for public ones and one's own notebook; `last` if
    nobody wrote yet. `report` is the phase whose report it is about, if it is."""

    url: str
    title: str
    is_notebook: bool
    powers: list[Power]
    last: LetterLine | None
    unread: int
    current: bool
    report: Phase | None = None

    @property
    def link(self) -> str:
        """The address of the first unread letter, or of the newest."""
        if self.unread:
            return f"{self.url}#new"
        return f"{self.url}#letter-{self.last.key}" if self.last else self.url

    @property
    def at(self) -> dt.datetime | None:
        """When something came last: a letter, or the report."""
        if self.last is not None:
            return self.last.sent_at
        return self.report.resolved_at if self.report else None


def lines(
    part: access.Part, here: str = "", *, reported: Iterable[Phase] | None = None
) -> list[ThreadLine]:
    """The threads of a game in which somebody may read a letter, the newest first.

    The public one stands before them, letters or not; among them are the reports of the phases
    `reported`, the newest first, discussed or not: the newest few, where nothing is said. `here` is
    the address being looked at.
    """
    viewer, game, own = part.viewer, part.game, part.sat_in
    readable = access.letters(viewer, [game]).order_by()
    count = Value(0)
    if isinstance(viewer, User) and access.keeps_bookmarks(part):
        readable = sending.with_marks(readable, viewer)
        count = Count("pk", filter=sending.unread(viewer))  # type: ignore[assignment]
    stands = readable.values("thread").annotate(newest=Max("pk"), unread=count)
    waiting = dict(stands.values_list("newest", "unread"))
    names_open = access.sees_names(viewer, game)
    found = {}
    for letter, start in _starts(viewer, waiting):
        seats = list(letter.thread.seats.all())
        address = places.url(game, seats, letter.thread)
        found[address] = ThreadLine(
            url=address,
            title=_title(letter.thread),
            is_notebook=len(seats) == 1,
            # One's only seat need not be named.
            powers=[Power(seat.power) for seat in seats if own != {seat.pk}],
            last=line(
                viewer,
                letter,
                "" if letter.muted else markup.in_a_line(start, author=quoted_name),
                names_open=names_open,
                muted=bool(letter.muted),
            ),
            unread=waiting[letter.pk] if not seats or own & {seat.pk for seat in seats} else 0,
            current=address == here,
            report=letter.thread.phase,
        )
    public = places.url(game, [])
    everyone = ThreadLine(public, "", False, [], None, 0, current=public == here)
    first = found.pop(public, everyone)
    if reported is None:
        reported = reports.of(game)[: reports.NEWEST]
    quiet = _undiscussed(game, found.values(), here, reported)
    return [first, *merge(found.values(), quiet, key=_when, reverse=True)]


def _title(thread: Thread) -> str:
    return reports.title(thread.phase) if thread.phase else thread.title


def _when(line: ThreadLine) -> dt.datetime:
    assert line.at is not None
    return line.at


def _undiscussed(
    game: Game, found: Iterable[ThreadLine], here: str, reported: Iterable[Phase]
) -> Iterator[ThreadLine]:
    """The reports of which no thread was `found`."""
    discussed = {line.report.pk for line in found if line.report}
    for phase in reported:
        if phase.pk not in discussed:
            phase.game = game
            address = reports.url(phase)
            title, current = reports.title(phase), address == here
            yield ThreadLine(address, title, False, [], None, 0, current, report=phase)


def unread(listed: Sequence[ThreadLine]) -> int:
    """How many letters wait in these threads, without the one being looked at."""
    return sum(line.unread for line in listed if not line.current)


def _starts(viewer: access.Viewer, newest: Collection[int]) -> list[tuple[Letter, str]]:
    """These letters, newest first, each with the start of its text alone."""
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    letters = muting.marked(Letter.objects.filter(pk__in=newest), viewer)
    letters = letters.order_by("-pk").defer("text")
    letters = letters.select_related("thread__phase", "seat", "person").prefetch_related(seats)
    return [(letter, letter.start) for letter in letters.annotate(start=Left("text", START))]


def line(
    viewer: access.Viewer, letter: Letter, text: str, *, names_open: bool, **more: object
) -> LetterLine:
    """How `viewer`, who may read `letter`, sees it, with the start of its text or all of it."""
    mine = letter.person_id == viewer.pk
    signed = access.signs(viewer, letter)
    shown = signed and (names_open or mine or letter.seat is None)
    return LetterLine(
        key=letter.key,
        power=Power(letter.seat.power) if letter.seat and signed else None,
        name=access.author_name(viewer, letter, names_open=names_open) if shown else "",
        mine=mine,
        sent_at=letter.sent_at,
        text=text,
        unsigned=letter.unsigned,
        hidden=letter.hidden_at is not None,
        **more,  # type: ignore[arg-type]
    )


def address_of(viewer: access.Viewer, letter: Letter) -> str:
    """Where `viewer` finds a letter that they may read: on the newest page of its thread, or on one
    in whose midst it stands."""
    game, thread = letter.thread.game, letter.thread
    seats = list(thread.seats.order_by("place"))
    later = access.letters(viewer, [game]).filter(thread=thread, pk__gt=letter.pk).order_by("pk")
    following = later.values_list("key", flat=True)[: PAGE // 2]
    page = f"?before={following[PAGE // 2 - 1]}" if len(following) == PAGE // 2 else ""
    return f"{places.url(game, seats, thread)}{page}#letter-{letter.key}"


class Window:
    """The letters of a thread that one page shows, oldest first: the newest, or those before one.

    `before` is the key of a letter; one that `viewer` may not read is none. `thread` is None before
    its first letter, `newest` where nothing may be read. `earlier` is the key of the letter before
    which the page before this one ends, `is_last` whether none comes after.
    """

    def __init__(self, part: access.Part, place: places.Place, before: str) -> None:
        self.viewer = viewer = part.viewer
        self.game, self.thread = place.game, place.thread
        letters = access.letters(viewer, [self.game]).filter(thread=self.thread).order_by("-pk")
        # PostgreSQL takes no NUL, so a key is looked for that can be one.
        end = letters.filter(key=before).first() if before.isalnum() else None
        self.is_last = end is None
        if end is not None:
            letters = letters.filter(pk__lt=end.pk)
        letters = letters.select_related("seat", "person")
        shown = list(muting.marked(letters, viewer)[: PAGE + 1])
        self.earlier = shown[PAGE - 1].key if len(shown) > PAGE else None
        self.letters = shown[:PAGE][::-1]
        self.newest = self.letters[-1] if self.letters else None
        self.keeps = access.keeps_bookmarks(part)
        self.seen = sending.last_read(self.thread, viewer) if self.thread and self.keeps else 0

    @cached_property
    def _phases(self) -> list[Phase]:
        counting = self.game.phases.exclude(status=Phase.Status.SUPERSEDED)
        return list(counting.order_by("opened_at", "number"))

    @property
    def reported(self) -> list[Phase]:
        """The newest phases that have a report, for the list of threads beside the letters."""
        resolved = (each for each in reversed(self._phases) if each.status == each.Status.RESOLVED)
        return list(islice(resolved, reports.NEWEST))

    @cached_property
    def display(self) -> Display:
        return Display(self._phases, spoken=self.game.language)

    @cached_property
    def lines(self) -> list[LetterLine]:
        names_open = access.sees_names(self.viewer, self.game)
        first_new = self._first_new()
        phases = self._phases
        opened = [phase.opened_at for phase in phases]
        lines, last = [], -1
        for letter in self.letters:
            during = max(bisect_right(opened, letter.sent_at) - 1, 0)
            lines.append(
                line(
                    self.viewer,
                    letter,
                    letter.text,
                    html=self.display.html(letter.text),
                    names_open=names_open,
                    muted=bool(letter.muted),
                    phase=_phase_name(phases[during]) if during != last else "",
                    first_new=letter.pk == first_new,
                )
            )
            last = during
        return lines

    def _first_new(self) -> int | None:
        """The first letter that the reader has yet to read, if they keep bookmarks here."""
        if not self.keeps:
            return None
        others = (
            letter
            for letter in self.letters
            if letter.person_id != self.viewer.pk and not letter.muted
        )
        return next((letter.pk for letter in others if letter.pk > self.seen), None)

    def mark_read(self) -> None:
        """Remember that the reader has seen these letters."""
        if self.newest is None or self.newest.pk <= self.seen or not self.keeps:
            return
        assert self.thread is not None
        assert isinstance(self.viewer, User)
        sending.mark_read(self.thread, self.viewer, self.newest)


def _phase_name(phase: Phase) -> str:
    if phase.status == Phase.Status.FINAL:
        return _("After the end")
    return wording.phase(phase)
