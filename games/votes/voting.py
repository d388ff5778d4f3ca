"""Votes of the players: proposing, voting and withdrawing.

`kinds` says what can be proposed, in which games, who votes and how many votes it needs;
`counting` decides. A vote lapses with the phase in which it was made, unless its game lets votes on
the end stand. All of this happens with the phase locked, as for orders.
"""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User

from .. import access
from ..core import audit
from ..core.errors import NeedsConfirmation, Refused
from ..deadlines import open_phase
from ..lifecycle import amendments, endings
from ..models import Event, Game, Notification, Phase, Seat, Sharer, Vote
from ..notifications import notify, recipients
from ..wording.votes import vote_text
from . import counting
from .counting import kind_of, open_votes
from .kinds import KINDS, VoteKind


def offered_kinds(phase: Phase) -> list[VoteKind]:
    """Return the kinds that can be proposed in a phase now."""
    listed = [kind for kind in KINDS.values() if not kind.has_amendment]
    allowed = [kind for kind in listed if not _is_forbidden(phase.game, kind)]
    refusals = {refusal: refusal(phase) for refusal in {kind.refusal for kind in allowed}}
    return [kind for kind in allowed if not refusals[kind.refusal]]


def voting_seat(
    phase: Phase, seat: Seat, kind: VoteKind, *, winner: Seat | None = None
) -> Seat | None:
    """The seat with which the person who plays `seat` votes; None without a vote."""
    return kind.voters(phase, winner).filter(hand=seat.hand).first()


def own_open_vote(phase: Phase, seat: Seat) -> Vote | None:
    """The undecided vote that the person who plays `seat` has proposed; None without one."""
    return open_votes(phase).filter(seat__hand=seat.hand).first()


def propose(
    phase: Phase,
    seat: Seat,
    name: Vote.Kind,
    *,
    days: int | None = None,
    winner: Seat | None = None,
    sharers: Collection[Seat] = (),
    person: User,
    may_end_game: bool = True,
) -> Vote:
    """Put something to the vote, with the proposer's own vote in favour.

    `sharers` are the powers that share a draw; empty, all survivors do, and to name all of them is
    the same. Raises `Refused`, or
    `NeedsConfirmation` if the proposer's own vote ends the game and it is not one that
    `may_end_game`.
    """
    kind = KINDS[name]
    with transaction.atomic():
        phase = _lock(phase)
        open_phase.must_hold(person, seat)
        _must_be_allowed(phase.game, kind)
        seat = _must_have_vote(phase, seat, kind, winner)
        sharers = _fewer_than_all(phase, sharers)
        _must_be_possible(phase, kind, winner, sharers)
        same = _same_vote(phase, name, days, winner, sharers)
        own = own_open_vote(phase, seat)
        if own is not None and own == same:
            return own  # a double click
        if own is not None:
            raise Refused(_("Your last proposal is still open. Withdraw it first."))
        if same is not None:
            raise Refused(_("There’s already a vote on this."))
        vote = Vote.objects.create(
            phase=phase, kind=name, days=days, seat=seat, winner=winner, made_at=clock.now()
        )
        Sharer.objects.bulk_create(Sharer(vote=vote, seat=each) for each in sharers)
        if not may_end_game:
            _must_not_end_game(vote, phase, seat)
        _tell(vote, phase, person)
        _cast(vote, phase, seat, in_favour=True)
    return vote


