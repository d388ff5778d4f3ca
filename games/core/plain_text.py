"""Cleaning of texts that people typed, for calendars and news feeds."""

import re

# The characters that XML 1.0 forbids or discourages; calendars allow none of them either.
NOT_IN_XML = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]"
)


def xml_safe(text: str) -> str:
    """The text without the characters that XML cannot hold, such as control characters."""
    return NOT_IN_XML.sub("", text)


def single_line(text: str) -> str:
    """The text in one line, safe for XML, with single spaces: for titles."""
    return " ".join(xml_safe(text).split())
