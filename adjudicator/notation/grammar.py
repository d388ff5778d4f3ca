"""Grammar of orders in any language: patterns over the kinds of words.

Each word of a text becomes one character, its sign (`words.Word.sign`); a pattern is a regular
expression over signs. Kinds are letters: U a unit, P a place, O a place at sea, K a coast, N a
nationality, I a word such as *in* before a place, - a dash or *to*, L a dash only, M a verb of
moving, and H S C V R D B E W for hold, support, convoy, via, retreat, disband, build, remove and
waive. Y is a unit that is not a letter, such as *fleet*, and Q the build that is waived. T, G and X
are *support move to*, *convoy to* and *from*, as webDiplomacy writes; J is *with*, Z *attacked by*,
F *supported by*.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.words import BEGINNING, MISPRINT, lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.board import Board
    from adjudicator.notation.words import Word
    from adjudicator.terms import UnitType

# A unit: nationality and coast stand before or after; a stray dash may follow its letter.
_UNIT = (
    "(?:(?P<n1>N)-?)?(?:I*(?P<unit>U)-?)?(?:I*(?P<n2>N))?I*"
    "(?:(?P<k1>K)I*)?(?P<place>P)(?:I*(?P<k2>K))?(?:(?P<after>Y)(?P<k7>K)?)?(?P<n3>N)?"
)
_OTHER = (
    "(?P<n4>N)?(?:I*(?P<letter>U)-?)?(?:I*(?P<n5>N))?I*"
    "(?:(?P<k3>K)I*)?(?P<other>P)(?:I*(?P<k4>K))?(?P<behind>Y)?(?P<n6>N)?"
)
_TARGET = "(?:(?P<k5>K)I*)?(?P<target>P)(?:I*(?P<k6>K))?"
# Seas named on the way are parsed; they mean only that the army goes by convoy.
_DESTINATION = f"(?:(?P<go>(?:-|M)+)(?:(?P<v3>V)-)?|L(?P<seas>(?:OL)+)){_TARGET}"
_VIA = "(?P<v2>V(?:I*U?I*OY?)*)?"
_SUPPORTS = "(?:-(?=SN?U))?(?P<verb>S)"  # not in “F Bar - S Petersburg”
_SHAPES: tuple[tuple[str, str], ...] = (
    ("move", f"{_UNIT}(?P<v1>V)?{_DESTINATION}(?P<behind>Y)?{_VIA}"),
    ("move", f"(?P<verb>M){_UNIT}{_DESTINATION}{_VIA}"),
    ("support_move", f"{_UNIT}{_SUPPORTS}{_OTHER}{_DESTINATION}(?P<n7>N)?{_VIA}"),
    ("move", f"(?P<verb>M)J{_UNIT}{_DESTINATION}{_VIA}"),
    ("move", f"(?P<verb>M)-?{_TARGET}J{_UNIT}"),
    ("move", f"{_TARGET}(?P<verb>Z){_UNIT}"),
    ("hold", f"{_UNIT}-?(?P<verb>H)"),
    ("hold", f"(?P<verb>H)J?{_UNIT}"),
    ("hold", f"{_UNIT}-?(?P<verb>H)(?:I|-)*(?P<target>P)"),
    ("support_hold", f"{_UNIT}{_SUPPORTS}{_OTHER}(?:-?H)?"),
    ("support_hold", f"(?P<verb>S)J{_UNIT}-?{_OTHER}"),
    ("support_hold", f"(?P<verb>S){_OTHER}J{_UNIT}"),
    ("support_hold", f"{_OTHER}(?P<verb>F){_UNIT}"),
    ("support_move", f"(?P<verb>S)J{_UNIT}-?{_OTHER}{_DESTINATION}"),
    ("support_move", f"(?P<verb>S){_OTHER}{_DESTINATION}J{_UNIT}"),
    ("support_move", f"{_UNIT}(?P<verb>T){_TARGET}X{_OTHER}"),
    ("convoy", f"{_UNIT}-?(?P<verb>C){_OTHER}{_DESTINATION}(?P<n7>N)?{_VIA}"),
    ("convoy", f"(?P<verb>C)J{_UNIT}-?{_OTHER}{_DESTINATION}"),
    ("convoy", f"(?P<verb>C){_OTHER}{_DESTINATION}J{_UNIT}"),
    ("convoy", f"{_UNIT}(?P<verb>G){_TARGET}X{_OTHER}"),
    ("retreat", f"{_UNIT}-?(?P<verb>R)-?{_TARGET}"),
    ("retreat", f"(?P<verb>R){_UNIT}{_DESTINATION}"),
    ("retreat", f"(?P<verb>E){_UNIT}{_DESTINATION}"),
    ("disband", f"{_UNIT}-?(?P<verb>D)"),
    ("disband", f"N?(?P<verb>D){_UNIT}"),
    ("disband", f"{_UNIT}-?(?P<verb>E)"),
    ("disband", f"N?(?P<verb>E){_UNIT}"),
    ("build", f"{_UNIT}-?(?P<verb>B)"),
    ("build", f"N?(?P<verb>B){_UNIT}"),
    ("build", "(?P<unit>U)(?P<verb>B)I*(?P<place>P)(?:I*(?P<k2>K))?"),
    ("build", "I*(?P<place>P)(?:I*(?P<k2>K))?(?P<verb>B)(?P<unit>U)"),
    ("move without a dash", f"{_UNIT}{_TARGET}{_VIA}"),
    ("support_move without a dash", f"{_UNIT}{_SUPPORTS}{_OTHER}{_TARGET}"),
    ("convoy without a dash", f"{_UNIT}-?(?P<verb>C){_OTHER}{_TARGET}"),
    ("unit", _UNIT),
    ("unit struck out", f"L{_UNIT}"),
    ("waive", "Q?(?P<verb>W)Q?"),
)
_RATED_GROUPS = (("unit", "U"), ("letter", "U"), ("go", "-M"), ("verb", "SHCRDEBWTGMZF"))
"""Groups whose spelling counts for the rank of a reading, with the kinds they may have."""


class Place(NamedTuple):
    """The locations that a word may mean, as pairs (rank, location), and a separate coast."""

    locations: Sequence[tuple[int, str]]
    coast: str


NOWHERE = Place((), "")


class Reference(NamedTuple):
    """A unit as an order names it; `type` is None and `power` empty if not stated."""

    type: UnitType | None
    place: Place
    power: str


class Reading(NamedTuple):
    """One reading of an order's words, before the board is consulted.

    `rank` rates the spellings of its words: the lower the better. `seas` are the places between the
    unit and its target. `needs_army` tells a way by sea that is no more than a letter or a chain of
    places: nothing but an army can be meant. `letter` is the verb if it is a single letter.
    """

    kind: str
    unit: Reference | None
    other: Reference | None
    target: Place
    via: bool
    rank: int
    seas: tuple[str, ...] = ()
    needs_army: bool = False
    letter: str = ""


class Shape(NamedTuple):
    """One pattern in the signs of a language, with the names of its groups in order.

    `verbs` are signs of which one must occur, if known: this saves many matches.
    """

    kind: str
    pattern: re.Pattern[str]
    groups: tuple[str, ...]
    verbs: frozenset[str]


class Grammar:
    """The patterns of all orders on one board, in the signs of one language."""

    def __init__(self, language: str, board: Board) -> None:
        self.lexicon = lexicon(language, board)
        self.shapes = [self._shape(kind, pattern) for kind, pattern in _SHAPES]

    def _shape(self, kind: str, pattern: str) -> Shape:
        compiled = re.compile(self._in_signs(pattern))
        verb = re.search(r"\?P<verb>([A-Z])", pattern)
        signs = self.lexicon.all_signs(verb[1]) if verb else ""
        return Shape(kind, compiled, tuple(compiled.groupindex), frozenset(signs))

    def _in_signs(self, shape: str) -> str:
        """The pattern with each letter of a kind replaced by the class of its signs."""
        parts = re.split(r"(\?P<\w+>)", shape)
        every = self.lexicon.all_signs
        return "".join(
            part if part.startswith("?P<") else re.sub("[A-Z]|-", lambda kind: every(kind[0]), part)
            for part in parts
        )

    def readings(self, words: Sequence[Word]) -> list[Reading]:
        """Return every reading of the words."""
        signs = word_signs(words)
        here = set(signs)
        return [
            _make_reading(shape, match, words)
            for shape in self.shapes
            if (not shape.verbs or not here.isdisjoint(shape.verbs))
            and (match := shape.pattern.fullmatch(signs))
        ]

    def understood_words(self, words: Sequence[Word]) -> int:
        """Return how many of the words begin an order that could be parsed."""
        signs = word_signs(words)
        found = [match.end() for s in self.shapes if (match := s.pattern.match(signs))]
        return max(found, default=0)


def word_signs(words: Sequence[Word]) -> str:
    """Return the signs of the words as one text, which the patterns match."""
    return "".join([word.sign for word in words])


def _make_reading(shape: Shape, match: re.Match[str], words: Sequence[Word]) -> Reading:
    """The reading that a match of a shape means."""
    spans = zip(shape.groups, match.regs[1:], strict=True)
    at = {name: start for name, (start, _end) in spans if start >= 0}
    unit = other = None
    target, has_other = NOWHERE, "other" in at
    if (place := at.get("place")) is not None:
        unit = Reference(
            _type(
                words, at.get("unit", at.get("after", at.get("behind") if not has_other else None))
            ),
            Place(words[place].places, _coast(words, at, "k1", "k2", "k7")),
            _power(words, at, "n1", "n2", "n3"),
        )
    if (place := at.get("other")) is not None:
        other = Reference(
            _type(words, at.get("letter", at.get("behind"))),
            Place(words[place].places, _coast(words, at, "k3", "k4")),
            _power(words, at, "n4", "n5", "n6", "n7"),
        )
    if (place := at.get("target")) is not None:
        target = Place(words[place].places, _coast(words, at, "k5", "k6"))
    kind, _without, incomplete = shape.kind.partition(" without ")
    rank = BEGINNING if incomplete else 0
    if incomplete:  # a misprint may be another word: М is Марсилия or a hold
        target = target._replace(locations=[p for p in target.locations if p[0] != MISPRINT])
    for name, kinds in _RATED_GROUPS:
        if (place := at.get(name)) is not None:
            known = words[place].kinds
            rank += min([known[each] for each in kinds if each in known])
    if (go := at.get("go")) is not None:
        several = words[go : match.end("go")]  # in “A SER A A TRI” the first is no *to*
        rank += BEGINNING if len(several) > 1 and len(several[-1].spelling) == 1 else 0
    via = any(name in at for name in ("v1", "v2", "v3", "seas"))
    short_way = any(name in at and len(words[at[name]].spelling) == 1 for name in ("v1", "v2"))
    seas = _seas(words, at, match)
    verb = words[at["verb"]].spelling if "verb" in at else ""
    letter = verb if len(verb) == 1 else ""
    return Reading(kind, unit, other, target, via, rank, seas, short_way or bool(seas), letter)


def _seas(words: Sequence[Word], at: Mapping[str, int], match: re.Match[str]) -> tuple[str, ...]:
    """The seas that are named on the way, each with its best reading."""
    if "seas" not in at:
        return ()
    begin, end = match.span("seas")
    return tuple(word.places[0][1] for word in words[begin:end] if word.places)


def _type(words: Sequence[Word], place: int | None) -> UnitType | None:
    return None if place is None else words[place].unit


def _coast(words: Sequence[Word], at: Mapping[str, int], *names: str) -> str:
    return next((words[at[name]].coast for name in names if name in at), "")


def _power(words: Sequence[Word], at: Mapping[str, int], *names: str) -> str:
    for name in names:
        if name in at:
            return words[at[name]].power
    return ""


@cache
def grammar(language: str, board: Board) -> Grammar:
    """Return the grammar of a language for a board, made once a process; raises `SetupError`."""
    return Grammar(language, board)
