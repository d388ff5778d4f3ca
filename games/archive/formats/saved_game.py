"""Saved games of the Python package diplomacy (JSON): state, orders and results of each phase.

The shape is that of its `to_saved_game_format`. A dislodged unit has a star in `units`, and its
retreats in `retreats`; the last phase is the current one, or is called COMPLETED.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock

from ...core.errors import Refused
from ...press.sending import clean_text
from ..record import Reading
from .source_games import PublicMessage, SourceGame, SourcePhase, assemble

PROGRAM = "diplomacy (Python)"
EVERYONE = "GLOBAL"
COMPLETED = "COMPLETED"
VICTORY = "Victory by: "
_EARLIEST = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


def read(body: Any) -> Reading | None:
    phases = body.get("phases") if isinstance(body, dict) else None
    if not isinstance(phases, list) or not phases or not isinstance(phases[0], dict):
        return None
    if not isinstance(phases[0].get("state"), dict):
        return None
    if body.get("map", "standard") != "standard":
        message = _("This game is played on the map “%(map)s”, and only “standard” can be read.")
        raise Refused(message % {"map": str(body["map"])[:40]})
    try:
        return assemble(_source(body))
    except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError):
        message = _("The phases of this game can’t be read. Save it again with the package.")
        raise Refused(message) from None


def _source(body: Mapping[str, Any]) -> SourceGame:
    phases = body["phases"]
    last = phases[-1]
    note = str(last["state"].get("note") or "")
    named = note.removeprefix(VICTORY).split(", ") if note.startswith(VICTORY) else []
    powers = [power for power in last["state"]["centers"] if power[:3] in named or power in named]
    messages = [each for phase in phases for each in phase.get("messages") or []]
    public = [each for each in messages if each["recipient"] == EVERYONE]
    source = SourceGame(
        title=str(body.get("id") or ""),
        program=PROGRAM,
        phases=[_phase(phase) for phase in phases],
        is_over=last["name"] == COMPLETED,
        winners=powers if len(powers) == 1 else (),
        sharing=powers if len(powers) > 1 else (),
        messages=[_message(each, last["state"]["units"]) for each in public],
    )
    if private := len(messages) - len(public):
        message = ngettext(
            "%(number)d private message is left out: nobody here could be one of its readers.",
            "%(number)d private messages are left out: nobody here could be one of their readers.",
            private,
        )
        source.left_out.append(message % {"number": private})
    return source


def _phase(phase: Mapping[str, Any]) -> SourcePhase:
    state, name = phase["state"], str(phase["name"])
    orders, results = phase.get("orders") or {}, phase.get("results") or {}
    retreats = state.get("retreats") or {}
    return SourcePhase(
        code=None if name == COMPLETED else name,
        orders={power: list(map(str, texts or ())) for power, texts in orders.items()},
        units={
            power: [unit for unit in units if not unit.startswith("*")]
            for power, units in state["units"].items()
        },
        dislodged={
            power: {unit: list(ways) for unit, ways in of_power.items()}
            for power, of_power in retreats.items()
        },
        centers=state["centers"],
        moved={
            unit: "bounce" not in told
            for unit, told in results.items()
            if isinstance(told, list) and {"bounce"}.issuperset(told)
        },
        at=_moment(state.get("timestamp")),
    )


def _message(each: Mapping[str, Any], powers: Mapping[str, Any]) -> PublicMessage:
    sender = each["sender"] if each["sender"] in powers else None
    text = clean_text(str(each["message"]).replace("<br />", "\n"))[:20_000]
    return PublicMessage(sender, text or "–", _moment(each.get("time_sent")))


def _moment(microseconds: object) -> dt.datetime | None:
    """A moment in microseconds; None for a counter that is no time of ours."""
    if not isinstance(microseconds, int) or isinstance(microseconds, bool):
        return None
    if not 0 < microseconds < 4 * 10**15:
        return None
    found = dt.datetime.fromtimestamp(microseconds / 1_000_000, dt.UTC)
    return found if _EARLIEST <= found <= clock.now() else None
