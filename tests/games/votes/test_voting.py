"""The players decide by vote: on the clock without a master, on the end in every game."""

import datetime as dt

import pytest

from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.models import Event, Game, Seat, Vote
from games.seats import tenures
from games.votes import counting, voting
from games.votes.kinds import KINDS
from games.wording import endings
from games.wording import votes as wording_votes

from ... import factories

DAY = dt.timedelta(days=1)
KIND = Vote.Kind
SIX = ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def game(players: list[User]) -> Game:
    """A game of seven powers without a master."""
    first, *others = players
    return factories.begun_game(first, others, as_master=False)


def propose(
    game: Game, kind: Vote.Kind = KIND.EXTEND, days: int | None = 2, *, power: str = "AUSTRIA"
) -> Vote:
    seat = factories.seat(game, power)
    phase = factories.open_phase(game)
    return voting.propose(phase, seat, kind, days=days, person=factories.holder(seat))


def cast(vote: Vote, *powers: str, in_favour: bool = True) -> None:
    for power in powers:
        seat = Seat.objects.get(game=vote.phase.game, power=power)
        voting.cast_vote(vote, seat, in_favour=in_favour, person=factories.holder(seat))


def withdraw(vote: Vote, power: str) -> None:
    seat = factories.seat(vote.phase.game, power)
    voting.withdraw(vote, seat, person=factories.holder(seat))


def test_more_than_half_put_a_deadline_off(game: Game) -> None:
    before = factories.deadline(game)
    vote = propose(game)
    cast(vote, *SIX[:2])
    assert factories.deadline(game) == before
    cast(vote, SIX[2])
    assert factories.deadline(game) == before + 2 * DAY
    vote.refresh_from_db()
    assert vote.outcome == "passed"
    kinds = [event.kind for event in game.events.order_by("pk")]
    assert kinds[-3:] == ["vote_made", "vote_passed", "extended"]
    assert game.events.get(kind=Event.Kind.EXTENDED).actor is None


def test_it_fails_once_no_majority_can_come(game: Game) -> None:
    before = factories.deadline(game)
    vote = propose(game)
    cast(vote, *SIX[:3], in_favour=False)
    vote.refresh_from_db()
    assert vote.closed_at is None
    cast(vote, SIX[3], in_favour=False)
    vote.refresh_from_db()
    assert vote.outcome == "failed"
    assert factories.deadline(game) == before


def test_a_vote_can_be_changed_while_it_is_open(game: Game) -> None:
    vote = propose(game)
    cast(vote, *SIX[:2])
    cast(vote, SIX[0], in_favour=False)
    cast(vote, SIX[2])
    vote.refresh_from_db()
    assert vote.closed_at is None
    assert vote.ballots.count() == 4


def test_a_pause_and_its_end_are_voted_on(game: Game) -> None:
    cast(propose(game, KIND.PAUSE, 3), *SIX[:3])
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    with pytest.raises(Refused, match="The clock is stopped"):
        propose(game, KIND.EXTEND, 1)
    cast(propose(game, KIND.RESUME, None), *SIX[:3])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    with pytest.raises(Refused, match="The clock is running"):
        propose(game, KIND.RESUME, None)


def test_a_draw_needs_everybody(game: Game) -> None:
    vote = propose(game, KIND.DRAW, None)
    cast(vote, *SIX[:5])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    cast(vote, SIX[5])
    game.refresh_from_db()
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.DRAW)
    assert game.seats.filter(result="drew").count() == 7


def test_one_against_it_prevents_a_draw(game: Game) -> None:
    vote = propose(game, KIND.DRAW, None)
    cast(vote, SIX[0], in_favour=False)
    vote.refresh_from_db()
    assert vote.outcome == "failed"


def test_who_plays_no_more_has_no_vote(game: Game) -> None:
    italy, turkey = factories.seat(game, "ITALY"), factories.seat(game, "TURKEY")
    tenures.resign(italy, factories.holder(italy))
    Seat.objects.filter(pk=turkey.pk).update(disorder_since=italy.game.created_at)
    vote = propose(game)  # of five
    with pytest.raises(Refused, match="Only surviving powers with a player can vote"):
        cast(vote, "TURKEY")
    cast(vote, *SIX[:2])
    vote.refresh_from_db()
    assert vote.outcome == "passed"


def test_what_can_be_done_no_longer_fails_and_makes_room(game: Game) -> None:
    cast(propose(game, KIND.PAUSE, 3), *SIX[:3])
    vote = propose(game, KIND.RESUME, None)
    control.resume(game, by=None)  # an administrator was faster
    cast(vote, *SIX[:3])
    vote.refresh_from_db()
    assert vote.outcome == "failed"
    propose(game)


def test_in_a_game_that_was_set_aside_nothing_is_put_off(game: Game) -> None:
    due_phases.set_aside(factories.open_phase(game), "KeyError")
    for kind in (KIND.EXTEND, KIND.PAUSE):
        with pytest.raises(Refused, match="The clock is stopped"):
            propose(game, kind, 1)


def test_once_a_master_has_come_the_votes_are_over(game: Game, master: User) -> None:
    vote = propose(game)
    game.masterships.create(person=master, since=game.created_at)
    with pytest.raises(Refused, match="This game has a game master: ask them"):
        cast(vote, "FRANCE")


def test_a_predecessor_s_vote_is_not_the_successor_s(game: Game) -> None:
    vote = propose(game, KIND.DRAW, None)
    cast(vote, *SIX[:5])
    france = factories.seat(game, "FRANCE")
    Seat.objects.filter(pk=france.pk).update(disorder_since=game.created_at)
    tenures.take(france, factories.person())
    cast(vote, SIX[5])
    vote.refresh_from_db()
    assert vote.closed_at is None


