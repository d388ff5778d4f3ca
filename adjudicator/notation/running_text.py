"""Orders and provinces that a running text mentions, in the notation of any language.

A sentence is not a sheet of orders: “can”, “war” and “mar” are words. So an abbreviation means a
province only within a whole order that begins with its unit and does not read as prose (see
`prose`). A full name always counts, if it is a single word only with a capital letter.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.board import standard_board
from adjudicator.notation import prose
from adjudicator.notation.grammar import grammar, word_signs
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.words import fold, lexicon, province_names, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.board import Board
    from adjudicator.notation.prose import Token
    from adjudicator.notation.words import Lexicon, Word

# Characters that may separate two words of one order, and of one name.
_WITHIN_ORDERS = frozenset(["", " ", "  ", "\t", "\xa0", ".", ". ", "/", "(", " (", ")", ") "])
_WITHIN_NAMES = frozenset(["", " ", "  ", "\xa0", ".", ". ", "'", "’"])
_SHAPES = frozenset(
    ["move", "support_move", "hold", "support_hold", "convoy", "retreat", "disband", "build"]
)
_LONGEST = 18  # words in an order
# Short names of provinces that are ordinary words as well.
_COMMON = {
    "black", "channel", "irish", "norwegian", "york", "lyon", "negro", "canal", "irlanda", "leon",
    "mancha", "la mancha", "nero", "canale", "leone", "la manica",
    *map(fold, ("черно", "северно", "ирландско")),
}  # fmt: skip


class Mention(NamedTuple):
    """An order or a province mentioned in a text, with the provinces it names, in their order.

    Coasts are left out. `arrow` has the origin and target of a move, supported move or convoy.
    """

    start: int
    end: int
    provinces: tuple[str, ...]
    arrow: tuple[str, str] | None = None


class _FoundOrder(NamedTuple):
    """An order in a text.

    `length` is its number of tokens, `faults` rates its spelling (less is better), `places` are the
    tokens at which its places begin.
    """

    length: int
    faults: int
    places: tuple[int, ...]
    provinces: tuple[str, ...]
    arrow: tuple[str, str] | None


def mentions(text: str, language: str = "en", board: Board | None = None) -> Iterator[Mention]:
    """Yield what `text` mentions, from left to right, in time proportional to its length.

    Words with several meanings are taken to be of the language `language`. The places are those of
    the standard board unless another one is given.

    >>> list(mentions("Will A Par-Bur hold Burgundy?"))  # doctest: +NORMALIZE_WHITESPACE
    [Mention(start=5, end=14, provinces=('PAR', 'BUR'), arrow=('PAR', 'BUR')),
     Mention(start=20, end=28, provinces=('BUR',), arrow=None)]
    """
    tokens = list(prose.tokens(text))
    board = board or standard_board()
    names = _names(board)
    place = behind = 0  # `behind`: where the last order ended
    while place < len(tokens):
        token = tokens[place]
        order = _order_at(text, tokens, place, language, board)
        if order is not None and _is_meant(text, tokens, place, behind, order, language, board):
            last = tokens[place + order.length - 1]
            yield Mention(token.start, last.end, order.provinces, order.arrow)
            place = behind = place + order.length
            continue
        length, province = _name_at(text, tokens, place, names.get(token.key, ()))
        if province:
            yield Mention(token.start, tokens[place + length - 1].end, (province,))
        place += length


# Names


@cache
def _names(board: Board) -> Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]:
    """First word of a name -> the names that begin with it as (words, province), the longest first.

    Names of several provinces of the board are left out.
    """
    meant: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for code, name in province_names(language_data(language), board).items():
            long = [each for each in name.also if len(each) > 4]
            for spelling in (name.name, *long):
                meant.setdefault(" ".join(split(spelling)), set()).add(code)
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for key, codes in meant.items():
        if len(codes) == 1 and key not in _COMMON:
            words, (code,) = tuple(key.split()), codes
            found.setdefault(words[0], []).append((words, code))
    return {
        head: tuple(sorted(each, key=_word_count, reverse=True)) for head, each in found.items()
    }


def _word_count(entry: tuple[tuple[str, ...], str]) -> int:
    return len(entry[0])


def _name_at(
    text: str,
    tokens: Sequence[Token],
    place: int,
    known: Sequence[tuple[tuple[str, ...], str]],
) -> tuple[int, str]:
    """The number of tokens of the name at `place` and its province; 1 and "" if there is none."""
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
def _units(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Each word for a unit -> the languages that have it."""
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for key, word in lexicon(language, board).words.items():
            if "U" in word.kinds:
                found.setdefault(key, []).append(language)
    return {key: tuple(languages) for key, languages in found.items()}


