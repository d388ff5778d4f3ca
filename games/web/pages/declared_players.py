"""Pages for people without an account: the link of their mails, and the link to an account."""

from typing import Any

from accounts.models import User

from ... import wording
from ...models import DeclaredPlayer
from ...notifications.mail import declared_links, declared_order_addresses
from ...seats import declared_players
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
    return {
        "game": player.game,
        "name": player.name,
        "masters": player.game.masterships.current().select_related("person"),
        "powers": _powers(player),
        "phase": phases.current(player.game),
        "problem": declared_players.problem_for(player, reader),
    }


def _powers(player: DeclaredPlayer) -> str:
    return wording.powers(seat.power for seat in declared_players.seats_of(player))
