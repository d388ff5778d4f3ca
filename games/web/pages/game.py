"""Context of the page of a game. It is read from rows; nothing is adjudicated to show a page.

What all readers share is made once for each version of the game (`shared_parts`). The rest, a
reader's own, takes few queries, whose number a test limits.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from ... import access, wording
from ...board import pictures
from ...models import Game, Pause, Phase, Seat
from ...polling.states import GameMarks, state_of_game
from ...press import unread
from ...state import missed_turns, phases, positions
from ...wording import missed_turns as wording_missed_turns
from . import practice, seat_lines, vacancies, votes
from .around_board import around_board
from .game_origin import origins_of
from .joint_order_entry import joint_entry
from .masters_orders import orders_consent
from .order_entry import OrderEntry
from .order_parts import order_part
from .provisional_end import provisional_end
from .seat_lines import SeatLine
from .shared_parts import SharedParts, part
from .vacancies import Vacancy


class GameReading:
    """The role, marks and shared parts for one page of a game that has begun.

    They are read before anything else. The view keeps the parts once the page is complete.
    """

    def __init__(self, role: access.Role) -> None:
        self.role = role
        self.marks = GameMarks.read(role)
        self.parts = SharedParts(role.game)

    @cached_property
    def newest(self) -> Phase:
        return newest_phase(self.role.game, self.parts)


def game_page(reading: GameReading) -> dict[str, Any]:
    """Context of a game that has begun: its newest phase, and the reader's possible actions."""
    role, marks, parts, newest = reading.role, reading.marks, reading.parts, reading.newest
    viewer, game = role.viewer, role.game
    held, due = role.held, parts.part("due", lambda: _due(newest))
    known = _known_lines(role, newest, due, parts)
    lines = seat_lines.lines_of(role, newest, known, marks.seats)
    return {
        "game": game,
        "parts": parts,
        "role": role,
        "state": state_of_game(role, marks, newest if newest.is_open else None),
        "phase": newest,
        **_order_entries(newest, held, due, parts),
        **around_board(role, newest, known, parts),
        "seats": lines,
        "shows_orders": any(line.has_ordered is not None for line in lines),
        "missed_turn": _missed_turn(newest, held, parts),
        "orders_consent": orders_consent(held),
        "nothing_to_order": [
            wording.power(seat.power) for seat in held if due and seat.power not in due
        ],
        "held_seats": held if game.is_running else [],
        "vacancies": _vacancies(viewer, newest, held, parts),
        "vote_panel": votes.vote_panel(newest, held, parts),
        "is_master": role.is_master,
        "origins": origins_of(viewer, game, parts),
        "unread": unread.unread_in(viewer, game, role),
        "may_play_again": game.status == Game.Status.FINISHED and bool(held or role.is_master),
        "provisional_end": provisional_end(viewer, game, newest, held),
        **_pause(newest),
        "waits_for_bots": practice.waits_for_bots(newest, held, due),
        **practice.practice_page(role, newest, lines),
    }


def newest_phase(game: Game, parts: SharedParts) -> Phase:
    """The newest phase, with its settings and its position as they are stored."""

    def read() -> Phase:
        rows = Phase.objects.not_superseded().filter(game=game.pk).select_related("settings")
        found = rows.latest("number")
        positions.fetch(found)
        return found

    newest = copy.copy(parts.part("phase", read))
    newest.game = game
    newest.rules = parts.part("rules", lambda: _rules(newest))
    return newest


def _rules(newest: Phase) -> object:
    """The rules of a phase; None for a change that this version of the site does not know."""
    try:
        return positions.rules_of(newest)
    except ValueError:
        return None


def _due(newest: Phase) -> Mapping[str, int]:
    """Power -> number of its orders, while the phase takes orders."""
    return phases.orders_due(newest) if newest.is_open and not newest.is_closed else {}


def _known_lines(
    role: access.Role, newest: Phase, due: Mapping[str, int], parts: SharedParts
) -> Sequence[SeatLine]:
    """The powers with the names that the reader may see.

    In an anonymous game these are the reader's own, and all for a master; neither is ever kept.
    """
    game, names_are_open = role.game, role.game.names_are_open
    if role.sees_names and not names_are_open:
        return seat_lines.named_lines(role, newest, due)
    # Names open at a moment, or with the last game of a round: the version stays the same then.
    part = "powers and names" if names_are_open else "powers"
    lines = parts.part(part, lambda: seat_lines.public_lines(game, newest, due))
    if names_are_open or not role.has_played:
        return lines
    if not all(tenure.lasts for tenure in role.tenures):
        return seat_lines.named_lines(role, newest, due)
    own = {seat.pk for seat in role.held}
    return [replace(line, name=str(role.viewer)) if line.seat in own else line for line in lines]


def _order_entries(
    newest: Phase, held: Sequence[Seat], due: Mapping[str, int], parts: SharedParts
) -> dict[str, Any]:
    """The order forms of the reader's seats, and the board with what they have ordered."""
    joint = joint_entry(newest, held, parts=parts)
    if joint is not None:
        entries = joint.entries
    else:
        ordering = [seat for seat in held if seat.power in due]
        entries = [OrderEntry(newest, seat, parts=parts) for seat in ordering]
    return {
        "order_entries": entries,
        "joint_entry": joint,
        "board": board_with_orders(newest, held, entries, parts),
    }


def board_with_orders(
    phase: Phase, held: Sequence[Seat], entries: Sequence[OrderEntry], parts: SharedParts | None
) -> SafeString:
    """The board of a phase, with those orders that the holder of the seats may read."""
    if held and not phase.is_open:
        return pictures.draw_for(phase, held)
    still = part(parts, "board", lambda: pictures.still_board(phase))
    return pictures.with_signs(still, order_signs(phase, entries))


def order_signs(phase: Phase, entries: Sequence[OrderEntry]) -> pictures.OrderSigns:
    """The signs of the stored orders of `entries` on the board of a phase."""
    orders = [order for entry in entries for order in entry.given]
    return order_part("signs", phase, orders, lambda: pictures.signs_of(phase, orders))


def _vacancies(
    viewer: access.Viewer, newest: Phase, held: Sequence[Seat], parts: SharedParts
) -> list[Vacancy]:
    def found() -> list[Vacancy]:
        return vacancies.seat_vacancies(viewer, newest.game, newest, held)

    return found() if parts.part("has vacancies", lambda: bool(found())) else []


def _missed_turn(newest: Phase, held: Sequence[Seat], parts: SharedParts) -> str:
    """Notice to a reader who has missed the last turn; empty once they have saved orders."""
    if not held or not newest.is_open:
        return ""
    missed = parts.part("missed turns", lambda: missed_turns.kept_last_turn(newest.game))
    mine = [missed[seat.pk] for seat in held if seat.pk in missed]
    if not mine or phases.receipts(newest).filter(seat__in=held).exists():
        return ""
    return wording_missed_turns.notice_to_player(mine[0])


def _pause(newest: Phase) -> dict[str, Pause | None]:
    """The pause that stops the clock now, if there is one, or the rest of a game that all left."""
    if newest.game.status != Game.Status.PAUSED:
        return {"pause": None, "rest": None}
    rest = newest.pauses.resting().first()
    return {"pause": None if rest else newest.pauses.running().first(), "rest": rest}
