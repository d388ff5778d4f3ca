"""Several powers of one person: they are lost, lent and taken over together."""

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import readiness
from games.lifecycle import endings
from games.models import Event, Game, Notification, Phase, Seat, Volunteer, Vote
from games.press import rules
from games.seats import civil_disorder, handover, invitations, substitutes, tenures, unplayed
from games.votes import voting
from games.votes.kinds import KINDS
from games.web.pages import vacancies
from tests import factories

from ..orders.test_submission import submit

pytestmark = pytest.mark.django_db

PAIR = ["AUSTRIA", "FRANCE"]


@pytest.fixture
def game(master: User) -> Game:
    """A game for four people: one has Austria and France."""
    return factories.begun_game(master, setup="four")


def pair(game: Game) -> list[Seat]:
    return list(game.seats.filter(power__in=PAIR).order_by("place"))


def player(game: Game) -> User:
    return factories.holder(factories.seat(game, "FRANCE"))


def order_all(game: Game, *, but: tuple[str, ...] = ()) -> Phase:
    """Order a hold for one unit of each power but some."""
    phase = factories.open_phase(game)
    for seat in game.seats.all():
        unit = phase.units.filter(seat=seat).first()
        if seat.power not in but and unit:
            submit(game, seat.power, f"{unit} H")
    return phase


def resolve(game: Game) -> None:
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1


def test_four_people_play_seven_powers(game: Game):
    hands: dict[int, list[str]] = {}
    for seat in game.seats.order_by("place"):
        hands.setdefault(factories.holder(seat).pk, []).append(seat.power)
    pairs = [["ENGLAND"], PAIR, ["GERMANY", "TURKEY"], ["ITALY", "RUSSIA"]]
    assert sorted(hands.values()) == sorted(pairs)


def test_who_forgets_one_of_their_powers_keeps_both(game: Game):
    order_all(game, but=("FRANCE",))
    resolve(game)
    assert not game.seats.exclude(disorder_since=None).exists()
    missed = game.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED)
    assert [event.seat.power for event in missed if event.seat] == ["FRANCE"]


def test_who_orders_nothing_loses_all_their_powers(game: Game):
    order_all(game, but=("AUSTRIA", "FRANCE"))
    resolve(game)
    assert [seat.power for seat in game.seats.exclude(disorder_since=None)] == PAIR


def test_a_power_with_centers_and_no_units_falls_into_disorder_with_the_others(game: Game):
    factories.set_up_position(
        game,
        "F1903M",
        units={"FRANCE": ["A PAR"], "ENGLAND": ["F LON"]},
        centers={"FRANCE": ["PAR"], "AUSTRIA": ["VIE"], "ENGLAND": ["LON"]},
    )
    submit(game, "ENGLAND", "F LON H")
    resolve(game)
    assert [seat.power for seat in game.seats.exclude(disorder_since=None)] == PAIR


def test_nobody_shares_a_draw_with_themselves(game: Game, master: User):
    with pytest.raises(Refused, match="at least two players"):
        endings.draw(game, among=PAIR, by=master)
    endings.draw(game, among=["AUSTRIA", "FRANCE", "ENGLAND"], by=master)
    assert game.seats.filter(result="drew").count() == 3


def test_an_order_for_one_power_brings_all_back(game: Game):
    civil_disorder.declare_disorder(pair(game)[0], by=player(game), reason="")
    assert game.seats.exclude(disorder_since=None).count() == 2
    submit(game, "FRANCE", "A PAR H")
    assert not game.seats.exclude(disorder_since=None).exists()
    back = game.events.filter(kind=Event.Kind.CAME_BACK).order_by("seat__place")
    assert [event.seat.power for event in back if event.seat] == PAIR


def test_a_vacancy_is_all_powers_of_the_person_who_left(game: Game):
    tenures.resign(pair(game)[1], player(game))
    [vacancy] = vacancies.current_vacancies(factories.person(), game)
    assert (vacancy.power, vacancy.units, vacancy.centers) == ("Austria and France", 6, 6)
    [listed] = unplayed.open_seats(factories.person())
    counts = vars(listed)["unit_count"], vars(listed)["center_count"]
    assert (listed.power, *counts) == ("AUSTRIA", 6, 6)


