"""Access to seats: acting from a seat, taking one over, giving one to a person."""

import secrets

import structlog
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.urls import reverse

from accounts import clock
from accounts.compiled_queries import CompiledQuery
from accounts.models import User, active_now

from ..models import (
    Center,
    DeclaredPlayer,
    Game,
    GameSettings,
    Mastership,
    Phase,
    Seat,
    SeatInvitation,
    Tenure,
    Unit,
)
from ..models.game import RUNNING
from .administration import may_administer
from .games import (
    found_or_404,
    game_or_404,
    invited_game_or_404,
    mastered_game_or_404,
    run_game_or_404,
)
from .roles import Viewer, held_seats, is_master


def seats_in_hand(viewer: Viewer) -> QuerySet[Seat]:
    """Return the seats of all games that `viewer` holds, or held when the game ended."""
    if not isinstance(viewer, User):
        return Seat.objects.none()
    held = Tenure.objects.lasting().filter(person=viewer)
    return Seat.objects.filter(pk__in=held.values("seat")).order_by("game_id", "place")


def holds(person: User, seat: Seat) -> bool:
    return bool(_TENURE.rows(seat=seat.pk, person=person.pk))


def _tenure(seat: int, person: int) -> "QuerySet[Tenure, tuple[int]]":
    held = Tenure.objects.current().filter(seat=seat, person=person)
    return held.order_by().values_list("pk")


_TENURE = CompiledQuery(_tenure, seat=int, person=int)


def seats_entered_by(viewer: Viewer, game: Game) -> QuerySet[Seat]:
    """Return the seats whose orders `viewer` enters, and so reads, as a master of `game`.

    This is the one exception from the rule that only their seat reads the orders of an open phase.
    There are none unless the game has agreed to it; then they are the seats of players without an
    account, and of players who have switched it on.
    """
    if not game.orders_by_master or not is_master(viewer, game):
        return Seat.objects.none()
    return game.seats.entered_by_master().order_by("place")


def entered_game_or_404(viewer: Viewer, slug: str) -> Game:
    """Return a running game whose orders `viewer` may enter for players who agreed to it."""
    game = run_game_or_404(viewer, slug)
    if not game.orders_by_master or not game.is_running:
        raise Http404
    return game


def declared_player_or_404(viewer: Viewer, slug: str, pk: int) -> DeclaredPlayer:
    """Return a player without an account, with the game, for a master of it."""
    game = mastered_game_or_404(viewer, slug)
    player = game.declared_players.current().filter(pk=pk).first()
    if player is None:
        raise Http404
    player.game = game
    return player


def declared_by_key_or_404(slug: str, key: str) -> DeclaredPlayer:
    """Return the player without an account whose seat a link offers, with the game.

    Whoever has the link may read the page of the offer, also that of a private game.
    """
    found = DeclaredPlayer.objects.current().filter(game__slug=slug, invitation_key=key)
    player = found.select_related("game__settings").first()
    if player is None or not player.game.is_running:
        raise Http404
    structlog.contextvars.bind_contextvars(game=slug)
    return player


def seat_or_404(person: User, slug: str, power: str) -> Seat:
    """Return a seat, with its game, that `person` holds, or held when the game ended.

    The game needs no check of its own: the holder of a seat may see its game.
    """
    seat, _held = own_seats_or_404(person, slug, power)
    return seat


def own_seats_or_404(person: User, slug: str, power: str) -> tuple[Seat, list[Seat]]:
    """Return the seat of `seat_or_404`, and all seats of its game that `person` holds, by place."""
    held = [tenure.seat for tenure in _HELD.objects(person=person.pk, slug=slug)]
    seat = next((each for each in held if each.power == power), None)
    if seat is None:
        raise Http404
    for each in held:
        each.game = seat.game
    structlog.contextvars.bind_contextvars(game=slug)
    return seat, held


def _held(person: int, slug: str) -> QuerySet[Tenure]:
    held = Tenure.objects.lasting().filter(person=person, seat__game__slug=slug)
    return held.select_related("seat__game").order_by("seat__place")


_HELD = CompiledQuery(_held, person=int, slug=str)


def joint_seats_or_404(person: User, slug: str) -> list[Seat]:
    """Return the seats, with their game, that `person` holds, if there are several.

    They are those held when the game ended too, by their place.
    """
    seats = [tenure.seat for tenure in _HELD.objects(person=person.pk, slug=slug)]
    if len(seats) < 2:
        raise Http404
    structlog.contextvars.bind_contextvars(game=slug)
    return seats


