"""The rules of Diplomacy as a pure Python library: no input or output, no clock, no chance.

>>> from adjudicator import adjudicate, load_setup, opening
>>> position = opening(load_setup("standard"))
>>> resolution = adjudicate(position, {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
>>> [f"{r.text}: {r.outcome}" for r in resolution.results if r.given]
['A PAR - BUR: fails', 'A MUN - BUR: fails']
"""

from typing import TYPE_CHECKING

from adjudicator import notation
from adjudicator.adjudication import adjudicate
from adjudicator.adjustments import Adjustment, adjustment, may_return
from adjudicator.board import Board, Province, load_board, standard_board
from adjudicator.errors import (
    AdjudicatorError,
    IllegalOrder,
    OrderSyntaxError,
    PhaseCodeError,
    PositionError,
    SetupError,
    UnitError,
    WireError,
)
from adjudicator.legal_orders import legal_orders
from adjudicator.legality import check_order
from adjudicator.next_phase import must_order
from adjudicator.notation import parse_canonical
from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from adjudicator.position import Dislodged, Position, opening
from adjudicator.reasons import MESSAGES, Reason, explain
from adjudicator.resolution import Resolution, Result
from adjudicator.rules import DEFAULT_RULES, RULES, Rules, find_rules
from adjudicator.setups import SETUPS, Setup, load_setup
from adjudicator.terms import OrderType, Outcome, PhaseCode, PhaseType, Season, UnitType
from adjudicator.units import Unit
from adjudicator.victory import winner

if TYPE_CHECKING:
    from adjudicator.notation import LANGUAGES, parse_order, read_sheet, read_texts, render
else:

    def __getattr__(name: str) -> object:
        """Import what reads and writes other notations when it is first asked for."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(notation, name)


__all__ = [
    "DEFAULT_RULES",
    "LANGUAGES",
    "MESSAGES",
    "RULES",
    "SETUPS",
    "AdjudicatorError",
    "Adjustment",
    "Board",
    "Build",
    "Convoy",
    "Disband",
    "Dislodged",
    "Hold",
    "IllegalOrder",
    "Move",
    "Order",
    "OrderSyntaxError",
    "OrderType",
    "Outcome",
    "PhaseCode",
    "PhaseCodeError",
    "PhaseType",
    "Position",
    "PositionError",
    "Province",
    "Reason",
    "Resolution",
    "Result",
    "Retreat",
    "Rules",
    "Season",
    "Setup",
    "SetupError",
    "SupportHold",
    "SupportMove",
    "Unit",
    "UnitError",
    "UnitType",
    "Waive",
    "WireError",
    "adjudicate",
    "adjustment",
    "check_order",
    "explain",
    "find_rules",
    "legal_orders",
    "load_board",
    "load_setup",
    "may_return",
    "must_order",
    "opening",
    "parse_canonical",
    "parse_order",
    "read_sheet",
    "read_texts",
    "render",
    "standard_board",
    "winner",
]
