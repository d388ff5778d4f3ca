"""Complaints as those who hear them see them: never who complained."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from .. import access
from ..models import Complaint
from ..press import threads

ROWS = ("letter__thread__game", "letter__seat", "letter__person")


@dataclass(frozen=True)
class Line:
    """A complaint and its letter; `url` leads to that where its reader may go there."""

    complaint: Complaint
    letter: threads.LetterLine
    url: str


def lines(viewer: access.Viewer, complaints: Sequence[Complaint]) -> list[Line]:
    """Expects the rows that `ROWS` names at hand."""
    games = {each.letter.thread.game_id for each in complaints}
    seen = set(access.visible_games(viewer).filter(pk__in=games).values_list("pk", flat=True))
    return [
        Line(
            each,
            threads.line(viewer, each.letter, each.text, names_open=False),
            _url(each) if each.letter.thread.game_id in seen else "",
        )
        for each in complaints
    ]


def _url(complaint: Complaint) -> str:
    letter = complaint.letter
    if not letter.thread.is_public:
        return ""
    return reverse("games:letter", args=[letter.thread.game.slug, letter.key])