def test_a_newcomer_takes_over_all_powers_and_is_told_once(game: Game):
    former = player(game)
    submit(game, "AUSTRIA", "A VIE H")
    tenures.resign(pair(game)[0], former)
    heir = factories.person()
    tenures.take(pair(game)[1], heir)
    assert {factories.holder(seat) for seat in pair(game)} == {heir}
    assert not access.held_seats(former, game).exists()
    assert not factories.open_phase(game).orders.exists()
    turn = Notification.objects.filter(person=heir, kind=Notification.Kind.YOUR_TURN)
    assert turn.filter(channel=Notification.Channel.MAIL).count() == 1
    named = game.events.filter(kind=Event.Kind.REPLACED).order_by("seat__place")
    assert [event.seat.power for event in named if event.seat] == PAIR
    with pytest.raises(Refused, match="another power"):
        handover_to(game, "ENGLAND", former)


def handover_to(game: Game, power: str, person: User) -> None:
    seat = factories.seat(game, power)
    if problem := handover.may_take(person, seat):
        raise Refused(problem)


def test_an_invitation_to_one_power_is_to_all_of_its_player(game: Game, master: User):
    heir = factories.person()
    invitation = invitations.invite(pair(game)[1], heir, by=master)
    with pytest.raises(Refused, match="Someone is already invited to this seat"):
        invitations.invite(pair(game)[0], factories.person(), by=master)
    invitations.accept(invitation, heir)
    assert {factories.holder(seat) for seat in pair(game)} == {heir}


def test_a_substitute_plays_all_powers_and_gives_all_back(game: Game, master: User):
    own, helper = player(game), factories.person()
    Volunteer.objects.create(person=helper, since=clock.now())
    substitutes.start_substitute(pair(game)[0], helper, number=1, by=master)
    assert {factories.holder(seat) for seat in pair(game)} == {helper}
    substitutes.end_substitute(pair(game)[1], by=master)
    assert {factories.holder(seat) for seat in pair(game)} == {own}
    assert {seat.lent_until for seat in pair(game)} == {None}


def test_the_time_of_a_substitute_ends_for_all_powers(game: Game, master: User):
    own, helper = player(game), factories.person()
    Volunteer.objects.create(person=helper, since=clock.now())
    substitutes.start_substitute(pair(game)[1], helper, number=1, by=master)
    order_all(game)
    resolve(game)
    assert {factories.holder(seat) for seat in pair(game)} == {own}


def test_each_person_has_one_vote(game: Game):
    game.masterships.all().delete()
    phase = factories.open_phase(game)
    voters = KINDS[Vote.Kind.DRAW].voters(phase, None).order_by("place")
    assert [seat.power for seat in voters] == ["AUSTRIA", "ENGLAND", "GERMANY", "ITALY"]
    france = factories.seat(game, "FRANCE")
    vote = voting.propose(phase, france, Vote.Kind.DRAW, person=player(game))
    voting.cast_vote(vote, pair(game)[0], in_favour=True, person=player(game))
    assert vote.ballots.count() == 1


def test_one_ready_for_all_is_refused_until_each_power_has_orders(game: Game):
    phase = factories.open_phase(game)
    submit(game, "AUSTRIA", "A VIE H")
    with pytest.raises(Refused, match="Give France at least one order before saying you’re ready"):
        readiness.set_ready(phase, pair(game), ready=True, person=player(game))
    assert {seat.ready_phase for seat in pair(game)} == {None}
    submit(game, "FRANCE", "A PAR H")
    readiness.set_ready(phase, pair(game), ready=True, person=player(game))
    assert {seat.ready_phase for seat in pair(game)} == {phase}


def test_nobody_writes_to_themselves(game: Game):
    england = factories.seat(game, "ENGLAND")
    assert "nobody to write to" in rules.silence(game, pair(game))
    assert rules.silence(game, [*pair(game), england]) == ""
    assert rules.silence(game, pair(game)[:1]) == ""  # a notebook
