"""Press: threads and messages that one may read, and sending."""

import uuid
from typing import Annotated

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router, Status
from pydantic import Field

from accounts.models import User
from accounts.names import spelling

from ... import access
from ...models import Game, Message, Phase, Seat, Thread
from ...press import muting, sending
from ...press.locations import ThreadLocation, location_in
from ...press.sending import TextRefused, UnsignedRefused
from .. import limits, senders
from ..acting import acting_in, press_must_be_allowed
from ..authentication import PRESS_OR_MASTER, READ, KeyRequest
from ..idempotency import HEADER, once, repeated
from ..locations import locate
from ..pagination import MOST, PAGE, cursor_after, read_cursor, unknown_cursor
from ..problems import Problem
from ..schemas import press as schemas
from ..schemas.common import acts, answers
from ..schemas.orders import PhaseProblem
from ..values import press as values

router = Router(tags=["Press"])


@router.get(
    "/games/{slug:slug}/threads",
    response=answers(schemas.ThreadList),
    auth=READ,
    summary="List threads",
)
def list_threads(request: KeyRequest, slug: str) -> schemas.ThreadList:
    """The threads in which you may read a message, the newest first."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    return schemas.ThreadList(threads=values.thread_values(role))


@router.get(
    "/games/{slug:slug}/threads/{thread}/messages",
    response=answers(schemas.MessagePage),
    auth=READ,
    summary="Read messages",
)
def list_messages(
    request: KeyRequest,
    slug: str,
    thread: str,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
    cursor: Annotated[str, Field(max_length=200)] | None = None,
) -> schemas.MessagePage:
    """The messages of a thread, the newest first. Reading here marks nothing as read."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = values.location_of(role, thread)
    found = access.messages(request.user, [role.game]).filter(thread=location.thread)
    if cursor is not None:
        last = found.filter(key=read_cursor(cursor)).first()
        if last is None:
            raise unknown_cursor()
        found = found.filter(pk__lt=last.pk)
    shown = muting.mark_muted(found, request.user).select_related("seat", "person")
    rows = list(shown.order_by("-pk")[: limit + 1])
    return schemas.MessagePage(
        thread=values.location_name(location),
        messages=values.message_values(role, rows[:limit]),
        next_cursor=cursor_after(rows[limit - 1].key) if len(rows) > limit else None,
    )


@router.post(
    "/games/{slug:slug}/threads/{thread}/messages",
    response=acts(schemas.Sent, 503, status=201) | {409: PhaseProblem},
    auth=PRESS_OR_MASTER,
    summary="Send a message",
    openapi_extra={"parameters": [HEADER]},
)
@sensitive_variables()
def send_message(
    request: KeyRequest, response: HttpResponse, slug: str, thread: str, sent: schemas.NewMessage
) -> Status[schemas.Sent]:
    """Send a message to a thread. A thread of powers begins with its first message.

    A power writes with the scope “press”, the game master with “master”.
    """
    message = repeated(request, sending.sent_with)
    if message is None:
        limits.count_form(request, "messages")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = values.location_of(role, thread)
    sender = senders.sender(request.auth, role, location, sent.sender)
    if sender is not None:
        press_must_be_allowed(role.game)
    if message is None:
        with once(request) as key:
            message = _send(request.user, role.game, location, sent, sender=sender, key=key)
    name = values.location_name(location_in(message, location))
    locate(response, "games", slug, "threads", name, "messages")
    [value] = values.message_values(role, [message])
    return Status(201, schemas.Sent(thread=name, message=value))


@sensitive_variables()
def _send(
    person: User,
    game: Game,
    location: ThreadLocation,
    sent: schemas.NewMessage,
    *,
    sender: Seat | None,
    key: uuid.UUID,
) -> Message:
    """Send a message. Raises `Problem` if it is refused."""
    with acting_in(game):
        try:
            return sending.send(
                game,
                location.circle,
                sender=sender,
                person=person,
                text=sent.text,
                request_key=key,
                unsigned=sent.unsigned,
                topic=_topic(location, sent.title),
                with_masters=location.with_masters,
            )
        except TextRefused as refusal:
            raise Problem(422, "wrong_field", str(refusal), field="text") from None
        except UnsignedRefused as refusal:
            raise Problem(422, "wrong_field", str(refusal), field="unsigned") from None


def _topic(location: ThreadLocation, title: str | None) -> Thread | Phase | str:
    thread = location.thread
    if title is not None:
        values.must_take_title(location)
        try:
            cleaned = spelling.clean_title(title)
        except ValidationError as error:
            raise Problem(422, "wrong_field", " ".join(error.messages), field="title") from None
        if not cleaned:
            raise Problem(422, "wrong_field", _("Give the thread a title."), field="title")
        return cleaned
    return thread if thread and thread.title else location.phase or ""
