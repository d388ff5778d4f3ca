"""What was proposed in a thread, as those who sit there read it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .. import access, wording
from ..models import Extension, Seat
from . import extending, places

OUTCOMES = Extension.Outcome


@dataclass(frozen=True)
class Line:
    """A proposal. `words` and `mine`, the reader's seats that have to answer, are empty where it is
    closed; `key` names it in a form."""

    key: str
    made_at: dt.datetime
    sentence: str
    answers: list[str]
    words: str
    mine: list[Seat]
    is_open: bool


def lines(part: access.Part, place: places.Place) -> list[Line]:
    """Those of a private thread with a title, the oldest first."""
    if place.thread is None or not place.asked:
        return []
    found = access.extensions(part.viewer, place.thread).select_related("seat", "proposer")
    seats = access.writing_seats(part, place.circle)
    return [_line(each, place.circle, seats) for each in found.prefetch_related("consents__seat")]


def _line(extension: Extension, circle: Sequence[Seat], held: Sequence[Seat]) -> Line:
    waits = extension.closed_at is None
    lapsed = waits and extending.has_lapsed(extension, [*circle, extension.seat])
    is_open = waits and not lapsed
    silent = extending.unanswered(extension, circle) if is_open else []
    return Line(
        key=extension.key,
        made_at=extension.made_at,
        sentence=_sentence(extension),
        answers=[*_answers(extension), *_end(OUTCOMES.LAPSED if lapsed else extension.outcome)],
        words=extension.words if is_open else "",
        mine=[seat for seat in held if seat in silent],
        is_open=is_open,
    )


def _sentence(extension: Extension) -> str:
    if extension.with_past:
        said = _("%(power)s proposes to add %(other)s, who would read all that was written here.")
    else:
        said = _(
            "%(power)s proposes to add %(other)s, who would read what is written from then on."
        )
    power, other = wording.power(extension.proposer.power), wording.power(extension.seat.power)
    return said % {"power": power, "other": other}


def _answers(extension: Extension) -> list[str]:
    said = {True: _("%(power)s agrees."), False: _("%(power)s does not agree.")}
    return [
        said[each.agrees] % {"power": wording.power(each.seat.power)}
        for each in extension.consents.all()
    ]


def _end(outcome: str) -> list[str]:
    ends = {
        OUTCOMES.JOINED: _("All agreed: it was added."),
        OUTCOMES.REFUSED: _("So nobody was added."),
        OUTCOMES.LAPSED: _("It lapsed: a seat changed hands before all had answered."),
    }
    return [ends[OUTCOMES(outcome)]] if outcome else []
