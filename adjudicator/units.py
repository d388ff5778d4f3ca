"""Armies and fleets."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.errors import UnitError
from adjudicator.terms import UnitType


@dataclass(frozen=True, slots=True)
class Unit:
    """An army or a fleet and the location it stands on.

    >>> fleet = Unit.parse("f spa/sc")
    >>> str(fleet), fleet.province, fleet.coast
    ('F SPA/SC', 'SPA', 'SC')
    """

    type: UnitType
    location: str
    text: str = field(init=False, repr=False, compare=False)
    """The canonical text, which every order of the unit begins with."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.type} {self.location}")

    @property
    def province(self) -> str:
        """The province, without its coast."""
        return self.location[:3]

    @property
    def coast(self) -> str | None:
        """``NC``, ``SC`` or ``EC`` where the coast is split, else nothing."""
        return self.location[4:] or None

    @classmethod
    def parse(cls, text: str) -> Unit:
        """Read a unit such as ``A PAR``, whatever its case and spaces; raises `UnitError`."""
        words = text.upper().split()
        if len(words) != 2 or words[0] not in ("A", "F") or len(words[1]) not in (3, 6):
            raise UnitError("no_such_unit_text", {"text": text})
        return cls(UnitType(words[0]), words[1])

    def __str__(self) -> str:
        return self.text
