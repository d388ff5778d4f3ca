"""Lists of threads, and the messages of a thread, from rows that the reader may read."""

import datetime as dt
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from django.db.models import Count, Max, Prefetch, Value
from django.db.models.functions import Left
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User

from .... import access, wording
from ....models import Message, Phase, Seat, Thread
from ....press import locations, muting, report_threads
from ....press import unread as press_unread
from ....press.locations import PAGE
from ....wording import markup
from ....wording.messages import MessageHtml, quoted_name
from ....wording.signatures import signature

# Characters of a message that are read for a list of threads, and that the list has of its words.
START_LENGTH = 200
START_READ = START_LENGTH * markup.READ_PER_CHARACTER


@dataclass(frozen=True)
class PowerLabel:
    """A power on a page: its code and its name."""

    code: str

    @property
    def name(self) -> str:
        return wording.power(self.code)


@dataclass(frozen=True)
class MessageLine:
    """A message on a page.

    `power` is None for the game master and for a message that is unsigned to this reader. `name` is
    the author's, empty if the reader may not know it.

    `html` is the rendered text if the page shows all of it. `phase` names the phase in which the
    message was sent if it is the first message of that phase on the page. `first_new` marks the
    first unread message. `request_key` is that of the form that sent the message; only its
    author gets it.
    """

    key: str
    power: PowerLabel | None
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
    request_key: str = ""

    @property
    def writer(self) -> str:
        """The author, in words for a list."""
        if self.mine:
            return _("You")
        if self.unsigned:
            return pgettext("message", "Unsigned")
        return self.power.name if self.power else _("Game master")


@dataclass(frozen=True)
class ThreadLine:
    """A thread in a list.

    `location` is its name (see `locations.location_name`).
    `powers` is empty for public threads and for the reader's notebook. `last` is the newest
    message, None if there is none. `report` is the phase whose report the thread discusses, if any.
    `current` marks the thread on the page. `masters` names a thread with the game masters
    (see `masters_label`). `draft` is the beginning of the reader's unsent text, if
    any, stored at `drafted_at` (see `pages.press.drafts`).
    """

    url: str
    location: str
    title: str
    is_notebook: bool
    powers: list[PowerLabel]
    last: MessageLine | None
    unread: int
    current: bool
    masters: str = ""
    report: Phase | None = None
    draft: str = ""
    drafted_at: dt.datetime | None = None

    @property
    def link(self) -> str:
        """Address of the first unread message, else of the newest."""
        if self.unread:
            return f"{self.url}#new"
        if self.last is not None:
            return f"{self.url}#message-{self.last.key}"
        return f"{self.url}#write" if self.drafted_at else self.url

    @property
    def at(self) -> dt.datetime | None:
        """Time of the newest message, else of the report or the draft."""
        if self.last is not None:
            return self.last.sent_at
        return self.report.resolved_at if self.report else self.drafted_at


def thread_lines(
    role: access.Role, current_url: str = "", *, reported: Iterable[Phase] | None = None
) -> list[ThreadLine]:
    """The threads of a game in which the reader may read a message, the newest first.

    The public thread comes first, even if it is empty. The reports of the phases `reported` (newest
    first; by default the newest few) are listed too: among the threads if somebody has written
    about them, else behind. `current_url` is the address of the thread on the page.
    """
    viewer, game, own = role.viewer, role.game, role.sat_in
    readable = access.messages(viewer, [game]).order_by()
    count = Value(0)
    if isinstance(viewer, User) and access.keeps_bookmarks(role):
        readable = press_unread.with_marks(readable, viewer)
        count = Count("pk", filter=press_unread.unread(viewer))  # type: ignore[assignment]
    newest_by_thread = readable.values("thread").annotate(newest=Max("pk"), unread=count)
    unread = dict(newest_by_thread.values_list("newest", "unread"))
    names_open = access.sees_names(viewer, game)
    found = {}
    for message, start in _with_starts(viewer, unread):
        seats = list(message.thread.seats.all())
        address = locations.thread_url(game, seats, message.thread)
        found[address] = ThreadLine(
            url=address,
            location=locations.location_name(seats, message.thread),
            title=_title(message.thread),
            is_notebook=len(seats) == 1 and not message.thread.with_masters,
            # The only seat of the reader need not be named.
            powers=[PowerLabel(seat.power) for seat in seats if own != {seat.pk}],
            masters=masters_label(role, seats) if message.thread.with_masters else "",
            last=message_line(
                viewer,
                message,
                "" if message.muted else first_words(start),
                names_open=names_open,
                muted=bool(message.muted),
            ),
            unread=unread[message.pk] if _is_own(role, message.thread, seats) else 0,
            current=address == current_url,
            report=message.thread.phase,
        )
    public = locations.thread_url(game, [])
    empty = ThreadLine(
        public, locations.PUBLIC, "", False, [], None, 0, current=public == current_url
    )
    first = found.pop(public, empty)
    if reported is None:
        reported = report_threads.reported_phases(game)[: report_threads.NEWEST]
    quiet = _undiscussed(found.values(), current_url, reported)
    return [first, *sorted([*found.values(), *quiet], key=list_order, reverse=True)]


