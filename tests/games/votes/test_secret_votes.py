"""Secret votes on the end, votes that last, and draws whose sharers are named."""

import datetime as dt
from collections.abc import Iterable

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.game_master import corrections
from games.lifecycle import endings
from games.models import Ballot, Event, Game, Notification, Seat, Vote
from games.models.vote import ENDING_KINDS
from games.seats import tenures
from games.votes import counting, voting
from games.votes.kinds import KINDS
from games.wording import events
from games.wording.votes import vote_text

from ... import factories
from ..orders.test_submission import submit

KIND = Vote.Kind
SIX = ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ALL = ("AUSTRIA", *SIX)
HOLDS = {
    "AUSTRIA": "A VIE H",
    "ENGLAND": "F LON H",
    "FRANCE": "A PAR H",
    "GERMANY": "A BER H",
    "ITALY": "A ROM H",
    "RUSSIA": "A MOS H",
    "TURKEY": "A CON H",
}


def begun(players: list[User], **fields: object) -> Game:
    first, *others = players
    return factories.begun_game(first, others, as_master=False, **fields)


@pytest.fixture
def secret(players: list[User]) -> Game:
    return begun(players, secret_votes=True)


def order_all(game: Game) -> None:
    for power, text in HOLDS.items():
        submit(game, power, text)


