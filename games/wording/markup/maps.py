"""The tag for the map of a phase in a message: `[map S1901M]`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from markdown_it.rules_inline import StateInline

_TAG = re.compile(r"\[map ([SFW]\d{4}[MRA])\]", re.IGNORECASE | re.ASCII)
MOST_PICTURES = 6  # in one message; further maps are links


@dataclass(frozen=True)
class Map:
    """The paths of a phase's page and of its picture, which may be empty, and its name in words."""

    page: str
    picture: str
    name: str


FindMap: TypeAlias = Callable[[str], Map | None]  # by the code of a phase


def no_map(_code: str) -> Map | None:
    """Find no map: for texts that belong to no game."""
    return None


def map_tag(state: StateInline, silent: bool) -> bool:
    """Inline rule for a map that `env["find_map"]` finds; the tag of any other stays text."""
    found = _TAG.match(state.src, state.pos)
    which = state.env["find_map"](found[1].upper()) if found else None
    if found is None or which is None:
        return False
    if not silent:
        state.push("map", "", 0).meta["map"] = which
    state.pos = found.end()
    return True
