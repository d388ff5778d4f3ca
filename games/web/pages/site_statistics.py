"""The statistics of the site, and the explorer of openings.

Both count finished public games and recorded ones, and tell nothing about people.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from ... import wording
from ...state import variants
from ...statistics import opening_board, site_figures
from ...wording import endings
from ..forms.site_statistics import STANDARD

if TYPE_CHECKING:
    from ...statistics.site_figures import Openings, Selection, Totals
    from ..forms.site_statistics import SelectionForm


@dataclass(frozen=True)
class PowerLink:
    """A power with the address of its openings."""

    code: str
    power: str
    url: str


@dataclass(frozen=True)
class ResultCells:
    """Results as texts such as “12 (6 %)”; `games` and `centers` are numbers."""

    games: int
    won: str
    shared: str
    survived: str
    eliminated: str
    centers: float


@dataclass(frozen=True)
class PowerRow:
    """A power with its results."""

    link: PowerLink
    cells: ResultCells


@dataclass(frozen=True)
class OpeningRow:
    """A set of orders in the reader's notation, with its share of games, results and address."""

    orders: str
    url: str
    is_shown: bool
    number: str
    cells: ResultCells


def site_page(form: SelectionForm) -> dict[str, Any]:
    """Context of the statistics of the site; `form` is valid."""
    chosen = form.selection()
    figures = site_figures.site(chosen)
    return {
        "form": form,
        "number": figures.games,
        "setup_name": wording.setup_name(chosen.setup),
        "powers": [
            PowerRow(_link(chosen, power), _cells(figures.powers[power]))
            for power in variants.played_powers(chosen.setup)
            if power in figures.powers
        ],
        "lengths": [
            (years, _share(number, figures.games)) for years, number in figures.lengths.items()
        ],
        "ends": [
            (endings.end_name(end), _share(number, figures.games))
            for end, number in figures.ends.items()
        ],
    }


def openings_page(
    form: SelectionForm, power: str, orders: str, fall: str = ""
) -> dict[str, Any] | None:
    """Context of the openings of a power, of one in particular if `orders` are given.

    `fall` are orders of the first fall that followed them. None if the set-up has no such power,
    or nobody played these orders.
    """
    chosen = form.selection()
    found = site_figures.explore(chosen, power, orders, fall)
    if found is None:
        return None
    springs, falls, texts = found.springs, found.falls, _texts(orders)
    return {
        "form": form,
        "code": power,
        "power": wording.power(power),
        "links": [_link(chosen, each) for each in variants.played_powers(chosen.setup)],
        "number": springs.games,
        "springs": _rows(chosen, power, springs, orders),
        "board": opening_board.board_of(chosen.setup, power, texts) if texts else "",
        "shown": opening_board.in_words(chosen.setup, texts),
        "falls": _fall_rows(chosen, power, falls, orders, fall) if falls else [],
        "fall_board": opening_board.board_of(chosen.setup, power, _texts(fall), is_fall=True)
        if fall
        else "",
        "fall_shown": opening_board.in_words(chosen.setup, _texts(fall)),
        "site_url": f"{reverse('games:site_statistics')}{_question(chosen)}",
    }


def _rows(chosen: Selection, power: str, openings: Openings, shown: str) -> list[OpeningRow]:
    return [
        OpeningRow(
            orders=opening_board.in_words(chosen.setup, _texts(each.orders)),
            url=f"{_url(power)}{_question(chosen, orders=each.orders)}#opening",
            is_shown=each.orders == shown,
            number=_share(each.totals.games, openings.games),
            cells=_cells(each.totals),
        )
        for each in openings.most
    ]


def _fall_rows(
    chosen: Selection, power: str, openings: Openings, spring: str, shown: str
) -> list[OpeningRow]:
    """The rows of falls, which lead to their boards."""
    rows = _rows(chosen, power, openings, shown)
    urls = [
        f"{_url(power)}{_question(chosen, orders=spring, fall=each.orders)}#fall"
        for each in openings.most
    ]
    return [replace(row, url=url) for row, url in zip(rows, urls, strict=True)]


def _texts(orders: str) -> list[str]:
    return orders.split(", ") if orders else []


def _link(chosen: Selection, power: str) -> PowerLink:
    return PowerLink(power, wording.power(power), f"{_url(power)}{_question(chosen)}")


def _url(power: str) -> str:
    return reverse("games:openings", args=[power])


def _question(chosen: Selection, **more: str) -> str:
    """The question of an address with a selection; empty for that of all standard games."""
    values = {**asdict(chosen), **more}
    if values["setup"] == STANDARD:
        values["setup"] = ""
    set_values = {name: value for name, value in values.items() if value}
    return f"?{urlencode(set_values)}" if set_values else ""


def _cells(totals: Totals) -> ResultCells:
    won, shared, survived, eliminated = (
        _share(number, totals.games)
        for number in (totals.won, totals.shared, totals.survived, totals.eliminated)
    )
    return ResultCells(totals.games, won, shared, survived, eliminated, totals.centers)


def _share(number: int, of: int) -> str:
    """A number with its share: “12 (6 %)”."""
    return _("%(number)d (%(percent)d%%)") % {
        "number": number,
        "percent": round(100 * number / of) if of else 0,
    }
