"""Units: armies and fleets."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.errors import UnitError
from adjudicator.terms import UnitType


@dataclass(frozen=True, slots=True)
class Unit:
    """An army or a fleet and its location.

    >>> fleet = Unit.parse("f spa/sc")
    >>> str(fleet), fleet.province, fleet.coast
    ('F SPA/SC', 'SPA', 'SC')
    """

    type: UnitType
    location: str
    text: str = field(init=False, repr=False, compare=False)
    """The canonical text, with which every order of the unit begins."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.type} {self.location}")

    @property
    def province(self) -> str:
        """The province, without its coast."""
        return self.location[:3]

    @property
    def coast(self) -> str | None:
        """``NC``, ``SC`` or ``EC`` in a province with a split coast, otherwise None."""
        return self.location[4:] or None

    @classmethod
    def parse(cls, text: str) -> Unit:
        """Return the unit that a text such as ``A PAR`` names, in any case and spacing.

        Raises `UnitError`. Whether the location exists is not checked.
        """
        words = text.upper().split()
        if len(words) != 2 or words[0] not in ("A", "F") or len(words[1]) not in (3, 6):
            raise UnitError("no_such_unit_text", {"text": text})
        return cls(UnitType(words[0]), words[1])

    def __str__(self) -> str:
        return self.text