def masters_label(role: access.Role, circle: Sequence[Seat]) -> str:
    """The name of a thread with the game masters, for its reader: whom it is shared with.

    Empty for a master who shares it with a player: then its power names it.
    """
    if not circle:
        return _("Game masters")
    return "" if role.sat_in.isdisjoint(seat.pk for seat in circle) else _("Game master")


def _is_own(role: access.Role, thread: Thread, seats: Sequence[Seat]) -> bool:
    """Whether messages of a thread are for the reader, and not only open to everyone."""
    own = thread.is_public or thread.with_masters
    return own or not role.sat_in.isdisjoint(seat.pk for seat in seats)


def _title(thread: Thread) -> str:
    return report_threads.report_title(thread.phase) if thread.phase else thread.title


def newest_time(line: ThreadLine) -> dt.datetime:
    """Return the time of a line of a list."""
    assert line.at is not None
    return line.at


def list_order(line: ThreadLine) -> tuple[bool, dt.datetime]:
    """Return the key by which threads are listed in descending order: those with texts first."""
    return line.last is not None or line.drafted_at is not None, newest_time(line)


def _undiscussed(
    found: Iterable[ThreadLine], current_url: str, reported: Iterable[Phase]
) -> Iterator[ThreadLine]:
    """Lines for the reports without a thread among `found`."""
    discussed = {line.report.pk for line in found if line.report}
    for phase in reported:
        if phase.pk not in discussed:
            address = report_threads.report_url(phase)
            title, current = report_threads.report_title(phase), address == current_url
            name = locations.location_name([], phase=phase)
            yield ThreadLine(address, name, title, False, [], None, 0, current, report=phase)


def unread_count(lines: Sequence[ThreadLine]) -> int:
    """Number of unread messages in these threads, except the one on the page."""
    return sum(line.unread for line in lines if not line.current)


def _with_starts(viewer: access.Viewer, newest: Collection[int]) -> list[tuple[Message, str]]:
    """The messages with these keys, newest first, each with only the start of its text."""
    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    messages = muting.mark_muted(Message.objects.filter(pk__in=newest), viewer)
    messages = messages.order_by("-pk").defer("text")
    messages = messages.select_related("thread__phase", "seat", "person").prefetch_related(seats)
    return [
        (message, message.start) for message in messages.annotate(start=Left("text", START_READ))
    ]


def first_words(text: str) -> str:
    """The words with which a text begins, for a list."""
    return markup.in_a_line(text, author_name=quoted_name, longest=START_LENGTH)


def message_line(
    viewer: access.Viewer, message: Message, text: str, *, names_open: bool, **more: object
) -> MessageLine:
    """The line of `message`, which `viewer` may read.

    `text` is all of it, or its start; `more` are further fields of `MessageLine`.
    """
    signed = signature(viewer, message, names_open=names_open)
    return MessageLine(
        key=message.key,
        power=PowerLabel(signed.power) if signed.power else None,
        name=signed.name,
        mine=signed.mine,
        sent_at=message.sent_at,
        text=text,
        unsigned=message.unsigned,
        hidden=message.hidden_at is not None,
        request_key=str(message.request_key) if signed.mine else "",
        **more,  # type: ignore[arg-type]
    )


