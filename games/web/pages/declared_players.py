"""Pages for people without an account: the link of their mails, and the link to an account."""

from typing import Any

from django.urls import reverse

from accounts.models import User

from ... import wording
from ...core.links import absolute_url
from ...models import DeclaredPlayer, Seat
from ...notifications.mail import declared_links, declared_order_addresses
from ...seats import handover
from ...state import phases


def address_page(player: DeclaredPlayer) -> dict[str, Any]:
    """Context of the page to which the link in each mail to the player leads."""
    return {
        "game": player.game,
        "name": player.name,
        "email": player.email,
        "masters": player.game.masterships.current().select_related("person"),
        "is_confirmed": player.confirmed_at is not None,
        "may_confirm": declared_links.may_confirm(player),
        "powers": _powers(player),
        "order_addresses": [
            (wording.power(seat.power), address)
            for seat, address in declared_order_addresses.addresses(player)
        ],
    }


def taking_page(player: DeclaredPlayer, reader: User) -> dict[str, Any]:
    """Context of the page on which a person takes the seat that was declared for them."""
    seats = _seats(player)
    return {
        "game": player.game,
        "name": player.name,
        "masters": player.game.masterships.current().select_related("person"),
        "powers": _powers(player),
        "phase": phases.current(player.game),
        "problem": handover.may_take(reader, seats[0]) if seats else "",
    }


def account_url(player: DeclaredPlayer) -> str:
    """The link by which the person takes the seat; empty unless the master has made one."""
    if player.invitation_key is None:
        return ""
    path = reverse("games:take_declared", args=[player.game.slug, player.invitation_key])
    return absolute_url(path)


def _seats(player: DeclaredPlayer) -> list[Seat]:
    if player.hand is None:
        return []
    return list(player.game.seats.filter(hand=player.hand).order_by("place"))


def _powers(player: DeclaredPlayer) -> str:
    return wording.powers(seat.power for seat in _seats(player))
