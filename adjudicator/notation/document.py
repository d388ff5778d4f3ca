"""Sentences of a pasted block, without the marks of mail programs and forums."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.daide import canonical_orders
from adjudicator.notation.doubt_words import has_phrase, is_remark
from adjudicator.notation.language import LANGUAGES, language_data
from adjudicator.notation.post_dates import post_head, without_post_dates
from adjudicator.notation.words import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.board import Board
    from adjudicator.notation.words import Word

_ENTITY = re.compile(r"&#?\w{2,8};")
_BREAK = re.compile(r"</?(?:br|p|div|li|tr|blockquote)\b[^<>]*>|\[\*\]|\[/?li\]", re.IGNORECASE)
_MARK = re.compile(
    r"\[/?(?:b|i|u|s|quote|color|size|font|url|img|list|code|spoiler|center)(?:=[^\[\]]*)?\]"
    r"|</?(?:b|i|u|em|strong|span|font|ul|ol|tt|code|s|del|strike)\b[^<>]*>|~~",
    re.IGNORECASE,
)
# Bullets, quote marks of mail and numbers. A dash or plus before a word may belong to an order.
_BULLETS = r"(?:[^\w(\[+\-–—−]|[+\-–—−]+(?![\w(+\-–—−]))*"
_NUMBER = r"(?:[(\[]?#?\d{1,2}(?:\s*º?[.):\]–—-]+\s*|\s+)|[a-zа-я]\)\s+)?"
_LEAD = re.compile(rf"^{_BULLETS}{_NUMBER}{_BULLETS}")
_STRUCK = re.compile(
    r"^\s*(?://|#\s|[%;{❌✗✘🚫⛔])|-/-|!\s?[-=–—]|[≠↛]|~~|\[s\]|<(?:s|del|strike)>", re.IGNORECASE
)
_STRIKE = re.compile(r"\[(/?)s\]|<(/?)(?:s|del|strike)>", re.IGNORECASE)
_ENDS_STRIKE = re.compile(r"\[/s\]|</(?:s|del|strike)>", re.IGNORECASE)
_TICKED = re.compile(r"^\W*?(?:[\[(][xXvV✓✔*+][\])]|[☑☒✅])", re.MULTILINE)
_BOX = re.compile(r"^\W*?[\[(][xXvV✓✔*+\s]?[\])]")
_OPEN_BOX = re.compile(r"^\W*?(?:\[\s?\]|\(\s?\)|☐)")
_TABLE_ROW = re.compile(r"\s*(?:\||\w+\s*\|.*\||\w+\.?\s+[\w/]+\s*\|)")
_NOTE = re.compile(r"^\s*(\*{1,3}|[†‡§])\s*\w")
_NOTE_MARK = re.compile(r"\w\s?(\*{1,3}|[†‡§])(?!\w)")
_QUOTED = re.compile(r"""^\s*(?:>|&gt;|["“„«][^"“”„«»]*["”“»]\W*$)""")
_QUOTE = re.compile(r"\[(/?)quote\b|<(/?)blockquote\b", re.IGNORECASE)
# The end of a sentence. The full stop of an abbreviation (``St.``, ``e.g. “``) does not count.
_END = re.compile(
    r"""(?<=[^\s?!…])\s?[?!…]++(?=[\s)\]"”»]|$)|\.(?=\s*$|\s+[^\s"“„«(\[])|\s\(?\d{1,2}[.)](?=\s)"""
)
_INITIAL = re.compile(r"\b\w{1,3}\.$")
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_REMARK = 3
"""Words of a bracketed text in which letters and small words are no part of an order."""
_NO_REMARK = re.compile(r"[\W\d]*")


LONGEST_ABBREVIATION = 5
"""Letters of the longest word after which a full stop does not end the sentence."""


class Sentence(NamedTuple):
    """A sentence of a block: what stands between full stops on the line `number` (from 1).

    `remarks` are its bracketed remarks, which are left out of `text`.
    """

    number: int
    text: str
    remarks: tuple[str, ...] = ()
    after_gap: bool = False
    """Whether an empty line stands above it."""
    begins_line: bool = True
    ends_line: bool = True
    is_question: bool = False
    is_bracketed: bool = False
    is_quoted: bool = False
    is_struck_out: bool = False
    is_mail_header: bool = False
    note: str = ""
    """The mark of a footnote with which its line begins, about the lines that end with it."""
    mark: str = ""
    """The mark of a footnote on its line."""


def unmarked(block: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block with their numbers from 1, without bullets and marks.

    A mark that breaks a line makes two lines with one number.
    """
    for number, raw in enumerate(block.splitlines(), start=1):
        for line in _BREAK.split(_decoded(raw)):
            yield number, _without_marks(line)


def sentences(block: str, board: Board) -> Iterator[Sentence]:
    """Yield the sentences of a block."""
    depth, gap, forwarded, in_strike = 0, False, False, False
    lines = block.splitlines()
    head = lines_of_mail_header(lines)
    has_ticks = _TICKED.search(block) is not None
    strikes = [number for number, raw in enumerate(lines, start=1) if _ENDS_STRIKE.search(raw)]
    for number, raw in enumerate(lines, start=1):
        if number <= head:
            if raw.strip():
                yield Sentence(number, raw, is_mail_header=True)
            continue
        quoted = forwarded or depth > 0 or _QUOTED.match(raw) is not None
        for slash, other in _QUOTE.findall(raw) if "quote" in raw.lower() else ():
            depth = max(0, depth + (-1 if slash or other else 1))
            quoted = quoted or depth > 0
        for written in _BREAK.split(_decoded(raw)):
            if post_head(_MARK.sub("", written).lstrip("> \t"), board) is not None:
                gap = True
                continue
            line = without_post_dates(written)
            is_open = has_ticks and _OPEN_BOX.match(line) is not None
            struck = is_open or in_strike or _STRUCK.search(line) is not None
            for slash, other in _STRIKE.findall(line):
                in_strike = not (slash or other) and number < max(strikes, default=0)
            note, mark = _NOTE.match(line), _NOTE_MARK.search(line)
            text = _without_marks(line)
            if not text.strip():
                gap = True
                continue
            for each in _sentences_of_line(number, text, board):
                yield each._replace(
                    after_gap=gap and each.begins_line,
                    is_quoted=quoted,
                    is_struck_out=struck,
                    note=note[1] if note else "",
                    mark=mark[1] if mark else "",
                )
            gap = False
        forwarded = forwarded or has_phrase("forwarded", raw)


def lines_of_mail_header(lines: Sequence[str]) -> int:
    """Return the number of lines at the beginning that are the header of a mail."""
    count = 0
    for number, raw in enumerate(lines, start=1):
        if _mail_header().match(raw):
            count = number
        elif raw.strip():
            break
    named = [_mail_header().match(raw) for raw in lines[:count]]
    return count if sum(match is not None for match in named) > 1 or _has_subject(lines[:1]) else 0


def _has_subject(lines: Sequence[str]) -> bool:
    return any(is_subject(line) for line in lines)


def is_subject(line: str) -> bool:
    """Return whether a line of the header of a mail is its subject."""
    return _subject().match(line) is not None


@cache
def _mail_header() -> re.Pattern[str]:
    return _names_of_headers("headers", "subject")


@cache
def _subject() -> re.Pattern[str]:
    return _names_of_headers("subject")


def _names_of_headers(*kinds: str) -> re.Pattern[str]:
    several = (each for c in LANGUAGES for kind in kinds for each in language_data(c).mail[kind])
    return re.compile(rf"\s*(?:{'|'.join(map(re.escape, several))})\s*:", re.IGNORECASE)


def _decoded(raw: str) -> str:
    return _ENTITY.sub(lambda entity: unescape(entity[0]), raw) if "&" in raw else raw


def _without_marks(line: str) -> str:
    if _TABLE_ROW.match(line):
        line = line.replace("|", " ")
    return _LEAD.sub("", _MARK.sub("", _BOX.sub("", line)), count=1)


def _sentences_of_line(number: int, line: str, board: Board) -> Iterator[Sentence]:
    bracketed = line.lstrip().startswith("(")
    line, remarks = _without_remarks(line, board)
    parts = list(_split_at_ends(line))
    for place, (text, end) in enumerate(parts):
        yield Sentence(
            number,
            text,
            remarks=remarks if place == len(parts) - 1 else (),
            begins_line=place == 0,
            ends_line=place == len(parts) - 1,
            is_question="?" in end,
            is_bracketed=bracketed,
        )


def _split_at_ends(line: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a line, each with the mark that ends it."""
    begun, end = "", 0
    line = line.rstrip()
    for match in _END.finditer(line):
        part = begun + line[end : match.start()]
        rest = line[match.end() :]
        if match[0] == "." and rest and _is_abbreviated(part) and not is_remark(rest):
            begun = part + "."
        else:
            if part.strip():
                yield part, match[0]
            begun = ""
        end = match.end()
    if (last := begun + line[end:]).strip():
        yield last, ""


def _is_abbreviated(text: str) -> bool:
    """Whether a full stop after the text ends an abbreviation, such as ``St.`` or ``supp.``."""
    last = text.split()[-1:]
    return bool(_INITIAL.search(text[-4:] + ".")) or not _abbreviations().isdisjoint(
        word.lower() for word in last
    )


@cache
def _abbreviations() -> frozenset[str]:
    """Short words for orders after which an order goes on, in all languages."""
    return frozenset(
        spelling.lower()
        for language in map(language_data, LANGUAGES)
        for key in ("support", "convoy", "move")
        for spelling in language.orders[key].spellings
        if len(spelling) <= LONGEST_ABBREVIATION
    )


def _without_remarks(line: str, board: Board) -> tuple[str, tuple[str, ...]]:
    """The line without the remarks in brackets after its orders, and these remarks."""
    if ("(" not in line and "[" not in line) or canonical_orders(line) is not None:
        return line, ()
    remarks = []

    def taken(match: re.Match[str]) -> str:
        content = match[1] or match[2] or ""
        if not _is_remark(content, board):
            return match[0]
        remarks.append(content)
        return " "

    rest = _BRACKETS.sub(taken, line)
    return (rest, tuple(remarks)) if rest.strip(" .,;:") else (line, ())


def _is_remark(content: str, board: Board) -> bool:
    """Whether bracketed text is a remark and no part of an order, such as a coast or a unit."""
    if _NO_REMARK.fullmatch(content):
        return "*" in content  # the mark of a footnote
    known = [lexicon(code, board).read(content) for code in LANGUAGES]
    if any(len(words) == 1 and words[0].places for words in known):
        return False  # “A(Boh)”, although “boh” is a doubt in Italian
    if any(has_phrase(kind, content) for kind in ("conditions", "denials", "remarks")):
        return True
    if len(content.split()) < _REMARK:
        return not any(word.kinds for words in known for word in words)
    return not any(_tells(word) for words in known for word in words)


def _tells(word: Word) -> bool:
    """Whether a word may be part of an order, and is no letter, power or small word: *è*, *che*."""
    return len(word.spelling) > 1 and not word.kinds.keys() <= {"I", "N"}
