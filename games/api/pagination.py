"""Cursors: opaque places in a list, from which the next page goes on.

A cursor names the last item of a page by its public name, or by its place among what every reader
of the list sees, never by a primary key: that would count what others do in secret. Lists have no
totals for the same reason.
"""

import base64
import re
from collections.abc import Sequence
from typing import Annotated

from django.utils.translation import gettext as _
from ninja import Query
from pydantic import Field

from .problems import Problem

PAGE, MOST = 25, 100
NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
PERSON = re.compile(r"[^\x00]{1,80}")  # the name of a person
Limit = Annotated[int, Query(ge=1, le=MOST)]
Cursor = Annotated[str, Field(max_length=500)]


def cursor_after(name: str) -> str:
    """The cursor of the page that follows the item with this name."""
    return base64.urlsafe_b64encode(f"after {name}".encode()).decode().rstrip("=")


def read_cursor(cursor: str, kind: re.Pattern[str] = NAME) -> str:
    """The name in a cursor, which has to be of this kind. Raises `Problem` for any other text."""
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:
        text = ""
    word, _space, name = text.partition(" ")
    if word != "after" or not kind.fullmatch(name):
        raise unknown_cursor()
    return name


def page_of(
    names: Sequence[str], *, limit: int, cursor: str | None
) -> tuple[Sequence[str], str | None]:
    """A page of a list that is short enough to have all its names, and the cursor of the next.

    Raises `Problem` for a cursor of an item that the list lacks.
    """
    start = 0
    if cursor is not None:
        last = read_cursor(cursor)
        if last not in names:
            raise unknown_cursor()
        start = names.index(last) + 1
    page = names[start : start + limit]
    more = start + limit < len(names)
    return page, cursor_after(page[-1]) if more else None


def unknown_cursor() -> Problem:
    text = _("This cursor doesn’t belong to this list. Start again without it.")
    return Problem(422, "unknown_cursor", text, field="cursor")
