"""Words of help texts: as they are compared, and whether two are forms of one word."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

WORD: Final = re.compile(r"\w+")
SHORT = 2  # letters: such words are articles and the like
SHORTEST_BEGINNING = 3  # letters of a word that stand for all of it
SHARED = 4  # letters that forms of a word have in common at least,
SHARE = 0.7  # and this part of the longer one
_STOP_WORDS: Final = {
    "en": "and are can did does for from has have how into its not that the their them then there"
    " they this was what when where which who why will with you your",
    "es": "como con cual cuando del desde donde las los mas mis para pero por porque que ser sin"
    " sus una unas uno unos",
    "it": "che chi come cosa dal dalla degli dei del della delle dove gli nel nella non per perche"
    " piu quale quando sono sul sulla una uno",
    "bg": "ако дали как какво кога когато към къде може ми над под при със това тази този чрез че"
    " във защо или",
}
"""Words of more letters that say little, in each language; without accents."""


def fold(text: str) -> str:
    """Return a text in small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def words_with_places(text: str) -> Iterator[tuple[str, int, int]]:
    """Each word of a text, folded, with its start and end there."""
    return ((fold(found[0]), found.start(), found.end()) for found in WORD.finditer(text))


@lru_cache(maxsize=4096)
def words_in(text: str) -> frozenset[str]:
    """The different words of a text, folded."""
    return frozenset(word for word, _start, _end in words_with_places(text))


def telling(words: list[str], language: str) -> list[str]:
    """The words that say what somebody looks for; all, if none does."""
    little = _STOP_WORDS.get(language, "").split()
    return [
        word for word in words if word not in little and not (len(word) <= SHORT and word.isalpha())
    ] or words


def likeness(typed: str, word: str) -> float:
    """Return 1 for the same word, less for a form or a continuation of it, and 0 for another."""
    if typed == word:
        return 1
    shared = next(
        (at for at, (one, other) in enumerate(zip(typed, word, strict=False)) if one != other),
        min(len(typed), len(word)),
    )
    if shared >= SHARED and shared >= SHARE * max(len(typed), len(word)):
        return 0.9
    return 0.5 if shared == len(typed) >= SHORTEST_BEGINNING else 0
