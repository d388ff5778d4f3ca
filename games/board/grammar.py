"""Canonical order text, taken apart as far as a drawing needs it.

This is no judge of orders: the text was made by the rules, and what is not understood here is
left out of the picture.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal[
    "hold", "move", "support-hold", "support-move", "convoy", "retreat", "build", "disband"
]

_PLACE: Final = r"[A-Z]{3}(?:/[A-Z]{2})?"
_FORMS: Final[tuple[tuple[Kind, str], ...]] = (
    ("hold", "H"),
    ("move", rf"- (?P<target>{_PLACE})(?P<via> VIA)?"),
    ("support-move", rf"S [AF] (?P<other>{_PLACE}) - (?P<target>{_PLACE})"),
    ("support-hold", rf"S [AF] (?P<other>{_PLACE})(?: H)?"),
    ("convoy", rf"C A (?P<other>{_PLACE}) - (?P<target>{_PLACE})"),
    ("retreat", rf"R (?P<target>{_PLACE})"),
    ("build", "B"),
    ("disband", "D"),
)
_COMPILED: Final = tuple(
    (kind, re.compile(rf"(?P<type>[AF]) (?P<place>{_PLACE}) {form}")) for kind, form in _FORMS
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """``other`` is the unit supported or convoyed; places are ``PAR`` or ``SPA/SC``."""

    kind: Kind
    unit_type: str
    place: str
    other: str = ""
    target: str = ""
    via: bool = False


def parse(text: str) -> Parsed | None:
    """The parts of a canonical order, or None for ``WAIVE`` and whatever else has no sign."""
    for kind, form in _COMPILED:
        match = form.fullmatch(text)
        if match is not None:
            found = match.groupdict(default="")
            return Parsed(
                kind=kind,
                unit_type=found["type"],
                place=found["place"],
                other=found.get("other", ""),
                target=found.get("target", ""),
                via=bool(found.get("via", "")),
            )
    return None
