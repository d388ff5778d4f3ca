"""Reasons and errors in English sentences: codes, parameters and the rule behind each.

`input_sentences` has the sentences for faulty input and for orders that are not taken,
`result_sentences` those for how an order ended; `reason` puts the parameters in.
"""

from adjudicator.reasons.input_sentences import ADVICE, FAULTS, IN_SHORT, REFUSALS, SECTIONS
from adjudicator.reasons.reason import (
    MESSAGES,
    THEN,
    UNEVENTFUL,
    Reason,
    cite,
    explain,
    rule_behind,
)

__all__ = [
    "ADVICE",
    "FAULTS",
    "IN_SHORT",
    "MESSAGES",
    "REFUSALS",
    "SECTIONS",
    "THEN",
    "UNEVENTFUL",
    "Reason",
    "cite",
    "explain",
    "rule_behind",
]
