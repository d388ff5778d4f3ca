"""Games without a master decide by vote."""

import datetime as dt

import pytest

from accounts.models import User
from games.deadlines import resolving
from games.errors import Refused
from games.mastering import clockwork
from games.models import Event, Game, Motion, Seat
from games.seats import sitting
from games.votes import motions

from ... import factories

DAY = dt.timedelta(days=1)
KIND = Motion.Kind
SIX = ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


@pytest.fixture
def game(players: list[User]) -> Game:
    """Seven powers, no master."""
    first, *others = players
    return factories.begun_game(first, others, as_master=False)


def propose(game: Game, kind: Motion.Kind = KIND.EXTEND, days: int | None = 2) -> Motion:
    seat = factories.seat(game, "AUSTRIA")
    phase = factories.open_phase(game)
    return motions.propose(phase, seat, kind, days=days, person=factories.holder(seat))


def vote(motion: Motion, *powers: str, in_favour: bool = True) -> None:
    for power in powers:
        seat = Seat.objects.get(game=motion.phase.game, power=power)
        motions.vote(motion, seat, in_favour=in_favour, person=factories.holder(seat))


def test_more_than_half_put_a_deadline_off(game: Game) -> None:
    before = factories.deadline(game)
    motion = propose(game)
    vote(motion, *SIX[:2])
    assert factories.deadline(game) == before
    vote(motion, SIX[2])
    assert factories.deadline(game) == before + 2 * DAY
    motion.refresh_from_db()
    assert motion.outcome == "passed"
    kinds = [event.kind for event in game.events.order_by("pk")]
    assert kinds[-3:] == ["motion_made", "motion_passed", "extended"]
    assert game.events.get(kind=Event.Kind.EXTENDED).actor is None


def test_it_fails_once_no_majority_can_come(game: Game) -> None:
    before = factories.deadline(game)
    motion = propose(game)
    vote(motion, *SIX[:3], in_favour=False)
    motion.refresh_from_db()
    assert motion.closed_at is None
    vote(motion, SIX[3], in_favour=False)
    motion.refresh_from_db()
    assert motion.outcome == "failed"
    assert factories.deadline(game) == before


def test_a_vote_can_be_changed_while_it_is_open(game: Game) -> None:
    motion = propose(game)
    vote(motion, *SIX[:2])
    vote(motion, SIX[0], in_favour=False)
    vote(motion, SIX[2])
    motion.refresh_from_db()
    assert motion.closed_at is None
    assert motion.ballots.count() == 4


def test_a_pause_and_its_end_are_voted_on(game: Game) -> None:
    vote(propose(game, KIND.PAUSE, 3), *SIX[:3])
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    with pytest.raises(Refused, match="stands still"):
        propose(game, KIND.EXTEND, 1)
    vote(propose(game, KIND.RESUME, None), *SIX[:3])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    with pytest.raises(Refused, match="runs"):
        propose(game, KIND.RESUME, None)


def test_a_draw_needs_everybody(game: Game) -> None:
    motion = propose(game, KIND.DRAW, None)
    vote(motion, *SIX[:5])
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    vote(motion, SIX[5])
    game.refresh_from_db()
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.DRAW)
    assert game.seats.filter(shares_draw=True).count() == 7


def test_one_against_it_prevents_a_draw(game: Game) -> None:
    motion = propose(game, KIND.DRAW, None)
    vote(motion, SIX[0], in_favour=False)
    motion.refresh_from_db()
    assert motion.outcome == "failed"


def test_who_plays_no_more_has_no_vote(game: Game) -> None:
    italy, turkey = factories.seat(game, "ITALY"), factories.seat(game, "TURKEY")
    sitting.resign(italy, factories.holder(italy))
    Seat.objects.filter(pk=turkey.pk).update(disorder_since=italy.game.created_at)
    motion = propose(game)  # of five
    with pytest.raises(Refused, match="still played"):
        vote(motion, "TURKEY")
    vote(motion, *SIX[:2])
    motion.refresh_from_db()
    assert motion.outcome == "passed"


def test_what_can_be_done_no_longer_fails_and_makes_room(game: Game) -> None:
    vote(propose(game, KIND.PAUSE, 3), *SIX[:3])
    motion = propose(game, KIND.RESUME, None)
    clockwork.resume(game, by=None)  # whoever runs the site was quicker
    vote(motion, *SIX[:3])
    motion.refresh_from_db()
    assert motion.outcome == "failed"
    propose(game)


def test_in_a_game_that_was_set_aside_nothing_is_put_off(game: Game) -> None:
    resolving.set_aside(factories.open_phase(game), "KeyError")
    for kind in (KIND.EXTEND, KIND.PAUSE):
        with pytest.raises(Refused, match="stands still"):
            propose(game, kind, 1)


def test_once_a_master_has_come_the_votes_are_over(game: Game, master: User) -> None:
    motion = propose(game)
    game.masterships.create(person=master, since=game.created_at)
    with pytest.raises(Refused, match="has a master"):
        vote(motion, "FRANCE")


def test_a_predecessor_s_vote_is_not_the_successor_s(game: Game) -> None:
    motion = propose(game, KIND.DRAW, None)
    vote(motion, *SIX[:5])
    france = factories.seat(game, "FRANCE")
    Seat.objects.filter(pk=france.pk).update(disorder_since=game.created_at)
    sitting.take(france, factories.person())
    vote(motion, SIX[5])
    motion.refresh_from_db()
    assert motion.closed_at is None


def test_one_thing_at_a_time(game: Game) -> None:
    propose(game)
    with pytest.raises(Refused, match="One thing at a time"):
        propose(game, KIND.PAUSE, 1)


def test_what_is_decided_takes_no_more_votes(game: Game) -> None:
    motion = propose(game)
    vote(motion, *SIX[:3])
    with pytest.raises(Refused, match="decided"):
        vote(motion, SIX[3])


def test_with_a_master_there_is_no_vote(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players)
    with pytest.raises(Refused, match="has a master"):
        propose(game)


def test_nobody_votes_for_another(game: Game) -> None:
    motion = propose(game)
    seat = factories.seat(game, "FRANCE")
    with pytest.raises(Refused, match="no longer hold"):
        motions.vote(
            motion, seat, in_favour=True, person=factories.holder(factories.seat(game, "ITALY"))
        )
