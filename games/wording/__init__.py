"""Database rows and values of the rules in words.

Sentences are in the active language. Units, provinces and orders are in the reader's notation,
which `accounts.notation` returns.
"""

from .names import (
    LONGEST_QUOTE,
    ORDER_TYPES,
    PHASE_TYPES,
    SEASONS,
    drawing_names,
    hand,
    listed,
    phase,
    phase_in_year,
    phase_kind,
    phase_name,
    place,
    place_in_short,
    power,
    powers,
    provinces,
    short_coast_names,
    truncated,
    unit,
    unit_in_short,
)
from .orders import mentions, order_sentences, order_shortener, order_text, stored_orders
from .reasons import FATES, ResolvedOrder, advice, outcome, reason, refusal, rule, rules
from .setups import setup_name, setup_sentence

__all__ = [
    "FATES",
    "LONGEST_QUOTE",
    "ORDER_TYPES",
    "PHASE_TYPES",
    "SEASONS",
    "ResolvedOrder",
    "advice",
    "drawing_names",
    "hand",
    "listed",
    "mentions",
    "order_sentences",
    "order_shortener",
    "order_text",
    "outcome",
    "phase",
    "phase_in_year",
    "phase_kind",
    "phase_name",
    "place",
    "place_in_short",
    "power",
    "powers",
    "provinces",
    "reason",
    "refusal",
    "rule",
    "rules",
    "setup_name",
    "setup_sentence",
    "short_coast_names",
    "stored_orders",
    "truncated",
    "unit",
    "unit_in_short",
]
