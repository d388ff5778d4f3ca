"""Proposals to add a power to a thread, as shown to the members of the thread."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from .... import access, wording
from ....models import MemberProposal, Seat
from ....press import locations, thread_members

OUTCOMES = MemberProposal.Outcome


@dataclass(frozen=True)
class ProposalLine:
    """A proposal to add a power.

    `words` is its message and `mine` the reader's seats that have not answered; both are empty once
    it is closed. `key` identifies it in a form.
    """

    key: str
    made_at: dt.datetime
    sentence: str
    answers: list[str]
    words: str
    mine: list[Seat]
    is_open: bool


def proposal_lines(role: access.Role, location: locations.ThreadLocation) -> list[ProposalLine]:
    """The proposals of a private thread with a title, the oldest first; empty for other threads."""
    if location.thread is None or not location.has_proposals:
        return []
    found = access.proposals(role.viewer, location.thread).select_related("seat", "proposer")
    seats = access.writing_seats(role, location.circle)
    return [_line(each, location.circle, seats) for each in found.prefetch_related("answers__seat")]


def _line(proposal: MemberProposal, circle: Sequence[Seat], held: Sequence[Seat]) -> ProposalLine:
    state = thread_members.state_of(proposal, circle)
    return ProposalLine(
        key=proposal.key,
        made_at=proposal.made_at,
        sentence=_sentence(proposal),
        answers=[*_answers(proposal), *_end(state.outcome)],
        words=proposal.words if state.is_open else "",
        mine=[seat for seat in held if seat in state.silent],
        is_open=state.is_open,
    )


def _sentence(proposal: MemberProposal) -> str:
    if proposal.with_past:
        said = _(
            "%(power)s proposes to add %(other)s, who could then read all messages in this thread."
        )
    else:
        said = _(
            "%(power)s proposes to add %(other)s, who could then read only messages sent "
            "from then on."
        )
    power, other = wording.power(proposal.proposer.power), wording.power(proposal.seat.power)
    return said % {"power": power, "other": other}


def _answers(proposal: MemberProposal) -> list[str]:
    said = {True: _("%(power)s accepted."), False: _("%(power)s declined.")}
    return [
        said[each.agrees] % {"power": wording.power(each.seat.power)}
        for each in proposal.answers.all()
    ]


def _end(outcome: str) -> list[str]:
    ends = {
        OUTCOMES.JOINED: _("Everyone accepted. The power was added."),
        OUTCOMES.REFUSED: _("The power was not added."),
        OUTCOMES.LAPSED: _(
            "The proposal lapsed because a seat changed hands before everyone answered."
        ),
    }
    return [ends[OUTCOMES(outcome)]] if outcome else []
