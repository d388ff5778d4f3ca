"""Players without an account: a game master declares that somebody holds a seat.

Nobody can sign in by a declaration. The master enters the orders that the person sends elsewhere.
In lobbies `lifecycle.lobby` adds and withdraws such players. All functions that concern seats lock
the open phase first and then the seats, as a handover does.
"""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User
from accounts.names import spelling

from .. import access
from ..core import audit
from ..core.errors import Refused
from ..core.links import absolute_url
from ..deadlines import control, open_phase
from ..models import DeclaredPlayer, Event, Game, Phase, Seat, SeatInvitation, Tenure
from ..models.declared_player import LONGEST_NAME
from ..models.fields import new_key
from ..notifications import notify
from ..notifications.mail import declared_addresses
from . import invitation_endings, people
from .civil_disorder import start_disorder
from .handover import (
    current_tenure,
    end_declaration,
    end_tenures,
    give_time,
    hand_over,
    lock_hand,
    log_each,
    may_take,
    void_orders,
)


def must_enter_orders(game: Game, person: User) -> None:
    """Raise `Refused` unless `person` masters a game that lets its master enter orders."""
    if not access.is_master(person, game):
        raise Refused(_("You’re no longer a game master of this game."))
    if not game.orders_by_master:
        raise Refused(_("In this game, the game master doesn’t enter orders."))


def clean_name(name: str, *, kept: str | None = None) -> str:
    """Return a name as it is stored; `kept` is the one that the player has.

    Raises `ValidationError` for one that nobody may have, or that an account has.
    """
    name = spelling.normalize(name)
    MaxLengthValidator(LONGEST_NAME)(name)  # which may have grown
    if name:
        spelling.validate(name)
    if name != kept and people.people_named([name]):
        raise ValidationError(
            _("An account on this site has this name. Invite that person, or write another name.")
        )
    return name


def is_open(seats: Sequence[Seat]) -> bool:
    """Whether the seats of a hand can be given to a player without an account."""
    disorder = all(seat.disorder_since is not None for seat in seats)
    declared = DeclaredPlayer.objects.holding(seats[0])
    return (disorder or current_tenure(seats) is None) and not declared.exists()