def propose_amendment(
    phase: Phase, change: amendments.ProposedRules, *, seat: Seat | None, person: User
) -> Vote:
    """Put an amendment to the vote: by a game master, or by `seat` while no master can act.

    There is one at a time in a game. Raises `Refused`.
    """
    kind = KINDS[Vote.Kind.AMEND]
    with transaction.atomic():
        phase = _lock(phase)
        if seat is None:
            _must_be_master(person, phase.game)
        else:
            open_phase.must_hold(person, seat)
            if phase.game.masterships.present().exists():
                raise Refused(_("This game has a game master: ask them."))
            seat = _must_have_vote(phase, seat, kind, None)
            if own_open_vote(phase, seat) is not None:
                raise Refused(_("Your last proposal is still open. Withdraw it first."))
        if open_votes(phase).filter(kind=kind.name).exists():
            raise Refused(_("There’s already a vote on the house rules."))
        if not kind.voters(phase, None).exists():
            raise Refused(_("Nobody is left who could agree."))
        if amendments.is_coming(phase):
            raise Refused(
                _("New house rules apply from the next phase on. Propose more of them then.")
            )
        vote = Vote.objects.create(phase=phase, kind=kind.name, seat=seat, made_at=clock.now())
        amendments.store(vote, change, game=phase.game)
        _tell(vote, phase, person)
        if seat is not None:
            _cast(vote, phase, seat, in_favour=True)
    return vote


def withdraw_amendment(game: Game, *, person: User) -> None:
    """Withdraw the undecided amendment that a game master has proposed. Raises `Refused`."""
    with transaction.atomic():
        phase = open_phase.lock_current(game)
        _must_be_master(person, game)
        if phase is None:
            raise Refused(_("This game isn’t in progress."))
        found = open_votes(phase).filter(kind=Vote.Kind.AMEND, seat=None).first()
        if found is None:
            raise Refused(_("This is already decided. Nothing has changed."))
        counting.close(found, phase, Vote.Outcome.WITHDRAWN)


def _must_be_master(person: User, game: Game) -> None:
    if not access.is_master(person, game):
        raise Refused(_("You’re no longer a game master of this game."))


def propose_at_stalemate(phase: Phase, name: Vote.Kind) -> Vote:
    """Put something to the vote in a locked phase because of a stalemate; nobody has voted yet."""
    vote = Vote.objects.create(phase=phase, kind=name, made_at=clock.now())
    event = audit.log(Event.Kind.STALEMATE, game=phase.game, phase=phase, vote=vote)
    people = recipients.players(phase.game)
    notify.notify(Notification.Kind.VOTE, people, game=phase.game, phase=phase, event=event)
    return vote


def cast_vote(
    vote: Vote, seat: Seat, *, in_favour: bool, person: User, may_end_game: bool = True
) -> None:
    """Vote, or change a vote, while the proposal is undecided.

    Raises `Refused`, or `NeedsConfirmation` if the vote ends the game and is not one that
    `may_end_game`.
    """
    with transaction.atomic():
        phase, found = _lock_vote(vote)
        open_phase.must_hold(person, seat)
        kind = kind_of(found)
        _must_be_allowed(phase.game, kind)
        seat = _must_have_vote(phase, seat, kind, found.winner)
        if in_favour and not may_end_game:
            _must_not_end_game(found, phase, seat)
        _cast(found, phase, seat, in_favour=in_favour)


def withdraw(vote: Vote, seat: Seat, *, person: User) -> None:
    """Withdraw an undecided proposal of the person who plays `seat`. Raises `Refused`."""
    with transaction.atomic():
        phase, found = _lock_vote(vote)
        open_phase.must_hold(person, seat)
        own = own_open_vote(phase, seat)
        if own is None or own.pk != found.pk:
            raise Refused(_("Only the player who proposed this can withdraw it."))
        counting.close(found, phase, Vote.Outcome.WITHDRAWN)


def _lock(phase: Phase) -> Phase:
    """Lock the open phase and read its game's status again. Raises `Refused` if it is due."""
    phase = open_phase.lock_open(phase)
    phase.game.refresh_from_db(fields=["status"])
    return phase


def _lock_vote(vote: Vote) -> tuple[Phase, Vote]:
    """Lock the open phase of a vote's game, and read the vote again.

    Raises `Refused` if the phase is due, or the vote no longer open.
    """
    phase = open_phase.lock_current(vote.phase.game)
    if phase is None:
        raise Refused(_("This game isn’t in progress."))
    open_phase.must_be_open(phase)
    found = open_votes(phase).select_related("winner").filter(pk=vote.pk).first()
    if found is None:
        now = Vote.objects.select_related("phase__game").get(pk=vote.pk)
        if now.closed_at is None:
            open_phase.must_be_open(now.phase)
        raise Refused(_("This is already decided. Nothing has changed."))
    return phase, found


