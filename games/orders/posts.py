"""Posts and mails of a pasted thread: who wrote them, and what they quote."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import Board
from adjudicator.notation.document import is_subject, lines_of_mail_header
from adjudicator.notation.doubt_words import has_phrase
from adjudicator.notation.headings import key_of, powers_in
from adjudicator.notation.language import LANGUAGES
from adjudicator.notation.post_dates import post_head, without_post_dates
from adjudicator.notation.words import lexicon

from ..core import mail_quotes
from .forum_pages import chat_head, is_about_author, is_button, is_notice

_QUOTE = re.compile(r"\[(/?)quote\b[^\]]*\]|<(/?)blockquote\b[^>]*>", re.IGNORECASE)
_BEGINS_QUOTE = re.compile(r"\s*(?:>|&gt;|\[quote\b|<blockquote\b)", re.IGNORECASE)
_ENDS_QUOTE = re.compile(r"\[/quote\]|</blockquote", re.IGNORECASE)
_QUOTE_MARK = re.compile(r"^\s*(?:>|&gt;)")
_WROTE = re.compile(
    r"\W*\S.{0,60}?\s(?:wrote|escribió|ha scritto|scrive|написа|пише|schrieb|hat geschrieben)"
    r"(?:\s+(?:on|at|el|a las?|il|alle(?: ore)?|на|в|am|um|\d{1,2}[:.]\d\d))*\s*:[\s↑]*",
    re.IGNORECASE,
)
_TAG = re.compile(r"\[/?\w+(?:=[^\[\]]*)?\]|\*\*|__")
ADDRESS = re.compile(r"<?\S+@\S+")
_SENDER = re.compile(r"\s*\S[^<>:@]{0,60}<[^<>\s@]+@[^<>\s@]+>\s*")
_POST_MARK = re.compile(r"[»«#]")
_UNREAD = re.compile(r"unread,?|no leídos?,?|da leggere,?|непрочетен[ои]?,?", re.IGNORECASE)
_LONGEST_NOTICE = 6
"""Words of the longest line that announces a forwarded mail."""
_LONGEST_NAME = 2
"""Words of the longest name of somebody unknown."""
_NAME_ABOVE = 4
"""Lines above the date of a post in which the name of its author may stand."""


@dataclass
class Line:
    """A line of a thread: what its writer typed, and what the writer quotes.

    `author` is not None if a post or mail begins with the line; one that `is_post` stands in a
    forum, above the post. A line of the head of a post or mail has
    no text, but for a subject, which may be a heading. `copy` is the number of the first line of
    the quote to which the line belongs, if neither marks nor the text above tell where it ends.
    `beside` is what the page of a forum shows beside its posts.
    """

    number: int
    text: str = ""
    quoted: str = ""
    author: str | None = None
    is_subject: bool = False
    is_post: bool = False
    copy: int = 0
    beside: str = ""


def typed_lines(
    lines: Sequence[str],
    board: Board,
    names: Container[str],
    ends: Mapping[int, int] | None = None,
) -> list[Line]:
    """Return the lines of a thread, with what is quoted apart from what was typed.

    A quote whose lines have no marks goes on to the next post with an author, or to the line that
    `ends` has for its first line; one that ends above its first line is none. An announcement of a
    quote, or of a forwarded mail, with nothing above it only tells the author of the text. `names`
    are the folded names of the players.
    """
    return _Posts(lines, board, names, ends or {}).read()


class _Posts:
    """Goes through the lines of a thread.

    `depth` is the number of open quotes with tags; in a copy everything is quoted. Above a text
    stands at most the head of its mail.
    """

    def __init__(
        self,
        lines: Sequence[str],
        board: Board,
        names: Container[str],
        ends: Mapping[int, int],
    ) -> None:
        self.lines, self.board, self.names, self.ends = lines, board, names, ends
        self.found = [Line(number) for number in range(1, len(lines) + 1)]
        self._last_end = max(
            (place for place, raw in enumerate(lines) if _ENDS_QUOTE.search(raw)), default=-1
        )
        self._depth, self._is_copy, self._has_head, self._has_text = 0, False, False, False
        self._copy, self._post = 0, 0
        """The number of the first line of a doubtful copy, and the index of that of the post."""

    def read(self) -> list[Line]:
        number = 0
        while number < len(self.lines):
            number += self._take(number) if self.lines[number].strip() else 1
        return self.found

    def _take(self, number: int) -> int:
        """Read a line, and those that belong to it; return how many these are."""
        raw, line = self.lines[number], self.found[number]
        if self._is_copy and line.number > self.ends.get(self._copy, line.number):
            self._is_copy = False
        if _QUOTE_MARK.match(raw):
            line.quoted, self._has_text = raw, True
            return 1
        if self._depth == 0 or number > self._last_end:  # a quote that is never closed has an end
            if not self._has_text and (size := lines_of_mail_header(self.lines[number:])):
                self._take_header(number, size)
                return size
            if size := self._announcement(number):
                self._announce(number, size)
                return size
            if self._is_head(number) or self._is_beside(number) or self._is_sender(number):
                return 1
            if self._begins_copy(number):
                return self._take_copy(number)
            if self._is_copy:
                line.quoted, line.copy = raw, self._copy
                return 1
        self._has_text = True
        line.text, line.quoted, self._depth = _apart(raw, self._depth)
        return 1

    def _take_copy(self, number: int) -> int:
        """Begin to copy a mail at the notice of it, or at its header."""
        raw = self.lines[number]
        is_header = bool(mail_quotes.COPIED_FROM.fullmatch(raw) or _SENDER.fullmatch(raw))
        is_program = mail_quotes.marks_reply(self.lines[number])
        if self._is_copy and (not is_header or mail_quotes.marks_reply(self._above(number))):
            self.found[number].quoted, self.found[number].copy = self.lines[number], self._copy
            return 1  # of a mail in the mail that is copied
        if not self._has_text and not self._is_copy:
            return 1
        self._open_copy(number, is_sure=is_program and self._has_orders(number))
        if self._is_copy:
            self.found[number].quoted, self.found[number].copy = self.lines[number], self._copy
            return 1
        self._has_head = self._has_text = False  # a message of its own
        return 0 if is_header else 1

    def _open_copy(self, number: int, *, is_sure: bool) -> None:
        """Begin a quote without marks; of one that `is_sure` nobody is asked where it ends."""
        first = number + 1
        self._copy = 0 if is_sure else first
        self._is_copy = self.ends.get(self._copy, first) >= first

    def _above(self, number: int) -> str:
        """The nearest line above one that is not empty."""
        return next((line for line in reversed(self.lines[:number]) if line.strip()), "")

    def _has_orders(self, number: int) -> bool:
        """Whether the text of a post above a line may give orders."""
        text = "\n".join(line.text for line in self.found[self._post : number])
        return names_place(text, self.board)

    def _take_header(self, number: int, size: int) -> None:
        """Take the author and the subject from the header of a mail."""
        self._has_head = True
        for line in self.found[number : number + size]:
            raw = self.lines[line.number - 1]
            line.is_subject = is_subject(raw)
            line.text = raw if line.is_subject else ""
            if mail_quotes.COPIED_FROM.fullmatch(raw):
                line.author, self._post = raw, number

    def _announcement(self, number: int) -> int:
        """The number of lines that announce a quote, in a mail or in a copied forum page."""
        if _WROTE.fullmatch(without_post_dates(plain(self.lines[number]))):
            return 1
        return mail_quotes.announcement(self.lines, number)

    def _begins_copy(self, number: int) -> bool:
        """Whether a mail is copied or forwarded from this line on: *Begin forwarded message:*."""
        text = plain(self.lines[number])
        if self._is_copy and self._names_sender(number):
            return True
        forwards = text.endswith(":") and len(text.split()) <= _LONGEST_NOTICE
        return (forwards and has_phrase("forwarded", text)) or mail_quotes.begins_copy(
            self.lines, number
        )

    def _announce(self, number: int, size: int) -> None:
        if not _BEGINS_QUOTE.match(mail_quotes.next_line(self.lines, number + size)):
            if self._is_copy and not self._copy:
                pass  # of a mail in the mail that is copied
            elif self._has_head or self._has_text:
                is_program = mail_quotes.announcement(self.lines, number) > 0
                self._open_copy(number, is_sure=is_program and self._has_orders(number))
            else:
                self.found[number].author = " ".join(self.lines[number : number + size])
        self._has_head = True

    def _is_head(self, number: int) -> bool:
        """Whether a line is the head of a post. A date alone begins none in the middle of a quote.

        Nor does it anywhere else, unless the name of a player stands above it.
        """
        raw, line = self.lines[number], self.found[number]
        if (chat := chat_head(raw)) and not powers_in(key_of(chat.author).split()):
            line.author, line.is_post, line.text = chat.author, True, chat.text
            self._is_copy, self._depth, self._has_text, self._post = False, 0, True, number
            return True
        head = post_head(plain(raw), self.board)
        if head is None:
            return False
        self._has_head = True
        if head.author or _POST_MARK.search(raw):
            line.author, line.is_post, self._is_copy = head.author, bool(head.author), False
        elif not self._is_copy:
            line.author = _name_above(self.found[:number], self.names)
        if line.author is not None:
            self._depth, self._has_text, self._post = 0, True, number
        return True

    def _is_sender(self, number: int) -> bool:
        """Whether a mail begins with the name and address of its sender, as a web page shows it."""
        if self._is_copy or not self._names_sender(number):
            return False
        self.found[number].author = self.lines[number]
        self._has_head, self._has_text, self._post = True, False, number
        return True

    def _names_sender(self, number: int) -> bool:
        """Whether a line has a name and an address, above the date or time of a mail."""
        if _SENDER.fullmatch(self.lines[number]) is None:
            return False
        below = mail_quotes.next_line(self.lines, number + 1)
        return is_button(below) or post_head(plain(below), self.board) is not None

    def _is_beside(self, number: int) -> bool:
        """Whether a line stands beside the posts of a page; the author's name may be above it."""
        raw, line = plain(self.lines[number]), self.found[number]
        tells = is_about_author(raw)
        if not (tells or is_button(raw) or (is_notice(raw) and not names_place(raw, self.board))):
            return False
        line.beside = raw
        above = next((each for each in reversed(self.found[:number]) if each.text.strip()), None)
        if tells and above and above.number > number - 1 and (name := above.text.strip()):
            is_name = key_of(name) in self.names or (
                len(name.split()) <= _LONGEST_NAME and not names_place(name, self.board)
            )
            if is_name and not name.endswith(":"):
                above.author, above.is_post, above.text, above.beside = name, True, "", name
                self._is_copy, self._depth, self._has_text, self._post = False, 0, True, number
        return True


