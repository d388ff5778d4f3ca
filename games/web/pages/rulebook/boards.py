"""Pages of the boards of the rules: a diagram or a case of the DATC, and the list of all cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from .... import wording
from ....board import pictures
from ....models import Game, Order
from ....rulebook.boards import name_of, orders_figure, url_of
from ....rulebook.comparison import ComparedOrder, compared_orders, edition_groups
from ....rulebook.known_boards import RuleBoard, all_boards
from ....sandbox.drawing import drawn_results
from ....sandbox.line import ResolvedPhase
from ....sandbox.results import TriedOrder, results_of
from ....wording.results import ResultLine
from ..sandbox.line import PowerResults, line_url

SECTIONS: Final = {
    "A": gettext_lazy("Basic checks"),
    "B": gettext_lazy("Coasts"),
    "C": gettext_lazy("Circular movement"),
    "D": gettext_lazy("Supports and dislodgement"),
    "E": gettext_lazy("Head-to-head battles and beleaguered garrisons"),
    "F": gettext_lazy("Convoys"),
    "G": gettext_lazy("Convoys to neighboring provinces"),
    "H": gettext_lazy("Retreats"),
    "I": gettext_lazy("Builds"),
    "J": gettext_lazy("Disbands and civil disorder"),
}
"""The sections of the DATC's chapter 6."""


@dataclass(frozen=True)
class ResolvedFigure:
    """A resolved phase of a board: the part of the map, and the results by power.

    `id_end` ends the ids of its parts, so that each phase on a page has its own.
    """

    id_end: str
    phase: str
    map: SafeString
    results: Sequence[tuple[PowerResults, Sequence[ResultLine]]]


def board_page(board: RuleBoard, edition: str, *, resolved: bool) -> dict[str, Any]:
    """Context of a board with its orders or, if `resolved`, with the results under an edition."""
    name, line = name_of(board), board.resolved(edition)
    url = url_of(board, edition)
    page: dict[str, Any] = {
        "board": board,
        "name": name,
        "edition": edition,
        "edition_name": str(Game.Edition(edition).label),
        "previous": _neighbour(board, -1),
        "following": _neighbour(board, 1),
        "url": url,
        "change_url": line_url(board.line(edition)),
    } | _comparison(board, edition)
    if not resolved:
        return page | {"figure": orders_figure(board, edition)}
    figures = [_resolved_figure(name, phase, place) for place, phase in enumerate(line.phases)]
    cited = (
        each.rule for figure in figures for _power, several in figure.results for each in several
    )
    return page | {
        "figures": figures,
        "rules": wording.rules(cited),
        "orders_url": f"{url}{'&' if '?' in url else '?'}orders",
    }


def _neighbour(board: RuleBoard, step: int) -> tuple[str, str] | None:
    """The address and the name of the next board of the same book, or of the one before."""
    several = [each for each in all_boards().values() if each.book == board.book]
    place = several.index(board) + step
    if not 0 <= place < len(several):
        return None
    return url_of(several[place], several[place].edition), name_of(several[place])


def _resolved_figure(name: str, phase: ResolvedPhase, place: int) -> ResolvedFigure:
    drawn = drawn_results(phase)
    listed = "; ".join(f"{wording.power(each.power)}: {each.written}" for each in drawn)
    return ResolvedFigure(
        f"-{place}" if place else "",
        wording.phase_name(phase.position.phase),
        pictures.draw_part(f"{name}. {listed}", phase.position, drawn),
        [
            (PowerResults(power, wording.power(power)), results)
            for power, results in results_of(phase).items()
        ],
    )


@dataclass(frozen=True)
class EditionColumn:
    """Editions that end a board in the same way: their names, and addresses of their results."""

    editions: Sequence[tuple[str, str]]
    is_shown: bool


@dataclass(frozen=True)
class OutcomeRow:
    """An order, what its book says of it, and its outcomes in the columns; empty for none."""

    code: str
    power: str
    order: str
    said: str
    outcomes: Sequence[str]
    differs: bool


def _comparison(board: RuleBoard, edition: str) -> dict[str, Any]:
    groups = edition_groups(board.id)
    said: dict[tuple[int, str, str], list[str]] = {}
    for number, endings in enumerate(board.endings):
        for power, order, outcome in endings:
            beaten = not number and " ".join(order.split()[:2]) in board.dislodged
            fate = Order.Fate.DISLODGED if beaten else Order.Fate.STAYS
            word = _outcome(TriedOrder(order, outcome, fate, "", {}, given=True))
            said.setdefault((number, power, order), []).append(word)
    rows = []
    for each in compared_orders(groups):
        words = said.get((each.phase, each.power, each.order), [])
        rows.append(_outcome_row(each, words.pop(0) if words else "", board))
    return {
        "columns": [
            EditionColumn(
                [(str(Game.Edition(each).label), url_of(board, each)) for each in group.editions],
                edition in group.editions,
            )
            for group in groups
        ],
        "rows": rows,
        "agrees": not board.differences(),
    }


def _outcome_row(compared: ComparedOrder, said: str, board: RuleBoard) -> OutcomeRow:
    position = board.position
    return OutcomeRow(
        compared.power,
        wording.power(compared.power),
        wording.order_text(compared.order, position.board, position=position),
        said,
        [_outcome(TriedOrder.ended(each)) if each else "" for each in compared.results],
        compared.differs,
    )


def _outcome(order: TriedOrder) -> str:
    """The outcome and the fate in words; a book may tell only one of them, or nothing."""
    words = [wording.outcome(order)] if order.outcome else []
    return "; ".join(filter(None, [*words, str(wording.FATES[order.fate])]))


@dataclass(frozen=True)
class CaseLink:
    """A case of the DATC in the list, and whether editions end it in different ways."""

    url: str
    number: str
    title: str
    differs: bool


def cases_page(*, only_different: bool) -> dict[str, Any]:
    """Context of the list of all cases of the DATC, or of those that editions end differently."""
    sections: dict[str, list[CaseLink]] = {letter: [] for letter in SECTIONS}
    total = 0
    for board in all_boards().values():
        if not board.is_case:
            continue
        total += 1
        differs = len(edition_groups(board.id)) > 1
        if differs or not only_different:
            letter = board.number.split(".")[1]
            link = CaseLink(url_of(board, board.edition), board.number, board.title, differs)
            sections[letter].append(link)
    shown = sum(map(len, sections.values()))
    return {
        "sections": [
            (f"6.{letter}", SECTIONS[letter], links) for letter, links in sections.items() if links
        ],
        "total": total,
        "shown": shown,
        "only_different": only_different,
        "index_url": reverse("games:datc"),
    }
