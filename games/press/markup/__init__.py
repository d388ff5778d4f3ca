"""A letter's text as safe HTML: Markdown, and the BBCode that people know from forums.

One parser has the whole text between the tags that divide it (`tags`): Markdown with rules of our
own (`parser`, `inline`, `blocks`, `maps`), all that it cannot read stays as it was typed. What is
written from it (`html`) passes a second wall (`wall`). A text without any markup needs neither.
"""

import re
from collections.abc import Callable
from html import escape, unescape

from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from . import plain, tags, wall
from .characters import shown
from .html import Writer
from .maps import Map, Maps, no_maps
from .quoting import quote

_END_OF_LINE = re.compile(r"<(?=/(?:p|li|h\d|pre|summary)>|[bh]r>)")

__all__ = ["Map", "Maps", "in_a_line", "quote", "render"]


def render(
    text: str,
    *,
    maps: Maps = no_maps,
    author: Callable[[str], str] = str,
    words: Callable[[str], str] = escape,
) -> SafeString:
    """The HTML of a letter: blocks, to stand in an element with `dir="auto"`.

    `maps` gives the map of a phase by its code, or None where there is none; `author` the name that
    a page has for who is quoted; `words` the HTML of mere text, that in no code and in no link. It
    never fails, and takes time as the text is long.
    """
    text = shown(text)
    if plain.is_plain(text):
        html = plain.paragraphs(text, words) if text else ""
    else:
        html = wall.clean(Writer(maps, author, words).write(tags.divide(text)))
    return mark_safe(html)  # noqa: S308 - escaped, or cleaned


def in_a_line(text: str, *, author: Callable[[str], str] = str) -> str:
    """The words of a text, or of the start of one, in a line without its marks: no HTML."""
    return " ".join(
        unescape(strip_tags(_END_OF_LINE.sub(" <", render(text, author=author)))).split()
    )
