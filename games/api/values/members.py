"""Proposals to add a power to a thread → values of the API, as the reader may see them."""

from collections.abc import Sequence

from ... import access
from ...models import MemberProposal, Seat
from ...press import thread_members
from ...press.locations import ThreadLocation
from ..schemas import members as schemas


def proposal_values(role: access.Role, location: ThreadLocation) -> list[schemas.MemberProposal]:
    """The proposals of a thread, the oldest first; none for threads that never grow."""
    if location.thread is None or not location.can_grow:
        return []
    found = access.proposals(role.viewer, location.thread).select_related("seat", "proposer")
    held = access.writing_seats(role, location.circle)
    return [
        proposal_value(each, location.circle, held)
        for each in found.prefetch_related("answers__seat")
    ]


def proposal_value(
    proposal: MemberProposal, circle: Sequence[Seat], held: Sequence[Seat]
) -> schemas.MemberProposal:
    """A proposal in the thread of `circle`; the reader writes there for the seats `held`."""
    state = thread_members.state_of(proposal, circle)
    return schemas.MemberProposal(
        key=proposal.key,
        power=proposal.proposer.power,
        newcomer=proposal.seat.power,
        with_past=proposal.with_past,
        made_at=proposal.made_at,
        is_open=state.is_open,
        outcome=state.outcome,
        answers={each.seat.power: each.agrees for each in proposal.answers.all()},
        text=proposal.words if state.is_open else "",
        waits_for=[seat.power for seat in held if seat in state.silent],
    )
