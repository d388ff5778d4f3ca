"""The game master's comment on a phase, as it stands now."""

import datetime as dt
from dataclasses import dataclass

from ..models import Event, Phase
from . import markup
from .events import actor_name

KINDS = (Event.Kind.COMMENTED, Event.Kind.COMMENT_CHANGED)


@dataclass(frozen=True)
class Comment:
    """The newest version of a comment: its text with marks, its author, and when it was written.

    `is_changed` says that the log has earlier versions.
    """

    text: str
    author: str
    at: dt.datetime
    is_changed: bool

    @property
    def lines(self) -> list[str]:
        """The words of the comment without marks, as lines that are not empty."""
        return [line for line in markup.without_marks(self.text).splitlines() if line.strip()]


def comment_on(phase: Phase) -> Comment | None:
    """The comment on a phase; None without one, or if it was removed. Takes one query."""
    versions = phase.events.filter(kind__in=KINDS).select_related("actor").order_by("pk")
    *earlier, newest = [None, *versions]
    if newest is None or not newest.text:
        return None
    author = actor_name(newest, names_open=True)  # a game master, whom everyone knows
    return Comment(newest.text, author, newest.at, is_changed=len(earlier) > 1)