def test_each_player_has_one_proposal_at_a_time(game: Game) -> None:
    vote = propose(game)
    with pytest.raises(Refused, match="Withdraw it first"):
        propose(game, KIND.PAUSE, 1)
    with pytest.raises(Refused, match="Only the player who proposed this"):
        withdraw(vote, "FRANCE")
    withdraw(vote, "AUSTRIA")
    propose(game, KIND.PAUSE, 1)
    propose(game, KIND.DRAW, None, power="FRANCE")
    assert counting.open_votes(factories.open_phase(game)).count() == 2
    assert game.events.get(kind=Event.Kind.VOTE_WITHDRAWN).vote == vote


def test_what_is_decided_takes_no_more_votes(game: Game) -> None:
    vote = propose(game)
    cast(vote, *SIX[:3])
    with pytest.raises(Refused, match="decided"):
        cast(vote, SIX[3])


def test_with_a_master_the_players_vote_on_the_end_alone(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players)
    with pytest.raises(Refused, match="This game has a game master: ask them"):
        propose(game)
    vote = propose(game, KIND.DRAW, None)
    cast(vote, *SIX)
    game.refresh_from_db()
    assert (game.status, game.ending) == ("finished", "draw")


def test_with_a_master_the_players_extend_a_deadline_where_it_was_agreed(
    master: User, players: list[User]
) -> None:
    game = factories.begun_game(master, players, votes_on_extensions=True)
    before = factories.deadline(game)
    cast(propose(game), *SIX[:3])
    assert factories.deadline(game) == before + dt.timedelta(days=2)
    with pytest.raises(Refused, match="This game has a game master: ask them"):
        propose(game, KIND.PAUSE)


def test_a_game_may_leave_its_end_to_its_master(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players, votes_on_end=False)
    for kind in (KIND.DRAW, KIND.CONCEDE):
        with pytest.raises(Refused, match="In this game, players don’t vote on the end"):
            concede(game, "AUSTRIA", "FRANCE", kind)


# Concessions


def concede(game: Game, power: str, to: str, kind: Vote.Kind = KIND.CONCEDE) -> Vote:
    seat, winner = factories.seat(game, power), factories.seat(game, to)
    return voting.propose(
        factories.open_phase(game),
        seat,
        kind,
        days=None,
        winner=winner if kind == KIND.CONCEDE else None,
        person=factories.holder(seat),
    )


def test_all_others_concede_the_game_to_one_power(game: Game) -> None:
    vote = concede(game, "AUSTRIA", "FRANCE")
    cast(vote, *(power for power in SIX[:-1] if power != "FRANCE"))
    game.refresh_from_db()
    assert game.status == "playing"
    cast(vote, SIX[-1])
    game.refresh_from_db()
    assert (game.status, game.ending) == ("finished", "conceded")
    assert [seat.power for seat in game.seats.exclude(result="")] == ["FRANCE"]
    assert endings.sentence(game) == "Everyone else has conceded the game to France."
    [event] = game.events.filter(kind=Event.Kind.GAME_CONCEDED)
    assert event.seat == factories.seat(game, "FRANCE")


def test_the_power_that_wins_has_no_vote_on_it(game: Game) -> None:
    vote = concede(game, "AUSTRIA", "FRANCE")
    with pytest.raises(Refused, match="Only surviving powers with a player can vote"):
        cast(vote, "FRANCE")
    with pytest.raises(Refused, match="Only surviving powers with a player can vote"):
        concede(game, "FRANCE", "FRANCE")


def test_one_against_it_prevents_a_concession(game: Game) -> None:
    vote = concede(game, "AUSTRIA", "FRANCE")
    cast(vote, "ITALY", in_favour=False)
    vote.refresh_from_db()
    assert vote.outcome == "failed"


def test_nobody_concedes_to_an_eliminated_power(game: Game) -> None:
    factories.set_up_position(
        game,
        "S1903M",
        units={"AUSTRIA": ["A VIE"], "ITALY": ["A ROM"]},
        centers={"AUSTRIA": ["VIE"], "ITALY": ["ROM"]},
    )
    with pytest.raises(Refused, match="eliminated"):
        concede(game, "AUSTRIA", "FRANCE")


def test_the_game_is_conceded_to_a_player_where_their_powers_win_together(master: User) -> None:
    game = factories.begun_game(master, setup="four", solo_of="player")
    vote = concede(game, "ENGLAND", "FRANCE")
    with pytest.raises(Refused, match="Only surviving powers with a player can vote"):
        cast(vote, "AUSTRIA")  # of the same player
    cast(vote, "GERMANY", "ITALY")
    won = game.seats.filter(result="won").order_by("place")
    assert [seat.power for seat in won] == ["AUSTRIA", "FRANCE"]


def test_nobody_votes_for_another(game: Game) -> None:
    vote = propose(game)
    seat = factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="no longer hold"):
        voting.cast_vote(
            vote, seat, in_favour=True, person=factories.holder(factories.seat(game, "ITALY"))
        )


def test_every_kind_has_its_object_and_its_sentence(db: None) -> None:
    assert {*KINDS} == {*wording_votes.SENTENCES} == {*KIND.values}
    for name, kind in KINDS.items():
        assert kind.name == name
        assert wording_votes.vote_text(Vote(pk=1, kind=name, days=2))


def test_an_unknown_kind_is_no_draw(game: Game) -> None:
    vote = propose(game)
    vote.kind = "abolish"
    with pytest.raises(KeyError):
        counting.count(vote, factories.open_phase(game))
    with pytest.raises(KeyError):
        wording_votes.vote_text(vote)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    vote.refresh_from_db()
    assert vote.closed_at is None
