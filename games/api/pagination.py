"""Cursors: opaque places in a list, from which the next page goes on.

A cursor names the last item of a page by its public name, never by a primary key: that would count
what others do in secret. Lists have no totals for the same reason.
"""

import base64
import re

from django.utils.translation import gettext as _

from .problems import Problem

PAGE, MOST = 25, 100
NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


def cursor_after(name: str) -> str:
    """The cursor of the page that follows the item with this name."""
    return base64.urlsafe_b64encode(f"after {name}".encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> str:
    """The name in a cursor. Raises `Problem` for any other text."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError:
        text = ""
    word, _space, name = text.partition(" ")
    if word != "after" or not NAME.fullmatch(name):
        raise unknown_cursor()
    return name


def unknown_cursor() -> Problem:
    text = _("This cursor doesn’t belong to this list. Start again without it.")
    return Problem(422, "unknown_cursor", text, field="cursor")
