"""The rows of a seat's order form: its units, or its builds and disbands, with their choices.

The choices follow from the position and the rules, which everyone knows, and take long to make. So
they are a part of the page that all readers share, and what a seat has ordered is marked in them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Self

from django.forms import BoundField
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from adjudicator.terms import PhaseType

from ...models import Order, Phase, Seat
from ...orders import choices, sheet_words
from ...orders.choices import Row
from ..forms.orders import SheetForm
from ..forms.widgets import options_html

_END_OF_LIST = "</select>"
_END_OF_CHOICE = "</option>"


@dataclass(frozen=True)
class SheetRow:
    """A row of the form, with what is stored in it, if anything.

    `unchosen` is the row as HTML with the choice of no order. `chosen` is the stored order, empty
    if there is none.
    """

    key: str
    label: str
    unchosen: SafeString
    chosen: str = ""

    @property
    def html(self) -> SafeString:
        """The row as HTML, with the stored order chosen."""
        if not self.chosen:
            return self.unchosen
        none, choice = '<option value=""', _start_of(self.chosen)
        html = self.unchosen.replace(f"{none} selected", none, 1)
        return mark_safe(html.replace(choice, f"{choice} selected", 1))  # noqa: S308 - as it was

    @property
    def in_brief(self) -> SafeString:
        """The row as HTML, with no order and the stored one as its only choices."""
        html = self.html
        chosen = html.find(_start_of(self.chosen)) if self.chosen else -1
        choice = html[chosen : _after(html, _END_OF_CHOICE, chosen)] if chosen >= 0 else ""
        end = html.index(_END_OF_LIST)
        brief = html[: _after(html, _END_OF_CHOICE)] + choice + html[end:]
        return mark_safe(brief)  # noqa: S308 - parts of its HTML

    @property
    def options(self) -> SafeString:
        """The choices of orders as HTML, none of which is chosen."""
        _none, _end, others = self.unchosen.partition(_END_OF_CHOICE)
        return mark_safe(others.partition(_END_OF_LIST)[0])  # noqa: S308 - a part of its HTML

    @property
    def province(self) -> str:
        """The unit's province; empty for a build or disband."""
        return self.key.partition("unit-")[2]

    def offers(self, text: str) -> bool:
        return _start_of(text) in self.unchosen

    def with_order(self, text: str, choice: Callable[[], Row | None]) -> Self:
        """The row with an order chosen; `choice` makes it if the row does not offer it."""
        unusual = None if self.offers(text) else choice()
        row = self if unusual is None else self.with_choices(unusual)
        return replace(row, chosen=text)

    def with_choices(self, row: Row) -> Self:
        """The row with the choices of `row` after its own."""
        added = options_html(row.groups, row.notes) + _END_OF_LIST
        html = self.unchosen.replace(_END_OF_LIST, added, 1)
        return replace(self, unchosen=mark_safe(html))  # noqa: S308 - made of HTML alone


@dataclass(frozen=True)
class _Offered:
    """A row of choices for the form that writes the HTML of `SheetRow`."""

    key: str
    label: str
    options: SafeString
    chosen: str = ""

    def offers(self, _text: str) -> bool:
        return True


def offered_rows(phase: Phase, seat: Seat) -> list[SheetRow]:
    """The rows of a seat with nothing chosen."""
    return sheet_rows(choices.offers(phase, seat.power), phase.type, auto_id(seat))


def sheet_rows(rows: Sequence[Row], kind: str, auto_id: str) -> list[SheetRow]:
    """The rows of a form in a phase of a type; `auto_id` is the pattern of its fields' ids."""
    offered = [_Offered(row.key, row.label, options_html(row.groups, row.notes)) for row in rows]
    blank = sheet_words.no_order(PhaseType(kind), builds=are_builds(kind, rows))
    form = SheetForm(offered, blank=blank, auto_id=auto_id)
    return [SheetRow(row.key, row.label, _row_html(form[row.key])) for row in rows]


def rows_with_orders(
    rows: Sequence[SheetRow], phase: Phase, seat: Seat, orders: Sequence[Order]
) -> list[SheetRow]:
    """The rows of a seat with its stored `orders` chosen."""
    given = choices.given(phase, [row.key for row in rows], orders)
    return [
        _with_order(row, given[row.key], phase, seat) if given.get(row.key) else row for row in rows
    ]


def all_in_brief(rows: Sequence[SheetRow]) -> SafeString:
    """The rows as HTML, with the stored orders as their only choices."""
    return mark_safe("".join(row.in_brief for row in rows))  # noqa: S308 - of HTML alone


def _with_order(row: SheetRow, text: str, phase: Phase, seat: Seat) -> SheetRow:
    return row.with_order(text, lambda: choices.choice_of(text, phase, seat.power))


def sheet_form(
    phase: Phase, seat: Seat, rows: Sequence[SheetRow], data: Mapping[str, Any] | None
) -> SheetForm:
    """The form with `rows`; it contains the sheet that was sent, if there is one."""
    blank = sheet_words.no_order(PhaseType(phase.type), builds=are_builds(phase.type, rows))
    return SheetForm(rows, data, blank=blank, auto_id=auto_id(seat))


def are_builds(kind: str, rows: Sequence[SheetRow | Row]) -> bool:
    """Whether the orders of `rows`, in a phase of a type, are builds."""
    return kind == PhaseType.ADJUSTMENT and any(row.offers("WAIVE") for row in rows)


def auto_id(seat: Seat) -> str:
    """The pattern of the ids of a form's fields. The forms of several seats may be on a page."""
    return f"id_{seat.power.lower()}_%s"


def _row_html(field: BoundField) -> SafeString:
    template = get_template("games/order_entry/_row.html")
    return SafeString(template.render({"field": field}))


def _start_of(text: str) -> str:
    """The beginning of the HTML of a choice."""
    return f'<option value="{escape(text)}"'


def _after(html: str, end: str, start: int = 0) -> int:
    """The place after the first `end` from `start` on."""
    return html.index(end, start) + len(end)
