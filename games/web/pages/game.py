"""Context of the page of a game. It is read from rows; nothing is adjudicated to show a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts import clock

from ... import access, wording
from ...board.pictures import draw_for
from ...deadlines import upcoming
from ...lifecycle import verdicts
from ...models import Game, Pause, Phase, Seat
from ...press import unread
from ...state import missed_turns, phases, positions
from ...wording import endings
from ...wording import missed_turns as wording_missed_turns
from . import amendments, link_preview, log, vacancies, votes
from . import history as pages_history
from .history import all_phases, years
from .joint_order_entry import joint_entry
from .masters_orders import orders_consent
from .order_entry import OrderEntry
from .polling import page_state
from .provisional_end import provisional_end
from .seat_lines import seat_lines


def game_page(viewer: access.Viewer, game: Game) -> dict[str, Any]:
    """Context of a game that has begun: its newest phase, and the reader's possible actions."""
    state = page_state(access.Role(viewer, game))
    newest = _newest(game)
    held = list(access.held_seats(viewer, game))
    is_master = access.is_master(viewer, game)
    due = phases.orders_due(newest) if newest.is_open and not newest.is_closed else {}
    lines = seat_lines(viewer, game, newest, due)
    past, superseded = all_phases(game)
    return {
        "game": game,
        "state": state,
        "phase": newest,
        "heading": wording.phase(newest),
        "board": draw_for(newest, held),
        "preview": link_preview.game_preview(
            game, newest, lines, heading=wording.phase(newest), orders=False
        ),
        "seats": lines,
        "shows_orders": any(line.has_ordered is not None for line in lines),
        **_order_entries(newest, held, due),
        "missed_turn": _missed_turn(newest, held),
        "orders_consent": orders_consent(held),
        "nothing_to_order": [
            wording.power(seat.power) for seat in held if due and seat.power not in due
        ],
        "held_seats": held if game.is_running else [],
        "begins_as": wording.powers(seat.power for seat in held) if len(past) == 1 else "",
        "vacancies": vacancies.seat_vacancies(viewer, game, newest, held),
        "vote_panel": votes.vote_panel(game, newest, held),
        "may_amend": amendments.may_propose(game, held, is_master=is_master),
        "is_master": is_master,
        "masters": game.masterships.current().select_related("person"),
        "plan": upcoming.plan_of_phase(newest),
        "absence_seat": held[0]
        if held and game.is_running and upcoming.waits_for_absences(game.settings)
        else None,
        "steps": pages_history.history_steps(game, past, newest),
        "years": years(past),
        "superseded": superseded,
        "previous_phase": past[1] if len(past) > 1 else None,
        "unread": unread.unread_in(viewer, game),
        "ending": endings.sentence(game),
        "ending_reason": endings.reason(game),
        "may_play_again": game.status == Game.Status.FINISHED and bool(held or is_master),
        "provisional_end": provisional_end(viewer, game, newest, held),
        "prospect": _prospect(newest),
        **_pause(newest),
        "announcement": log.newest_announcement(game),
    }


def _order_entries(newest: Phase, held: Sequence[Seat], due: Mapping[str, int]) -> dict[str, Any]:
    """The order forms of the reader's seats, and what they have in common if they are several."""
    joint = joint_entry(newest, held)
    if joint is not None:
        return {"order_entries": joint.entries, "joint_entry": joint}
    return {"order_entries": [OrderEntry(newest, seat) for seat in held if seat.power in due]}


def _missed_turn(newest: Phase, held: Sequence[Seat]) -> str:
    """Notice to a reader who has missed the last turn; empty once they have saved orders."""
    if not held or not newest.is_open:
        return ""
    missed = missed_turns.kept_last_turn(newest.game)
    mine = [missed[seat.pk] for seat in held if seat.pk in missed]
    if not mine or phases.receipts(newest).filter(seat__in=held).exists():
        return ""
    return wording_missed_turns.notice_to_player(mine[0])


def _prospect(newest: Phase) -> str:
    """The result if the game ended now, if its limit is near; else empty."""
    if newest.game.ends == Game.Ends.NEVER or not newest.is_open:
        return ""
    if not verdicts.is_near_limit(newest, today=clock.now().date()):
        return ""
    found = verdicts.at_limit(newest.game, positions.load(newest))
    return endings.prospect(newest.game, found.won, found.sharing)


def _pause(newest: Phase) -> dict[str, Pause | None]:
    """The pause that stops the clock now, if there is one, or the rest of a game that all left."""
    if newest.game.status != Game.Status.PAUSED:
        return {"pause": None, "rest": None}
    rest = newest.pauses.resting().first()
    return {"pause": None if rest else newest.pauses.running().first(), "rest": rest}


def _newest(game: Game) -> Phase:
    return game.phases.not_superseded().latest("number")