def amended_game_or_404(viewer: Viewer, slug: str) -> tuple[Game, Seat | None]:
    """Return a begun game whose house rules `viewer` may propose to amend, and the seat for it.

    A master needs no seat. Players may propose it only while no master can act.
    """
    game = game_or_404(viewer, slug)
    if game.has_begun and is_master(viewer, game):
        return game, None
    seat = held_seats(viewer, game).order_by("place").first()
    if not game.has_begun or seat is None or game.masterships.present().exists():
        raise Http404
    seat.game = game
    return game, seat


def any_seat_or_404(game: Game, power: str) -> Seat:
    """Return the seat of `power`, for actions on a seat that may belong to somebody else.

    404 for a neutral power: nobody ever plays it.
    """
    seat = game.seats.playable().filter(power=power).first()
    if seat is None:
        raise Http404
    return seat


def suspended_seats(viewer: Viewer, game: Game) -> set[int]:
    """Return the primary keys of seats whose holders are suspended.

    The set is empty unless `viewer` is a master. To others, administrators too, it would disclose
    who plays.
    """
    if not is_master(viewer, game):
        return set()
    held = Tenure.objects.current().filter(seat__game=game)
    out = held.filter(person__closed_at=None).exclude(active_now("person__"))
    return set(out.values_list("seat", flat=True))


def open_seats(viewer: Viewer) -> QuerySet[Seat]:
    """Return the seats in civil disorder of public games that `viewer` may take over.

    Their powers have units or centers left. Seats are left out that are kept for the player of a
    game that was taken over, and games in which `viewer` plays or played, or which they master or
    mastered.
    """
    now = Phase.Status.OPEN
    # By the game of the phase: PostgreSQL would look through the units of all phases of a seat.
    of_hand = {"phase__game": OuterRef("game"), "seat__hand": OuterRef("hand")}
    units = Unit.objects.filter(**of_hand, phase__status=now).order_by()
    centers = Center.objects.filter(**of_hand, phase__status=now).order_by()
    kept = SeatInvitation.objects.keeping_seats(clock.now()).order_by()
    found = Seat.objects.filter(
        Exists(units) | Exists(centers),
        ~Exists(kept.filter(game=OuterRef("game"), seat__hand=OuterRef("hand"))),
        disorder_since__isnull=False,
        game__status__in=RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
        game__settings__seats_open_to=GameSettings.SeatsOpenTo.ANYONE,
    )
    if not isinstance(viewer, User):
        return found
    mastered = Mastership.objects.filter(person=viewer).values("game")
    played = Tenure.objects.filter(person=viewer).values("seat__game")
    return found.exclude(game__in=mastered).exclude(game__in=played)


def may_take_seat(viewer: Viewer, seat: Seat, key: str = "") -> bool:
    """Whether `viewer` may take over a seat in civil disorder.

    Without the `key` of an invitation, only seats of public games that are open to anyone may be
    taken, and not those that are kept for an invited person.
    """
    game = seat.game
    if not game.is_running or seat.disorder_since is None or game.settings is None:
        return False
    open_to, kinds = game.settings.seats_open_to, game.settings.SeatsOpenTo
    if open_to == kinds.CHOSEN:
        return False
    invited = secrets.compare_digest(key.encode(), game.invitation_key.encode())
    keeping = SeatInvitation.objects.keeping_seats(clock.now())
    is_kept = keeping.filter(game=game, seat__hand=seat.hand).exists
    is_public = game.visibility == Game.Visibility.PUBLIC
    return invited or (open_to == kinds.ANYONE and is_public and not is_kept())


def offered_seat_or_404(viewer: Viewer, slug: str, power: str, key: str = "") -> Seat:
    """Return a seat of a game that `viewer` sees, or to which the invitation with `key` leads.

    The caller checks `may_take_seat`.
    """
    game = invited_game_or_404(slug, key) if key else game_or_404(viewer, slug)
    return any_seat_or_404(game, power)


def governed_seat_or_404(viewer: Viewer, slug: str, power: str) -> Seat:
    """Return a seat for a person who may give it to somebody else.

    These are the game's masters, and administrators without a role in it. 404 for everyone else.
    """
    game = Game.objects.select_related("settings").filter(slug=slug).first()
    if game is None or not (is_master(viewer, game) or may_administer(viewer, game)):
        raise Http404
    return any_seat_or_404(found_or_404(game), power)


def seat_invitation_path(seat: Seat) -> str:
    """Return the link to take an open seat, even of a private game. For masters."""
    return reverse(
        "games:take_invited", args=[seat.game.slug, seat.power, seat.game.invitation_key]
    )
