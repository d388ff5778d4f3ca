"""The titles of provinces, units and orders, for tooltips and screen readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from ..core import powers

if TYPE_CHECKING:
    from .geometry import BoardGeometry
    from .picture import DrawnOrder, DrawnUnit

# Code of a province (PAR), coast (SPA/SC) or power -> its name in the reader's language.
Names = Mapping[str, str]


class Titles:
    """The titles of one picture. Translations are looked up once: a board needs hundreds."""

    def __init__(self, board: BoardGeometry, names: Names) -> None:
        self._board = board
        self._names = names
        self._powers: dict[str, str] = {}
        self._owned_province = gettext("%(province)s (%(power)s)")
        self._order = gettext("%(power)s: %(order)s")
        self._failed = gettext("%(power)s: %(order)s (failed)")
        self._units = {
            ("A", False): gettext("Army %(place)s (%(power)s)"),
            ("F", False): gettext("Fleet %(place)s (%(power)s)"),
            ("A", True): gettext("Dislodged army %(place)s (%(power)s)"),
            ("F", True): gettext("Dislodged fleet %(place)s (%(power)s)"),
        }

    def power(self, code: str) -> str:
        if code not in self._powers:
            known = powers.name(code) if powers.is_power(code) else code
            self._powers[code] = self._names.get(code) or known
        return self._powers[code]

    def place(self, location: str) -> str:
        """ "Paris" for PAR, "Spain, south coast" for SPA/SC."""
        if location in self._names:
            return self._names[location]
        code, _, coast = location.partition("/")
        provinces = self._board.provinces
        name = self._names.get(code) or (provinces[code].name if code in provinces else code)
        if not coast:
            return name
        words = {"province": name, "coast": str(powers.COASTS.get(coast, coast))}
        return gettext("%(province)s, %(coast)s") % words

    def province(self, code: str, owner: str | None) -> str:
        name = self.place(code)
        if owner is None:
            return name
        return self._owned_province % {"province": name, "power": self.power(owner)}

    def unit(self, drawn: DrawnUnit) -> str:
        """ "Army Paris (France)"."""
        kind, _, location = drawn.unit.partition(" ")
        words = {"place": self.place(location), "power": self.power(drawn.power)}
        return self._units[kind, drawn.dislodged] % words

    def order(self, drawn: DrawnOrder) -> str:
        """ "France: A PAR - BUR", and whether it failed."""
        words = {"power": self.power(drawn.power), "order": drawn.written or drawn.text}
        return (self._failed if drawn.failed else self._order) % words
