"""Sending messages. `access` decides who may read them.

A thread is stored with its first message. The same seats always use the same thread, unless they
give a title to another one. Public threads have no seats.
"""

import re
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import Refused, SaveFailedError, describe
from ..models import Draft, Game, Mastership, MemberProposal, Message, Phase, Seat, Thread
from ..models.fields import new_key
from ..models.press import LONGEST_MESSAGE
from ..notifications import notify
from . import bot_requests, report_threads, rules
from .locations import circle_name

# PostgreSQL cannot store NUL. Other control characters, except newline and tab, are never intended.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class TextRefused(Refused):
    """Error for a message that cannot be accepted because it is empty or too long."""


class UnsignedRefused(Refused):
    """Error for an unsigned message where its sender, thread or game has none."""


def clean_text(text: str) -> str:
    """Return `text` as it is stored.

    It has “\n” line ends, and no control characters, trailing blanks, or empty lines at its start
    and end.
    """
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def check_text(text: str) -> None:
    """Raise `TextRefused` for a cleaned text that has no visible character or is too long."""
    if not any(each.isprintable() and not each.isspace() for each in text):
        raise TextRefused(_("Write something first."))
    if len(text) > LONGEST_MESSAGE:
        raise TextRefused(
            _("A message can have at most %(most)d characters. This one has %(number)d.")
            % {"most": LONGEST_MESSAGE, "number": len(text)}
        )


@sensitive_variables()  # keeps the text out of error reports
def send(
    game: Game,
    circle: Sequence[Seat],
    *,
    sender: Seat | None,
    person: User,
    text: str,
    request_key: uuid.UUID,
    unsigned: bool = False,
    topic: Thread | Phase | str = "",
    draft: str | None = None,
    draft_version: str = "",
    with_masters: bool = False,
) -> Message:
    """Send a message from `sender`, or from the game master if that is None, to `circle`.

    `circle` is all seats of the thread, the sender's included; empty for a public one. `topic` is a
    thread with a title, the title of a new one, or the resolved phase whose report the message is
    about; if it is empty, the message goes to the thread without a title. Holders of a seat of a
    private thread may write there, all holders of seats and the masters in public, within the press
    rules; after the end, the last holders. If it is `with_masters`, the thread is that of the game
    masters and the player who has the only seat of `circle`, or of the masters alone if that is
    empty; the press rules do not matter there.

    The same form sent twice (the same `request_key`) makes one message, which is returned both
    times. One that was changed and sent again, as the back button allows, makes another. `draft` is
    the location, by name, whose draft is done with it, and `draft_version` the state of the draft
    with which the form began.

    Raises `TextRefused` for the text, `UnsignedRefused` rather than sign what should be `unsigned`,
    and `Refused` if `person` may not write as `sender` (any
    more). Every other error is raised as `SaveFailedError`, so that no log quotes messages.
    """
    text = clean_text(text)
    check_text(text)
    if unsigned and (sender is None or with_masters or not rules.allow_unsigned(game, circle)):
        raise UnsignedRefused(
            _("Nothing was sent: only public messages of a power can be unsigned, in some games.")
        )
    written = {"seat": sender, "person": person, "text": text, "unsigned": unsigned}
    try:
        with transaction.atomic():
            message = _send(game, circle, topic, request_key, written, with_masters=with_masters)
            if draft is not None:
                _delete_draft(game, draft, draft_version, message)
        return message
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


def _send(
    game: Game,
    circle: Sequence[Seat],
    topic: Thread | Phase | str,
    request_key: uuid.UUID,
    written: dict[str, Any],
    *,
    with_masters: bool,
) -> Message:
    sender, person = written["seat"], written["person"]
    lock_writer(game, sender, person)
    is_public = not circle and not with_masters
    belongs = is_public or sender in circle or (with_masters and sender is None)
    if not belongs or not access.may_write_as(person, game, sender):
        raise Refused(_("You can no longer write here. Nothing was sent."))
    if sender is not None:
        silence = rules.silence_to_masters(game) if with_masters else rules.silence(game, circle)
        if silence:
            raise Refused(rules.refusal_message(silence))
    if topic:
        thread = _lock_topic(game, circle, topic, request_key)
    else:
        thread = lock_thread(game, circle, with_masters=with_masters)
    message, made = _store(request_key, {"thread": thread, **written})
    if made:
        notify.notify_message(message)
        bot_requests.await_answers(message)
    return message


