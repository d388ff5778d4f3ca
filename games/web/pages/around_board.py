"""The context around the board on the page of a game, the same for all readers of a kind.

Most of it is HTML, since the templates take longer than the data.
"""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts import clock
from accounts.models import User

from ... import access, wording
from ...deadlines import upcoming
from ...lifecycle import verdicts
from ...models import Game, Phase
from ...state import positions
from ...wording import endings
from . import amendments, history, link_preview, log
from .masters_orders import masters_orders
from .seat_lines import SeatLine
from .shared_parts import SharedParts


def around_board(
    role: access.Role, newest: Phase, lines: Sequence[SeatLine], parts: SharedParts
) -> dict[str, Any]:
    """Context of a game's page besides the board, the orders and the powers `lines`."""
    game, held = role.game, role.held
    signed_in = isinstance(role.viewer, User)
    absence_seat = None
    if held and game.is_running and upcoming.waits_for_absences(game.settings):
        absence_seat = held[0]
    absent = absence_seat.power if absence_seat else ""
    may_amend = amendments.may_propose(
        game,
        held,
        is_master=role.is_master,
        has_master=parts.part("has master", lambda: game.masterships.present().exists()),
    )
    plan = parts.part("plan", lambda: upcoming.plan_of_phase(newest))

    def deadlines() -> SafeString:
        context = {"game": game, "plan": plan, "absence_seat": absence_seat}
        return render_to_string("games/deadlines/_upcoming.html", context)

    def summary() -> SafeString:
        context = {
            "game": game,
            "phase": newest,
            "user": role.viewer,
            "is_master": role.is_master,
            "may_amend": may_amend,
            "masters": game.masterships.current().select_related("person"),
        }
        facts = "practice/_facts.html" if game.practice else "settings/_summary.html"
        return render_to_string(f"games/{facts}", context)

    return {
        "heading": parts.part("heading", lambda: wording.phase(newest)),
        "preview": parts.part("preview", lambda: _preview(game, newest, lines)),
        "ending": parts.part("ending", lambda: endings.sentence(game)),
        "ending_reason": parts.part("reason", lambda: endings.reason(game)),
        "prospect": parts.part("prospect", lambda: _prospect(newest)),
        "plan": plan,
        "masters_orders": parts.part("masters' orders", lambda: masters_orders(game)),
        "announcement": parts.part("announcement", lambda: _announcement(game)),
        "upcoming": parts.part(f"deadlines {absent}", deadlines),
        "summary": parts.part(f"summary {signed_in} {role.is_master} {may_amend}", summary),
        **parts.part("history", lambda: _history(game, newest)),
        "begins_as": _begins_as(role, parts),
    }


def _preview(game: Game, newest: Phase, lines: Sequence[SeatLine]) -> link_preview.Preview | None:
    heading = wording.phase(newest)
    return link_preview.game_preview(game, newest, lines, heading=heading, orders=False)


def _announcement(game: Game) -> SafeString:
    context = {"announcement": log.newest_announcement(game)}
    return render_to_string("games/game/_announcement.html", context)


def _history(game: Game, newest: Phase) -> dict[str, Any]:
    """The links to the phases of a game: its years, the steps through it, the phase before."""
    past, superseded = history.all_phases(game)
    for phase in [*past, *superseded]:
        phase.game = game
    context = {
        "years": history.years(past),
        "superseded": superseded,
        "phase": newest,
        "steps": history.history_steps(game, past, newest),
    }
    before = past[1] if len(past) > 1 else None
    return {
        "phases_list": render_to_string("games/history/_phases.html", context),
        "steps_nav": render_to_string("games/board/_steps.html", context),
        "previous_phase": before
        and {"url": before.get_absolute_url(), "name": wording.phase_name(before.when)},
    }


def _begins_as(role: access.Role, parts: SharedParts) -> str:
    """The powers of a reader in the first phase of their game; empty later."""
    if not role.held or not parts.part("begins", lambda: role.game.phases.count() == 1):
        return ""
    return wording.powers(seat.power for seat in role.held)


def _prospect(newest: Phase) -> str:
    """The result if the game ended now, if its limit is near; else empty."""
    if newest.game.ends == Game.Ends.NEVER or not newest.is_open:
        return ""
    if not verdicts.is_near_limit(newest, today=clock.now().date()):
        return ""
    found = verdicts.at_limit(newest.game, positions.load(newest))
    return endings.prospect(newest.game, found.won, found.sharing)
