"""Markdown that shows a text as it was typed; only addresses become links."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from ...reports.formats.markdown import escape, plain_start

# Without the punctuation or brackets that may follow an address in a sentence.
ADDRESS = re.compile(r"""(https?://[^\s<>"]*[^\s<>".,;:!?')\]}*_~|])""")
PLAIN_IN_ADDRESSES = "/:?#&=%+,.!-"  # characters without a meaning in Markdown inside an address


def to_markdown(line: str) -> str:
    """Return one line as Markdown that begins no list and no heading."""
    return plain_start("".join(_pieces(line.strip())))


def _pieces(text: str) -> Iterator[str]:
    for number, piece in enumerate(ADDRESS.split(text)):
        yield _address(piece) if number % 2 else escape(piece)


def _address(address: str) -> str:
    """The same address, with all characters escaped that have a meaning in Markdown."""
    return quote(address, safe=PLAIN_IN_ADDRESSES).replace("_", "%5F").replace("~", "%7E")
