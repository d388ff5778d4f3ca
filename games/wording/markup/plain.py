"""Plain text: its normal form, and the shortcut for a text without markup, as most messages are."""

import re
from collections.abc import Callable
from html import escape

# A text with any of this goes to the parser, which may still find no markup in it.
_POSSIBLE_MARKUP = re.compile(
    r"[*_`\[\\<]|~~|https?://|^[ \t]*(?:[>#+-]|\d+[.)])", re.IGNORECASE | re.M
)
_GAP = re.compile(r"(\n(?:[ \t]*\n)+)")
# Control characters (stored messages have none) and those that override the direction of text: a
# page derives the direction of each paragraph from its messages, and text must not leave its place.
_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_LEADING_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")


def normalize(text: str) -> str:
    """Return `text` as it may reach a page.

    It has line feeds alone as line ends, no hidden characters, and no blank lines at its beginning
    and end.
    """
    text = _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _LEADING_BLANK_LINES.sub("", text).rstrip(" \t\n")


def is_plain(text: str) -> bool:
    """Whether `text` certainly has no markup and no address."""
    return _POSSIBLE_MARKUP.search(text) is None


def paragraphs(text: str, text_to_html: Callable[[str], str] = escape) -> str:
    """Return safe HTML of a plain text, with its paragraphs, lines and blank lines as typed.

    `text_to_html` returns the safe HTML of the text of one paragraph.
    """
    pieces = []
    for number, part in enumerate(_GAP.split(text)):  # paragraphs and gaps by turns
        if number % 2:
            pieces.append("<br>" * (part.count("\n") - 2))
        else:
            pieces.append(f"<p>{text_to_html(part).replace(chr(10), '<br>')}</p>")
    return "".join(pieces)