def declare(seat: Seat, *, name: str, email: str, by: User) -> DeclaredPlayer:
    """Declare that a person without an account plays an open seat, and all that belongs to it.

    Stored orders become void, and the person has the time of a whole phase. An `email` is asked
    to confirm itself.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        must_enter_orders(phase.game, by)
        if not is_open(seats):
            raise Refused(_("Someone plays this power. Its seat isn’t open."))
        before = current_tenure(seats)
        end_tenures(seats, Tenure.Ending.REPLACED)
        void_orders(phase, seats)
        for each in seats:
            each.disorder_since = each.ready_phase = each.lent_until = None
            each.save(update_fields=["disorder_since", "ready_phase", "lent_until"])
        player = new_player(phase.game, name, hand=seats[0].hand, by=by)
        event = log_each(Event.Kind.DECLARED, phase, seats, actor=by)
        notify.notify_event(event, also=[before.person_id] if before else [])
        give_time(phase, seats)
        control.end_rest(phase)
        invited = SeatInvitation.objects.filter(seat=seats[0])
        invitation_endings.end(invited, phase, by=by)
        invitation_endings.start_clock(phase)
        if email:
            declared_addresses.ask(player, email, by=by)
    return player


def new_player(game: Game, name: str, *, by: User, hand: int | None = None) -> DeclaredPlayer:
    """Store a player without an account. `hand` is None in a lobby."""
    last = game.phases.resolved().order_by("-number").values_list("number", flat=True).first()
    return DeclaredPlayer.objects.create(
        game=game,
        hand=hand,
        name=spelling.normalize(name),
        declared_by=by,
        since=clock.now(),
        told_phase=last or 0,
    )


def withdraw(player: DeclaredPlayer, *, by: User) -> None:
    """End the declaration of a player who has gone: the seat is open, and in civil disorder."""
    with transaction.atomic():
        phase, seats = _lock(player)
        must_enter_orders(phase.game, by)
        _end(phase, seats, by=by)


def end_without_master(game: Game, phase: Phase | None, *, by: User) -> None:
    """End all declarations of a game that `by` has just left without a game master.

    Nobody enters orders for these players any more. In a game that is over they stay. To be called
    with the open `phase` locked, or the game if it is in its lobby.
    """
    if game.masterships.current().exists():
        return
    players = game.declared_players.current()
    if game.in_lobby:
        for player in players:
            player.delete()
            audit.log(Event.Kind.PLACE_WITHDRAWN, game=game, actor=by)
    elif phase is not None:
        for player in players:
            seat = Seat.objects.filter(game=game, hand=player.hand).order_by("place")[0]
            _end(*lock_hand(seat, also_due=True), by=by)


def _end(phase: Phase, seats: Sequence[Seat], *, by: User) -> None:
    end_declaration(seats)
    start_disorder(phase, seats)
    notify.notify_event(log_each(Event.Kind.UNDECLARED, phase, seats, actor=by))


def change(player: DeclaredPlayer, *, name: str, email: str, by: User) -> None:
    """Change name and address of a player. A new address is asked to confirm itself.

    An empty name removes it, also from the pages of a game that is over. The owner of the last
    address can remove the name even after the address was deleted.
    """
    email = email.strip().lower()
    with transaction.atomic():
        player = DeclaredPlayer.objects.select_for_update(of=("self",)).get(pk=player.pk)
        must_enter_orders(player.game, by)
        player.name = spelling.normalize(name)
        if email != player.email:
            player.email, player.confirmed_at, player.asked_at = "", None, None
        player.save(update_fields=["name", "email", "confirmed_at", "asked_at"])
        if email and email != player.email:
            declared_addresses.ask(player, email, by=by)


def make_link(player: DeclaredPlayer, *, by: User) -> None:
    """Make a link by which the person takes the seat with an account; a former one is void."""
    must_enter_orders(player.game, by)
    player.invitation_key = new_key()
    DeclaredPlayer.objects.current().filter(pk=player.pk).update(
        invitation_key=player.invitation_key
    )


def account_url(player: DeclaredPlayer) -> str:
    """The link by which the person takes the seat; empty unless the master has made one."""
    if player.invitation_key is None:
        return ""
    path = reverse("games:take_declared", args=[player.game.slug, player.invitation_key])
    return absolute_url(path)


def seats_of(player: DeclaredPlayer) -> list[Seat]:
    """The seats of a player, by place; none in a lobby."""
    if player.hand is None:
        return []
    return list(player.game.seats.filter(hand=player.hand).order_by("place"))


def problem_for(player: DeclaredPlayer, reader: User) -> str:
    """Return the reason why `reader` cannot take the seat of `player`; empty if they can."""
    seats = seats_of(player)
    return may_take(reader, seats[0]) if seats else ""


def accept_link(player: DeclaredPlayer, person: User) -> None:
    """Give the seat of a player without an account to `person`, who has followed the link.

    Raises `Refused` if the link is void by now, or if `person` may not play in the game.
    """
    with transaction.atomic():
        phase, seats = _lock(player)
        current = DeclaredPlayer.objects.current().filter(
            pk=player.pk, invitation_key=player.invitation_key
        )
        if player.invitation_key is None or not current.exists():
            raise Refused(_("This link no longer works. Ask the game master for a new one."))
        hand_over(phase, seats, person, by=player.declared_by, acting=person)


def let_master_order(seat: Seat, person: User, *, allowed: bool) -> None:
    """Let the game's masters enter the orders of a seat, and all others of `person`, or no longer.

    Saved orders stay. Twice changes nothing.
    """
    with transaction.atomic():
        phase, seats = lock_hand(seat)
        open_phase.must_hold(person, seat)
        if not phase.game.orders_by_master:
            raise Refused(_("In this game, the game master doesn’t enter orders."))
        held = Tenure.objects.current().filter(seat__in=seats, person=person)
        if held.exclude(lets_master_order=allowed).update(lets_master_order=allowed):
            kind = Event.Kind.MASTER_ORDERS if allowed else Event.Kind.PLAYER_ORDERS
            notify.notify_event(log_each(kind, phase, seats, actor=person))


def _lock(player: DeclaredPlayer) -> tuple[Phase, list[Seat]]:
    """Lock the phase and the seats of a player; raise `Refused` if they play no longer."""
    seat = Seat.objects.filter(game=player.game_id, hand=player.hand).order_by("place").first()
    if seat is None:
        raise Refused(_("This game isn’t in progress."))
    phase, seats = lock_hand(seat)
    if not DeclaredPlayer.objects.current().filter(pk=player.pk).exists():
        raise Refused(_("This player no longer holds the seat."))
    return phase, seats
