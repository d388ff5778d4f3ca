"""Complaints as shown to the people who decide on them, never with the name of the reporter."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from .... import access
from ....models import Complaint
from . import threads
from .message import message_alone

# Related rows that `complaint_lines` reads; its caller selects them.
RELATED_ROWS = ("message__thread__game", "message__seat", "message__person")


@dataclass(frozen=True)
class ComplaintLine:
    """A complaint and its message.

    `url` is the address of the message, empty if the reader may not open it.
    """

    complaint: Complaint
    message: threads.MessageLine
    url: str


def complaint_lines(viewer: access.Viewer, complaints: Sequence[Complaint]) -> list[ComplaintLine]:
    """The lines of `complaints`, which have been read with `RELATED_ROWS`."""
    games = {each.message.thread.game_id for each in complaints}
    seen = set(access.visible_games(viewer).filter(pk__in=games).values_list("pk", flat=True))
    return [
        ComplaintLine(
            each,
            message_line(viewer, each),
            _url(each) if each.message.thread.game_id in seen else "",
        )
        for each in complaints
    ]


def message_line(viewer: access.Viewer, complaint: Complaint) -> threads.MessageLine:
    """The message with the text that was reported.

    A game that hides names hides them here as well, although people who may suspend the author
    learn the name elsewhere.
    """
    message = complaint.message
    names_open = message.thread.game.names_are_open
    return message_alone(viewer, message, text=complaint.text, names_open=names_open)


def _url(complaint: Complaint) -> str:
    message = complaint.message
    if not message.thread.is_public:
        return ""
    return reverse("games:message", args=[message.thread.game.slug, message.key])
