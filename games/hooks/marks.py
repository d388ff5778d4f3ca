"""What somebody typed, as Markdown that means itself; only addresses still lead where they led."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from ..report.markdown import escape

# Without what ends the sentence, or the brackets, in which it stands.
ADDRESS = re.compile(r"""(https?://[^\s<>"]*[^\s<>".,;:!?')\]}*_~|])""")
PLAIN_IN_ADDRESSES = "/:?#&=%+,.!-"  # means nothing in Markdown there
ITEM = re.compile(r"([0-9]+)([.)])")


def marked_down(line: str) -> str:
    """One line, which begins no list and no heading either."""
    text = "".join(_pieces(line.strip()))
    if text.startswith(("+", "-", "=")):
        return f"\\{text}"
    return ITEM.sub(r"\1\\\2", text, count=1) if ITEM.match(text) else text


def _pieces(text: str) -> Iterator[str]:
    for number, piece in enumerate(ADDRESS.split(text)):
        yield _address(piece) if number % 2 else escape(piece)


def _address(address: str) -> str:
    """The same address, in signs that no reader of Markdown takes for marks."""
    return quote(address, safe=PLAIN_IN_ADDRESSES).replace("_", "%5F").replace("~", "%7E")
