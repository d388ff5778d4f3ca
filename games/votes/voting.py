"""Votes of the players: proposing, voting, and carrying out a passed proposal.

`kinds` says what can be proposed, in which games, and how many votes it needs. A proposal belongs
to the phase in which it was made and lapses with it.
"""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from ..core import audit
from ..core.errors import Refused
from ..deadlines import open_phase
from ..lifecycle import endings
from ..models import Ballot, Event, Game, Notification, Phase, Seat, Vote
from ..notifications import notify, recipients
from .kinds import KINDS, VoteKind


def open_vote(phase: Phase) -> Vote | None:
    """The undecided proposal of a phase, if there is one."""
    return phase.votes.undecided().select_related("seat", "winner").first()


def offered_kinds(phase: Phase) -> list[VoteKind]:
    """Return the kinds that can be proposed in a phase now."""
    allowed = [kind for kind in KINDS.values() if not _is_forbidden(phase.game, kind)]
    return [kind for kind in allowed if not kind.refusal(phase)]


def voters(phase: Phase, *, winner: Seat | None = None) -> QuerySet[Seat]:
    """The seats that have a vote: with units or centers left, held, and not in civil disorder.

    Of several that one person plays it is the first: each person has one vote. On a concession
    everybody votes but the player of the `winner`.
    """
    alive = phase.game.seats.played().filter(power__in=endings.survivors(phase))
    if winner is not None:
        alive = alive.exclude(hand=winner.hand)
    before = alive.filter(hand=OuterRef("hand"), place__lt=OuterRef("place"))
    return alive.exclude(Exists(before.order_by()))


def voting_seat(phase: Phase, seat: Seat, *, winner: Seat | None = None) -> Seat | None:
    """The seat with which the person who plays `seat` votes; None without a vote."""
    return voters(phase, winner=winner).filter(hand=seat.hand).first()


def votes_needed(vote: Vote, voters: int) -> int:
    """Number of `voters` who must be in favour. Raises `KeyError` for an unknown kind."""
    return KINDS[vote.kind].votes_needed(voters)


def propose(
    phase: Phase,
    seat: Seat,
    kind: Vote.Kind,
    *,
    days: int | None,
    winner: Seat | None = None,
    person: User,
) -> Vote:
    """Put something to the vote, with the proposer's own vote in favour. Raises `Refused`."""
    with transaction.atomic():
        phase = _lock(phase)
        open_phase.must_hold(person, seat)
        _must_be_allowed(phase.game, kind)
        seat = _must_have_vote(phase, seat, winner)
        if winner is not None and winner.power not in endings.survivors(phase):
            raise Refused(_("This power is eliminated: nobody can concede the game to it."))
        if open_vote(phase) is not None:
            raise Refused(_("One thing at a time: something is being voted on already."))
        if refusal := KINDS[kind].refusal(phase):
            raise Refused(refusal)
        vote = Vote.objects.create(
            phase=phase, kind=kind, days=days, seat=seat, winner=winner, made_at=clock.now()
        )
        event = audit.log(
            Event.Kind.VOTE_MADE,
            game=phase.game,
            phase=phase,
            seat=seat,
            actor=person,
            vote=vote,
        )
        people = set(recipients.players(phase.game)) - {person.pk}
        notify.notify(Notification.Kind.VOTE, people, game=phase.game, phase=phase, event=event)
        _cast(vote, seat, in_favour=True)
    return vote


def cast_vote(vote: Vote, seat: Seat, *, in_favour: bool, person: User) -> None:
    """Vote, or change a vote, while the proposal is undecided. Raises `Refused`."""
    with transaction.atomic():
        phase = _lock(vote.phase)
        open_phase.must_hold(person, seat)
        found = open_vote(phase)
        if found is None or found.pk != vote.pk:
            raise Refused(_("This is decided; nothing was changed."))
        _must_be_allowed(phase.game, Vote.Kind(found.kind))
        seat = _must_have_vote(phase, seat, found.winner)
        _cast(found, seat, in_favour=in_favour)


def _lock(phase: Phase) -> Phase:
    """Lock the open phase and read its game's status again. Raises `Refused` if it is due."""
    phase = open_phase.lock_open(phase)
    phase.game.refresh_from_db(fields=["status"])
    return phase


def _must_have_vote(phase: Phase, seat: Seat, winner: Seat | None) -> Seat:
    found = voting_seat(phase, seat, winner=winner)
    if found is None:
        raise Refused(_("Only powers that are still played have a vote."))
    return found


def _must_be_allowed(game: Game, kind: Vote.Kind) -> None:
    if refusal := _is_forbidden(game, KINDS[kind]):
        raise Refused(refusal)


def _is_forbidden(game: Game, kind: VoteKind) -> str:
    """Return why the players of a game do not vote on a kind; empty if they do."""
    if kind.ends_game:
        return "" if game.votes_on_end else _("In this game the players do not vote on its end.")
    if game.masterships.current().exists():
        return _("This game has a master: ask them.")
    return ""


def _cast(vote: Vote, seat: Seat, *, in_favour: bool) -> None:
    Ballot.objects.update_or_create(
        vote=vote, seat=seat, defaults={"in_favour": in_favour, "cast_at": clock.now()}
    )
    entitled = set(voters(vote.phase, winner=vote.winner).values_list("pk", flat=True))
    cast = dict(vote.ballots.filter(seat__in=entitled).values_list("seat", "in_favour"))
    yes = sum(cast.values())
    needed = votes_needed(vote, len(entitled))
    if yes >= needed:
        _pass(vote)
    elif yes + len(entitled) - len(cast) < needed:
        _close(vote, Vote.Outcome.FAILED)


def _pass(vote: Vote) -> None:
    """Carry out a passed proposal. If that is no longer possible, the proposal has failed."""
    try:
        with transaction.atomic():
            _close(vote, Vote.Outcome.PASSED)
            KINDS[vote.kind].carry_out(vote)
    except Refused:
        _close(vote, Vote.Outcome.FAILED)


def _close(vote: Vote, outcome: Vote.Outcome) -> None:
    vote.closed_at = clock.now()
    vote.outcome = outcome
    vote.save(update_fields=["closed_at", "outcome"])
    passed = outcome == Vote.Outcome.PASSED
    event = audit.log(
        Event.Kind.VOTE_PASSED if passed else Event.Kind.VOTE_FAILED,
        game=vote.phase.game,
        phase=vote.phase,
        vote=vote,
    )
    if not passed:  # the changes of a passed proposal are announced when they are made
        notify.notify_event(event)
