"""The words of a message without its marks: as plain text, and as one line for lists."""

import re
from html import unescape
from html.parser import HTMLParser

from django.utils.html import strip_tags

from . import boards

_LINE_END = re.compile(r"<(?=/(?:p|li|h\d|pre|summary)>|[bh]r>)")
# Marks that are text on the page of the message, because their partner is missing or was cut off.
_HALF_LINK = re.compile(r"\[([^\[\]]*)\]\((?:(?!\]\()\S)*(?:\)|\Z)")
_LONE_MARK = re.compile(
    r"\[/?(?:b|i|u|s|url|quote|spoiler|list|\*)(?:=[^\]]*)?(?:\]|\Z)|\[\]|\*\*+|~~+|`+",
    re.IGNORECASE,
)
_HALF_BOARD = re.compile(r"\[board [^\]\s]*\Z", re.IGNORECASE)
_MAP = re.compile(r"\[map (\w+)\]", re.IGNORECASE)

_INDENT = "    "
_BLOCKS = {"p", "h2", "h3", "h4", "h5", "pre", "hr", "summary"}
_NESTING = {"blockquote", "details", "ol", "ul", "li"}


def one_line(html: str) -> str:
    """Return the words of a rendered message, or of its beginning, without any mark."""
    words = unescape(strip_tags(_LINE_END.sub(" <", html))).strip()
    words = _LONE_MARK.sub(_gap_of, _HALF_LINK.sub(r"\1", words))
    words = _HALF_BOARD.sub(boards.name(), words)
    return " ".join(_MAP.sub(r"\1", words).split())


def _gap_of(mark: re.Match[str]) -> str:
    """Replacement of a mark: tags may part words, other marks do not."""
    return " " if mark[0].startswith("[") else ""


def plain_text(html: str) -> str:
    """Return a rendered message as plain text: what is quoted is indented, links have addresses."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text


class _Reader(HTMLParser):
    """Reads the HTML that `render` writes. `lines` are the lines so far, indented."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._line = ""
        self._gap = False  # whether a blank line comes before the next words
        self._nesting: list[str] = []  # what each line begins with, by level
        self._numbers: list[int | None] = []  # of the next items of the open lists; None: bullets
        self._mark = ""  # of the item whose first line comes next
        self._href = ""
        self._link_at = 0
        self._is_author = False  # whether the line says who is quoted
        self._hidden = 0  # in the host of a link, whose whole address follows

    @property
    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines).strip("\n")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if self._hidden or given.get("class") == "markup-host":
            self._line = self._line.rstrip()
            self._hidden += 1
        elif tag == "br":
            self._end_line(even_empty=True)
        elif tag in ("hr", "img"):
            self._write(given.get("alt", "* * *"))
        elif tag == "a":
            self._href, self._link_at = given.get("href", ""), len(self._line)
        if tag in _BLOCKS | _NESTING:
            self._end_line()
            self._is_author = given.get("class") == "markup-author"
        if tag in _NESTING:
            self._go_deeper(tag, given.get("start", "1"))

    def _go_deeper(self, tag: str, start: str) -> None:
        if tag in ("ol", "ul"):
            if self._mark:  # of an item that begins with a list
                self._end_line(even_empty=True)
            self._numbers.append(int(start) if tag == "ol" else None)
        elif tag == "li":
            self._begin_item()
        else:
            self._gap = bool(self._lines)
            self._nesting.append(_INDENT)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden -= 1
            return
        if tag == "a":
            self._end_link()
        if tag in _BLOCKS | _NESTING:
            self._end_line()
        if tag in ("ol", "ul"):
            self._numbers.pop()
            self._gap = not self._numbers
        elif tag in ("blockquote", "details", "li"):
            self._nesting.pop()
            self._gap = tag != "li"
        elif tag in _BLOCKS and not self._numbers:
            self._gap = tag != "summary" and not self._is_author

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        first, *others = data.split("\n")
        self._write(first)
        for line in others:  # in code; elsewhere a line ends with <br>
            self._end_line(even_empty=True)
            self._write(line)

    def _begin_item(self) -> None:
        number = self._numbers[-1]
        self._mark = "• " if number is None else f"{number}. "
        if number is not None:
            self._numbers[-1] = number + 1
        self._nesting.append(" " * len(self._mark))

    def _write(self, words: str) -> None:
        self._line += words

    def _end_link(self) -> None:
        shown = self._line[self._link_at :]
        address = self._href.removeprefix("mailto:")
        if address and shown.strip() not in (address, self._href):
            self._write(f" ({address})")
        self._href = ""

    def _end_line(self, *, even_empty: bool = False) -> None:
        line, self._line = self._line, ""
        if not line and not even_empty:
            return
        if self._gap and self._lines:
            self._lines.append("")
        self._gap = False
        start = "".join(self._nesting)
        if self._mark:
            start, self._mark = start[: -len(self._mark)] + self._mark, ""
        self._lines.append(f"{start}{line}".rstrip())
