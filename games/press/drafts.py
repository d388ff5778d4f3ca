"""Drafts of messages: the unsent text of a person for a thread, kept on the server.

`access.own_drafts` decides who reads them: their writer alone, and only while they may write there.
"""

import datetime as dt
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import Refused, SaveFailedError, describe
from ..models import Draft, Game, Message, Seat
from ..models.press import LONGEST_MESSAGE, LONGEST_TITLE
from . import sending

KEPT = dt.timedelta(days=30)


@dataclass(frozen=True)
class TypedMessage:
    """The state of a form: its texts, its key, and the version of the draft with which it began.

    `version` is empty if there was no draft.
    """

    text: str
    request_key: uuid.UUID
    title: str = ""
    unsigned: bool = False
    version: str = ""


def by_location(role: access.Role) -> dict[str, Draft]:
    """Return the viewer's drafts in a game, newest first, by the names of their threads."""
    return {draft.location: draft for draft in access.own_drafts(role)}


@sensitive_variables()  # keeps the text out of error reports
def save(
    game: Game, location: str, *, writer: Seat | None, person: User, typed: TypedMessage
) -> tuple[Draft | None, str]:
    """Store what `person` has typed for the thread with this name, in place of an earlier draft.

    Without text the draft is deleted. A form whose message has been sent stores nothing. `writer`
    is a seat by which the person may write there, or None for the game master.

    Returns the draft, and the text that it has replaced if another form stored that since this one
    was shown, as on another device: its writer may still want it. Raises `Refused`, and every other
    error as `SaveFailedError`, so that no log quotes drafts.
    """
    text = sending.clean_text(typed.text)
    title = sending.clean_text(typed.title).replace("\n", " ")
    if len(text) > LONGEST_MESSAGE or len(title) > LONGEST_TITLE:
        raise Refused(_("The draft is too long to be saved. Shorten it."))
    try:
        return _save(game, location, writer, person, typed, {"text": text, "title": title})
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def _save(
    game: Game,
    location: str,
    writer: Seat | None,
    person: User,
    typed: TypedMessage,
    texts: dict[str, str],
) -> tuple[Draft | None, str]:
    with transaction.atomic():
        # The same lock as for sending and for the end of a tenure: no draft outlives them.
        sending.lock_writer(game, writer, person)
        if not access.may_write_as(person, game, writer):
            raise Refused(_("You can no longer write here. The draft wasn’t saved."))
        here = Draft.objects.filter(person=person, game=game, location=location)
        before = here.first()
        if Message.objects.filter(request_key=typed.request_key, person=person).exists():
            return before, ""
        replaced = _unknown_text(before, typed, texts["text"])
        if not texts["text"].strip() and not texts["title"].strip():
            here.delete()
            return None, replaced
        draft, _made = Draft.objects.update_or_create(
            person=person,
            game=game,
            location=location,
            defaults={
                **texts,
                "seat": writer,
                "unsigned": typed.unsigned,
                "saved_at": clock.now(),
                "request_key": typed.request_key,
            },
        )
    return draft, replaced


def _unknown_text(before: Draft | None, typed: TypedMessage, text: str) -> str:
    """The text of the stored draft if the writer of this form has not seen it and lacks it."""
    if before is None or before.text in text:
        return ""
    seen = before.version == typed.version or before.request_key == typed.request_key
    return "" if seen else before.text


def discard(role: access.Role, location: str) -> None:
    """Delete the viewer's draft for the thread with this name."""
    access.own_drafts(role).filter(location=location).delete()


def delete_all(person: User) -> None:
    """Delete all drafts of a person who closes their account."""
    Draft.objects.filter(person=person).delete()


def delete_expired() -> None:
    Draft.objects.filter(saved_at__lt=clock.now() - KEPT).delete()
