"""A thread as one person meets it: its letters, and the form below them."""

from collections.abc import Sequence
from typing import Any

import structlog
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, wording
from ..errors import Refused, SaveFailedError
from ..forms.letters import LetterForm
from ..models import Game, Letter, Seat
from . import markup, sending, threads

logger = structlog.get_logger(__name__)

MASTER = "master"


class Conversation:
    """What `viewer` reads and may write in the thread of `circle`; public where that is empty.

    Whatever is wrong with a letter that was sent, its text comes back: `status` and `problem` say
    why.
    """

    def __init__(
        self,
        viewer: access.Viewer,
        game: Game,
        circle: Sequence[Seat],
        data: QueryDict | None = None,
        *,
        quoted: str = "",
    ) -> None:
        """`data` is the form that was sent; `quoted` the key of a letter that a new one answers."""
        self.viewer, self.game, self.circle = viewer, game, circle
        self.url = threads.url(game, circle)
        self.writers: dict[str, Seat | None] = {
            seat.power: seat for seat in access.writing_seats(viewer, game, circle)
        }
        if not circle and access.is_master(viewer, game):
            self.writers[MASTER] = None
        self.powers = [threads.Power(seat.power) for seat in circle]
        held = {power for power, seat in self.writers.items() if seat}
        self.others = [power for power in self.powers if power.code not in held] or self.powers
        choices = [(value, _writer_name(seat)) for value, seat in self.writers.items()]
        initial = {"text": self._quotation(quoted)} if quoted and self.writers else None
        self.form = LetterForm(choices, data, initial=initial)
        self.draft = ""
        self.problem = ""
        self.status = 200

    def _quotation(self, key: str) -> str:
        """The letter of this thread with that key, as a quotation, if `viewer` may read it."""
        here = Q(thread__circle=sending.circle_name(self.circle))
        letters = access.letters(self.viewer, [self.game]).filter(here).select_related("seat")
        # PostgreSQL takes no NUL, so a key is looked for that can be one.
        letter = letters.filter(key=key).first() if key.isalnum() else None
        if letter is None:
            return ""
        return markup.quote(letter.text, letter.seat.power if letter.seat else _writer_name(None))

    def send(self, person: User) -> Letter | None:
        """Send the letter in the form. None if that was refused: then the page says why."""
        return self._send(person, self.form.cleaned_data) if self._is_fit() else None

    def look(self) -> None:
        """Send nothing: `draft` is the letter in the form as it would be sent, if it can be."""
        if self._is_fit():
            draft = sending.tidy(self.form.cleaned_data["text"])
            try:
                sending.check(draft)
                self.draft = draft
            except sending.TextRefused as refusal:
                self._complain(refusal)

    def _is_fit(self) -> bool:
        form = self.form
        if not self.writers:
            self.refuse(_("You may not write here; nothing was sent."), 409)
        elif not form.is_valid():
            hidden = [str(error) for field in form.hidden_fields() for error in field.errors]
            self.refuse(" ".join(hidden), 409 if hidden else 422)
        return self.status == 200

    def _complain(self, refusal: sending.TextRefused) -> None:
        self.form.add_error("text", str(refusal))
        self.refuse("", 422)

    def _send(self, person: User, data: dict[str, Any]) -> Letter | None:
        try:
            return sending.send(
                self.game,
                self.circle,
                sender=self.writers[data["seat"] or next(iter(self.writers))],
                person=person,
                text=data["text"],
                request_key=data["request_key"],
            )
        except sending.TextRefused as refusal:
            self._complain(refusal)
        except Refused as refusal:
            self.refuse(str(refusal), 409)
        except SaveFailedError as failure:
            logger.error("letter_not_sent", game=self.game.slug, error=str(failure))
            self.refuse(_("Your letter could not be sent just now. Please try again."), 503)
        return None

    def refuse(self, problem: str, status: int) -> None:
        self.problem, self.status = problem, status


def _writer_name(seat: Seat | None) -> str:
    return wording.power(seat.power) if seat else _("Game master")
