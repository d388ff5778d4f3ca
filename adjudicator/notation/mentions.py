"""Orders and provinces that a running text mentions, in the notation of any language.

A sentence is no sheet of orders: “can”, “war” and “mar” are words. So an abbreviation is taken for
a province only within an order that begins with its unit, is whole, and does not read as prose
(`prose`); a name stands for itself, with a capital letter if it is a single word.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation import prose
from adjudicator.notation.grammar import grammar, signs_of
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.lexicon import fold, lexicon, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.notation.lexicon import Word
    from adjudicator.notation.prose import Token

# What may stand between two words of one order, and of one name.
_WITHIN_ORDERS = frozenset(["", " ", "  ", "\t", "\xa0", ".", ". ", "/", "(", " (", ")", ") "])
_WITHIN_NAMES = frozenset(["", " ", "  ", "\xa0", ".", ". ", "'", "’"])
_SHAPES = frozenset(
    ["move", "support_move", "hold", "support_hold", "convoy", "retreat", "disband", "build"]
)
_LONGEST = 18  # words of an order
# Words for a province among experts that mean something else to everybody.
_COMMON = {
    "black", "channel", "irish", "norwegian", "york", "lyon", "negro", "canal", "irlanda", "leon",
    "mancha", "la mancha", "nero", "canale", "leone", "la manica",
    *map(fold, ("черно", "северно", "ирландско")),
}  # fmt: skip


class Mention(NamedTuple):
    """Where in a text an order or a province is mentioned, and which provinces it names, in their
    order, without coasts. `arrow` is from where to where somebody shall go, if anybody shall."""

    start: int
    end: int
    provinces: tuple[str, ...]
    arrow: tuple[str, str] | None = None


class _Found(NamedTuple):
    """An order: how many tokens it takes, how well it is spelt (less is better), at which of its
    tokens its places begin, and what it is."""

    length: int
    faults: int
    places: tuple[int, ...]
    provinces: tuple[str, ...]
    arrow: tuple[str, str] | None


def mentions(text: str, language: str = "en") -> Iterator[Mention]:
    """What `text` mentions, from left to right, in time proportional to its length.

    `language` is that of which words with several meanings are taken to be.

    >>> list(mentions("Will A Par-Bur hold Burgundy?"))  # doctest: +NORMALIZE_WHITESPACE
    [Mention(start=5, end=14, provinces=('PAR', 'BUR'), arrow=('PAR', 'BUR')),
     Mention(start=20, end=28, provinces=('BUR',), arrow=None)]
    """
    tokens = list(prose.tokens(text))
    names = _names()
    place = behind = 0  # an order that ended there
    while place < len(tokens):
        token = tokens[place]
        order = _order_at(text, tokens, place, language)
        if order is not None and _is_meant(text, tokens, place, behind, order, language):
            last = tokens[place + order.length - 1]
            yield Mention(token.start, last.end, order.provinces, order.arrow)
            place = behind = place + order.length
            continue
        length, province = _name(text, tokens, place, names.get(token.key, ()))
        if province:
            yield Mention(token.start, tokens[place + length - 1].end, (province,))
        place += length


# Names


@cache
def _names() -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """First word of a name -> each name that begins with it as (its words, province), the longest
    first. What means several provinces means none."""
    meant: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for code, name in language_data(language).provinces.items():
            long = [each for each in name.also if len(each) > 4]
            for spelling in (name.name, *long):
                meant.setdefault(" ".join(split(spelling)), set()).add(code)
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for key, codes in meant.items():
        if len(codes) == 1 and key not in _COMMON:
            words, (code,) = tuple(key.split()), codes
            found.setdefault(words[0], []).append((words, code))
    return {head: tuple(sorted(each, key=_length, reverse=True)) for head, each in found.items()}


def _length(entry: tuple[tuple[str, ...], str]) -> int:
    return len(entry[0])


def _name(
    text: str,
    tokens: Sequence[Token],
    place: int,
    known: Sequence[tuple[tuple[str, ...], str]],
) -> tuple[int, str]:
    """How many tokens the name at `place` has, and its province; 1 and nothing if it is none."""
    for words, code in known:
        here = tokens[place : place + len(words)]
        if tuple(token.key for token in here) != words:
            continue
        if len(words) > 1 or here[0].is_capital:
            gaps = {text[a.end : b.start] for a, b in pairwise(here)}
            if gaps <= _WITHIN_NAMES:
                return len(words), code
    return 1, ""


# Orders


@cache
def _units() -> Mapping[str, tuple[str, ...]]:
    """Each word for a unit -> the languages in which it is one."""
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for key, word in lexicon(language).words.items():
            if "U" in word.kinds:
                found.setdefault(key, []).append(language)
    return {key: tuple(languages) for key, languages in found.items()}


@cache
def _follows(language: str) -> frozenset[str]:
    """The first words of all that may stand after the word for a unit: a place, a coast, a power,
    or a word such as *in*."""
    words = lexicon(language).words.values()
    return frozenset(word.spelling.split()[0] for word in words if word.kinds.keys() & set("PKNI"))


@cache
def _vocabulary() -> frozenset[str]:
    """Every word of orders in any language."""
    spellings = (key for each in LANGUAGES for key in lexicon(each).words)
    fillers = (key for each in LANGUAGES for key in lexicon(each).filler)
    return frozenset(word for key in (*spellings, *fillers) for word in key.split())


def _order_at(text: str, tokens: Sequence[Token], place: int, language: str) -> _Found | None:
    """What has the words of an order and begins with the token at `place`, if anything does."""
    languages = _units().get(tokens[place].key)
    if languages is None or place + 2 >= len(tokens):
        return None
    return _order(text, tokens[place : place + _LONGEST], languages, language)


def _is_meant(
    text: str, tokens: Sequence[Token], place: int, behind: int, order: _Found, language: str
) -> bool:
    """Whether what could be an order is one: it looks like one, or stands beside another. `behind`
    is the place behind the order before."""
    end = place + order.length
    if prose.is_written_as_order(tokens[place:end], order.places):
        return True
    if not _could_be(order):
        return False
    if prose.stands_out(text, tokens, place, end) or prose.is_near(text, tokens, behind, place):
        return True
    after = prose.next_word(tokens, end)
    if not prose.is_near(text, tokens, end, after):
        return False
    other = _order_at(text, tokens, after, language)
    return other is not None and _could_be(other)


def _could_be(order: _Found) -> bool:
    return order.arrow is None or prose.could_go(*order.arrow)


def _order(
    text: str, tokens: Sequence[Token], languages: Sequence[str], preferred: str
) -> _Found | None:
    """The order with which `tokens` begin: as the preferred language has it, if it has one without
    a fault; else the longest in any, and of those the best spelt."""
    languages = [each for each in languages if tokens[1].key in _follows(each)]
    if not languages:
        return None
    words, known = [tokens[0].key], _vocabulary()
    for before, token in pairwise(tokens):
        if text[before.end : token.start] not in _WITHIN_ORDERS or token.key not in known:
            break
        words.append(token.key)
    found: list[_Found] = []
    for language in sorted(languages, key=lambda each: each != preferred):
        order = _order_in(tuple(words), language)
        found += [order] if order else []
        if order and not order.faults:
            break
    return min(found, key=lambda order: (-order.length, order.faults), default=None)


# The same orders are spoken of again and again; only words that some language has are kept.
@lru_cache(maxsize=4096)
def _order_in(words: tuple[str, ...], language: str) -> _Found | None:
    how = grammar(language)
    read, spans = _read(words, language)
    if len(read) < 3:
        return None
    signs = signs_of(read)
    best: _Found | None = None
    for shape in how.shapes:
        if shape.kind not in _SHAPES or not (match := shape.pattern.match(signs)):
            continue
        at = {name: start for name in shape.groups if (start := match.start(name)) >= 0}
        length = spans[match.end() - 1][1]
        if at.get("unit") == 0 and (best is None or length > best.length):
            best = _found(at, read, spans, length) or best
    return best


def _read(words: Sequence[str], language: str) -> tuple[list[Word], list[tuple[int, int]]]:
    """What the words mean, up to the first unknown one, and from where to where each stands."""
    spellings = lexicon(language)
    read: list[Word] = []
    spans: list[tuple[int, int]] = []
    place = 0
    while place < len(words):
        most = spellings.heads.get(words[place], 1)
        length, word = spellings.longest(list(words[place : place + most]))
        place += length
        if word is not None and not word.kinds:
            break
        if word is not None:
            read.append(word)
            spans.append((place - length, place))
    return read, spans


def _found(
    at: Mapping[str, int], words: Sequence[Word], spans: Sequence[tuple[int, int]], length: int
) -> _Found | None:
    """An order of a shape, if each of its places is one."""
    named: dict[str, str] = {}
    begin: list[int] = []
    faults = words[0].kinds["U"]
    for group in ("place", "other", "target"):
        if group in at:
            places = words[at[group]].places
            best = {location[:3] for rank, location in places if rank == places[0][0]}
            if len(best) > 1:
                return None
            faults += places[0][0]
            (named[group],) = best
            begin.append(spans[at[group]][0])
    start = named.get("other", named["place"])
    arrow = (start, named["target"]) if "target" in named else None
    return _Found(length, faults, tuple(begin), tuple(dict.fromkeys(named.values())), arrow)
