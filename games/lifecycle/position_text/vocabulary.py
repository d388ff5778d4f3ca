"""The words in which a position is written, from the languages of the notation.

Headings are read in all languages at once, the lists after them in one language.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache

from adjudicator import Board
from adjudicator.notation import LANGUAGES, language_data
from adjudicator.notation.headings import key_of, kind_names, power_names, small_words
from adjudicator.notation.words import lexicon
from adjudicator.terms import PhaseType

LONGEST_PHRASE = 4
"""Words in the longest phrase; a test counts them."""


class Section(StrEnum):
    """A kind of list in the text."""

    UNITS = "units"
    DISLODGED = "dislodged"
    CENTERS = "centers"
    PLAYERS = "players"


@cache
def sections() -> Mapping[str, Section]:
    """Folded phrases that head a section, in all languages. *Retreats* heads dislodged units."""
    due = {
        word: Section.DISLODGED for word, kind in kind_names().items() if kind == PhaseType.RETREAT
    }
    return due | {key_of(each): section for section in Section for each in _phrases(section)}


@cache
def powers(board: Board) -> Mapping[str, str]:
    """Folded name -> power, without names that are also names of provinces of the board."""
    return {n: power for n, power in power_names().items() if not _kinds(n, board) & {"P"}}


@cache
def headings(language: str) -> frozenset[str]:
    """Folded names of powers and sections in one language."""
    data = language_data(language)
    named = {each for name in data.powers.values() for each in name.spellings}
    listed = {each for section in Section for each in data.position[section]}
    return frozenset(map(key_of, named | listed))


@cache
def _nothing() -> frozenset[str]:
    """Folded phrases that say that a list is empty, in all languages."""
    return frozenset(key_of(each) for each in _phrases("nothing"))


def is_nothing(text: str) -> bool:
    """Whether a text is an empty list, in any language."""
    key = key_of(text)
    return not key or key.isdigit() or key in _nothing()


@cache
def fillers(board: Board) -> frozenset[str]:
    """Words without meaning in a heading or after it."""
    return frozenset(word for word in small_words() if not _kinds(word, board) & {"P", "U"})


def begins_unit(word: str, board: Board) -> bool:
    """Whether a folded word is the letter or the name of a unit in any language."""
    return "U" in _kinds(word, board)


@cache
def roles(language: str) -> Mapping[str, str]:
    """Folded phrase -> its meaning for a unit in one language (a key of `Language.position`)."""
    table = language_data(language).position
    wanted = ("nothing", "alternatives", "dislodged", "attacker", "retreats")
    return {key_of(phrase): role for role in wanted for phrase in table[role]}


def _phrases(key: str) -> Iterator[str]:
    for language in LANGUAGES:
        yield from language_data(language).position[key]


def _kinds(spelling: str, board: Board) -> set[str]:
    """All kinds of word that a spelling may be in any language (letters of the grammar)."""
    known = (lexicon(language, board).words.get(spelling) for language in LANGUAGES)
    return {kind for word in known if word is not None for kind in word.kinds}
