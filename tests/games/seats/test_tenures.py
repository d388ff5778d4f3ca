"""Resigning, taking a seat over, substitutes and their return."""

import datetime as dt
import threading
import uuid

import pytest
import time_machine
from django.db import connection

from accounts import account_closing, clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import control, readiness
from games.game_master import masters
from games.lifecycle import endings
from games.models import Event, Game, Notification, Order, Seat, Tenure, Volunteer
from games.orders import submission
from games.press import sending
from games.seats import substitutes, tenures
from games.state import phases

from ... import factories
from ..orders.test_submission import submit

DAY = dt.timedelta(days=1)
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(at_noon: object, master: User, players: list[User]) -> Game:
    return factories.begun_game(master, players, phase_hours=72)


@pytest.fixture
def france(game: Game) -> Seat:
    return factories.seat(game, "FRANCE")


@pytest.fixture
def newcomer(db: None) -> User:
    return factories.person("Nora Newcomer")


def vanish(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(disorder_since=clock.now())


def notified_events(
    game: Game, person: User, kind: Notification.Kind = Notification.Kind.NEWS
) -> list[str]:
    found = Notification.objects.filter(game=game, person=person, kind=kind, channel="site")
    return [notification.event.kind for notification in found.order_by("pk") if notification.event]


# Resigning


def test_the_tenures_that_last_are_those_of_the_queryset(france: Seat, newcomer: User) -> None:
    now = clock.now()
    for ending in Tenure.Ending.values:
        france.tenures.create(person=newcomer, since=now, until=now, ending=ending)
    assert set(Tenure.objects.lasting()) == {each for each in Tenure.objects.all() if each.lasts}
    assert {each.ending for each in Tenure.objects.lasting()} == {"", Tenure.Ending.GAME_OVER}


def test_a_seat_that_is_given_up_is_in_civil_disorder(game: Game, france: Seat) -> None:
    player = factories.holder(france)
    tenures.resign(france, player)
    france.refresh_from_db()
    assert france.disorder_since == NOW
    assert not access.holds(player, france)
    assert france.tenures.get().ending == Tenure.Ending.RESIGNED
    others = [factories.holder(factories.seat(game, "ITALY"))]
    assert all("resigned" in notified_events(game, each) for each in others)


def test_nobody_gives_up_another_s_seat(france: Seat, newcomer: User) -> None:
    with pytest.raises(Refused, match="You don’t hold this seat"):
        tenures.resign(france, newcomer)


def test_closing_an_account_gives_up_its_seats_and_masterships(game: Game, france: Seat) -> None:
    player, master = factories.holder(france), game.masterships.get().person
    account_closing.close(player)
    account_closing.close(master)
    france.refresh_from_db()
    assert france.disorder_since is not None
    assert not game.masterships.current().exists()


def test_the_others_being_ready_a_resignation_ends_the_phase(game: Game, france: Seat) -> None:
    for power, text in factories.HOLDS.items():
        if power != "FRANCE":
            submit(game, power, text)
            seat = factories.seat(game, power)
            phase = factories.open_phase(game)
            readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert factories.open_phase(game).due_at == NOW + 3 * DAY
    tenures.resign(france, factories.holder(france))
    assert factories.open_phase(game).due_at == NOW


# Taking over


def test_a_newcomer_plays_on(game: Game, france: Seat, newcomer: User) -> None:
    before = factories.holder(france)
    vanish(france)
    tenures.take(france, newcomer)
    france.refresh_from_db()
    assert factories.holder(france) == newcomer
    assert france.disorder_since is None
    assert france.tenures.get(person=before).ending == Tenure.Ending.REPLACED
    submit(game, "FRANCE", "A PAR - BUR")
    assert "replaced" in notified_events(game, before)


def test_a_power_that_is_played_cannot_be_taken(france: Seat, newcomer: User) -> None:
    with pytest.raises(Refused, match="Someone plays this power"):
        tenures.take(france, newcomer)


def test_the_predecessor_s_unresolved_orders_are_void(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    submit(game, "FRANCE", "A PAR - BUR")
    submit(game, "ITALY", "A ROM - VEN")
    factories.replace(france, newcomer, by=master)
    assert list(Order.objects.values_list("seat__power", flat=True)) == ["ITALY"]


def test_the_same_sheet_as_the_predecessor_s_is_saved_for_the_newcomer(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    """A sheet equal to that of the former holder is not “nothing changed”."""
    submit(game, "FRANCE", "A PAR - BUR")
    factories.replace(france, newcomer, by=master)
    saved = submission.submit(
        factories.open_phase(game), france, [submission.Line("1", "A PAR - BUR")], person=newcomer
    )
    assert saved.changed
    assert Order.objects.get().text == "A PAR - BUR"


def test_the_newcomer_has_a_whole_phase(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    at_noon.shift(2 * DAY)
    factories.replace(france, newcomer, by=master)
    assert factories.deadline(game) == NOW + 5 * DAY
    moved = game.events.get(kind=Event.Kind.EXTENDED)
    assert (moved.due_before, moved.due_after) == (NOW + 3 * DAY, NOW + 5 * DAY)


def test_on_a_timetable_the_whole_phase_is_the_least_time(
    at_noon, master: User, players: list[User], newcomer: User
) -> None:
    sundays = {"weekdays": 64, "at": dt.time(20), "zone": "Europe/Madrid", "least_hours": 72}
    game = factories.begun_game(master, players, **sundays)  # on a Sunday at 13:00 in Madrid
    assert factories.deadline(game) == dt.datetime(2026, 11, 29, 19, tzinfo=dt.UTC)
    at_noon.shift(3 * DAY)  # four days are left
    factories.replace(factories.seat(game, "FRANCE"), newcomer, by=master)
    assert factories.deadline(game) == dt.datetime(2026, 11, 29, 19, tzinfo=dt.UTC)
    at_noon.shift(2 * DAY)  # and now two
    factories.replace(factories.seat(game, "ITALY"), factories.person(), by=master)
    assert factories.deadline(game) == dt.datetime(2026, 12, 6, 19, tzinfo=dt.UTC)


def test_who_has_nothing_to_order_gets_no_time(
    game: Game, newcomer: User, master: User, at_noon
) -> None:
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    at_noon.shift(2 * DAY)
    factories.replace(factories.seat(game, "GERMANY"), newcomer, by=master)
    assert factories.deadline(game) == NOW + 3 * DAY


def test_in_a_pause_the_whole_phase_begins_with_its_end(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    at_noon.shift(2 * DAY)
    control.pause(game, until=NOW + 7 * DAY, by=master)
    factories.replace(france, newcomer, by=master)
    at_noon.move_to(NOW + 7 * DAY, tick=False)
    assert control.resume_due() == 1
    assert factories.deadline(game) == NOW + 10 * DAY


def test_a_newcomer_is_waited_for_and_excused_like_anyone(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    """Orders that the former holder missed do not count against the new one."""
    vanish(france)
    tenures.take(france, newcomer)
    phase = factories.open_phase(game)
    assert phases.waited_for(phase, ["FRANCE"]).exists()


def test_what_the_predecessor_wrote_in_private_stays_theirs(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    write(game, "FRANCE", "A secret of before.")
    at_noon.shift(DAY)
    factories.replace(france, newcomer, by=master)
    assert not access.messages(newcomer, [game]).exists()


def test_unless_the_game_says_so(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    Game.objects.filter(pk=game.pk).update(successors_read_messages=True)
    game.refresh_from_db()
    write(game, "FRANCE", "A secret of before.")
    write(game, "ITALY", "Another, of others.", to="GERMANY")
    at_noon.shift(DAY)
    before = factories.holder(france)
    factories.replace(france, newcomer, by=master)
    assert [message.text for message in access.messages(newcomer, [game])] == [
        "A secret of before."
    ]
    assert access.messages(before, [game]).count() == 1
    write(game, "FRANCE", "Of after.")
    assert access.messages(newcomer, [game]).count() == 2
    assert access.messages(before, [game]).count() == 1


def test_a_stand_in_reads_only_from_their_own_time_on_whatever_the_game_says(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    Game.objects.filter(pk=game.pk).update(successors_read_messages=True)
    game.refresh_from_db()
    write(game, "FRANCE", "A secret of before.")
    at_noon.shift(DAY)
    factories.lend(france, newcomer, number=1, by=master)
    write(game, "FRANCE", "Of after.")
    assert [message.text for message in access.messages(newcomer, [game])] == ["Of after."]


def write(game: Game, power: str, text: str, to: str = "RUSSIA") -> None:
    pair = [factories.seat(game, power), factories.seat(game, to)]
    circle = sorted(pair, key=lambda seat: seat.place)
    sender = factories.seat(game, power)
    sending.send(
        game,
        circle,
        sender=sender,
        person=factories.holder(sender),
        text=text,
        request_key=uuid.uuid4(),
    )


def test_who_takes_a_seat_leaves_the_waiting_list(france: Seat, newcomer: User) -> None:
    Volunteer.objects.create(person=newcomer, since=clock.now())
    vanish(france)
    tenures.take(france, newcomer)
    assert not Volunteer.objects.exists()


# Refusals


def test_a_master_never_takes_a_seat_not_even_a_former_one(
    game: Game, france: Seat, master: User
) -> None:
    vanish(france)
    with pytest.raises(
        Refused, match="A person who is or was the game master of a game can’t play in it"
    ):
        tenures.take(france, master)
    masters.leave(game, master)
    with pytest.raises(
        Refused, match="A person who is or was the game master of a game can’t play in it"
    ):
        tenures.take(france, master)


def test_a_player_never_becomes_a_master_not_even_a_former_one(
    game: Game, france: Seat, master: User
) -> None:
    player = factories.holder(france)
    with pytest.raises(
        Refused, match="plays or has played in this game and can’t be its game master"
    ):
        masters.join(game, player, by=master)
    tenures.resign(france, player)
    with pytest.raises(
        Refused, match="plays or has played in this game and can’t be its game master"
    ):
        masters.join(game, player, by=master)


def test_who_played_another_power_takes_none(game: Game, france: Seat) -> None:
    italy = factories.seat(game, "ITALY")
    player = factories.holder(italy)
    vanish(france)
    with pytest.raises(Refused, match="another power"):
        tenures.take(france, player)
    tenures.resign(italy, player)
    with pytest.raises(Refused, match="another power"):
        tenures.take(france, player)


def test_who_gave_the_seat_up_may_take_it_again_while_it_is_open(france: Seat) -> None:
    player = factories.holder(france)
    tenures.resign(france, player)
    tenures.take(france, player)
    assert access.holds(player, france)


def test_who_was_replaced_comes_back_no_more(france: Seat, newcomer: User, master: User) -> None:
    player = factories.holder(france)
    factories.replace(france, newcomer, by=master)
    vanish(france)
    with pytest.raises(Refused, match="replaced"):
        tenures.take(france, player)


def test_a_closed_account_takes_nothing(france: Seat, newcomer: User, master: User) -> None:
    account_closing.close(newcomer)
    with pytest.raises(Refused, match="closed"):
        factories.replace(france, newcomer, by=master)


def test_after_the_deadline_nobody_moves_in(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    at_noon.move_to(factories.deadline(game), tick=False)
    with pytest.raises(Refused, match="being resolved"):
        factories.replace(france, newcomer, by=master)
    assert access.holds(factories.holder(france), france)


# Substitutes


def play_a_phase(game: Game, at_noon) -> None:
    for power in factories.HOLDS:
        unit = factories.open_phase(game).units.filter(seat__power=power)[0]
        submit(game, power, f"{unit} H")
    at_noon.move_to(factories.deadline(game), tick=False)
    assert due_phases.resolve_due() == 1


def test_a_lent_seat_returns_after_its_phases(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    player = factories.holder(france)
    factories.lend(france, newcomer, number=2, by=master, reason="In hospital.")
    assert factories.holder(france) == newcomer
    play_a_phase(game, at_noon)
    assert factories.holder(france) == newcomer
    play_a_phase(game, at_noon)
    assert factories.holder(france) == player
    france.refresh_from_db()
    assert france.lent_until is None
    endings = list(france.tenures.order_by("pk").values_list("ending", flat=True))
    assert endings == ["lent", "returned", ""]
    assert "seat_returned" in notified_events(game, newcomer)


def test_a_loan_can_end_sooner(game: Game, france: Seat, newcomer: User, master: User) -> None:
    player = factories.holder(france)
    factories.lend(france, newcomer, number=5, by=master)
    submit(game, "FRANCE", "A PAR H")
    substitutes.end_substitute(france, by=master)
    assert factories.holder(france) == player
    assert not Order.objects.exists()


def test_when_a_substitute_gives_up_the_seat_returns(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    player = factories.holder(france)
    factories.lend(france, newcomer, number=2, by=master)
    tenures.resign(france, newcomer)
    france.refresh_from_db()
    assert (france.disorder_since, france.lent_until) == (None, None)
    assert access.holds(player, france)


def test_a_returned_seat_moves_no_deadline(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    """A worker resolves some seconds late; the next phase still has its whole length."""
    factories.lend(france, newcomer, number=1, by=master)
    due = factories.deadline(game)
    at_noon.move_to(due + dt.timedelta(seconds=5), tick=False)
    due_phases.resolve_due()
    assert factories.deadline(game) == due + 3 * DAY
    assert not game.events.filter(kind=Event.Kind.EXTENDED).exists()


def test_when_a_game_ends_a_lent_seat_is_its_player_s(
    game: Game, france: Seat, newcomer: User, master: User
) -> None:
    player = factories.holder(france)
    factories.lend(france, newcomer, number=5, by=master)
    endings.close(game, by=master, reason="Enough.")
    last = france.tenures.order_by("pk").last()
    assert last is not None
    assert (last.person, last.ending) == (player, Tenure.Ending.GAME_OVER)


def test_giving_up_and_taking_again_gains_no_time(game: Game, france: Seat, at_noon) -> None:
    player, due = factories.holder(france), factories.deadline(game)
    at_noon.shift(2 * DAY)
    tenures.resign(france, player)
    tenures.take(france, player)
    assert factories.deadline(game) == due


def test_who_comes_back_while_the_others_are_ready_is_waited_for(game: Game, france: Seat) -> None:
    Game.objects.get(pk=game.pk).settings_versions.update(ready_minutes=30)
    vanish(france)
    for power, text in factories.HOLDS.items():
        if power != "FRANCE":
            submit(game, power, text)
            seat = factories.seat(game, power)
            phase = factories.open_phase(game)
            readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))
    assert factories.open_phase(game).due_at == NOW + dt.timedelta(minutes=30)
    submit(game, "FRANCE", "A PAR H")
    assert factories.open_phase(game).due_at == NOW + 3 * DAY


def test_the_same_orders_bring_a_player_back_too(game: Game, france: Seat) -> None:
    submit(game, "FRANCE", "A PAR H")
    vanish(france)
    submit(game, "FRANCE", "A PAR H")
    france.refresh_from_db()
    assert france.disorder_since is None


def test_to_a_closed_account_no_seat_returns(
    game: Game, france: Seat, newcomer: User, master: User, at_noon
) -> None:
    player = factories.holder(france)
    factories.lend(france, newcomer, number=1, by=master)
    account_closing.close(player)
    play_a_phase(game, at_noon)
    assert access.holds(newcomer, france)
    france.refresh_from_db()
    assert france.lent_until is None


@pytest.mark.parametrize("number", [0, -1, 31])
def test_a_loan_has_sensible_lengths(
    france: Seat, newcomer: User, master: User, number: int
) -> None:
    with pytest.raises(Refused, match="A substitute can play for 1 to 30 phases"):
        factories.lend(france, newcomer, number=number, by=master)


def test_a_vacant_seat_is_not_lent(france: Seat, newcomer: User, master: User) -> None:
    tenures.resign(france, factories.holder(france))
    with pytest.raises(Refused, match="Nobody holds this seat, so nobody can return to it"):
        factories.lend(france, newcomer, number=1, by=master)


# Races


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(30)
def test_of_many_who_take_one_seat_at_once_one_has_it(master: User, players: list[User]) -> None:
    game = factories.begun_game(master, players)
    france = factories.seat(game, "FRANCE")
    vanish(france)
    many = factories.PersonFactory.create_batch(6)
    gate = threading.Barrier(len(many))
    refused: list[str] = []

    def take(person: User) -> None:
        try:
            gate.wait()
            tenures.take(france, person)
        except Refused as refusal:
            refused.append(str(refusal))
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(person,)) for person in many]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 5
    assert france.tenures.current().count() == 1


def test_whoever_closes_their_account_while_a_phase_is_due_leaves_their_seat(db: None) -> None:
    game = factories.begun_game()
    france = factories.seat(game, "FRANCE")
    player = factories.holder(france)
    submit(game, "FRANCE", "A PAR - BUR")
    factories.let_be_due(game, clock.now())
    account_closing.close(player)
    assert not Tenure.objects.current().filter(person=player).exists()
    france.refresh_from_db()
    assert france.disorder_since is not None
    assert due_phases.resolve_due() == 1
    counted = Order.objects.filter(seat=france, phase__number=1, typed__isnull=False)
    assert [(order.text, bool(order.outcome)) for order in counted] == [("A PAR - BUR", True)]
