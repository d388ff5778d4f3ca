"""Context of the game master's page: clock, powers, and the actions that are possible now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from ... import access, wording
from ...core import links
from ...models import Game
from ...polling.states import page_state
from ...press import unread
from ...state import phases
from ..forms import game_master
from ..forms.game_master import Action
from . import master_desk


@dataclass(frozen=True)
class OfferedAction:
    """An action that is possible now, and the address of its page."""

    url: str
    action: type[Action]


def game_master_page(viewer: access.Viewer, game: Game) -> dict[str, Any]:
    state = page_state(access.Role(viewer, game))
    phase = phases.current(game)
    due = phases.orders_due(phase) if phase else {}
    desk = master_desk.desk_lines(viewer, game, phase, due) if phase else []
    facts = [line.facts for line in desk]
    return {
        "game": game,
        "state": state,
        "phase": phase,
        "heading": wording.phase(phase) if phase else "",
        "pause": phase.pauses.with_known_end().first() if phase else None,
        "desk": desk,
        "entered_missing": wording.powers(
            each.seat.power for each in facts if each.is_entered and each.is_missing
        ),
        "missing": sum(each.is_missing for each in facts),
        "may_remind": sum(each.may_be_nudged for each in facts),
        "clock_actions": offered_actions(
            game, game_master.PUBLICATION_ACTIONS | game_master.CLOCK_ACTIONS
        ),
        "game_actions": offered_actions(
            game,
            game_master.GAME_ACTIONS | game_master.TITLE_ACTIONS | game_master.MAP_ACTIONS,
        ),
        "map_url": _newest_map_url(game),
        "master_actions": offered_actions(game, game_master.MASTER_ACTIONS),
        "masters": game.masterships.current().select_related("person"),
        "is_master": True,
        "unread": unread.unread_in(viewer, game),
    }


def _newest_map_url(game: Game) -> str:
    """Address of the newest map of a private game whose maps are open to strangers, else empty."""
    if game.map_key is None:
        return ""
    last = game.phases.resolved().order_by("number").last()
    if last is None:
        return ""
    return links.picture_url(last)


def offered_actions(game: Game, actions: Mapping[str, type[Action]]) -> list[OfferedAction]:
    """The actions that can be taken in a game now."""
    return [
        OfferedAction(reverse(f"games:master_{name}", args=[game.slug]), action)
        for name, action in actions.items()
        if action.is_offered(game)
    ]
