"""The map of a phase in a letter, as `[map S1901M]`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from markdown_it.rules_inline import StateInline

_TAG = re.compile(r"\[map ([SFW]\d{4}[MRA])\]", re.IGNORECASE | re.ASCII)
# So many pictures a letter shows at most; the other maps are links.
MOST_PICTURES = 6


@dataclass(frozen=True)
class Map:
    """The addresses, within the site, of a phase's page and of its picture; its name in words."""

    page: str
    picture: str
    name: str


Maps: TypeAlias = Callable[[str], Map | None]


def no_maps(_code: str) -> Map | None:
    """Where there is no game whose maps could be meant."""
    return None


def tag(state: StateInline, silent: bool) -> bool:
    """An inline rule: the map of a phase that `env["maps"]` knows; of another the tag stays."""
    found = _TAG.match(state.src, state.pos)
    which = state.env["maps"](found[1].upper()) if found else None
    if found is None or which is None:
        return False
    if not silent:
        state.push("map", "", 0).meta["map"] = which
    state.pos = found.end()
    return True
