"""What lines state, and what in them could not be read."""

from dataclasses import dataclass, field

from adjudicator.notation.lexicon import Word
from adjudicator.units import Unit

from .outline import Entry

MOST_SLIPS = 60
MOST_UNITS = 150
"""One that stands and one that is dislodged in each province: of more, some must be twice."""


@dataclass(frozen=True)
class StatedUnit:
    """A unit; if it is dislodged, where its attacker came from and where it may go, as far as the
    line says so."""

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
    """A word that could not be read. `code` says why (see `slips.message`), `meanings` are the
    provinces that it may name."""

    entry: Entry
    code: str
    word: Word
    meanings: tuple[str, ...] = ()


@dataclass
class Items:
    """What lines state in one language.

    `misfits` counts places that are named where they cannot be meant, `rank` is how far the
    spellings are from proper ones of the language.
    """

    language: str
    units: list[StatedUnit] = field(default_factory=list)
    centers: list[StatedCenter] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    misfits: int = 0
    rank: int = 0

    @property
    def are_enough(self) -> bool:
        """Whether to read no further: it is in another language, or no position."""
        return len(self.slips) >= MOST_SLIPS or len(self.units) > MOST_UNITS

    @property
    def doubt(self) -> tuple[int, int]:
        """The less, the likelier it is that the lines are in this language. A word that means too
        much in it is none of another."""
        unread = sum(not slip.meanings for slip in self.slips)
        return unread + self.misfits, self.rank
