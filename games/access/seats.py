"""Who may act from a seat, take one, and give one to somebody."""

import secrets

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse

from accounts.models import User

from ..models import Game, Seat, Tenure
from .games import found, game_or_404, invited_game_or_404
from .parts import TO_THE_END, Viewer, held_seats, is_master
from .site import may_administer


def seats_in_hand(viewer: Viewer) -> QuerySet[Seat]:
    """The seats that `viewer` holds, or held when their game ended, in whatever game."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    held = Tenure.objects.filter(TO_THE_END, person=viewer)
    return Seat.objects.filter(pk__in=held.values("seat")).order_by("game_id", "place")


def seat_or_404(viewer: Viewer, game: Game, power: str) -> Seat:
    """The seat of `power` that `viewer` holds now. To everyone else it does not exist."""
    seat = held_seats(viewer, game).filter(power=power).first()
    if seat is None:
        raise Http404
    seat.game = game
    return seat


def seat_of_or_404(game: Game, power: str) -> Seat:
    """The seat of `power`, whoever holds it: for those who act on seats, not from them."""
    seat = game.seats.filter(power=power).first()
    if seat is None:
        raise Http404
    seat.game = game
    return seat


def suspended_seats(viewer: Viewer, game: Game) -> set[int]:
    """The seats whose holders are suspended, by their primary keys, for the masters: to others,
    administrators too, it would tell who plays."""
    if not is_master(viewer, game):
        return set()
    held = Tenure.objects.filter(seat__game=game, until=None)
    out = held.filter(person__is_active=False, person__closed_at=None)
    return set(out.values_list("seat", flat=True))


def may_take_seat(viewer: Viewer, seat: Seat, key: str = "") -> bool:
    """Whether a seat in civil disorder is offered to `viewer`; `key` is that of an invitation."""
    game = seat.game
    if not game.is_running or seat.disorder_since is None or game.conduct is None:
        return False
    open_to, kinds = game.conduct.seats_open_to, game.conduct.SeatsOpenTo
    if open_to == kinds.CHOSEN:
        return False
    invited = secrets.compare_digest(key.encode(), game.invitation_key.encode())
    return invited or (open_to == kinds.ANYONE and game.visibility == Game.Visibility.PUBLIC)


def offered_seat_or_404(viewer: Viewer, slug: str, power: str, key: str = "") -> Seat:
    """A seat of a game that `viewer` sees, or to which the invitation of that `key` leads. Whether
    it is offered to them is for `may_take_seat` to say."""
    game = invited_game_or_404(slug, key) if key else game_or_404(viewer, slug)
    return seat_of_or_404(game, power)


def governed_seat_or_404(viewer: Viewer, slug: str, power: str) -> Seat:
    """A seat, for whoever may give it to somebody: the game's masters, and administrators who have
    no part in it. To everyone else it does not exist."""
    game = Game.objects.select_related("conduct").filter(slug=slug).first()
    if game is None or not (is_master(viewer, game) or may_administer(viewer, game)):
        raise Http404
    return seat_of_or_404(found(game), power)


def seat_invitation_path(seat: Seat) -> str:
    """The link by which an open seat may be taken, in private games too. For the masters."""
    return reverse(
        "games:take_invited", args=[seat.game.slug, seat.power, seat.game.invitation_key]
    )
