"""Adding a power to a private thread with a title: proposals and answers."""

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Status

from ... import access
from ...models import MemberProposal, Seat, Thread
from ...press import thread_members
from ...press.locations import ThreadLocation
from ...press.sending import TextRefused
from .. import limits
from ..acting import acting_in, press_must_be_allowed
from ..authentication import PRESS, READ, KeyRequest
from ..locations import locate
from ..problems import Problem
from ..schemas import members as schemas
from ..schemas.common import Done, acts, answers
from ..schemas.orders import PhaseProblem
from ..values import members as values
from ..values import press as press_values

router = Router(tags=["Press"])
MEMBERS = "/games/{slug:slug}/threads/{thread}/members"


@router.get(
    MEMBERS,
    response=answers(schemas.MemberProposals),
    auth=READ,
    summary="List proposals to add a power",
)
@sensitive_variables()
def list_member_proposals(request: KeyRequest, slug: str, thread: str) -> schemas.MemberProposals:
    """The proposals that you may see in a thread, and the powers that you could add."""
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = press_values.location_of(role, thread)
    found = values.proposal_values(role, location)
    may_propose = _writers(role, location) and not any(each.is_open for each in found)
    newcomers = [seat.power for seat in _newcomers(location)] if may_propose else []
    return schemas.MemberProposals(proposals=found, newcomers=newcomers)


def _writers(role: access.Role, location: ThreadLocation) -> list[Seat]:
    return list(access.writing_seats(role, location.circle)) if location.can_grow else []


def _newcomers(location: ThreadLocation) -> list[Seat]:
    sitting = {seat.pk for seat in location.circle}
    seats = location.game.seats.playable().order_by("place")
    return [seat for seat in seats if seat.pk not in sitting]


@router.post(
    MEMBERS,
    response=acts(schemas.MemberProposal, 503, status=201) | {409: PhaseProblem},
    auth=PRESS,
    summary="Propose to add a power",
)
@sensitive_variables()
def propose_member(
    request: KeyRequest,
    response: HttpResponse,
    slug: str,
    thread: str,
    wanted: schemas.NewMember,
) -> Status[schemas.MemberProposal]:
    """Propose to the others in a private thread to add a power. It joins once everyone accepts."""
    limits.count_form(request, "messages")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = press_values.location_of(role, thread)
    place, writers = _growing_thread_or_404(role, location)
    press_must_be_allowed(role.game)
    proposer = _named(writers, wanted.power, field="power")
    with acting_in(role.game):
        try:
            proposal = thread_members.propose(
                place,
                _named(_newcomers(location), wanted.newcomer, field="newcomer"),
                proposer=proposer,
                person=request.user,
                words=wanted.text,
                with_past=wanted.with_past,
            )
        except TextRefused as refusal:
            raise Problem(422, "wrong_field", str(refusal), field="text") from None
    locate(response, "games", slug, "threads", thread, "members")
    return Status(201, values.proposal_value(proposal, location.circle, writers))


def _growing_thread_or_404(
    role: access.Role, location: ThreadLocation
) -> tuple[Thread, list[Seat]]:
    """A private thread with a title, and its seats for which the reader may write."""
    writers = _writers(role, location)
    if location.thread is None or not writers:
        raise Http404
    return location.thread, writers


def _named(seats: list[Seat], power: str | None, *, field: str) -> Seat:
    """The seat of a power, or the only one without it. Raises `Problem` if there is none."""
    found = [seat for seat in seats if power in (None, seat.power)]
    if len(found) != 1:
        text = _("Choose the power that sends the message.")
        if field == "newcomer":
            text = _("This power can’t be added here.")
        raise Problem(422, "wrong_field", text, field=field)
    return found[0]


@router.put(
    f"{MEMBERS}/{{key}}",
    response=acts(Done, 503) | {409: PhaseProblem},
    auth=PRESS,
    summary="Answer a proposal to add a power",
)
def answer_member_proposal(
    request: KeyRequest, slug: str, thread: str, key: str, answer: schemas.MemberAnswer
) -> Done:
    """Accept or decline for a power of yours. The first answer of a power counts."""
    limits.count_form(request, "messages")
    role = access.Role(request.user, access.begun_game_or_404(request.user, slug))
    location = press_values.location_of(role, thread)
    proposal = _proposal_or_404(role, location, key)
    press_must_be_allowed(role.game)
    writers = list(access.writing_seats(role, location.circle))
    seat = _named(writers, answer.power, field="power")
    with acting_in(role.game):
        thread_members.answer(proposal, seat, person=request.user, agrees=answer.agrees)
    return Done(message=_("Your answer is saved."))


def _proposal_or_404(role: access.Role, location: ThreadLocation, key: str) -> MemberProposal:
    press_values.must_be_key(key)
    proposal = access.proposal_or_404(role.viewer, role.game, key)
    if proposal.thread != location.thread:
        raise Http404
    return proposal
