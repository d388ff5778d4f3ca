"""The short way for a text without any markup, as most letters are."""

import re
from collections.abc import Callable
from html import escape

# Whatever of this is in a text, the parser looks at it; it need not find anything.
_MAYBE = re.compile(r"[*_`\[\\<]|~~|https?://|^[ \t]*(?:[>#+-]|\d+[.)])", re.IGNORECASE | re.M)
_GAP = re.compile(r"(\n(?:[ \t]*\n)+)")


def is_plain(text: str) -> bool:
    """Whether `text` surely has no markup and no address."""
    return _MAYBE.search(text) is None


def paragraphs(text: str, words: Callable[[str], str] = escape) -> str:
    """Safe HTML of a text that is plain: its paragraphs, its lines and its blank lines as typed,
    and what stands in them as `words` writes it."""
    pieces = []
    for number, part in enumerate(_GAP.split(text)):
        if number % 2:
            pieces.append("<br>" * (part.count("\n") - 2))
        else:
            pieces.append(f"<p>{words(part).replace(chr(10), '<br>')}</p>")
    return "".join(pieces)
