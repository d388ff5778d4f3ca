"""What the desk of a game master shows: the clock, the powers, and what can be done about each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from .. import access, acts, phases, wording
from ..acts import Act
from ..deadlines import readiness
from ..models import Game, Pause, Phase, Seat
from ..pages import contents
from ..press import sending
from ..report import addresses


@dataclass(frozen=True)
class Choice:
    """An act that can be done now, and where."""

    url: str
    act: type[Act]


@dataclass(frozen=True)
class Chair:
    """A power at the desk: as everybody's table has it, and its seat."""

    line: contents.SeatLine
    seat: Seat
    suspended: bool  # whether its player cannot sign in


def page(viewer: access.Viewer, game: Game) -> dict[str, Any]:
    phase = phases.current(game)
    due = phases.due(phase) if phase else {}
    return {
        "game": game,
        "phase": phase,
        "when": wording.phase(phase) if phase else "",
        "pause": Pause.objects.filter(phase=phase, ended_at=None).first() if phase else None,
        "chairs": _chairs(viewer, game, phase, due) if phase else [],
        "missing": _missing(phase, due) if phase else 0,
        "on_clock": _choices(game, acts.OF_THE_CLOCK),
        "on_game": _choices(game, acts.OF_THE_GAME | acts.OF_MAPS),
        "map": _newest_map(game),
        "on_masters": _choices(game, acts.OF_MASTERS),
        "masters": game.masterships.filter(until=None).select_related("person"),
        "is_master": True,
        "unread": sending.unread_in(viewer, game),
    }


def _missing(phase: Phase, due: Mapping[str, int]) -> int:
    """How many powers have not ordered whose orders are waited for."""
    waited_for = readiness.waited_for(phase, due)
    return readiness.undecided(phase, due).filter(pk__in=waited_for.values("pk")).count()


def _newest_map(game: Game) -> str:
    """Where strangers see the map of a private game, if they may."""
    if game.map_key is None:
        return ""
    last = game.phases.filter(status=Phase.Status.RESOLVED).order_by("number").last()
    if last is None:
        return ""
    last.game = game
    return addresses.picture(last)


def _chairs(viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]) -> list[Chair]:
    lines = contents.seat_lines(viewer, game, phase, due)
    suspended = access.suspended_seats(viewer, game)
    return [
        Chair(line, seat, seat.pk in suspended)
        for line, seat in zip(lines, game.seats.all(), strict=True)
    ]


def _choices(game: Game, of: Mapping[str, type[Act]]) -> list[Choice]:
    return [
        Choice(reverse(f"games:master_{name}", args=[game.slug]), act)
        for name, act in of.items()
        if act.is_offered(game)
    ]