def _must_not_end_game(vote: Vote, phase: Phase, seat: Seat) -> None:
    """Raise `NeedsConfirmation` if a vote of `seat` in favour ends the game at once."""
    if counting.would_end_game(vote, phase, seat):
        last = _("Your vote is the last one needed. It ends the game at once.")
        raise NeedsConfirmation(f"{last} {vote_text(vote)}")


def _must_have_vote(phase: Phase, seat: Seat, kind: VoteKind, winner: Seat | None) -> Seat:
    found = voting_seat(phase, seat, kind, winner=winner)
    if found is None:
        raise Refused(_("Only surviving powers with a player can vote."))
    return found


def _fewer_than_all(phase: Phase, sharers: Collection[Seat]) -> list[Seat]:
    """Each of `sharers` once; empty if they are all survivors."""
    named = list(dict.fromkeys(sharers))
    if named and {seat.power for seat in named} == set(endings.survivors(phase)):
        return []
    return named


def _must_be_possible(
    phase: Phase, kind: VoteKind, winner: Seat | None, sharers: Collection[Seat]
) -> None:
    left = endings.survivors(phase)
    if winner is not None and winner.power not in left:
        raise Refused(_("This power is eliminated, so nobody can concede the game to it."))
    if sharers:
        if phase.game.draw_shared_by != Game.DrawSharedBy.NAMED:
            raise Refused(_("In this game, all surviving powers share a draw."))
        endings.check_sharers(phase, {seat.power for seat in sharers})
    if refusal := kind.refusal(phase):
        raise Refused(refusal)


def _same_vote(
    phase: Phase, name: Vote.Kind, days: int | None, winner: Seat | None, sharers: Collection[Seat]
) -> Vote | None:
    """The undecided vote on the same proposal, or None."""
    named = {seat.pk for seat in sharers}
    for vote in open_votes(phase).filter(kind=name, days=days, winner=winner):
        if set(vote.sharers.values_list("seat", flat=True)) == named:
            return vote
    return None


def _must_be_allowed(game: Game, kind: VoteKind) -> None:
    if refusal := _is_forbidden(game, kind):
        raise Refused(refusal)


def _is_forbidden(game: Game, kind: VoteKind) -> str:
    """Return why the players of a game do not vote on a kind; empty if they do."""
    if game.practice:
        return _("Bots don’t vote.")
    if kind.ends_game:
        return "" if game.votes_on_end else _("In this game, players don’t vote on the end.")
    if game.masterships.present().exists() and not kind.beside_master(game):
        return _("This game has a game master: ask them.")
    return ""


def _tell(vote: Vote, phase: Phase, person: User) -> None:
    """Log a new vote and tell the players; for a secret one without its proposer."""
    secret = kind_of(vote).is_secret(phase.game)
    event = audit.log(
        Event.Kind.VOTE_MADE,
        game=phase.game,
        phase=phase,
        seat=None if secret else vote.seat,
        actor=None if secret else person,
        vote=vote,
    )
    people = set(recipients.players(phase.game))
    if not secret:
        people.discard(person.pk)
    notify.notify(Notification.Kind.VOTE, people, game=phase.game, phase=phase, event=event)


def _cast(vote: Vote, phase: Phase, seat: Seat, *, in_favour: bool) -> None:
    # Another power of the same person may have voted, and be eliminated since.
    own = vote.ballots.filter(seat__hand=seat.hand)
    if not own.update(in_favour=in_favour, cast_at=clock.now()):
        vote.ballots.create(seat=seat, in_favour=in_favour, cast_at=clock.now())
    if not kind_of(vote).is_secret(phase.game):
        counting.count(vote, phase)
