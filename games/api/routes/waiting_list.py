"""The waiting list of people who take over seats: enter it, and leave it."""

from django.utils.translation import gettext as _
from ninja import Router

from ...models import Volunteer
from ...press import moderation
from ...seats import waiting_list
from .. import limits
from ..acting import must_be_confirmed
from ..authentication import ACCOUNT, READ, KeyRequest
from ..schemas import invitations as schemas
from ..schemas.common import Done, acts, answers

router = Router(tags=["You"])
WAITING_LIST = "/me/waiting-list"


@router.get(
    WAITING_LIST,
    response=answers(schemas.WaitingList),
    auth=READ,
    summary="Read your place on the waiting list",
)
def read_waiting_list(request: KeyRequest) -> schemas.WaitingList:
    """Since when you wait for a seat, and your note for the game masters."""
    entry = waiting_list.entry_of(request.user)
    warning = moderation.alone_warning(request.user)
    return _value(entry, questions=[warning] if warning and entry is None else [])


def _value(entry: Volunteer | None, *, questions: list[str]) -> schemas.WaitingList:
    return schemas.WaitingList(
        since=entry.since if entry else None,
        remark=entry.remark if entry else "",
        questions=questions,
    )


@router.put(
    WAITING_LIST,
    response=acts(schemas.WaitingList),
    auth=ACCOUNT,
    summary="Enter the waiting list",
)
def enter_waiting_list(request: KeyRequest, wanted: schemas.Remark) -> schemas.WaitingList:
    """Enter the list, or change your note and keep your place.

    Game masters and administrators read your name there and can give you a seat at once. You can
    resign at any time.
    """
    limits.count_form(request, "games")
    if waiting_list.entry_of(request.user) is None:
        must_be_confirmed(moderation.alone_warning(request.user), confirmed=wanted.confirmed)
    return _value(waiting_list.enlist(request.user, wanted.remark), questions=[])


@router.delete(WAITING_LIST, response=acts(Done), auth=ACCOUNT, summary="Leave the waiting list")
def leave_waiting_list(request: KeyRequest) -> Done:
    """Leave the list. Nothing happens if you are not on it."""
    limits.count_form(request, "games")
    waiting_list.withdraw(request.user)
    return Done(message=_("You’re no longer on the waiting list."))
