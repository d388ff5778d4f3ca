"""Texts that people typed, as calendars and news can hold them."""

import re

# What XML cannot say at all; a calendar has none of it either.
UNSAYABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]"
)


def sayable(text: str) -> str:
    """The text without control characters, and whatever else is none."""
    return UNSAYABLE.sub("", text)


def line(text: str) -> str:
    """A title in one line."""
    return " ".join(sayable(text).split())
