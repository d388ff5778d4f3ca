"""Access to threads: opening one, writing in it, proposals to add members."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User

from ..models import Draft, Game, MemberProposal, Seat, Tenure, Thread
from ..models.press import MASTERS
from .messages import messages
from .roles import Role, Viewer, held_seats, is_master


def circle_or_404(role: Role, powers: Sequence[str]) -> list[Seat]:
    """Return the seats of a private thread or the seat of a notebook, by place.

    The viewer must hold or have held one of them. 404 for everyone else, masters and administrators
    included, whether or not the thread has any messages, unless the game has opened its private
    messages. `messages` decides which messages the viewer may read.
    """
    game = role.game
    seats = list(game.seats.playable().filter(power__in=powers).order_by("place"))
    if len(seats) < min(2, len(powers)) or len(seats) != len(set(powers)):
        raise Http404
    everybodys = game.messages_are_open and len(seats) > 1
    if not everybodys and role.sat_in.isdisjoint(seat.pk for seat in seats):
        raise Http404
    return seats


def masters_thread_or_404(role: Role, power: str | None) -> list[Seat]:
    """Return the seat whose player shares a thread with the masters: the player's first one.

    Without a `power`: none, for the thread of the masters alone. The viewer is a master, or has or
    had the seat, or may read a message in the thread because they were a master then. 404 for
    everyone else, whether or not the thread has any messages.
    """
    seats: list[Seat] = []
    if power is not None:
        playable = role.game.seats.playable()
        seat = playable.filter(power=power).first()
        if seat is None:
            raise Http404
        seats = list(playable.filter(hand=seat.hand).order_by("place")[:1])
    if role.is_master or not role.sat_in.isdisjoint(seat.pk for seat in seats):
        return seats
    circle = f"{MASTERS}{seats[0].place}" if seats else MASTERS
    if not messages(role.viewer, [role.game]).filter(thread__circle=circle).exists():
        raise Http404
    return seats


def writing_seats(role: Role, circle: Sequence[Seat]) -> list[Seat]:
    """Return the seats from which the viewer may write to `circle`, or in public if it is empty."""
    return [seat for seat in role.held if not circle or seat in circle]


def may_write_as(person: User, game: Game, seat: Seat | None) -> bool:
    """Whether `person` may write as `seat`, or as the game master if it is None."""
    if seat is None:
        return game.has_begun and is_master(person, game)
    return held_seats(person, game).filter(pk=seat.pk).exists()


def own_drafts(role: Role) -> QuerySet[Draft]:
    """Return the viewer's drafts in a game for the threads in which they may write now.

    This is the only way to read drafts: nobody reads those of others. They come the newest first.
    """
    if not role.held and not role.is_master:
        return Draft.objects.none()
    seats = Q(seat__in=[seat.pk for seat in role.held])
    mine = seats | Q(seat=None) if role.is_master else seats
    return Draft.objects.filter(mine, game=role.game, person=role.viewer.pk)


def keeps_bookmarks(role: Role) -> bool:
    """Whether the site stores the viewer's bookmarks: for players, former players and masters."""
    return role.has_played or role.is_master


def proposals(viewer: Viewer, thread: Thread | OuterRef) -> QuerySet[MemberProposal]:
    """Return the proposals made in a private thread that `viewer` may see.

    They are those made since `viewer` took a seat of the thread that they still hold. A seat that
    joined later sees none before the proposal that added it.
    """
    if not isinstance(viewer, User):
        return MemberProposal.objects.none()
    let_in_later = MemberProposal.objects.filter(
        outcome=MemberProposal.Outcome.JOINED,
        thread=OuterRef(OuterRef("thread")),
        seat=OuterRef("seat"),
        pk__gt=OuterRef(OuterRef("pk")),
    )
    sat_there = Tenure.objects.lasting().filter(
        ~Exists(let_in_later),
        person=viewer,
        seat__threads=OuterRef("thread"),
        since__lte=OuterRef("made_at"),
    )
    return MemberProposal.objects.filter(Exists(sat_there), thread=thread).order_by("pk")


def proposal_or_404(viewer: Viewer, game: Game, key: str) -> MemberProposal:
    found = (
        MemberProposal.objects.filter(thread__game=game, key=key).select_related("thread").first()
    )
    if found is None or not proposals(viewer, found.thread).filter(pk=found.pk).exists():
        raise Http404
    return found
