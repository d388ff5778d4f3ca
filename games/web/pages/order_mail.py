"""The page with the address to which a player mails the orders of a seat."""

from typing import Any

from accounts.models import User

from ... import wording
from ...models import Seat
from ...orders import mail_keys


def address_page(person: User, seat: Seat) -> dict[str, Any]:
    return {
        "game": seat.game,
        "seat": seat,
        "power": wording.power(seat.power),
        "address": mail_keys.address_of(seat),
        "own_address": person.email,
    }
