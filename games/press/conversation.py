"""What one person may write at a place, and the form for it."""

from typing import Any

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, wording
from ..errors import Refused, SaveFailedError
from ..forms.letters import LetterForm
from ..models import Letter, Phase, Seat, Thread
from . import markup, places, rules, sending, threads

logger = structlog.get_logger(__name__)

MASTER = "master"


class Conversation:
    """What somebody with a part in a game may write at `place`. `silence` says why no power may
    write there now.

    Whatever is wrong with a letter that was sent, its text comes back: `status` and `problem` say
    why.
    """

    def __init__(
        self,
        part: access.Part,
        place: places.Place,
        data: QueryDict | None = None,
        *,
        quoted: str = "",
    ) -> None:
        """`data` is the form that was sent; `quoted` the key of a letter that a new one answers."""
        self.viewer, self.place = part.viewer, place
        self.game, self.circle, self.url = place.game, place.circle, place.url
        seats = access.writing_seats(part, self.circle)
        self.silence = rules.silence(self.game, self.circle) if seats else ""
        self.writers: dict[str, Seat | None] = {
            seat.power: seat for seat in seats if not self.silence
        }
        if not self.circle and part.is_master:
            self.writers[MASTER] = None
        self.powers = [threads.Power(seat.power) for seat in self.circle]
        held = {seat.power for seat in seats}
        self.others = [power for power in self.powers if power.code not in held] or self.powers
        choices = [(value, _writer_name(seat)) for value, seat in self.writers.items()]
        initial = {"text": self._quotation(quoted)} if quoted and self.writers else None
        self.form = LetterForm(
            choices,
            data,
            initial=initial,
            may_be_unsigned=bool(held) and rules.allow_unsigned(self.game, self.circle),
            titled=place.to_be_titled,
        )
        if place.is_notebook:
            self.form.fields["text"].label = _("Your note")
        self.draft = ""
        self.problem = ""
        self.status = 200

    def _quotation(self, key: str) -> str:
        """The letter of this thread with that key, as a quotation, if `viewer` may read it."""
        letters = access.letters(self.viewer, [self.game]).filter(thread=self.place.thread)
        # PostgreSQL takes no NUL, so a key is looked for that can be one.
        found = letters.filter(key=key).select_related("seat") if key.isalnum() else letters.none()
        letter = found.first()
        if letter is None:
            return ""
        if letter.unsigned:  # one's own as well: quoted, it stays unsigned
            return markup.quote(letter.text)
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
            refused = _("You may not write here; nothing was sent.")
            self.refuse(rules.nothing_sent(self.silence) if self.silence else refused, 409)
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
                unsigned=data.get("unsigned", False),
                topic=self._topic(data),
            )
        except sending.TextRefused as refusal:
            self._complain(refusal)
        except Refused as refusal:
            self.refuse(str(refusal), 409)
        except SaveFailedError as failure:
            logger.error("letter_not_sent", game=self.game.slug, error=str(failure))
            self.refuse(_("Your letter could not be sent just now. Please try again."), 503)
        return None

    def _topic(self, data: dict[str, Any]) -> Thread | Phase | str:
        thread = self.place.thread
        if thread and thread.title:
            return thread
        return self.place.phase or data.get("title", "")

    def refuse(self, problem: str, status: int) -> None:
        self.problem, self.status = problem, status


def _writer_name(seat: Seat | None) -> str:
    return wording.power(seat.power) if seat else _("Game master")