def pass_deadline(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    game.refresh_from_db()


def propose(
    game: Game, power: str = "AUSTRIA", kind: Vote.Kind = KIND.DRAW, **what: object
) -> Vote:
    seat = factories.seat(game, power)
    phase = factories.open_phase(game)
    return voting.propose(phase, seat, kind, person=factories.holder(seat), **what)  # type: ignore[arg-type]


def cast(vote: Vote, powers: Iterable[str], *, in_favour: bool = True) -> None:
    for power in powers:
        seat = Seat.objects.get(game=vote.phase.game, power=power)
        voting.cast_vote(vote, seat, in_favour=in_favour, person=factories.holder(seat))


def seats(game: Game, *powers: str) -> list[Seat]:
    return list(game.seats.filter(power__in=powers).order_by("place"))


# Secret votes


def test_a_secret_vote_is_accepted_when_the_phase_ends_and_not_before(secret: Game):
    order_all(secret)
    vote = propose(secret)
    cast(vote, SIX)
    secret.refresh_from_db()
    assert secret.status == Game.Status.PLAYING
    phase = factories.open_phase(secret)
    pass_deadline(secret)
    assert secret.ending == Game.Ending.DRAW
    phase.refresh_from_db()
    assert phase.status == "final"
    assert not phase.orders.exclude(outcome="").exists(), "orders of the last phase stay unread"
    assert secret.seats.filter(result="drew").count() == 7


def test_one_missing_vote_is_a_vote_against_it(secret: Game):
    order_all(secret)
    vote = propose(secret)
    cast(vote, SIX[:-1])
    pass_deadline(secret)
    vote.refresh_from_db()
    assert (vote.outcome, secret.status) == ("failed", "playing")
    assert factories.open_phase(secret).code == "F1901M"


def test_a_vote_against_it_closes_nothing_before_the_phase_ends(secret: Game):
    order_all(secret)
    vote = propose(secret)
    cast(vote, SIX, in_favour=False)
    vote.refresh_from_db()
    assert vote.closed_at is None
    cast(vote, SIX)
    pass_deadline(secret)
    assert secret.ending == Game.Ending.DRAW


@pytest.mark.parametrize("accepted", [True, False])
def test_nothing_is_kept_of_how_anyone_voted(secret: Game, accepted: bool):
    order_all(secret)
    vote = propose(secret)
    cast(vote, SIX, in_favour=accepted)
    pass_deadline(secret)
    vote.refresh_from_db()
    assert not Ballot.objects.exists()
    assert vote.seat is None
    about = secret.events.filter(kind__startswith="vote_")
    assert about.count() == 2
    assert not about.exclude(seat=None, actor=None, subject=None).exists()
    assert not any(event.text for event in about)


def test_the_proposer_is_told_like_everybody_else(secret: Game):
    propose(secret)
    told = Notification.objects.filter(kind=Notification.Kind.VOTE, channel="site")
    assert told.count() == 7
    event = secret.events.get(kind=Event.Kind.VOTE_MADE)
    assert events.sentence(event, names_open=True) == (
        "Proposed for a vote: The game ends in a draw among all surviving powers."
    )


def test_an_ending_by_other_means_deletes_the_votes(secret: Game, master: User):
    vote = propose(secret)
    endings.close(secret, by=None, reason="Enough.")
    vote.refresh_from_db()
    assert (vote.seat, vote.ballots.count()) == (None, 0)


def test_a_roll_back_deletes_the_votes(secret: Game):
    order_all(secret)
    pass_deadline(secret)
    vote = propose(secret)
    corrections.roll_back(secret, 1, by=None, reason="A mistake.")
    vote.refresh_from_db()
    assert (vote.seat, vote.ballots.count()) == (None, 0)
    assert not counting.open_votes(factories.open_phase(secret)).exists()


def test_a_successor_learns_nothing_of_the_former_player_s_vote(secret: Game):
    vote = propose(secret)
    seat = factories.seat(secret, "AUSTRIA")
    heir = factories.person("Heir")
    tenures.resign(seat, factories.holder(seat))
    tenures.take(seat, heir)
    vote.refresh_from_db()
    assert (vote.seat, vote.ballots.count()) == (None, 0)
    with pytest.raises(Refused, match="Only the player who proposed this"):
        voting.withdraw(vote, seat, person=heir)


def test_a_grace_period_counts_nothing(players: list[User]):
    game = begun(players, secret_votes=True, game_settings=factories.settings(on_missed="grace"))
    cast(propose(game), SIX)
    pass_deadline(game)
    assert game.status == Game.Status.PLAYING
    assert game.events.filter(kind=Event.Kind.GRACE_GIVEN).exists()
    pass_deadline(game)
    assert game.ending == Game.Ending.DRAW


def test_votes_on_the_clock_are_never_secret(secret: Game):
    before = factories.deadline(secret)
    vote = propose(secret, kind=KIND.EXTEND, days=2)
    assert secret.events.get(kind=Event.Kind.VOTE_MADE).seat == vote.seat
    cast(vote, SIX[:3])
    assert factories.deadline(secret) == before + dt.timedelta(days=2)


def test_of_two_accepted_votes_the_first_counts(secret: Game):
    order_all(secret)
    draw = propose(secret)
    concession = propose(secret, "ENGLAND", KIND.CONCEDE, winner=factories.seat(secret, "FRANCE"))
    cast(draw, ALL)
    cast(concession, [power for power in ALL if power != "FRANCE"])
    pass_deadline(secret)
    assert secret.ending == Game.Ending.DRAW
    draw.refresh_from_db()
    concession.refresh_from_db()
    assert (draw.outcome, concession.outcome) == ("passed", "failed")
    assert not Ballot.objects.exists()


# Votes that last


def test_a_vote_that_lasts_is_decided_in_a_later_phase(players: list[User]):
    game = begun(players, votes_stand=True)
    order_all(game)
    vote = propose(game)
    cast(vote, SIX[:3])
    pass_deadline(game)
    cast(vote, SIX[3:])
    game.refresh_from_db()
    assert game.ending == Game.Ending.DRAW


def test_without_that_term_it_lapses_with_its_phase(players: list[User]):
    game = begun(players)
    order_all(game)
    vote = propose(game)
    pass_deadline(game)
    assert not counting.open_votes(factories.open_phase(game)).exists()
    vote.refresh_from_db()
    assert vote.outcome == "failed"
    with pytest.raises(Refused, match="This is already decided"):
        cast(vote, ["FRANCE"])


def test_a_vote_that_lasts_falls_with_the_first_vote_against_it(players: list[User]):
    game = begun(players, votes_stand=True)
    vote = propose(game)
    cast(vote, ["FRANCE"], in_favour=False)
    vote.refresh_from_db()
    assert vote.outcome == "failed"


def test_when_the_last_power_that_did_not_vote_is_eliminated_the_rest_decide(players: list[User]):
    game = begun(players, votes_stand=True)
    vote = propose(game)
    cast(vote, SIX[:-1])
    left = {power: [order[:-2]] for power, order in HOLDS.items() if power != "TURKEY"}
    factories.set_up_position(
        game, "S1905M", units=left, centers={p: [u[0][2:]] for p, u in left.items()}
    )
    for power, text in HOLDS.items():
        if power != "TURKEY":
            submit(game, power, text)
    pass_deadline(game)
    assert game.ending == Game.Ending.DRAW
    assert game.seats.filter(result="drew").count() == 6


def test_a_secret_vote_that_lasts_is_counted_at_each_phase_s_end(players: list[User]):
    game = begun(players, votes_stand=True, secret_votes=True)
    order_all(game)
    vote = propose(game)
    cast(vote, SIX, in_favour=False)
    pass_deadline(game)
    vote.refresh_from_db()
    assert vote.closed_at is None
    assert not game.events.filter(kind=Event.Kind.VOTE_FAILED).exists()
    order_all(game)
    cast(vote, SIX)
    pass_deadline(game)
    assert game.ending == Game.Ending.DRAW


# Named sharers


def test_the_named_powers_share_the_draw(players: list[User]):
    game = begun(players, draw_shared_by="named")
    vote = propose(game, sharers=seats(game, "AUSTRIA", "TURKEY"))
    assert vote_text(vote) == "The game ends in a draw among Austria and Turkey."
    cast(vote, SIX)
    game.refresh_from_db()
    assert set(game.seats.filter(result="drew").values_list("power", flat=True)) == {
        "AUSTRIA",
        "TURKEY",
    }


def test_where_all_share_a_draw_nobody_can_be_named(players: list[User]):
    game = begun(players)
    with pytest.raises(Refused, match="In this game, all surviving powers share a draw"):
        propose(game, sharers=seats(game, "AUSTRIA", "TURKEY"))


def test_a_draw_of_one_power_is_refused(players: list[User]):
    game = begun(players, draw_shared_by="named")
    with pytest.raises(Refused, match="at least two"):
        propose(game, sharers=seats(game, "AUSTRIA"))


def test_an_end_by_a_secret_vote_can_be_undone(secret: Game, master: User):
    secret.masterships.create(person=master, since=secret.created_at)
    order_all(secret)
    cast(propose(secret), SIX)
    pass_deadline(secret)
    again = corrections.reopen(secret, by=master, reason="Two of us misread it.")
    secret.refresh_from_db()
    assert (secret.status, secret.ending, again.code) == ("playing", "", "S1901M")
    assert not secret.seats.exclude(result="").exists()
    order_all(secret)
    pass_deadline(secret)
    assert factories.open_phase(secret).code == "F1901M"


# Powers that are eliminated, players who leave or come back


@pytest.mark.parametrize("voting", [SIX[:-1], SIX[:-2]])
@pytest.mark.parametrize("is_secret", [True, False])
def test_a_concession_to_a_power_that_is_eliminated_fails_however_all_voted(
    players: list[User], is_secret: bool, voting: tuple[str, ...]
):
    game = begun(players, votes_stand=True, secret_votes=is_secret)
    units = {power: [order[:-2]] for power, order in HOLDS.items() if power != "TURKEY"}
    centers = {p: [u[0][2:]] for p, u in units.items()} | {"TURKEY": ["BUL"]}
    units["AUSTRIA"] = ["A BUL"]
    factories.set_up_position(game, "F1905M", units=units, centers=centers)
    vote = propose(game, "AUSTRIA", KIND.CONCEDE, winner=factories.seat(game, "TURKEY"))
    if is_secret:  # all votes together would end the game before Turkey is eliminated
        cast(vote, voting[:-1])
    for power, text in HOLDS.items():
        if power not in ("TURKEY", "AUSTRIA"):
            submit(game, power, text)
    submit(game, "AUSTRIA", "A BUL H")
    pass_deadline(game)
    vote.refresh_from_db()
    assert (vote.outcome, game.status) == ("failed", "playing")
    assert not counting.open_votes(game.phases.get(status="open")).exists()


def test_the_vote_of_a_person_stays_when_their_first_power_is_eliminated(db: None):
    people = factories.PersonFactory.create_batch(3)
    game = factories.begun_game(
        people[0], people[1:], as_master=False, setup="three", votes_stand=True
    )
    hand = game.seats.get(power="ENGLAND").hand
    own = list(game.seats.filter(hand=hand).order_by("place").values_list("power", flat=True))
    first, other = own[0], own[-1]
    vote = propose(game, other)
    assert vote.ballots.get().seat.power == first
    left = {power: units for power, units in HOLDS.items() if power != first}
    units = {power: [text[:-2]] for power, text in left.items()}
    factories.set_up_position(
        game, "S1905M", units=units, centers={p: [u[0][2:]] for p, u in units.items()}
    )
    others = game.seats.exclude(hand=hand).order_by("hand", "place")
    cast(vote, {seat.hand: seat.power for seat in others}.values())
    game.refresh_from_db()
    assert game.ending == Game.Ending.DRAW


def test_an_open_vote_is_counted_again_when_its_phase_ends(players: list[User]):
    game = begun(players)
    order_all(game)
    cast(propose(game), SIX[:-1])
    turkey = factories.seat(game, "TURKEY")
    tenures.resign(turkey, factories.holder(turkey))
    pass_deadline(game)
    assert game.ending == Game.Ending.DRAW


def test_nobody_ends_a_game_alone(players: list[User]):
    game = begun(players)
    game.seats.exclude(power="FRANCE").update(disorder_since=game.created_at)
    with pytest.raises(Refused, match="Ending the game takes at least two active players"):
        propose(game, "FRANCE")


def test_nobody_is_left_to_end_a_game_when_all_others_leave_during_the_vote(players: list[User]):
    game = begun(players)
    order_all(game)
    propose(game)
    game.seats.exclude(power="AUSTRIA").update(disorder_since=game.created_at)
    pass_deadline(game)
    assert game.status == Game.Status.PLAYING


def test_the_same_is_not_proposed_twice(players: list[User]):
    game = begun(players, draw_shared_by="named")
    vote = propose(game)
    assert propose(game) == vote, "a double click"
    with pytest.raises(Refused, match="There’s already a vote on this"):
        propose(game, "FRANCE")
    propose(game, "FRANCE", sharers=seats(game, "AUSTRIA", "TURKEY"))
    with pytest.raises(Refused, match="There’s already a vote on this"):
        propose(game, "ITALY", sharers=seats(game, "TURKEY", "AUSTRIA"))


def test_after_an_end_is_undone_no_secret_vote_is_open(secret: Game, master: User):
    secret.masterships.create(person=master, since=secret.created_at)
    secret.votes_stand = True
    secret.save(update_fields=["votes_stand"])
    propose(secret)
    endings.close(secret, by=master, reason="Enough.")
    again = corrections.reopen(secret, by=master, reason="Not enough.")
    assert not counting.open_votes(again).exists()


def test_a_change_of_hands_leaves_votes_on_the_clock_and_old_ballots_alone(players: list[User]):
    game = begun(players, secret_votes=True)
    order_all(game)
    old = propose(game, kind=KIND.EXTEND, days=2)
    pass_deadline(game)
    new = propose(game, kind=KIND.EXTEND, days=2)
    seat = factories.seat(game, "AUSTRIA")
    tenures.resign(seat, factories.holder(seat))
    tenures.take(seat, factories.person("Heir"))
    new.refresh_from_db()
    assert (old.ballots.count(), new.ballots.count()) == (1, 0)
    assert new.seat == seat


def test_the_kinds_that_end_a_game_are_those_that_can_be_secret() -> None:
    assert {kind.name for kind in KINDS.values() if kind.ends_game} == set(ENDING_KINDS)
