"""Generated lines that no sensible player writes, and some that a player might."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from adjudicator import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
    standard_board,
)

BOARD = standard_board()
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

WORDS = "A,F,PAR,SPA,SPA/NC,SPA/SC,MAO,PAR/NC,XXX,-,S,C,H,R,D,B,VIA,WAIVE,BUILD,DISBAND,€,🜚"
locations = st.sampled_from(
    [
        *sorted(BOARD.provinces),
        *sorted(BOARD.fleet_moves),
        "PAR/NC",
        "MAO/WC",
        "SPA/EC",
        "XXX",
        "",
        "É",
    ]
)
units = st.builds(Unit, st.sampled_from(UnitType), locations)
any_order: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, locations, st.booleans()),
    st.builds(SupportHold, units, units),
    st.builds(SupportMove, units, units, locations),
    st.builds(Convoy, units, units, locations),
    st.builds(Retreat, units, locations),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.just(Waive()),
)
any_line: st.SearchStrategy[Any] = st.one_of(
    any_order,
    any_order.map(str),
    st.lists(st.sampled_from(WORDS.split(",")), max_size=9).map(" ".join),
    st.text(st.characters(exclude_categories=()), max_size=20),
    st.none() | st.integers() | st.binary(max_size=5),
)
"""Correct, possible and impossible lines."""
any_sheets: st.SearchStrategy[dict[str, list[Order | str]]] = st.dictionaries(
    st.one_of(st.sampled_from(POWERS), st.text(max_size=9)),
    st.lists(any_line, max_size=9),
    max_size=5,
)
