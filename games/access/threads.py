"""Who may stand before a thread, write in it, and let others in."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404

from accounts.models import User

from ..models import Extension, Game, Seat, Tenure, Thread
from .parts import TO_THE_END, Part, Viewer, held_seats, is_master


def circle_or_404(part: Part, powers: Sequence[str]) -> list[Seat]:
    """The seats of a private thread, or the one of a notebook, by place, for whoever holds or held
    one of them.

    To everyone else, masters and operators included, it does not exist, whether or not a letter
    was ever written in it, unless the private letters of the game are everyone's by now. Which of
    its letters they read is for `letters` to say.
    """
    game = part.game
    seats = list(game.seats.filter(power__in=powers).order_by("place"))
    if len(seats) < min(2, len(powers)) or len(seats) != len(set(powers)):
        raise Http404
    everybodys = game.letters_are_open and len(seats) > 1
    if not everybodys and part.sat_in.isdisjoint(seat.pk for seat in seats):
        raise Http404
    for seat in seats:
        seat.game = game
    return seats


def writing_seats(part: Part, circle: Sequence[Seat]) -> list[Seat]:
    """The seats from which they may write to `circle`; to the public where it is empty."""
    return [seat for seat in part.held if not circle or seat in circle]


def may_write_as(person: User, game: Game, seat: Seat | None) -> bool:
    """Whether `person` may sign as `seat`, or without one as the game master."""
    if seat is None:
        return game.has_begun and is_master(person, game)
    return held_seats(person, game).filter(pk=seat.pk).exists()


def keeps_bookmarks(part: Part) -> bool:
    """Whether the site remembers what they have read: players, former ones, and masters."""
    return part.has_played or part.is_master


def extensions(viewer: Viewer, thread: Thread | OuterRef) -> QuerySet[Extension]:
    """What was proposed in a private thread while `viewer` sat there, who still does. A seat that
    joined it reads of no proposal before the one that let it in."""
    if not isinstance(viewer, User):
        return Extension.objects.none()
    let_in_later = Extension.objects.filter(
        outcome=Extension.Outcome.JOINED,
        thread=OuterRef(OuterRef("thread")),
        seat=OuterRef("seat"),
        pk__gt=OuterRef(OuterRef("pk")),
    )
    sat_there = Tenure.objects.filter(
        TO_THE_END,
        ~Exists(let_in_later),
        person=viewer,
        seat__threads=OuterRef("thread"),
        since__lte=OuterRef("made_at"),
    )
    return Extension.objects.filter(Exists(sat_there), thread=thread).order_by("pk")


def extension_or_404(viewer: Viewer, game: Game, key: str) -> Extension:
    found = Extension.objects.filter(thread__game=game, key=key).select_related("thread").first()
    if found is None or not extensions(viewer, found.thread).filter(pk=found.pk).exists():
        raise Http404
    return found
