"""Adding one more power to a private thread when all its seats agree.

Only a thread with a title can grow: the members of one without a title never change. Seats give the
answers, but these do not bind a successor: if a seat of the thread, or the one to be added,
changes hands, the proposal lapses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts import clock
from accounts.models import User

from .. import access
from ..core.errors import Refused, SaveFailedError, describe
from ..models import MemberAnswer, MemberProposal, Seat, Tenure, Thread
from . import locations, rules, sending

Outcome = MemberProposal.Outcome


def numbers_of_answers(game: int, held: Sequence[int]) -> tuple[Subquery, Subquery]:
    """The numbers of proposals and of answers in the threads of `game` where seats `held` sit now.

    All arguments are primary keys.
    """
    threads = Thread.objects.filter(game=game, seats__in=held).values("pk")
    made = MemberProposal.objects.filter(thread__in=threads).order_by().values("thread__game")
    return (
        Subquery(made.annotate(number=Count("pk", distinct=True)).values("number")),
        Subquery(made.annotate(number=Count("answers")).values("number")),
    )


@sensitive_variables()
def propose(
    thread: Thread, newcomer: Seat, *, proposer: Seat, person: User, words: str, with_past: bool
) -> MemberProposal:
    """Propose to the other seats of a thread to add `newcomer`.

    If all agree, `words` is sent as a message, the first that `newcomer` reads unless it joins
    `with_past`. Raises `TextRefused` for the words, `Refused` if this cannot be proposed (any
    more), and `SaveFailedError` for every other error, so that no log quotes the words.
    """
    words = sending.clean_text(words)
    sending.check_text(words)
    try:
        with transaction.atomic():
            thread, circle = _lock(thread, proposer, person)
            if not thread.title or newcomer in circle or newcomer.game_id != thread.game_id:
                raise Refused(_("This power can’t be added here."))
            if len(circle) == rules.MOST_READERS:
                raise Refused(rules.thread_is_full())
            waiting = _waiting(thread, [*circle, newcomer])
            if waiting is not None:
                raise Refused(_("There’s already a proposal here. Answer it first."))
            return MemberProposal.objects.create(
                thread=thread,
                seat=newcomer,
                proposer=proposer,
                person=person,
                words=words,
                with_past=with_past,
                made_at=clock.now(),
            )
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None


@sensitive_variables()
def answer(proposal: MemberProposal, seat: Seat, *, person: User, agrees: bool) -> MemberProposal:
    """Agree or refuse for `seat`; the last agreement adds the newcomer.

    A second answer of the same seat changes nothing. Raises `Refused` if the proposal is no longer
    open, and `SaveFailedError` for every other error.
    """
    try:
        with transaction.atomic():
            thread, circle = _lock(proposal.thread, seat, person)
            found = _waiting(thread, [*circle, proposal.seat])
            if found is not None and found.pk == proposal.pk and seat.pk != found.proposer_id:
                given = {"person": person, "agrees": agrees, "at": clock.now()}
                MemberAnswer.objects.get_or_create(proposal=found, seat=seat, defaults=given)
                _settle(found, thread, circle)
                return found
    except Refused:
        raise
    except Exception as error:
        raise SaveFailedError(describe(error)) from None
    raise Refused(_("This proposal is no longer open. Nothing has changed."))


def unanswered(proposal: MemberProposal, circle: Sequence[Seat]) -> list[Seat]:
    """Return the seats of the thread that have not answered. Reads all of `proposal.answers`."""
    answered = {answer.seat_id for answer in proposal.answers.all()} | {proposal.proposer_id}
    return [seat for seat in circle if seat.pk not in answered]


@dataclass(frozen=True)
class ProposalState:
    """A proposal as it is now: a lapsed one is not open, even if it is not closed yet.

    `outcome` is empty while it is open; `silent` are the seats that have not answered then.
    """

    is_open: bool
    outcome: str
    silent: list[Seat]


def state_of(proposal: MemberProposal, circle: Sequence[Seat]) -> ProposalState:
    """The state of a proposal in the thread of `circle`. Reads all of `proposal.answers`."""
    if proposal.closed_at is not None:
        return ProposalState(is_open=False, outcome=proposal.outcome, silent=[])
    if has_lapsed(proposal, [*circle, proposal.seat]):
        return ProposalState(is_open=False, outcome=Outcome.LAPSED.value, silent=[])
    return ProposalState(is_open=True, outcome="", silent=unanswered(proposal, circle))


def has_lapsed(proposal: MemberProposal, seats: Sequence[Seat]) -> bool:
    """Whether one of `seats` has changed hands since; the end of the game does not count."""
    changed = Q(since__gt=proposal.made_at) | (
        Q(until__gte=proposal.made_at) & ~Q(ending=Tenure.Ending.GAME_OVER)
    )
    return Tenure.objects.filter(changed, seat__in=seats).exists()


def unanswered_by(person: User) -> QuerySet[MemberProposal]:
    """Return the open proposals, in all games, that a seat of `person` has not answered.

    Those that have lapsed are left out, even if they are not closed yet.
    """
    changed = Q(since__gt=OuterRef("made_at")) | (
        Q(until__gte=OuterRef("made_at")) & ~Q(ending=Tenure.Ending.GAME_OVER)
    )
    members = Q(seat__threads=OuterRef("thread")) | Q(seat=OuterRef("seat"))
    answered = MemberAnswer.objects.filter(
        proposal=OuterRef(OuterRef("pk")), seat=OuterRef("seat")
    ).order_by()
    mine = Tenure.objects.lasting().filter(
        ~Exists(answered),
        ~Q(seat=OuterRef("proposer")),
        person=person,
        seat__threads=OuterRef("thread"),
    )
    return MemberProposal.objects.filter(
        Exists(mine.order_by()),
        ~Exists(Tenure.objects.filter(changed, members).order_by()),
        closed_at=None,
    )


def _lock(thread: Thread, seat: Seat, person: User) -> tuple[Thread, list[Seat]]:
    """Lock the seat and then the thread, as for a message; return the thread and its seats.

    Raises `Refused` unless `person` may write there as `seat` now.
    """
    sending.lock_writer(seat.game, seat, person)
    thread = sending.locked(thread)
    circle = list(thread.seats.order_by("place"))
    if seat not in circle or len(circle) == 1 or not access.may_write_as(person, seat.game, seat):
        raise Refused(_("You can no longer write here. Nothing has changed."))
    if silence := rules.silence(seat.game, circle):
        raise Refused(silence)
    return thread, circle


def _waiting(thread: Thread, seats: Sequence[Seat]) -> MemberProposal | None:
    """Return the open proposal of a locked thread, or None; close it if it has lapsed."""
    waiting = MemberProposal.objects.filter(thread=thread, closed_at=None)
    found = waiting.select_related("seat", "proposer").first()
    if found is not None and has_lapsed(found, [*seats, found.seat]):
        _close(found, Outcome.LAPSED)
        return None
    return found


def _settle(proposal: MemberProposal, thread: Thread, circle: Sequence[Seat]) -> None:
    if proposal.answers.filter(agrees=False).exists():
        _close(proposal, Outcome.REFUSED)
    elif not unanswered(proposal, circle):
        _let_in(proposal, thread, circle)


def _let_in(proposal: MemberProposal, thread: Thread, circle: Sequence[Seat]) -> None:
    if not proposal.with_past:
        proposal.unread_to = thread.messages.order_by("-pk").first()
    _close(proposal, Outcome.JOINED)
    thread.seats.add(proposal.seat)
    thread.circle = locations.circle_name([*circle, proposal.seat])
    thread.save(update_fields=["circle"])
    sending.welcome(thread, proposal)


def _close(proposal: MemberProposal, outcome: MemberProposal.Outcome) -> None:
    proposal.outcome, proposal.closed_at = outcome, clock.now()
    proposal.save(update_fields=["outcome", "closed_at", "unread_to"])