@cache
def _words_after_unit(language: str, board: Board) -> frozenset[str]:
    """The first words that may follow the word for a unit: a place, a coast, a power, or *in*."""
    words = lexicon(language, board).words.values()
    return frozenset(word.spelling.split()[0] for word in words if word.kinds.keys() & set("PKNI"))


@cache
def _vocabulary(board: Board) -> frozenset[str]:
    """Every word of orders in any language."""
    spellings = (key for each in LANGUAGES for key in lexicon(each, board).words)
    fillers = (key for each in LANGUAGES for key in lexicon(each, board).filler)
    return frozenset(word for key in (*spellings, *fillers) for word in key.split())


def _order_at(
    text: str, tokens: Sequence[Token], place: int, language: str, board: Board
) -> _FoundOrder | None:
    """The order whose words begin with the token at `place`, if there is one."""
    languages = _units(board).get(tokens[place].key)
    if languages is None or place + 2 >= len(tokens):
        return None
    return _find_order(text, tokens[place : place + _LONGEST], languages, language, board)


def _is_meant(
    text: str,
    tokens: Sequence[Token],
    place: int,
    behind: int,
    order: _FoundOrder,
    language: str,
    board: Board,
) -> bool:
    """Whether a possible order is really one: it looks like one, or stands next to another.

    `behind` is the place after the previous order.
    """
    end = place + order.length
    if prose.is_written_as_order(tokens[place:end], order.places):
        return True
    if not _is_possible(order, board):
        return False
    if prose.stands_out(text, tokens, place, end) or prose.is_near(text, tokens, behind, place):
        return True
    after = prose.next_word(tokens, end)
    if not prose.is_near(text, tokens, end, after):
        return False
    other = _order_at(text, tokens, after, language, board)
    return other is not None and _is_possible(other, board)


def _is_possible(order: _FoundOrder, board: Board) -> bool:
    return order.arrow is None or prose.could_go(board, *order.arrow)


def _find_order(
    text: str, tokens: Sequence[Token], languages: Sequence[str], preferred: str, board: Board
) -> _FoundOrder | None:
    """The order with which `tokens` begin, if there is one.

    An order without faults in the preferred language comes first, then the longest in any language,
    then the best spelt.
    """
    languages = [each for each in languages if tokens[1].key in _words_after_unit(each, board)]
    if not languages:
        return None
    words, known = [tokens[0].key], _vocabulary(board)
    for before, token in pairwise(tokens):
        if text[before.end : token.start] not in _WITHIN_ORDERS or token.key not in known:
            break
        words.append(token.key)
    found: list[_FoundOrder] = []
    for language in sorted(languages, key=lambda each: each != preferred):
        order = _match_order(tuple(words), language, board)
        found += [order] if order else []
        if order and not order.faults:
            break
    return min(found, key=lambda order: (-order.length, order.faults), default=None)


# Texts mention the same orders again and again. Keys hold only words of the notation.
@lru_cache(maxsize=4096)
def _match_order(words: tuple[str, ...], language: str, board: Board) -> _FoundOrder | None:
    """The longest order with which the words begin, if there is one."""
    how = grammar(language, board)
    read, spans = _read_words(words, how.lexicon)
    if len(read) < 3:
        return None
    signs = word_signs(read)
    best: _FoundOrder | None = None
    for shape in how.shapes:
        if shape.kind not in _SHAPES or not (match := shape.pattern.match(signs)):
            continue
        at = {name: start for name in shape.groups if (start := match.start(name)) >= 0}
        length = spans[match.end() - 1][1]
        if at.get("unit") == 0 and (best is None or length > best.length):
            best = _make_order(at, read, spans, length) or best
    return best


def _read_words(
    words: Sequence[str], spellings: Lexicon
) -> tuple[list[Word], list[tuple[int, int]]]:
    """The words up to the first unknown one, and the span of each in `words`."""
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


def _make_order(
    at: Mapping[str, int], words: Sequence[Word], spans: Sequence[tuple[int, int]], length: int
) -> _FoundOrder | None:
    """An order that matched a shape; None if one of its places is ambiguous."""
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
    return _FoundOrder(length, faults, tuple(begin), tuple(dict.fromkeys(named.values())), arrow)
