"""The words with which a position is written down, out of the languages of the notation.

Headings are read in all languages at once, what stands below them in one.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache

from adjudicator.notation import LANGUAGES, language_data
from adjudicator.notation.headings import key_of, kind_names, power_names, small_words
from adjudicator.notation.lexicon import lexicon
from adjudicator.terms import PhaseType

LONGEST_PHRASE = 4
"""Words in the longest phrase; a test counts them."""


class Section(StrEnum):
    """What a part of the text lists."""

    UNITS = "units"
    DISLODGED = "dislodged"
    CENTERS = "centers"
    PLAYERS = "players"


@cache
def sections() -> Mapping[str, Section]:
    """Folded phrases that head a section, in all languages. *Retreats* are what is due."""
    due = {
        word: Section.DISLODGED for word, kind in kind_names().items() if kind == PhaseType.RETREAT
    }
    return due | {key_of(each): section for section in Section for each in _phrases(section)}


@cache
def powers() -> Mapping[str, str]:
    """Folded names of powers -> power, without those that are provinces too."""
    return {name: power for name, power in power_names().items() if not _kinds(name) & {"P"}}


@cache
def headings(language: str) -> frozenset[str]:
    """Folded names of powers and sections in one language."""
    data = language_data(language)
    named = {each for name in data.powers.values() for each in name.spellings}
    listed = {each for section in Section for each in data.position[section]}
    return frozenset(map(key_of, named | listed))


@cache
def _nothing() -> frozenset[str]:
    """Folded phrases for an empty list, in all languages."""
    return frozenset(key_of(each) for each in _phrases("nothing"))


def is_nothing(text: str) -> bool:
    """Whether a text lists nothing, in whatever words."""
    key = key_of(text)
    return not key or key.isdigit() or key in _nothing()


@cache
def fillers() -> frozenset[str]:
    """Words that may stand in a heading and mean nothing there, nor below it."""
    return frozenset(word for word in small_words() if not _kinds(word) & {"P", "U"})


def begins_unit(word: str) -> bool:
    """Whether a folded word is the letter or the name of a unit in any language."""
    return "U" in _kinds(word)


@cache
def roles(language: str) -> Mapping[str, str]:
    """What folded phrases say of a unit in one language: keys of `Language.position`."""
    table = language_data(language).position
    wanted = ("nothing", "alternatives", "dislodged", "attacker", "retreats")
    return {key_of(phrase): role for role in wanted for phrase in table[role]}


def _phrases(key: str) -> Iterator[str]:
    for language in LANGUAGES:
        yield from language_data(language).position[key]


def _kinds(spelling: str) -> set[str]:
    """All that a spelling may be in some language, by the letters of the grammar."""
    known = (lexicon(language).words.get(spelling) for language in LANGUAGES)
    return {kind for word in known if word is not None for kind in word.kinds}
