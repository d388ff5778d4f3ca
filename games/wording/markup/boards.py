"""The tag for a board of the sandbox in a message: `[board …]` with an address, or with a line.

Only the form of the text is checked: reading it means resolving its phases, which is done when
somebody opens it. The site's name before the path does not count, because the text has all of it.
"""

import re

from django.urls import reverse
from django.utils.translation import gettext as _
from markdown_it.rules_inline import StateInline

from .maps import Map

LONGEST = 3_800  # characters of a line, as in an address
MOST_PICTURES = 3  # in one message; further boards are links
SIZE = (600, 525)  # pixels
# A line begins with the version of its form.
_TAG = re.compile(
    rf"""\[board[ ](?:(?:https?://[^\s/\[\]]{{1,253}})?/sandbox/)?
    (?P<line>[1-9][A-Za-z0-9_-]{{9,{LONGEST - 1}}})(?:/(?P<number>[1-9][0-9]?))?/?\]""",
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)


def board_tag(state: StateInline, silent: bool) -> bool:
    """Inline rule for a board; a tag with anything else stays text."""
    found = _TAG.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("board", "", 0)
        token.meta["map"] = _board(found["line"], int(found["number"] or 0))
    state.pos = found.end()
    return True


def _board(line: str, number: int) -> Map:
    """The board of a phase of a line, by its number from 1; 0 is the last position."""
    if number:
        page = reverse("games:sandbox_results", args=[line, number])
    else:
        page = reverse("games:sandbox_line", args=[line])
    return Map(page, reverse("games:sandbox_svg", args=[line, number]), name())


def name() -> str:
    """The words for a board, which stand for its picture too."""
    return _("Board in the sandbox")