def _name_above(lines: Sequence[Line], names: Container[str]) -> str | None:
    """The name of a player above the date of a post, as Google Groups has it; None without one.

    What stands between them is dropped. The name of somebody else is empty, and stays.
    """
    above = lines[-_NAME_ABOVE:]
    for place in reversed(range(len(above))):
        name = above[place].text.strip()
        if key_of(name) in names or _UNREAD.fullmatch(name):
            for line in above[place:]:
                line.text = ""
            if key_of(name) in names:
                return name
            return _name_above(above[:place], names) or ""
    return None


def names_place(text: str, board: Board) -> bool:
    """Return whether a text names a province in any language."""
    return any(lexicon(code, board).names_place(text) for code in LANGUAGES)


def plain(raw: str) -> str:
    """Return a line without marks of a forum: *[b]*."""
    return _TAG.sub("", raw).strip()


def _apart(raw: str, depth: int) -> tuple[str, str, int]:
    """The typed and the quoted text of a line, and the number of quotes open behind it."""
    typed, quoted, end = "", "", 0
    for mark in [*_QUOTE.finditer(raw), None]:
        piece = raw[end : mark.start() if mark else None]
        typed, quoted = (typed, quoted + piece) if depth else (typed + piece, quoted)
        if mark:
            depth = max(0, depth + (-1 if mark[1] or mark[2] else 1))
            end = mark.end()
    return typed, quoted, depth
