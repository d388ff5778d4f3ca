"""The BBCode tags that divide a text into blocks: quotes, spoilers and lists.

They may stand anywhere, and the text between two of them is Markdown. A tag that is not closed, is
unknown or is nested too deep stays as it was typed; so does one in code or after a backslash.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import literal

DEEPEST = 6
_NUMBERED = {"1", "a", "i"}
_TAG = re.compile(
    r"""\[(?:(?P<star>\*)|/(?P<close>quote|spoiler|list)|(?P<open>quote|spoiler|list)
    (?:=(?:"(?P<quoted>[^"\n]{0,80})"|(?P<bare>[^\]\n"]{0,80})))?)\]""",
    re.IGNORECASE | re.VERBOSE,
)
_BEFORE = re.compile(r"\A[ \t]*\n*")


@dataclass
class Block:
    """A quote, a spoiler or a list.

    `kind` is "quote", "spoiler" or "list", `value` the text after “=” in its tag. `parts` is the
    content of a quote or a spoiler, or what a list has before its first item.
    """

    kind: str
    value: str = ""
    parts: list["str | Block"] = field(default_factory=list)
    items: list[list["str | Block"]] = field(default_factory=list)

    @property
    def inside(self) -> list["str | Block"]:
        """The list to which the next part is added."""
        return self.items[-1] if self.items else self.parts


def divide(text: str) -> list[str | Block]:
    """Return the texts and blocks of which `text` consists, in order."""
    found = list(_marks(text))
    partners = _pairs(found)
    root = Block("")
    open_: list[Block] = [root]
    closers: list[int] = []
    position = 0
    for number, mark in enumerate(found):
        begins = number in partners and len(open_) <= DEEPEST
        ends = bool(closers) and closers[-1] == number
        if not begins and not ends and not (mark["star"] and open_[-1].kind == "list"):
            continue
        _add(open_[-1], text, position, mark.start())
        position = mark.end()
        if begins:
            block = Block(_kind(mark), _value(mark))
            open_[-1].inside.append(block)
            open_.append(block)
            closers.append(partners[number])
        elif ends:
            open_.pop()
            closers.pop()
        else:
            open_[-1].items.append([])
    _add(root, text, position, len(text))
    return root.parts


def stray_quotes(text: str) -> list[int]:
    """Return the positions of quote tags that have no partner."""
    found = list(_marks(text))
    partners = _pairs(found)
    paired = {*partners, *partners.values()}
    return [
        mark.start()
        for number, mark in enumerate(found)
        if number not in paired and "quote" in (mark["open"] or mark["close"] or "").lower()
    ]


def _add(block: Block, text: str, start: int, end: int) -> None:
    part = text[start:end].rstrip(" \t\n")
    if start:
        part = _BEFORE.sub("", part)
    if part:
        block.inside.append(part)


def _marks(text: str) -> Iterator[re.Match[str]]:
    """The tags outside of code."""
    code = iter(literal.code_ranges(text))
    start, end = next(code, (len(text), len(text)))
    for mark in _TAG.finditer(text):
        while mark.start() >= end and end < len(text):
            start, end = next(code, (len(text), len(text)))
        literal_ = start <= mark.start() < end or text[mark.start() - 1 : mark.start()] == "\\"
        if not literal_ and (_kind(mark) != "list" or _value(mark).lower() in {"", *_NUMBERED}):
            yield mark


def _kind(mark: re.Match[str]) -> str:
    """The kind of block that a tag opens; empty for a closing tag or an item."""
    return (mark["open"] or "").lower()


def _value(mark: re.Match[str]) -> str:
    return (mark["quoted"] or mark["bare"] or "").strip()


def _pairs(marks: list[re.Match[str]]) -> dict[int, int]:
    """The closing tag of each opening one, as indices. A list without an item has none."""
    found: dict[int, int] = {}
    waiting: list[tuple[str, int]] = []
    number_of = {"quote": 0, "spoiler": 0, "list": 0}
    starred: set[int] = set()
    for number, mark in enumerate(marks):
        if mark["star"]:
            if waiting and waiting[-1][0] == "list":
                starred.add(waiting[-1][1])
        elif mark["open"]:
            waiting.append((_kind(mark), number))
            number_of[_kind(mark)] += 1
        elif number_of[name := mark["close"].lower()]:
            kind = ""
            while kind != name:  # tags that were opened in between have no partner
                kind, opener = waiting.pop()
                number_of[kind] -= 1
            if name != "list" or opener in starred:
                found[opener] = number
    return found


def quote(text: str, author: str = "") -> str:
    """Return `text` between the tags of a quote, and a blank line after it.

    Stray tags of quotes in `text` are escaped and an open fence is closed, so that no part of the
    text is outside of the quote. `author` must have no quotation marks; if it is empty, nobody is
    named.
    """
    for start in reversed(stray_quotes(text)):
        text = f"{text[:start]}\\{text[start:]}"
    if fence := literal.unclosed_fence(text):
        text = f"{text}\n{fence}"
    named = f'="{author}"' if author else ""
    return f"[quote{named}]\n{text}\n[/quote]\n\n"
