"""The text of a message as safe HTML: Markdown, and the BBCode that people know from forums.

`tags` divides a text at its quotes, spoilers and lists. The parts between them are parsed as
Markdown with rules of our own (`parser`, `inline`, `blocks`, `maps`); what the parser does not
understand stays as it was typed. `html` writes the result, and `sanitizer` removes from it whatever
is not allowed on a page. A text without any markup takes a shortcut (`plain`). Where there is no
HTML, `text` gives the words without marks.
"""

from collections.abc import Callable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from . import plain, sanitizer, tags
from .html import Writer
from .maps import FindMap, Map, no_map
from .tags import quote
from .text import one_line, plain_text

__all__ = [
    "READ_PER_CHARACTER",
    "FindMap",
    "Map",
    "in_a_line",
    "plain_text",
    "quote",
    "render",
    "without_marks",
]

READ_PER_CHARACTER = 5  # of a line: leaves room for marks and addresses


def render(
    text: str,
    *,
    find_map: FindMap = no_map,
    author_name: Callable[[str], str] = str,
    text_to_html: Callable[[str], str] = escape,
    draws_boards: bool = False,
) -> SafeString:
    """Return the HTML of a message: blocks, for an element with `dir="auto"`.

    `find_map` returns the map of a phase by its code, or None. `author_name` returns the name that
    the page shows for the author of a quote. `text_to_html` returns the HTML of plain text that is
    neither code nor part of a link. Boards of the sandbox are drawn if `draws_boards`; otherwise
    they are links with whole addresses. Never raises, and takes time in proportion to the length.
    """
    text = plain.normalize(text)
    if plain.is_plain(text):
        html = plain.paragraphs(text, text_to_html) if text else ""
    else:
        writer = Writer(find_map, author_name, text_to_html, draws_boards)
        html = sanitizer.clean(writer.write(tags.divide(text)))
    return mark_safe(html)  # noqa: S308 - escaped, or cleaned


def in_a_line(
    text: str, *, author_name: Callable[[str], str] = str, longest: int | None = None
) -> str:
    """Return the words of a text, or of its beginning, as one line of plain text without markup.

    With `longest` it has at most so many characters, and only the beginning of the text is read.
    """
    if longest is not None:
        text = text[: longest * READ_PER_CHARACTER]
    line = one_line(render(text, author_name=author_name))
    return line if longest is None else Truncator(line).chars(longest)


def without_marks(text: str) -> str:
    """Return a text as plain text: its lines and words without markup."""
    return plain_text(render(text))
