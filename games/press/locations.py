"""Locations of messages: a thread, or one that does not exist until its first message."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.http import Http404
from django.urls import reverse

from .. import access
from ..models import Game, Message, Phase, Seat, Thread
from ..models.press import MASTERS
from . import report_threads

PUBLIC = ""  # the name of the location of the public thread without a title
NEW = "new "  # begins the names of the locations of first messages of titled threads


@dataclass(frozen=True)
class ThreadLocation:
    """A thread of the seats of `circle`, which may not exist yet.

    `circle` is ordered by place; it is empty for a public thread and has one seat for a notebook.
    `thread` is None before the first message; `to_be_titled` means that this message needs a title.
    A thread about the report of a `phase` takes its title from the phase. `has_proposals` says
    whether the reader may see proposals to add a power.

    A thread `with_masters` is that of one player, whose first seat is the `circle`, or that of the
    masters alone, with an empty one.
    """

    game: Game
    circle: Sequence[Seat]
    thread: Thread | None
    to_be_titled: bool = False
    phase: Phase | None = None
    has_proposals: bool = False
    with_masters: bool = False

    @property
    def name(self) -> str:
        """The name of the location in its game, the same before and after its first message."""
        if self.with_masters:
            return circle_name(self.circle, with_masters=True)
        return location_name(
            self.circle, self.thread, phase=self.phase, to_be_titled=self.to_be_titled
        )

    @property
    def is_public(self) -> bool:
        return not self.circle and not self.with_masters

    @property
    def is_notebook(self) -> bool:
        return len(self.circle) == 1 and not self.with_masters

    @property
    def can_grow(self) -> bool:
        """Whether a power may be added: only to private threads with a title."""
        return len(self.circle) > 1 and self.thread is not None and bool(self.thread.title)

    @property
    def title(self) -> str:
        if self.phase is not None:
            return report_threads.report_title(self.phase)
        return self.thread.title if self.thread else ""

    @property
    def report_url(self) -> str:
        return report_threads.report_url(self.phase) if self.phase else ""

    @property
    def url(self) -> str:
        """URL of the page, whether or not the thread exists yet."""
        if self.with_masters:
            return masters_url(self.game, self.circle)
        if self.thread is not None:
            return thread_url(self.game, self.circle, self.thread)
        if self.phase is not None:
            return reverse("games:discuss", args=[self.game.slug, self.phase.code])
        return thread_url(self.game, self.circle, to_be_titled=self.to_be_titled)


def thread_url(
    game: Game,
    circle: Sequence[Seat],
    thread: Thread | None = None,
    *,
    to_be_titled: bool = False,
) -> str:
    if thread is not None and thread.key is not None:
        return reverse("games:topic", args=[game.slug, thread.key])
    if thread is not None and thread.with_masters:
        return masters_url(game, circle)
    new = "new_" if to_be_titled else ""
    if not circle:
        return reverse(f"games:{new}public_press", args=[game.slug])
    return reverse(f"games:{new}thread", args=[game.slug, [seat.power for seat in circle]])


def masters_url(game: Game, circle: Sequence[Seat]) -> str:
    """Return the URL of the thread of the masters and one player, or of the masters alone."""
    if not circle:
        return reverse("games:masters_thread", args=[game.slug])
    return reverse("games:master_thread", args=[game.slug, circle[0].power])


def masters_location(game: Game, circle: Sequence[Seat]) -> ThreadLocation:
    """Return the location of the thread of the masters and one player, or of the masters alone.

    `access.masters_thread_or_404` returns the seat of the circle.
    """
    name = circle_name(circle, with_masters=True)
    thread = Thread.objects.filter(game=game, circle=name).first()
    return ThreadLocation(game, circle, thread, with_masters=True)


def untitled_location(game: Game, circle: Sequence[Seat]) -> ThreadLocation:
    """Return the location of the thread without a title that the seats of `circle` share."""
    same = Thread.objects.filter(game=game, circle=circle_name(circle), title="")
    return ThreadLocation(game, circle, same.first())


def titled_location_or_404(viewer: access.Viewer, game: Game, key: str) -> ThreadLocation:
    """Return the thread with a title that has this key, if `viewer` may read a message in it.

    A title has the same readers as the messages of its thread.
    """
    readable = access.messages(viewer, [game]).filter(thread=OuterRef("pk"))
    has_proposals = Exists(access.proposals(viewer, OuterRef("pk")))
    threads = Thread.objects.filter(Exists(readable), game=game, key=key).annotate(
        has_proposals=has_proposals
    )
    thread = threads.select_related("phase").first()
    if thread is None:
        raise Http404
    seats = list(thread.seats.order_by("place"))
    for seat in seats:
        seat.game = game
    if thread.phase is not None:
        thread.phase.game = game
    return ThreadLocation(
        game, seats, thread, phase=thread.phase, has_proposals=thread.has_proposals
    )


def report_location(viewer: access.Viewer, phase: Phase) -> ThreadLocation:
    """Return the location where the report of a resolved phase is discussed.

    It has no thread if `viewer` may read no message there. The first message creates the thread.
    """
    thread = Thread.objects.filter(phase=phase).first()
    if thread and not access.messages(viewer, [phase.game]).filter(thread=thread).exists():
        thread = None
    return ThreadLocation(phase.game, [], thread, phase=phase)


def location_in(message: Message, place: ThreadLocation) -> ThreadLocation:
    """Return `place` with the thread that its first message has created."""
    return replace(place, thread=message.thread)


def message_or_404(viewer: access.Viewer, game: Game, key: str) -> Message:
    found = access.messages(viewer, [game]).filter(key=key).select_related("thread").first()
    if found is None:
        raise Http404
    return found


def location_name(
    circle: Iterable[Seat],
    thread: Thread | None = None,
    *,
    phase: Phase | None = None,
    to_be_titled: bool = False,
) -> str:
    """Return the name of a location in its game.

    It looks like “0.2.5”, “new 0.2.5”, “gm2”, “topic …” or “report …”.
    """
    if thread is not None and thread.key is not None and thread.phase_id is None:
        return f"topic {thread.key}"
    about = thread.phase_id if thread is not None else phase and phase.pk
    if about is not None:
        return f"report {about}"
    with_masters = thread is not None and thread.with_masters
    return f"{NEW if to_be_titled else ''}{circle_name(circle, with_masters=with_masters)}"


def named_location(game: Game, seats: Iterable[Seat], name: str) -> ThreadLocation | None:
    """Return the location of this name; `seats` are those of the game. None if it has gone."""
    kind, _space, key = name.rpartition(" ")
    if kind == "report":
        phase = game.phases.filter(pk=key).first()
        return ThreadLocation(game, [], None, phase=phase) if phase else None
    if kind == "topic":
        thread = game.threads.filter(key=key).first()
        circle = list(thread.seats.order_by("place")) if thread else []
        return ThreadLocation(game, circle, thread) if thread else None
    if name.startswith(MASTERS):
        circle = [seat for seat in seats if str(seat.place) == name.removeprefix(MASTERS)]
        return ThreadLocation(game, circle, None, with_masters=True)
    places = {int(place) for place in key.split(".") if place}
    circle = [seat for seat in seats if seat.place in places]
    return ThreadLocation(game, circle, None, to_be_titled=f"{kind} " == NEW)


def circle_name(circle: Iterable[Seat], *, with_masters: bool = False) -> str:
    """Return the seats' places as a thread's row stores them, such as “0.2.5” or “gm2”."""
    places = ".".join(str(place) for place in sorted(seat.place for seat in circle))
    return f"{MASTERS}{places}" if with_masters else places


# The most messages on one page; earlier ones are on the pages before.
PAGE = 100


def message_url(viewer: access.Viewer, message: Message) -> str:
    """Return the URL of a message that `viewer` may read.

    It is on the newest page of its thread, or on a page that has it in the middle.
    """
    game, thread = message.thread.game, message.thread
    seats = list(thread.seats.order_by("place"))
    later = access.messages(viewer, [game]).filter(thread=thread, pk__gt=message.pk).order_by("pk")
    following = later.values_list("key", flat=True)[: PAGE // 2]
    page = f"?before={following[PAGE // 2 - 1]}" if len(following) == PAGE // 2 else ""
    return f"{thread_url(game, seats, thread)}{page}#message-{message.key}"
