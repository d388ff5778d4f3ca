"""Items that the lines state, and the words in them that could not be read."""

from dataclasses import dataclass, field

from adjudicator.notation.words import Word
from adjudicator.units import Unit

from .outline import Entry

MOST_SLIPS = 60
MOST_UNITS = 150
"""Enough for a unit and a dislodged unit in each province: with more, some are there twice."""


@dataclass(frozen=True)
class StatedUnit:
    """A unit; if dislodged, its attacker's province and its retreats as far as they are stated."""

    entry: Entry
    unit: Unit
    is_dislodged: bool = False
    attacker: str | None = None
    retreats: tuple[str, ...] = ()


@dataclass(frozen=True)
class StatedCenter:
    """A center that the power of its line owns."""

    entry: Entry
    province: str


@dataclass(frozen=True)
class Slip:
    """A word that could not be read.

    `code` says why (see `misprints`), `meanings` are the provinces that it may name.
    """

    entry: Entry
    code: str
    word: Word
    meanings: tuple[str, ...] = ()


@dataclass
class Items:
    """Items that the lines state, as read in one language.

    `misfits` counts places that are impossible where they are named; the less
    usual the spellings are in the language, the higher `rank` is.
    """

    language: str
    units: list[StatedUnit] = field(default_factory=list)
    centers: list[StatedCenter] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    misfits: int = 0
    rank: int = 0

    @property
    def are_enough(self) -> bool:
        """Whether to stop reading: the text is in another language, or is not a position."""
        return len(self.slips) >= MOST_SLIPS or len(self.units) > MOST_UNITS

    @property
    def doubt(self) -> tuple[int, int]:
        """Sort key of the languages: the lowest is the likeliest language of the lines.

        A word with several meanings counts as known: it belongs to this language.
        """
        unread = sum(not slip.meanings for slip in self.slips)
        return unread + self.misfits, self.rank
