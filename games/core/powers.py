"""Names of the powers of all set-ups and of the coasts of all boards, by code.

The seven powers of the standard game are named here, translatable. Any other power is named by the
file of its set-up, which also gives it two or three letters; it has one of `NUMBERS` looks, which
`board.numbered` draws. Provinces are named by the notation of a language (`wording.place`).
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.translation import get_language, gettext_lazy

from adjudicator import SETUPS, load_setup
from adjudicator.setups import power_names

POWERS: Final = {
    "AUSTRIA": gettext_lazy("Austria"),
    "ENGLAND": gettext_lazy("England"),
    "FRANCE": gettext_lazy("France"),
    "GERMANY": gettext_lazy("Germany"),
    "ITALY": gettext_lazy("Italy"),
    "RUSSIA": gettext_lazy("Russia"),
    "TURKEY": gettext_lazy("Turkey"),
}


COASTS: Final = {
    "NC": gettext_lazy("north coast"),
    "EC": gettext_lazy("east coast"),
    "SC": gettext_lazy("south coast"),
    "WC": gettext_lazy("west coast"),
}

NUMBERS: Final = 40
"""Number of different looks; in a set-up with more powers of its own they repeat."""


def is_power(code: str) -> bool:
    """Whether a set-up has a power of this code."""
    return code in POWERS or code in power_names()


def name(code: str) -> str:
    """The name of a power in the reader's language; raises `KeyError` for an unknown code."""
    if code in POWERS:
        return str(POWERS[code])
    names = power_names()[code].names
    return names.get(get_language() or "en") or names["en"]


def letters(code: str) -> str:
    """The letters on the shield of a power that its set-up names; empty for other powers."""
    known = power_names().get(code)
    return known.short if known else ""


def look(code: str) -> str:
    """The part of class names that stands for a power: “france”, “n7”; empty for unknown codes."""
    if code in POWERS:
        return code.lower()
    number = _numbers().get(code)
    return f"n{number}" if number else ""


@cache
def _numbers() -> Mapping[str, int]:
    """The number, from 1, of each power that is named by its set-up.

    It is the place of the power among those of its set-up. If the power is in several set-ups, it
    is the first number from there on that no power beside it has in any of them.
    """
    several = [tuple(load_setup(name).power_names) for name in SETUPS]
    found: dict[str, int] = {}
    for codes in several:
        for place, code in enumerate(codes):
            if code not in found:
                beside = {other for each in several if code in each for other in each}
                taken = {found[other] for other in beside if other in found}
                order = [(place + step) % NUMBERS + 1 for step in range(NUMBERS)]
                found[code] = next((each for each in order if each not in taken), order[0])
    return found
