"""The rows of a seat's order form: its units, or its builds and disbands, with their choices.

The choices follow from the position and the rules, which everyone knows, and take long to make. So
they are a part of the page that all readers share, and what a seat has ordered is marked in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Self

from django.forms import BoundField
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from ...models import Order, Phase, Seat
from ...orders import choices
from ...orders.choices import Row
from ..forms.orders import SheetForm
from ..forms.widgets import NO_OPTIONS, options_html
from . import sheet_words


@dataclass(frozen=True)
class SheetRow:
    """A row of the form, with what is stored in it, if anything.

    `options` are its choices as HTML, `texts` their canonical texts, and `html` is the whole row.
    `chosen` is the stored order, empty if there is none.
    """

    key: str
    label: str
    options: SafeString
    texts: frozenset[str]
    html: SafeString = NO_OPTIONS
    chosen: str = ""

    @property
    def province(self) -> str:
        """The unit's province; empty for a build or disband."""
        return self.key.partition("unit-")[2]

    def offers(self, text: str) -> bool:
        return text in self.texts

    def with_chosen(self, text: str, more: Row | None) -> Self:
        """The row with a stored order chosen; `more` has it as a choice, if it is not offered."""
        row = self
        if more is not None:
            added = options_html(more.groups, more.notes)
            html = self.html.replace("</select>", f"{added}</select>")
            row = replace(
                self,
                options=self.options + added,
                texts=self.texts | {text},
                html=mark_safe(html),  # noqa: S308 - made of HTML alone
            )
        start = f'<option value="{escape(text)}"'
        html = row.html.replace('<option value="" selected', '<option value=""', 1)
        html = html.replace(start, f"{start} selected", 1)
        return replace(row, chosen=text, html=mark_safe(html))  # noqa: S308 - made of HTML alone


def offered_rows(phase: Phase, seat: Seat) -> list[SheetRow]:
    """The rows of a seat with nothing chosen."""
    rows = []
    for row in choices.offers(phase, seat.power):
        texts = frozenset(text for _heading, group in row.groups for text, _words in group)
        rows.append(SheetRow(row.key, row.label, options_html(row.groups, row.notes), texts))
    form = sheet_form(phase, seat, rows)
    return [replace(row, html=_row_html(form[row.key])) for row in rows]


def rows_with_orders(
    rows: Sequence[SheetRow], phase: Phase, seat: Seat, orders: Sequence[Order]
) -> list[SheetRow]:
    """The rows of a seat with its stored `orders` chosen."""
    given = choices.given(phase, [row.key for row in rows], orders)
    return [
        _with_order(row, given[row.key], phase, seat) if given.get(row.key) else row for row in rows
    ]


def _with_order(row: SheetRow, text: str, phase: Phase, seat: Seat) -> SheetRow:
    more = None if row.offers(text) else choices.choice_of(text, phase, seat.power)
    return row.with_chosen(text, more)


def sheet_form(
    phase: Phase, seat: Seat, rows: Sequence[SheetRow], data: object = None
) -> SheetForm:
    """The form with `rows`; it contains the sheet that was sent, if there is one."""
    builds = any(row.offers("WAIVE") for row in rows)
    blank = sheet_words.no_order(phase.type, builds=builds)
    return SheetForm(rows, data, blank=blank, auto_id=auto_id(seat))


def auto_id(seat: Seat) -> str:
    """The pattern of the ids of a form's fields. The forms of several seats may be on a page."""
    return f"id_{seat.power.lower()}_%s"


def _row_html(field: BoundField) -> SafeString:
    template = get_template("games/order_entry/_row.html")
    return SafeString(template.render({"field": field}))
