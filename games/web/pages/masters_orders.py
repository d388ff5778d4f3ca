"""Orders that the master of a game enters, as the game's page tells of them to everybody."""

from collections.abc import Sequence
from dataclasses import dataclass

from ... import wording
from ...models import Game, Seat
from ...wording import consequences


@dataclass(frozen=True)
class OrdersConsent:
    """Whether a player lets the game master enter the orders, and a seat to say so for.

    `question` says what follows from it.
    """

    seat: Seat
    allowed: bool
    question: str


def orders_consent(held: Sequence[Seat]) -> OrdersConsent | None:
    """The switch of a player who holds `held`; None without seats in a game that has it."""
    game = held[0].game if held else None
    if game is None or not game.orders_by_master or not game.is_running:
        return None
    allowed = game.seats.filter(pk=held[0].pk).entered_by_master().exists()
    return OrdersConsent(held[0], allowed, question=consequences.of_letting_master_order())


@dataclass(frozen=True)
class MastersOrders:
    """Orders that the master of a game enters, as its pages tell of them.

    `powers` are the names of those whose orders the master enters now, `unaccounted` of those
    whose players have no account; both may be empty. `leave_unrated` says that a player without an
    account keeps the game out of the ratings.
    """

    powers: str
    unaccounted: str
    leave_unrated: bool


def masters_orders(game: Game) -> MastersOrders | None:
    """Orders by the game's master, as its pages tell of them; None if it has not agreed to them."""
    if not game.orders_by_master:
        return None
    marked = game.seats.entered_by_master().order_by("place")
    unaccounted = game.seats.without_account().order_by("place")
    return MastersOrders(
        powers=wording.powers(seat.power for seat in marked),
        unaccounted=wording.powers(seat.power for seat in unaccounted),
        leave_unrated=game.declared_players.exists(),
    )
