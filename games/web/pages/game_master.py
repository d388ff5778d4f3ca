"""Context of the game master's page: clock, powers, and the actions that are possible now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from ... import access, wording
from ...core import links
from ...models import Game, Pause, Phase, Seat, SeatInvitation
from ...press import unread
from ...seats import undoing
from ...state import phases
from ..forms import game_master
from ..forms.game_master import Action
from . import seat_lines, vacancies
from .polling import page_state


@dataclass(frozen=True)
class OfferedAction:
    """An action that is possible now, and the address of its page."""

    url: str
    action: type[Action]


@dataclass(frozen=True)
class PowerControls:
    """A power on the game master's page: its line as in everybody's table, and its seat."""

    line: seat_lines.SeatLine
    seat: Seat
    suspended: bool  # its player cannot sign in
    invited: SeatInvitation | None  # not answered yet
    has_newcomer: bool  # who has taken it over from somebody


def game_master_page(viewer: access.Viewer, game: Game) -> dict[str, Any]:
    state = page_state(access.Role(viewer, game))
    phase = phases.current(game)
    due = phases.orders_due(phase) if phase else {}
    return {
        "game": game,
        "state": state,
        "phase": phase,
        "heading": wording.phase(phase) if phase else "",
        "pause": Pause.objects.with_known_end().filter(phase=phase).first() if phase else None,
        "power_controls": _power_controls(viewer, game, phase, due) if phase else [],
        "missing": _missing(phase, due) if phase else 0,
        "clock_actions": offered_actions(game, game_master.CLOCK_ACTIONS),
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


def _missing(phase: Phase, due: Mapping[str, int]) -> int:
    """The number of powers that have not ordered and that the phase waits for."""
    waited_for = phases.waited_for(phase, due)
    return phases.undecided(phase, due).filter(pk__in=waited_for.values("pk")).count()


def _newest_map_url(game: Game) -> str:
    """Address of the newest map of a private game whose maps are open to strangers, else empty."""
    if game.map_key is None:
        return ""
    last = game.phases.resolved().order_by("number").last()
    if last is None:
        return ""
    return links.picture_url(last)


def _power_controls(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[PowerControls]:
    lines = seat_lines.seat_lines(viewer, game, phase, due)
    suspended = access.suspended_seats(viewer, game)
    invited = vacancies.open_invitations(viewer, game)
    seats = list(game.seats.all())
    taken_over = undoing.taken_over(seats)
    return [
        PowerControls(
            line, seat, seat.pk in suspended, invited.get(seat.hand), seat.pk in taken_over
        )
        for line, seat in zip(lines, seats, strict=True)
    ]


def offered_actions(game: Game, actions: Mapping[str, type[Action]]) -> list[OfferedAction]:
    """The actions that can be taken in a game now."""
    return [
        OfferedAction(reverse(f"games:master_{name}", args=[game.slug]), action)
        for name, action in actions.items()
        if action.is_offered(game)
    ]
