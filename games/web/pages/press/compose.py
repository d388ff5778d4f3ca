"""The form in which a person writes a message in a thread."""

import uuid
from collections.abc import Mapping
from typing import Any

import structlog
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.models import User

from .... import access, wording
from ....core.errors import Refused, SaveFailedError
from ....models import Draft, Message, Phase, Seat, Thread
from ....press import drafts, locations, rules, sending
from ....wording import markup
from ...forms.press import MessageForm
from . import threads

logger = structlog.get_logger(__name__)

MASTER = "master"


class MessageComposer:
    """The form for a message at `location`, a thread that may not exist yet.

    `writers` are the seats as which the person may write, by the value in the form; None stands for
    the game master. `silence` says why no power may write there now. If a message is refused,
    `status` and `problem` say why, and the form keeps its text. `previewed` is the text to preview.
    `draft` is the viewer's stored draft, with which the form begins, and `replaced_draft` the text
    that another form, as on another device, had stored meanwhile. `masters` names a thread with the
    game masters for this reader; a master reads the name of the power instead.
    """

    def __init__(
        self,
        role: access.Role,
        location: locations.ThreadLocation,
        data: QueryDict | None = None,
        *,
        stored: Mapping[str, Draft] | None = None,
        quoted: str = "",
    ) -> None:
        """Build the form.

        `data` is the form that was sent; `stored` are the viewer's drafts in the game by location;
        `quoted` is the key of a message with whose quotation the form begins.
        """
        self.viewer, self.location = role.viewer, location
        self.game, self.circle, self.url = location.game, location.circle, location.url
        among_masters = location.with_masters and not self.circle
        self.seats = seats = [] if among_masters else access.writing_seats(role, self.circle)
        self.silence = self._silence() if seats else ""
        self.writers: dict[str, Seat | None] = {
            seat.power: seat for seat in seats if not self.silence
        }
        if (location.is_public or location.with_masters) and role.is_master:
            self.writers[MASTER] = None
        self.powers = [threads.PowerLabel(seat.power) for seat in self.circle]
        held = {seat.power for seat in seats}
        self.others = [power for power in self.powers if power.code not in held] or self.powers
        self.masters = ""
        if location.with_masters:
            self.masters = threads.masters_label(role, self.circle)
        choices = [(value, _writer_name(seat)) for value, seat in self.writers.items()]
        self.draft = (stored or {}).get(location.name)
        self.quotation = self._quotation(quoted) if quoted and self.writers else ""
        self.form = MessageForm(
            choices,
            data,
            initial=self._initial(),
            may_be_unsigned=bool(held) and rules.allow_unsigned(self.game, self.circle),
            titled=location.to_be_titled,
        )
        if location.is_notebook:
            self.form.fields["text"].label = _("Your note")
        self.previewed = ""
        self.replaced_draft = ""
        self.problem = ""
        self.status = 200

    def _silence(self) -> str:
        if self.location.with_masters:
            return rules.silence_to_masters(self.game)
        return rules.silence(self.game, self.circle)

    def _initial(self) -> dict[str, Any]:
        if self.draft is None:
            return {"text": self.quotation}
        text = "\n\n".join(filter(None, (self.draft.text, self.quotation)))
        return {
            "text": text,
            "title": self.draft.title,
            "unsigned": self.draft.unsigned,
            "draft_version": self.draft.version,
        }

    def _quotation(self, key: str) -> str:
        """The message of this thread with this key as a quotation.

        It is empty if the person may not read the message.
        """
        messages = access.messages(self.viewer, [self.game]).filter(thread=self.location.thread)
        # PostgreSQL refuses a NUL in a parameter, so other texts than keys are not looked up.
        found = (
            messages.filter(key=key).select_related("seat") if key.isalnum() else messages.none()
        )
        message = found.first()
        if message is None:
            return ""
        if message.unsigned:  # also one of the person's own: its quotation stays unsigned
            return markup.quote(message.text)
        return markup.quote(
            message.text, message.seat.power if message.seat else _writer_name(None)
        )

    def send(self, person: User) -> Message | None:
        """Send the message in the form; return None if it is refused: then the page says why."""
        return self._send(person, self.form.cleaned_data) if self._is_sendable() else None

    def preview(self) -> None:
        """Set `previewed` to the message as it would be sent, if it can be. Nothing is sent."""
        if self._is_sendable():
            text = sending.clean_text(self.form.cleaned_data["text"])
            try:
                sending.check_text(text)
                self.previewed = text
            except sending.TextRefused as refusal:
                self._refuse_text(refusal)

    def save_draft(self, person: User) -> bool:
        """Store what is in the form as a draft; return False if it is refused.

        The press rules of the moment do not matter: a draft waits until writing is allowed again.
        """
        try:
            self.draft, self.replaced_draft = drafts.save(
                self.game,
                self.location.name,
                writer=self._draft_writer(),
                person=person,
                typed=self._typed(),
            )
        except Refused as refusal:
            self.refuse(str(refusal), 409)
        except SaveFailedError as failure:
            logger.error("draft_not_saved", game=self.game.slug, error=str(failure))
            self.refuse(_("Your draft couldn’t be saved just now. Try again."), 503)
        return self.status == 200

    def _draft_writer(self) -> Seat | None:
        """The chosen writer, else the first; None for the game master, or for nobody."""
        chosen = self.form.data.get("seat", "")
        own = {seat.power: seat for seat in self.seats}
        return own.get(chosen) or next(iter(self.seats), None)

    def _typed(self) -> drafts.TypedMessage:
        data = self.form.data
        try:
            key = uuid.UUID(data.get("request_key", ""))
        except ValueError:
            raise Refused(_("This form is out of date. Reload the page.")) from None
        return drafts.TypedMessage(
            data.get("text", ""),
            key,
            title=data.get("title", ""),
            unsigned="unsigned" in data,
            version=data.get("draft_version", ""),
        )

    def _is_sendable(self) -> bool:
        """Whether the form is valid and the person may write here; if not, refuse it."""
        form = self.form
        if not self.writers:
            refused = _("Nothing was sent: you can’t write here.")
            self.refuse(rules.refusal_message(self.silence) if self.silence else refused, 409)
        elif not form.is_valid():
            hidden = [str(error) for field in form.hidden_fields() for error in field.errors]
            self.refuse(" ".join(hidden), 409 if hidden else 422)
        return self.status == 200

    def _refuse_text(self, refusal: sending.TextRefused) -> None:
        self.form.add_error("text", str(refusal))
        self.refuse("", 422)

    def _send(self, person: User, data: dict[str, Any]) -> Message | None:
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
                draft=self.location.name,
                draft_version=data["draft_version"],
                with_masters=self.location.with_masters,
            )
        except sending.TextRefused as refusal:
            self._refuse_text(refusal)
        except Refused as refusal:
            self.refuse(str(refusal), 409)
        except SaveFailedError as failure:
            logger.error("message_not_sent", game=self.game.slug, error=str(failure))
            self.refuse(_("Your message couldn’t be sent just now. Try again."), 503)
        return None

    def _topic(self, data: dict[str, Any]) -> Thread | Phase | str:
        thread = self.location.thread
        if thread and thread.title:
            return thread
        return self.location.phase or data.get("title", "")

    def refuse(self, problem: str, status: int) -> None:
        self.problem, self.status = problem, status


def _writer_name(seat: Seat | None) -> str:
    return wording.power(seat.power) if seat else _("Game master")
