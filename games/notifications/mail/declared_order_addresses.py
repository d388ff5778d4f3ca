"""The addresses to which players without an account mail their orders.

A key is made from the player and the seat, and signed, so that no row is needed. It is valid for as
long as the person holds the seat with the same confirmed address, and has asked for no new one.
"""

import hmac

from django.db.models import F
from django.utils.crypto import salted_hmac

from ...core import inbound_address
from ...models import DeclaredPlayer, Seat

PREFIX = "d-"
_PLAYER, _PLACE, _SIGNATURE = 5, 1, 16  # bytes


def addresses(player: DeclaredPlayer) -> list[tuple[Seat, str]]:
    """Return the seats of a player with their addresses for orders.

    Empty if mail is off or its orders have to be confirmed by an account, and before the owner of
    the player's own address has confirmed that. Only for that owner.
    """
    if not inbound_address.is_on() or player.game.confirms_mail or player.confirmed_at is None:
        return []
    seats = player.game.seats.filter(hand=player.hand, hand__isnull=False).order_by("place")
    return [(seat, inbound_address.address_with(_key(player, seat.place))) for seat in seats]


def address_for_answers(player: DeclaredPlayer, number: int) -> str:
    """Return the address for the orders of a player in the phase of this number.

    Empty if they have none, or several: an answer is for one seat.
    """
    found = addresses(player)
    return address_of(player, found[0][0], number) if len(found) == 1 else ""


def address_of(player: DeclaredPlayer, seat: Seat, number: int) -> str:
    """Return the address for the orders of a seat in the phase of this number only."""
    key = inbound_address.with_phase(_key(player, seat.place), number)
    return inbound_address.address_with(key)


def renew(player: DeclaredPlayer) -> None:
    """Give a player new addresses; the old ones stop working."""
    same = DeclaredPlayer.objects.reached().filter(pk=player.pk)
    same.update(addresses_renewed=F("addresses_renewed") + 1)
    player.refresh_from_db(fields=["addresses_renewed"])


def find(key: str) -> tuple[DeclaredPlayer, Seat] | None:
    """Return the player and the seat of a key; None if it is forged or no longer valid."""
    data = inbound_address.decoded(key.removeprefix(PREFIX))
    if data is None or len(data) != _PLAYER + _PLACE + _SIGNATURE:
        return None
    pk, place = int.from_bytes(data[:_PLAYER], "big"), data[_PLAYER]
    players = DeclaredPlayer.objects.reached().select_related("game__settings")
    player = players.filter(pk=pk, hand__isnull=False).first()
    if player is None or not hmac.compare_digest(_key(player, place), key):
        return None
    seat = player.game.seats.filter(hand=player.hand, place=place).first()
    if seat is None:
        return None
    seat.game = player.game
    return player, seat


def _key(player: DeclaredPlayer, place: int) -> str:
    data = player.pk.to_bytes(_PLAYER, "big") + place.to_bytes(_PLACE, "big")
    value = f"{player.pk} {place} {player.email} {player.confirmed_at} {player.addresses_renewed}"
    signed = salted_hmac("games.notifications.mail.declared_orders", value, algorithm="sha256")
    return PREFIX + inbound_address.encoded(data + signed.digest()[:_SIGNATURE])