class MessagePage:
    """The messages of a thread on one page, oldest first: the newest ones, or those before one.

    `before` is the key of that message; it is ignored if the reader may not read the message.
    `thread` is None until it has a message, `newest` if there is nothing to read. `earlier` is the
    `before` of the page with earlier messages, None if there is none. `is_last` is whether this
    page has the newest messages.
    """

    def __init__(self, role: access.Role, location: locations.ThreadLocation, before: str) -> None:
        self.viewer = viewer = role.viewer
        self.game, self.thread = location.game, location.thread
        messages = access.messages(viewer, [self.game]).filter(thread=self.thread).order_by("-pk")
        # PostgreSQL refuses a NUL in a parameter, so other texts than keys are not looked up.
        end = messages.filter(key=before).first() if before.isalnum() else None
        self.is_last = end is None
        if end is not None:
            messages = messages.filter(pk__lt=end.pk)
        messages = messages.select_related("seat", "person")
        shown = list(muting.mark_muted(messages, viewer)[: PAGE + 1])
        self.earlier = shown[PAGE - 1].key if len(shown) > PAGE else None
        self.messages = shown[:PAGE][::-1]
        self.newest = self.messages[-1] if self.messages else None
        self.keeps_bookmarks = access.keeps_bookmarks(role)
        self.last_read = 0  # primary key of a message
        if self.thread and self.keeps_bookmarks:
            self.last_read = press_unread.last_read(self.thread, viewer)

    @cached_property
    def _phases(self) -> list[Phase]:
        counting = self.game.phases.not_superseded()
        return list(counting.order_by("opened_at", "number"))

    @property
    def reported(self) -> list[Phase]:
        """The newest phases with a report, for `thread_lines` on the same page."""
        resolved = (each for each in reversed(self._phases) if each.status == each.Status.RESOLVED)
        return list(islice(resolved, report_threads.NEWEST))

    @cached_property
    def display(self) -> MessageHtml:
        """Renderer of the messages, which also renders the preview of a new one."""
        return MessageHtml(self._phases, mentioned_in=self.game, draws_boards=True)

    @cached_property
    def lines(self) -> list[MessageLine]:
        names_open = access.sees_names(self.viewer, self.game)
        first_new = self._first_new()
        phases = self._phases
        opened = [phase.opened_at for phase in phases]
        lines, previous = [], -1
        for message in self.messages:
            # The last phase that had opened by then; messages before the first count as its own.
            during = max(bisect_right(opened, message.sent_at) - 1, 0)
            lines.append(
                message_line(
                    self.viewer,
                    message,
                    message.text,
                    html=self.display.html(message.text),
                    names_open=names_open,
                    muted=bool(message.muted),
                    phase=_phase_name(phases[during]) if during != previous else "",
                    first_new=message.pk == first_new,
                )
            )
            previous = during
        return lines

    def _first_new(self) -> int | None:
        """Primary key of the first message that the reader has not read.

        None if there is none, or if the site keeps no bookmarks for the reader.
        """
        if not self.keeps_bookmarks:
            return None
        others = (
            message
            for message in self.messages
            if message.person_id != self.viewer.pk and not message.muted
        )
        return next((message.pk for message in others if message.pk > self.last_read), None)

    def mark_read(self) -> None:
        """Store that the reader has seen these messages."""
        if self.newest is None or self.newest.pk <= self.last_read or not self.keeps_bookmarks:
            return
        assert self.thread is not None
        assert isinstance(self.viewer, User)
        press_unread.mark_read(self.thread, self.viewer, self.newest)


def _phase_name(phase: Phase) -> str:
    if phase.status == Phase.Status.FINAL:
        return _("After the end")
    return wording.phase(phase)
