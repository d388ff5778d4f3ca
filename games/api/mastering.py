"""Acts of game masters: the game that an address names, and whether the act is possible in it."""

import datetime as dt
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from .. import access
from ..lifecycle import master_actions
from ..models import Game, Seat
from ..state import phases
from . import limits
from .acting import acting_in
from .authentication import KeyRequest

ACTS: Mapping[str, str] = {
    "extend": "extend",
    "shorten": "shorten",
    "pause": "pause",
    "resume": "unpause",
    "process": "process",
    "results/preview": "publish",
    "results/publish": "publish",
    "results/readings/{province}": "correct_reading",
    "orders": "enter_orders",
    "announce": "announce",
    "comment": "comment",
    "rename": "rename",
    "settings": "settings",
    "messages/{key}/hide": "hide_message",
    "messages/{key}/show": "show_message",
    "back": "back",
    "correct": "correct",
    "webhooks": "webhooks",
    "webhooks/{webhook}/test": "webhooks",
    "webhooks/{webhook}/off": "webhooks",
    "draw": "draw",
    "close": "close",
    "reopen": "reopen",
    "amendment": "propose_amendment",
    "amendment/withdraw": "withdraw_amendment",
    "masters": "add",
    "leave": "leave",
    "powers": "give_powers",
    "remove": "remove",
    "invitation": "renew_invitation",
    "delete": "delete",
    "assign": "assign",
    "declare": "declare_in_lobby",
    "declare/remove": "remove_declared",
    "invitations/withdraw": "withdraw_lobby_invitation",
    "maps/open": "show_maps",
    "maps/close": "hide_maps",
    "restart": "restart",
    "seats/{power}/disorder": "disorder",
    "seats/{power}/remind": "remind",
    "seats/{power}/replace": "replace",
    "seats/{power}/withdraw": "withdraw_invitation",
    "seats/{power}/undo": "undo_replacement",
    "seats/{power}/return": "return_seat",
    "seats/{power}/declare": "declare",
    "seats/{power}/declared": "declared",
    "seats/{power}/undeclare": "undeclare",
    "seats/{power}/account": "account",
}
"""Names in `lifecycle.master_actions` by the ends of the addresses of the operations."""


def possible_acts(game: Game) -> list[str]:
    """The ends of the addresses of what the masters of `game` can do in it now."""
    return [end for end, name in ACTS.items() if master_actions.is_possible(name, game)]


@contextmanager
def acting_as_master(request: KeyRequest, slug: str, name: str) -> Iterator[Game]:
    """The game in which its master takes the action `name` of `lifecycle.master_actions`.

    404 for everyone else. What the action is refused for becomes a problem.
    """
    limits.count_form(request, "games")
    in_lobby = master_actions.is_of_lobbies(name)
    find = access.mastered_game_or_404 if in_lobby else access.run_game_or_404
    game = find(request.user, slug)
    with acting_in(game):
        master_actions.must_be_possible(name, game)
        yield game


@contextmanager
def acting_on_seat(request: KeyRequest, slug: str, power: str, name: str) -> Iterator[Seat]:
    """The seat of a power in a game whose master takes the action `name`."""
    with acting_as_master(request, slug, name) as game:
        seat = access.any_seat_or_404(game, power)
        seat.game = game
        yield seat


def known_deadline(game: Game, seen: dt.datetime) -> dt.datetime:
    """The deadline of the open phase if it is `seen`, which answers have in milliseconds only."""
    phase = phases.current(game)
    if phase is None or phase.deadline is None:
        return seen
    deadline = phase.deadline
    answered = deadline.replace(microsecond=deadline.microsecond // 1000 * 1000)
    return deadline if seen in (answered, deadline) else seen
