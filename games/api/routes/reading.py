"""Messages of others: mark them as read, mute their power, report one."""

from django.http import Http404
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router

from ... import access, wording
from ...press import moderation, muting, sending, unread
from .. import limits
from ..acting import acting_in, must_be_confirmed
from ..authentication import PRESS, KeyRequest
from ..problems import Problem, not_found
from ..schemas import press as schemas
from ..schemas.common import Done, acts
from ..schemas.orders import PhaseProblem
from ..values import press as values

router = Router(tags=["Press"], auth=PRESS)
MESSAGE = "/games/{slug:slug}/messages/{key}"


@router.put(
    "/games/{slug:slug}/threads/{thread}/read",
    response=acts(Done) | {409: PhaseProblem},
    summary="Mark a thread as read",
)
def mark_read(request: KeyRequest, slug: str, thread: str, mark: schemas.ReadMark) -> Done:
    """Say up to which message you have read a thread. The mark never moves back."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    place = values.location_of(role, thread).thread
    values.must_be_key(mark.message)
    found = access.messages(request.user, [role.game]).filter(thread=place, key=mark.message)
    newest = found.first()
    if place is None or newest is None:
        raise not_found()
    if not access.keeps_bookmarks(role):
        text = _("You have no part in this game, so the site doesn’t note what you’ve read.")
        raise Problem(409, "refused", text)
    unread.mark_read(place, request.user, newest)
    return Done(message=_("The thread is marked as read."))


@router.put(
    f"{MESSAGE}/mute",
    response=acts(Done) | {409: PhaseProblem},
    summary="Mute the power of a message",
)
def mute_power(request: KeyRequest, slug: str, key: str, wanted: schemas.Muting) -> Done:
    """Mute the power that signed a message in this game, or unmute it. Only you know this."""
    limits.count_form(request, "games")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    values.must_be_key(key)
    message = access.others_message_or_404(role, key)
    if message.seat is None or not access.sees_author(request.user, message):
        raise Http404
    power = {"power": wording.power(message.seat.power)}
    if wanted.muted:
        muting.mute(message.seat, request.user)
        return Done(message=_("%(power)s is muted.") % power)
    muting.unmute(message.seat, request.user)
    return Done(message=_("%(power)s is no longer muted.") % power)


@router.post(
    f"{MESSAGE}/report", response=acts(Done) | {409: PhaseProblem}, summary="Report a message"
)
@sensitive_variables()
def report_message(request: KeyRequest, slug: str, key: str, sent: schemas.Complaint) -> Done:
    """Report a message of somebody else, after reading who is told of it."""
    limits.count_form(request, "complaints")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    values.must_be_key(key)
    message = access.reportable_message_or_404(role, key)
    reason = sending.clean_text(sent.reason).strip()
    if not reason:
        raise Problem(422, "wrong_field", _("Give a reason for the report."), field="reason")
    must_be_confirmed(moderation.consequence_of_complaint(message), confirmed=sent.confirmed)
    with acting_in(role.game):
        moderation.complain(message, by=request.user, reason=reason)
    return Done(message=_("You’ve reported this message."))
