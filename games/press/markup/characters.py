"""Which characters of a letter reach a page."""

import re

# Controls, which a stored letter has none of, and what turns the direction of text around until it
# is told to stop: a page sets each paragraph by its own letters, and nothing leaves its place.
_UNSHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_BLANK_LINES_FIRST = re.compile(r"\A(?:[ \t]*\n)+")


def shown(text: str) -> str:
    """`text` with new lines of one kind, without blank lines at its ends, for a page."""
    text = _UNSHOWN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _BLANK_LINES_FIRST.sub("", text).rstrip(" \t\n")
