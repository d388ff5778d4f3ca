"""Drafts of messages: read, save and delete them. Nobody reads those of others."""

import uuid
from typing import Annotated

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router

from ... import access
from ...press import drafts
from ...press.locations import ThreadLocation
from .. import limits, senders
from ..acting import acting_in, press_must_be_allowed
from ..authentication import PRESS, READ, KeyRequest
from ..schemas import press as schemas
from ..schemas.common import Done, acts, answers
from ..schemas.orders import PhaseProblem
from ..values import press as values

router = Router(tags=["Press"])
DRAFT = "/games/{slug:slug}/threads/{thread}/draft"


@router.get(
    "/games/{slug:slug}/drafts",
    response=answers(schemas.DraftList),
    auth=READ,
    summary="List your drafts",
)
@sensitive_variables()
def list_drafts(request: KeyRequest, slug: str) -> schemas.DraftList:
    """Your unsent messages in a game, in threads in which you can write now."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    return schemas.DraftList(drafts=values.draft_values(role))


@router.put(
    DRAFT,
    response=acts(schemas.SavedDraft, 503) | {409: PhaseProblem},
    auth=PRESS,
    summary="Save a draft",
)
@sensitive_variables()
def save_draft(
    request: KeyRequest, slug: str, thread: str, typed: schemas.NewDraft
) -> schemas.SavedDraft:
    """Replace your draft in a thread. Nothing is sent, so the press rules don’t matter here.

    A draft of the game master also needs the scope “master”.
    """
    limits.count_form(request, "drafts")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = _location(role, thread, titled=typed.title is not None)
    writer = senders.sender(request.auth, role, location, typed.sender)
    if writer is not None:
        press_must_be_allowed(role.game)
    with acting_in(role.game):
        draft, replaced = drafts.save(
            role.game,
            location.name,
            writer=writer,
            person=request.user,
            typed=drafts.TypedMessage(
                typed.text,
                uuid.uuid4(),
                title=typed.title or "",
                unsigned=typed.unsigned,
                version=typed.seen,
            ),
        )
    value = values.draft_value(draft, location) if draft else None
    return schemas.SavedDraft(draft=value, replaced=replaced)


@router.delete(
    DRAFT, response=acts(Done, 503) | {409: PhaseProblem}, auth=PRESS, summary="Delete a draft"
)
def delete_draft(
    request: KeyRequest,
    slug: str,
    thread: str,
    titled: Annotated[bool, Query(description="That for a new thread with a title.")] = False,
) -> Done:
    """Delete your draft in a thread, if there is one."""
    limits.count_form(request, "drafts")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    drafts.discard(role, _location(role, thread, titled=titled).name)
    return Done(message=_("The draft is deleted."))


def _location(role: access.Role, name: str, *, titled: bool) -> ThreadLocation:
    """The location of a draft: a thread, or a new one with a title for the same readers."""
    location = values.location_of(role, name)
    if not titled:
        return location
    values.must_take_title(location)
    return ThreadLocation(role.game, location.circle, None, to_be_titled=True)
