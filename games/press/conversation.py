"""A thread as one person meets it: its letters, and the form below them."""

from collections.abc import Sequence
from typing import Any

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, wording
from ..errors import Refused, SaveFailedError
from ..forms.letters import LetterForm
from ..models import Game, Letter, Seat
from . import sending, threads

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
    ) -> None:
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
        self.form = LetterForm(choices, data)
        self.problem = ""
        self.status = 200

    def send(self, person: User) -> Letter | None:
        """Send the letter in the form. None if that was refused: then the page says why."""
        form = self.form
        if not self.writers:
            self.refuse(_("You may not write here; nothing was sent."), 409)
        elif not form.is_valid():
            hidden = [str(error) for field in form.hidden_fields() for error in field.errors]
            self.refuse(" ".join(hidden), 409 if hidden else 422)
        else:
            return self._send(person, form.cleaned_data)
        return None

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
            self.form.add_error("text", str(refusal))
            self.refuse("", 422)
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
