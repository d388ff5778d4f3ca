"""Dates of forum posts and mails: when a text was written, and no turn of the game.

They are recognised in the languages of the notation and in German, in which many forums speak.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.notation.doubt_words import has_phrase
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.words import lexicon

if TYPE_CHECKING:
    from adjudicator.board import Board

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"  # English
    r"|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mär|mai|okt|dez"  # Spanish, Italian, German
    r"|яну|фев|мар|апр|май|юни|юли|авг|сеп|окт|ное|дек)[^\W\d_]{0,7}\.?"
)
_DAY_OF_WEEK = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom|mer|gio|ven|don|die|mit|fre"
    r"|sam|son|пон|вто|сря|чет|пет|съб|нед)[^\W\d_]{0,8}|mo|di|mi|do|fr|sa|so)\.?,?\s+"
)
_YEAR = r"(?:19[89]\d|20\d\d)(?:\s?г(?:од(?:ина)?)?\b\.?)?"
_TIME = r"\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?\s?m\b\.?)?(?:\s?(?:UTC|GMT|h\b|ч\b\.?|Uhr\b))?"
_IN_MONTH = rf"{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?"
_OF_MONTH = rf"\d{{1,2}}(?:\.|st|nd|rd|th|º|°)?\s+(?:de\s+|of\s+)?{_MONTH}"
_WITH_YEAR = (
    rf"(?:(?:{_IN_MONTH}|{_OF_MONTH})(?:,|\s+del?)?\s+{_YEAR}"
    rf"|\d{{1,2}}(?:\.\d{{1,2}}\.|/\d{{1,2}}/|-\d{{1,2}}-){_YEAR}"
    rf"|{_YEAR}(?:-\d{{1,2}}-|/\d{{1,2}}/)\d{{1,2}})"
)
_WITHOUT_YEAR = (
    rf"(?:{_IN_MONTH}|{_OF_MONTH}|\d{{1,2}}[./-]\d{{1,2}}[./-]\d\d"
    r"|today|yesterday|hoy|ayer|oggi|ieri|днес|вчера|heute|gestern)"
)
_JOINT = r"(?:\s*[,»|–-]\s*|\s+)(?:(?:at|a\s+las?|alle(?:\s+ore)?|ore|в|um|от)\s+)?"
_DATE = re.compile(
    rf"(?<![\w.:/-])(?:(?:{_DAY_OF_WEEK})?(?:{_WITH_YEAR}(?:{_JOINT}{_TIME})?"
    rf"|{_WITHOUT_YEAR}{_JOINT}{_TIME})|{_TIME}{_JOINT}(?:{_DAY_OF_WEEK})?"
    rf"{_WITH_YEAR})(?![\w:/])",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_WRITTEN = (
    r"(?:post(?:ed)?|written|publicado|escrito|inviato|scritto|pubblicato|публикувано|написано"
    r"|verfasst)\s*"
)
_BY = rf"(?:{_WRITTEN})?(?:by|por|da|di|от|von)"
_POSTED = r"posted|sent|on|el|il|am|на|publicado|inviato|публикувано|изпратено|escrito|scritto"
_MARKS = r"[»«↑•·|,:–—\s-]"
_BEFORE = re.compile(
    rf"{_MARKS}*(?:(?:re:.{{0,80}}?|#\d+){_MARKS}*)?(?:(?:{_BY})?\s*(?P<name>\S.{{0,60}}?)\s*[»•·|↑–—]"
    rf"|{_BY}\s+(?P<other>\S.{{0,60}}?)(?:\s+(?:{_POSTED}))?|(?:{_POSTED})|(?P<sender>\S.{{0,60}}<\S+@\S+>))?{_MARKS}*",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"{_MARKS}*(?:\([^()]*\)|#\d+|{_BY}\s+(?P<name>\S[^\d:]{{0,40}}))?{_MARKS}*(?:\([^()]*\)|#\d+)?"
    rf"{_MARKS}*",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    rf"{_MARKS}*{_WRITTEN}(?:by|por|da|di|от|von)\s+(?P<name>\S{{1,30}}(?:\s+\S{{1,30}}){{0,2}}?){_MARKS}*",
    re.IGNORECASE,
)
_LONGEST = 300
"""Characters of the longest line in which a date is looked for."""


class PostHead(NamedTuple):
    """The line above a post: when it was written or by whom, and its author's name or empty."""

    author: str


def without_post_dates(line: str) -> str:
    """Return a line without the dates at which texts were written.

    >>> without_post_dates("A Par - Bur (Fri Nov 27, 2026 8:12 am)")
    'A Par - Bur ()'
    """
    if len(line) > _LONGEST or not _DIGIT.search(line):
        return line
    return _DATE.sub("", line)


def post_head(line: str, board: Board) -> PostHead | None:
    """Return what a line above a post says; None for another line.

    >>> from adjudicator import standard_board
    >>> post_head("by Hans » Fri Nov 27, 2026 8:12 am", standard_board())
    PostHead(author='Hans')
    >>> post_head("27 de noviembre de 2026, 08:12", standard_board())
    PostHead(author='')
    >>> post_head("Posted by Hans", standard_board())
    PostHead(author='Hans')
    >>> post_head("A Par - Bur » 27.11.2026 08:12", standard_board())
    """
    if len(line) > _LONGEST:
        return None
    if named := _AUTHOR.fullmatch(line):
        return _head(named["name"], named[0], board)
    if not _DIGIT.search(line):
        return None
    for found in _DATE.finditer(line):
        before = _BEFORE.fullmatch(line[: found.start()])
        after = _AFTER.fullmatch(line[found.end() :])
        if before and after:
            names = (before["name"], before["other"], before["sender"], after["name"])
            author = next((each.strip() for each in names if each), "")
            told = f"{before[0]} {after['name'] or ''}"
            return _head(author, told, board)
    return None


def _head(author: str, told: str, board: Board) -> PostHead | None:
    """The head of a post by an author, unless what it tells is in doubt or may be an order."""
    doubt = any(has_phrase(kind, told, None) for kind in ("conditions", "denials"))
    return None if doubt or _may_be_order(author, board) else PostHead(author)


def _may_be_order(text: str, board: Board) -> bool:
    """Whether a text begins, in any language, with a unit, or with a province and more words."""
    if len(text.split()) < 2 and "-" not in text:
        return False
    known = (lexicon(code, board) for code in LANGUAGES)
    return any(each.begins_order(text) or each.begins(text, "PW") for each in known)
