"""Where letters are written: a thread, or one that its first letter will open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef
from django.http import Http404
from django.urls import reverse

from .. import access
from ..models import Game, Letter, Phase, Seat, Thread
from . import reports
from .sending import circle_name


@dataclass(frozen=True)
class Place:
    """A place of the seats of `circle`, in their order; public where that is empty, the notebook of
    a seat where it is one. `thread` is None before its first letter, which brings a title along
    where the place is `to_be_titled`; one about the report of a `phase` has its title from that.
    `asked` says whether its reader knows of a power that somebody wanted to let in."""

    game: Game
    circle: Sequence[Seat]
    thread: Thread | None
    to_be_titled: bool = False
    phase: Phase | None = None
    asked: bool = False

    @property
    def is_notebook(self) -> bool:
        return len(self.circle) == 1

    @property
    def can_grow(self) -> bool:
        """Whether a power may be let in: a thread without a title is its powers' for good."""
        return len(self.circle) > 1 and self.thread is not None and bool(self.thread.title)

    @property
    def title(self) -> str:
        if self.phase is not None:
            return reports.title(self.phase)
        return self.thread.title if self.thread else ""

    @property
    def report_url(self) -> str:
        return reports.url(self.phase) if self.phase else ""

    @property
    def url(self) -> str:
        """Its page, whether or not a letter was sent there."""
        if self.thread is not None:
            return url(self.game, self.circle, self.thread)
        if self.phase is not None:
            return reverse("games:discuss", args=[self.game.slug, self.phase.code])
        return url(self.game, self.circle, to_be_titled=self.to_be_titled)


def url(
    game: Game,
    circle: Sequence[Seat],
    thread: Thread | None = None,
    *,
    to_be_titled: bool = False,
) -> str:
    if thread is not None and thread.key is not None:
        return reverse("games:topic", args=[game.slug, thread.key])
    new = "new_" if to_be_titled else ""
    if not circle:
        return reverse(f"games:{new}public_letters", args=[game.slug])
    return reverse(f"games:{new}letters_to", args=[game.slug, [seat.power for seat in circle]])


def untitled(game: Game, circle: Sequence[Seat]) -> Place:
    """The place that the seats of `circle` always share."""
    same = Thread.objects.filter(game=game, circle=circle_name(circle), title="")
    return Place(game, circle, same.first())


def topic_or_404(viewer: access.Viewer, game: Game, key: str) -> Place:
    """The titled thread of that key, if `viewer` may read a letter in it: a title is written to its
    readers as well."""
    readable = access.letters(viewer, [game]).filter(thread=OuterRef("pk"))
    asked = Exists(access.extensions(viewer, OuterRef("pk")))
    threads = Thread.objects.filter(Exists(readable), game=game, key=key).annotate(asked=asked)
    thread = threads.select_related("phase").first()
    if thread is None:
        raise Http404
    seats = list(thread.seats.order_by("place"))
    for seat in seats:
        seat.game = game
    if thread.phase is not None:
        thread.phase.game = game
    return Place(game, seats, thread, phase=thread.phase, asked=thread.asked)


def about(viewer: access.Viewer, phase: Phase) -> Place:
    """Where the report of a resolved phase is discussed. Its thread is there for those who may read
    a letter in it; whoever writes first, opens it."""
    thread = Thread.objects.filter(phase=phase).first()
    if thread and not access.letters(viewer, [phase.game]).filter(thread=thread).exists():
        thread = None
    return Place(phase.game, [], thread, phase=phase)


def of(letter: Letter, place: Place) -> Place:
    """Where a letter that was written at `place` stands."""
    return replace(place, thread=letter.thread)


def letter_or_404(viewer: access.Viewer, game: Game, key: str) -> Letter:
    found = access.letters(viewer, [game]).filter(key=key).select_related("thread").first()
    if found is None:
        raise Http404
    return found
