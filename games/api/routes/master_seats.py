"""The seats of a game in the hands of its masters: civil disorder, reminders, other players."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Router

from ... import access, wording
from ...core.errors import Refused
from ...game_master import nudges
from ...lifecycle import master_actions
from ...models import Seat
from ...seats import civil_disorder, invitations, people, replacing, substitutes, undoing
from ...wording import consequences
from ..acting import acting_in, must_be_confirmed
from ..authentication import MASTER, KeyRequest
from ..limits import count_invitations
from ..mastering import acting_on_seat
from ..problems import Problem
from ..schemas import invitations as invitations_schemas
from ..schemas import master as schemas
from ..schemas.common import Confirmation, Done, acts, answers
from ..schemas.orders import PhaseProblem

router = Router(tags=["Game master: seats"], auth=MASTER)
SEAT = "/games/{slug:slug}/master/seats/{power:power}"
DONE: dict[int, Any] = acts(Done) | {409: PhaseProblem}


@router.post(f"{SEAT}/disorder", response=DONE, summary="Declare civil disorder")
def declare_disorder(
    request: KeyRequest, slug: str, power: str, sent: schemas.ConfirmedReason
) -> Done:
    """Put a power whose player has vanished in civil disorder. The player can return."""
    with acting_on_seat(request, slug, power, "disorder") as seat:
        question = consequences.of_disorder(wording.hand(seat))
        must_be_confirmed(question, confirmed=sent.confirmed)
        civil_disorder.declare_disorder(seat, by=request.user, reason=sent.reason)
    return Done(message=_("Now in civil disorder: %(power)s.") % {"power": wording.hand(seat)})


@router.post(f"{SEAT}/remind", response=DONE, summary="Send a reminder")
def remind(request: KeyRequest, slug: str, power: str, nothing: schemas.Nothing) -> Done:
    """Remind the player of missing orders, once a day in each phase."""
    with acting_on_seat(request, slug, power, "remind") as seat:
        nudges.nudge(seat, by=request.user)
    message = _("The player of %(power)s has been reminded.")
    return Done(message=message % {"power": wording.hand(seat)})


@router.post(f"{SEAT}/replace", response=DONE, summary="Replace a player")
def replace_player(request: KeyRequest, slug: str, power: str, wanted: schemas.Replacement) -> Done:
    """Give the seat to somebody on the waiting list, or invite a person by name."""
    with acting_on_seat(request, slug, power, "replace") as seat:
        try:
            person = people.person_named(wanted.name)
            replacing.must_be_eligible(person, seat, chooser=request.user)
        except Refused as refusal:
            raise Problem(422, "wrong_field", str(refusal), field="name") from None
        must_be_confirmed(_question(seat, wanted, str(person)), confirmed=wanted.confirmed)
        if not wanted.waiting_list:
            count_invitations(request, "seat_invitations", 1)
        replacing.give(
            seat,
            person,
            is_listed=wanted.waiting_list,
            number=wanted.phases,
            by=request.user,
            reason=wanted.reason,
        )
    power = wording.hand(seat)
    return Done(message=replacing.given_message(person, power, is_listed=wanted.waiting_list))


def _question(seat: Seat, wanted: schemas.Replacement, person: str) -> str:
    question = _("Invite %(person)s to play %(power)s?")
    if wanted.waiting_list:
        question = _("Give the seat of %(power)s to %(person)s?")
    void = _("Orders saved for this seat no longer count.")
    return f"{question % {'person': person, 'power': wording.hand(seat)}} {void}"


@router.post(f"{SEAT}/withdraw", response=DONE, summary="Withdraw the invitation to a seat")
def withdraw_invitation(request: KeyRequest, slug: str, power: str, sent: Confirmation) -> Done:
    """End the open invitation to a seat. The seat stays as it is."""
    with acting_on_seat(request, slug, power, "withdraw_invitation"):
        try:
            found = access.governed_invitation_or_404(request.user, slug, power)
        except Http404:
            raise Refused(_("This invitation is no longer open.")) from None
        question = consequences.of_withdrawing_seat_invitation()
        must_be_confirmed(question, confirmed=sent.confirmed)
        invitations.withdraw(found, by=request.user)
    return Done(message=_("The invitation is withdrawn."))


@router.post(f"{SEAT}/undo", response=DONE, summary="Undo a replacement")
def undo_replacement(request: KeyRequest, slug: str, power: str, sent: Confirmation) -> Done:
    """Give the seat back to the player who was replaced, if the new one has done nothing yet."""
    with acting_on_seat(request, slug, power, "undo_replacement") as seat:
        must_be_confirmed(consequences.of_undoing_replacement(), confirmed=sent.confirmed)
        undoing.undo_replacement(seat, by=request.user)
    return Done(message=_("The seat is back with its player."))


@router.post(f"{SEAT}/return", response=DONE, summary="End a substitution")
def return_seat(request: KeyRequest, slug: str, power: str, sent: Confirmation) -> Done:
    """Return the seat to its player before the agreed number of phases is over."""
    with acting_on_seat(request, slug, power, "return_seat") as seat:
        must_be_confirmed(consequences.of_return(), confirmed=sent.confirmed)
        substitutes.end_substitute(seat, by=request.user)
    return Done(message=_("The seat is back with its player."))


@router.get(
    f"{SEAT}/waiting-list",
    response=answers(invitations_schemas.VolunteerList) | {409: PhaseProblem},
    summary="List people who wait for a seat",
)
def list_volunteers(
    request: KeyRequest, slug: str, power: str
) -> invitations_schemas.VolunteerList:
    """The people on the waiting list, and who of them can take this seat: until the game ends."""
    game = access.run_game_or_404(request.user, slug)
    with acting_in(game):
        master_actions.must_be_possible("replace", game)
    seat = access.any_seat_or_404(game, power)
    seat.game = game
    eligible, ineligible = replacing.volunteers_for(request.user, seat)
    listed = [(each, "") for each in eligible]
    listed += [(each.volunteer, each.problem) for each in ineligible]
    found = [
        invitations_schemas.Volunteer(
            name=str(each.person), since=each.since, remark=each.remark, problem=problem
        )
        for each, problem in sorted(listed, key=lambda pair: (pair[0].since, pair[0].pk))
    ]
    return invitations_schemas.VolunteerList(volunteers=found)
