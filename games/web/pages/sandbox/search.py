"""Pages of the search for replies that break a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User

from .... import wording
from ....sandbox import address
from ....sandbox.machine_help import game_without_help
from ....sandbox.results import lines_of
from ....sandbox.search import CENTERS, UNITS, Goal, deciding, goals_of
from .line import Go

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....access.roles import Viewer
    from ....sandbox.line import Line
    from ....sandbox.search import Reply, Search
    from ....wording.results import ResultLine


@dataclass(frozen=True)
class PowerOrders:
    """Orders of a power in the reader's notation; `code` and `power` are its code and its name."""

    code: str
    power: str
    orders: list[str]


@dataclass(frozen=True)
class ShownReply:
    """A reply: its orders, what is lost, and the pages of the line in which it is given."""

    powers: list[PowerOrders]
    lost: str
    results: list[ResultLine]
    resolved: Go
    ordered: Go


def search_form(line: Line, viewer: Viewer) -> dict[str, Any]:
    """Context of the form “What breaks it?”; empty where nothing can be searched."""
    goals = _goals(line)
    if not goals:
        return {}
    return {
        "search": {
            "forbidden": forbidden(line, viewer),
            "url": reverse("games:sandbox_search", args=[address.write(line)]),
            "goals": [
                (
                    wording.power(power),
                    [(f"{power} {what}", _label(line, Goal(power, what))) for what in several],
                )
                for power, several in goals.items()
            ],
        }
    }


def forbidden(line: Line, viewer: Viewer) -> str:
    """Reason for not searching replies for this reader; empty if they are."""
    game = game_without_help(line, viewer) if isinstance(viewer, User) else None
    if game is None:
        return ""
    return _(
        "Your game “%(game)s” has agreed to no machine help. The sandbox searches no replies in "
        "its running phases."
    ) % {"game": game}


def goal_in(line: Line, value: str) -> Goal | None:
    """The goal that was chosen; None if the line has no such goal."""
    power, _space, what = value.partition(" ")
    return Goal(power, what) if what in _goals(line).get(power, ()) else None


def _goals(line: Line) -> dict[str, list[str]]:
    """The goals by power; none in a line whose next phase an address could not hold."""
    return goals_of(line) if address.has_room(line) else {}


def problem_page(line: Line, problems: Sequence[str]) -> dict[str, Any]:
    """Context of a page that says why nothing was searched."""
    return _page(line) | {"problems": problems}


def found_page(line: Line, goal: Goal, found: Search) -> dict[str, Any]:
    """Context of the page with the replies that were found."""
    return _page(line) | {
        "plan": _with_orders(line, goal.power),
        "goal": _label(line, goal),
        "already": _already(line, goal, found),
        "replies": [_shown(each, goal) for each in found.replies],
        "found": found,
        "ended": _ended(found),
    }


def _page(line: Line) -> dict[str, Any]:
    return {
        "heading": wording.phase_name(line.position.phase),
        "back_to": Go(line),
    }


def _label(line: Line, goal: Goal) -> str:
    if goal.what == CENTERS:
        return _("another power enters a supply center")
    if goal.what == UNITS:
        return _("a unit is dislodged")
    return _("the order of %(unit)s fails") % {"unit": _unit(line, goal)}


def _unit(line: Line, goal: Goal) -> str:
    """The name of the unit whose order is the goal."""
    units = line.position.units[goal.power]
    return next(wording.unit_in_short(unit) for unit in units if str(unit) == goal.what)


def _with_orders(line: Line, power: str) -> PowerOrders:
    board, kind = line.position.board, line.position.phase.type
    texts = [wording.order_text(each, board, kind) for each in line.orders.get(power, ())]
    return PowerOrders(power, wording.power(power), texts)


def _shown(reply: Reply, goal: Goal) -> ShownReply:
    write = wording.order_shortener(reply.line.position)

    resolved = reply.line.resolved()
    phase = resolved.phases[-1]
    return ShownReply(
        powers=[
            PowerOrders(power, wording.power(power), [write(order) for order in orders])
            for power, orders in reply.orders.items()
        ],
        lost=_lost(goal, reply.lost),
        results=lines_of(phase, deciding(phase.resolution, goal, reply.lost)),
        resolved=Go(resolved, len(resolved.phases)),
        ordered=Go(reply.line),
    )


def _lost(goal: Goal, places: Sequence[str]) -> str:
    """Words for the loss, for the goals about centers and units."""
    names = wording.listed(wording.place(place) for place in places)
    if goal.what == CENTERS:
        return _("Entered: %(places)s") % {"places": names}
    if goal.what == UNITS:
        return _("Dislodged: %(places)s") % {"places": names}
    return ""


def _already(line: Line, goal: Goal, found: Search) -> str:
    """Sentence about losses with the orders as they are; empty if nothing is."""
    if not found.already:
        return ""
    if goal.what in (CENTERS, UNITS):
        return _lost(goal, found.already)
    return _("%(unit)s fails already with the orders that stand here.") % {
        "unit": _unit(line, goal)
    }


def _ended(found: Search) -> str:
    """Sentence about the extent of the search."""
    number = found.complete
    if not found.orders:
        return _("No order of another power touches this plan.")
    if found.end == "enough":
        return ngettext(
            "The search stopped after %(number)d reply. There may be more.",
            "The search stopped after %(number)d replies. There may be more.",
            len(found.replies),
        ) % {"number": len(found.replies)}
    if not number:
        return _("The search stopped at its limit before all single orders were tried.")
    tried = ngettext(
        "All replies of %(number)d order were tried.",
        "All replies of up to %(number)d orders were tried.",
        number,
    ) % {"number": number}
    if found.end == "bound":
        return _("The search stopped at its limit.") + f" {tried}"
    return tried
