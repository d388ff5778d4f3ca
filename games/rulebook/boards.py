"""Figures of the boards of the rules, for chapters and for the boards' own pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from .. import wording
from ..board import pictures
from ..sandbox import address
from ..sandbox.drawing import drawn_orders
from .known_boards import DATC, all_boards

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from django.utils.safestring import SafeString

    from .known_boards import RuleBoard

EXAMPLES: Final = "002"
"""A rulebook that has examples in its text instead of diagrams."""


@dataclass(frozen=True)
class PowerOrders:
    """The orders of a power in the reader's notation; `code` and `power` are its code and name."""

    code: str
    power: str
    orders: Sequence[str]


def known_ids() -> Collection[str]:
    """The ids of all boards, such as “000-04” and “datc-6-a-1”, in the order of their books."""
    return all_boards().keys()


def figure_of(board_id: str) -> SafeString:
    """The figure of a board with its orders, for a chapter; raises `KeyError` for an unknown id.

    It depends on the reader's language and notation only.
    """
    board = all_boards()[board_id]
    return orders_figure(board, board.edition)


def orders_figure(board: RuleBoard, edition: str) -> SafeString:
    """The figure of a board with its orders, to be resolved under an edition."""
    line, name = board.line(edition), name_of(board)
    by_power: dict[str, list[str]] = {}
    drawn = drawn_orders(line)
    for each in drawn:
        by_power.setdefault(each.power, []).append(each.written)
    orders = [PowerOrders(code, wording.power(code), texts) for code, texts in by_power.items()]
    title = "; ".join(f"{each.power}: {', '.join(each.orders)}" for each in orders)
    context: dict[str, Any] = {
        "id": board.id,
        "name": name,
        "map": pictures.draw_part(f"{name}. {title}", line.position, drawn),
        "orders": orders,
        "resolve_url": url_of(board, edition),
        "change_url": reverse("games:sandbox_line", args=[address.write(line)]),
    }
    return render_to_string("games/rule_boards/_orders.html", context)


def url_of(board: RuleBoard, edition: str) -> str:
    """The address of the results of a board under an edition."""
    url = reverse("games:rules_board", args=[board.id])
    return url if edition == board.edition else f"{url}?edition={edition}"


def name_of(board: RuleBoard) -> str:
    """The name of a board: “Diagram 4”, “DATC 6.A.1”."""
    if board.book == DATC:
        return f"DATC {board.number}"
    if board.book == EXAMPLES:
        return _("Example %(number)s") % {"number": board.number}
    return _("Diagram %(number)s") % {"number": board.number}
