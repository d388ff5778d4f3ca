"""What the drawing says in words: the titles a pointer or a screen reader finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, gettext_lazy

if TYPE_CHECKING:
    from games.board.anchors import Board
    from games.board.picture import DrawnOrder, DrawnUnit

# Code of a province (PAR), coast of one (SPA/SC) or power -> its name in the reader's language.
Names = Mapping[str, str]

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


def power(code: str, names: Names) -> str:
    return names.get(code) or str(POWERS.get(code, code))


def place(location: str, board: Board, names: Names) -> str:
    """ "Paris" for PAR, "Spain, south coast" for SPA/SC."""
    if location in names:
        return names[location]
    code, _, coast = location.partition("/")
    name = names.get(code) or (board.provinces[code].name if code in board.provinces else code)
    if not coast:
        return name
    words = {"province": name, "coast": str(COASTS.get(coast, coast))}
    return gettext("%(province)s, %(coast)s") % words


def province(code: str, owner: str | None, board: Board, names: Names) -> str:
    name = place(code, board, names)
    if owner is None:
        return name
    return gettext("%(province)s (%(power)s)") % {"province": name, "power": power(owner, names)}


def unit(drawn: DrawnUnit, board: Board, names: Names) -> str:
    """ "Army Paris (France)"."""
    kind, _, location = drawn.unit.partition(" ")
    words = {"place": place(location, board, names), "power": power(drawn.power, names)}
    if drawn.dislodged:
        if kind == "A":
            return gettext("Dislodged army %(place)s (%(power)s)") % words
        return gettext("Dislodged fleet %(place)s (%(power)s)") % words
    if kind == "A":
        return gettext("Army %(place)s (%(power)s)") % words
    return gettext("Fleet %(place)s (%(power)s)") % words


def order(drawn: DrawnOrder, names: Names) -> str:
    """ "France: A Par-Bur", and whether it failed."""
    words = {"power": power(drawn.power, names), "order": drawn.written or drawn.text}
    if drawn.failed:
        return gettext("%(power)s: %(order)s (failed)") % words
    return gettext("%(power)s: %(order)s") % words