def sent_with(request_key: uuid.UUID) -> Message | None:
    """Return the message of the form with this key, with its thread; None before it is sent."""
    return Message.objects.filter(request_key=request_key).select_related("thread").first()


def _store(request_key: uuid.UUID, fields: dict[str, Any]) -> tuple[Message, bool]:
    """Return the message of this form, and whether it is new."""
    for key in (request_key, uuid.uuid5(request_key, str(fields))):
        message, made = Message.objects.get_or_create(
            request_key=key, defaults={"sent_at": clock.now(), **fields}
        )
        if made or all(getattr(message, name) == value for name, value in fields.items()):
            break
    return message, made


def _delete_draft(game: Game, location: str, version: str, message: Message) -> None:
    """Delete the draft of a message.

    A draft that another form has stored since this one was shown stays, unless the message has its
    text.
    """
    drafts = Draft.objects.filter(person=message.person_id, game=game, location=location)
    draft = drafts.first()
    if draft is not None and (
        draft.version == version
        or draft.request_key == message.request_key
        or draft.text in message.text
    ):
        drafts.delete()


def welcome(thread: Thread, proposal: MemberProposal) -> Message:
    """Send the proposer's words to a locked thread, which a new seat has just joined."""
    message = Message.objects.create(
        thread=thread,
        seat=proposal.proposer,
        person=proposal.person,
        text=proposal.words,
        sent_at=clock.now(),
        request_key=uuid.uuid4(),
    )
    notify.notify_message(message)
    return message


def lock_writer(game: Game, sender: Seat | None, person: User) -> None:
    """Lock the sender's seat, or the mastership, so that nobody else gets it meanwhile.

    With `no_key`: a full lock waits for transactions that only refer to the seat, and two people
    who open the same thread would deadlock.
    """
    if sender is None:
        masters = Mastership.objects.select_for_update(no_key=True)
        masters.current().filter(game=game, person=person).order_by("pk").first()
    else:
        # The default order joins the game, whose row would be locked too.
        Seat.objects.select_for_update(no_key=True).filter(pk=sender.pk).order_by("pk").first()


def lock_thread(game: Game, circle: Sequence[Seat], *, with_masters: bool = False) -> Thread:
    """Return the thread without a title of these seats, created if necessary, and locked.

    The lock makes its messages visible in the order of their primary keys, so that a bookmark never
    skips a message that was still being stored.
    """
    thread, opened = Thread.objects.get_or_create(
        game=game,
        circle=circle_name(circle, with_masters=with_masters),
        title="",
        defaults={"opened_at": clock.now()},
    )
    if opened:
        thread.seats.set(circle)
    return locked(thread)


def _lock_topic(
    game: Game, circle: Sequence[Seat], topic: Thread | Phase | str, request_key: uuid.UUID
) -> Thread:
    """Return the locked thread of `topic`, created if necessary.

    A form creates at most one thread, however often it is sent, and a report has one thread.
    """
    if isinstance(topic, Thread):
        return locked(topic)
    if isinstance(topic, Phase):
        return locked(_discussion(topic))
    key = uuid.uuid5(request_key, f"{circle_name(circle)} {topic}").hex
    thread, opened = Thread.objects.get_or_create(
        game=game,
        circle=circle_name(circle),
        title=topic,
        key=key,
        defaults={"opened_at": clock.now()},
    )
    if opened:
        thread.seats.set(circle)
    return locked(thread)


def _discussion(phase: Phase) -> Thread:
    made = {"title": report_threads.stored_title(phase), "key": new_key(), "opened_at": clock.now()}
    return Thread.objects.get_or_create(game=phase.game, phase=phase, circle="", defaults=made)[0]


def locked(thread: Thread) -> Thread:
    return Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
