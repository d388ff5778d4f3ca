"""Complaints as those who hear them see them: never who complained."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from .. import access
from ..models import Complaint
from ..press import threads
from .letter import alone

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
            letter_line(viewer, each),
            _url(each) if each.letter.thread.game_id in seen else "",
        )
        for each in complaints
    ]


def letter_line(viewer: access.Viewer, complaint: Complaint) -> threads.LetterLine:
    """The letter as it was reported. Whoever may suspend its writer has to know the name, but a
    game that hides names hides them here as well."""
    letter = complaint.letter
    names_open = letter.thread.game.names_are_open
    return alone(viewer, letter, text=complaint.text, names_open=names_open)


def _url(complaint: Complaint) -> str:
    letter = complaint.letter
    if not letter.thread.is_public:
        return ""
    return reverse("games:letter", args=[letter.thread.game.slug, letter.key])
