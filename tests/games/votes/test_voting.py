"""Games without a master decide by vote."""

import datetime as dt

import pytest

from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control
from games.models import Event, Game, Seat, Vote
from games.seats import tenures
from games.votes import voting
from games.votes.kinds import KINDS
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


def propose(game: Game, kind: Vote.Kind = KIND.EXTEND, days: int | None = 2) -> Vote:
    seat = factories.seat(game, "AUSTRIA")
    phase = factories.open_phase(game)
    return voting.propose(phase, seat, kind, days=days, person=factories.holder(seat))


def cast(vote: Vote, *powers: str, in_favour: bool = True) -> None:
    for power in powers:
        seat = Seat.objects.get(game=vote.phase.game, power=power)
        voting.cast_vote(vote, seat, in_favour=in_favour, person=factories.holder(seat))


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
    with pytest.raises(Refused, match="stands still"):
        propose(game, KIND.EXTEND, 1)
    cast(propose(game, KIND.RESUME, None), *SIX[:3])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    with pytest.raises(Refused, match="runs"):
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
    with pytest.raises(Refused, match="still played"):
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
        with pytest.raises(Refused, match="stands still"):
            propose(game, kind, 1)


def test_once_a_master_has_come_the_votes_are_over(game: Game, master: User) -> None:
    vote = propose(game)
    game.masterships.create(person=master, since=game.created_at)
    with pytest.raises(Refused, match="has a master"):
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


def test_one_thing_at_a_time(game: Game) -> None:
    propose(game)
    with pytest.raises(Refused, match="One thing at a time"):
        propose(game, KIND.PAUSE, 1)


def test_what_is_decided_takes_no_more_votes(game: Game) -> None:
    vote = propose(game)
    cast(vote, *SIX[:3])
    with pytest.raises(Refused, match="decided"):
        cast(vote, SIX[3])


def test_with_a_master_there_is_no_vote(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players)
    with pytest.raises(Refused, match="has a master"):
        propose(game)


def test_nobody_votes_for_another(game: Game) -> None:
    vote = propose(game)
    seat = factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="no longer hold"):
        voting.cast_vote(
            vote, seat, in_favour=True, person=factories.holder(factories.seat(game, "ITALY"))
        )


def test_every_kind_has_its_object_and_its_sentence() -> None:
    assert {*KINDS} == {*wording_votes.SENTENCES} == {*KIND.values}
    for name, kind in KINDS.items():
        assert kind.name == name
        assert wording_votes.vote_text(Vote(kind=name, days=2))


def test_an_unknown_kind_is_no_draw(game: Game) -> None:
    vote = propose(game)
    vote.kind = "abolish"
    with pytest.raises(KeyError):
        voting.votes_needed(vote, 7)
    with pytest.raises(KeyError):
        voting._pass(vote)
    with pytest.raises(KeyError):
        wording_votes.vote_text(vote)
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    vote.refresh_from_db()
    assert vote.closed_at is None
