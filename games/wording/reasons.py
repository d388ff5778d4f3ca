"""Codes of the rules as sentences: why an order was refused, its outcome, and the reason."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import notation
from adjudicator import (
    AdjudicatorError,
    Board,
    OrderSyntaxError,
    UnitError,
)
from adjudicator.notation import (
    Style,
    language_data,
    render,
    render_place,
    render_unit,
)
from adjudicator.notation.advice import Advice
from adjudicator.reasons import ADVICE, IN_SHORT, THEN, UNEVENTFUL, cite, explain, rule_behind
from adjudicator.terms import PhaseCode
from adjudicator.units import Unit as PositionUnit

from ..core.powers import COASTS, is_power
from .names import phase_name, power, truncated
from .orders import order_text

_OUTCOMES = {
    "succeeds": gettext_lazy("succeeds"),
    "fails": gettext_lazy("fails"),
    "illegal": gettext_lazy("void: impossible"),
    "invalid": gettext_lazy("void: no matching order"),
    "given": gettext_lazy("support given"),
    "cut": gettext_lazy("support cut"),
    "available": gettext_lazy("convoy not disrupted"),
    "disrupted": gettext_lazy("convoy disrupted"),
    "stands": gettext_lazy("holds"),
}


_NOT_NEEDED = frozenset({"convoy_not_needed", "convoy_went_without"})
"""Reasons of convoys that are void because other fleets were enough, not because impossible."""


FATES = {
    "": "",
    "dislodged": gettext_lazy("dislodged"),
    "destroyed": gettext_lazy("dislodged with nowhere to retreat: disbanded"),
}


class ResolvedOrder(Protocol):
    """An order with its outcome: a row, or one that somebody tries and nobody stores."""

    @property
    def text(self) -> str: ...
    @property
    def outcome(self) -> str: ...
    @property
    def fate(self) -> str: ...
    @property
    def reason_code(self) -> str: ...
    @property
    def reason_params(self) -> Mapping[str, str]: ...
    @property
    def given(self) -> bool:
        """Whether it was given, not supplied by the rules."""


def refusal(error: AdjudicatorError, board: Board) -> str:
    """The reason why an order or a position cannot be accepted, and how to correct it.

    Orders are abbreviated, except that the possible readings of an ambiguous line have full names:
    they show how the readings differ.
    """
    readable = _readable_params(error.params, board)
    params = {name: truncated(value) for name, value in readable.items()}
    if isinstance(error, OrderSyntaxError) and error.readings:
        readings = (render(each, notation.current(), "full") for each in error.readings)
        params["readings"] = "; ".join(readings)
    return explain(error.code, params, translate=_, name=_names_in_short(board))


def advice(given: Advice, board: Board) -> str:
    """A warning about an order that can be accepted."""
    name_of, readable = _names_in_short(board), _readable_params(given.params, board)
    return _(ADVICE[given.code]) % {name: name_of(value) for name, value in readable.items()}


def _readable_params(params: Mapping[str, str], board: Board) -> dict[str, str]:
    """The parameters, with orders, phases and languages in the reader's words."""
    converters: dict[str, Callable[[str], str]] = {
        "order": partial(order_text, board=board, style="full"),
        "phase": lambda value: phase_name(PhaseCode.parse(value)),
        "language": lambda value: language_data(value).name,
    }
    return {name: converters.get(name, str)(value) for name, value in params.items()}


def outcome(order: ResolvedOrder) -> str:
    """The outcome of a resolved order in words."""
    if order.reason_code in _NOT_NEEDED:
        return _("void: not needed")
    return str(_OUTCOMES[order.outcome])


def reason(order: ResolvedOrder, board: Board) -> str:
    """The reason for the outcome of a resolved order; empty if it simply succeeded.

    Also empty for a code or parameters that an earlier version stored.
    """
    if order.reason_code in UNEVENTFUL and THEN not in order.reason_params:
        return ""
    try:
        return explain(order.reason_code, order.reason_params, translate=_, name=_names(board))
    except KeyError:
        return ""


class CitedRule(NamedTuple):
    """A rule that a reason cites.

    `number` is empty for a rule that has none. `slug` is the last part of its lasting address, and
    `name` is “rule 13”, for example, or “rulebook: Civil disorder”.
    """

    number: str
    slug: str
    name: str


def rule(order: ResolvedOrder) -> CitedRule:
    """The rule behind the reason; its parts are empty if there is none."""
    behind = rule_behind(order.reason_code, order.reason_params)
    return CitedRule(behind if behind in IN_SHORT else "", rule_slug(behind), cite(behind, _))


def rule_slug(behind: str) -> str:
    """The last part of the lasting address of a rule.

    “13” stays as it is, “civil disorder” becomes “civil-disorder”, “DATC 4.A.2” “datc-4-a-2”.
    """
    return behind.casefold().replace(" ", "-").replace(".", "-")


def rules(numbers: Iterable[str]) -> list[tuple[str, str, str]]:
    """Number, name (“rule 13”) and text of the numbered rules among `numbers`, each once."""
    known = sorted({number for number in numbers if number in IN_SHORT}, key=int)
    return [(number, cite(number, _), _(IN_SHORT[number])) for number in known]


def _names(board: Board) -> Callable[[str], str]:
    """Return a function that gives the name for a code, as `_name` does, in full."""
    return partial(_name, board=board, place_style="full", unit_style="words")


def _names_in_short(board: Board) -> Callable[[str], str]:
    return partial(_name, board=board, place_style="short", unit_style="short")


def _name(value: str, *, board: Board, place_style: Style, unit_style: Style) -> str:
    """The name for the code of a power, coast or unit, or of a place on `board`.

    Other values are returned unchanged.
    """
    if is_power(value):
        return power(value)
    if value in board.number:
        return render_place(value, notation.current(), place_style)
    if value in COASTS:
        coast = language_data(notation.current()).coasts[value]
        return coast.short if place_style == "short" else coast.name
    try:
        return render_unit(PositionUnit.parse(value), notation.current(), unit_style)
    except UnitError:
        return value
