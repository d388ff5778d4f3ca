"""Orders that a game master enters for players, from one pasted text."""

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

import pytest
import time_machine

from accounts import clock
from accounts.models import User
from games import access
from games.adjudication import due_phases
from games.core.errors import PageOutdated, Refused
from games.deadlines import publication
from games.models import Event, Game, Order, Receipt, Seat
from games.orders import on_behalf
from games.orders.on_behalf import Thread
from games.seats import declared_players, tenures
from games.state import phases
from games.wording.results import late_orders
from tests import factories

from .test_submission import submit

pytestmark = pytest.mark.django_db
THREAD = """
From: otto@example.org
Subject: Re: Spring 1901

Hello, my orders, as promised:

England:
F LON - NTH
F EDI - NWG
A LVP - YOR

FRANCE
A PAR - BUR
A MAR S A PAR - BUR
F BRE - MAO
"""


@pytest.fixture
def game(master: User, players: list[User]) -> Game:
    """A game in which England has no account, and France lets the master enter orders."""
    game = factories.begun_game(master, players, orders_by_master=True)
    england, france = factories.seat(game, "ENGLAND"), factories.seat(game, "FRANCE")
    tenures.resign(england, factories.holder(england))
    declared_players.declare(england, name="Nell", email="", by=master)
    declared_players.let_master_order(france, factories.holder(france), allowed=True)
    return Game.objects.get(pk=game.pk)


def read(game: Game, master: User, text: str, **answers: str) -> Thread:
    seats = list(access.seats_entered_by(master, game))
    return on_behalf.read_thread(factories.open_phase(game), seats, text, "en", answers)


def store(
    game: Game,
    master: User,
    text: str,
    *,
    seen: Mapping[str, str] = MappingProxyType({}),
    ready: bool = False,
) -> None:
    thread, phase = read(game, master, text), factories.open_phase(game)
    on_behalf.store(phase, thread, person=master, seen=seen, ready=ready)


def orders(game: Game, power: str) -> list[str]:
    rows = Order.objects.filter(phase__game=game, seat__power=power).order_by("pk")
    return list(rows.values_list("text", flat=True))


def test_a_thread_is_divided_by_its_headings(game: Game, master: User):
    thread = read(game, master, THREAD)
    assert thread.is_accepted
    assert not thread.refused
    found = {part.seat.power: len(part.sheet.taken) for part in thread.parts}
    assert found == {"ENGLAND": 3, "FRANCE": 3}


def test_stored_orders_and_receipts_say_who_entered_them(game: Game, master: User):
    store(game, master, THREAD)
    assert orders(game, "ENGLAND") == ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"]
    entered = Order.objects.filter(phase__game=game).values_list("entered_by", flat=True)
    assert set(entered) == {master.pk}
    for receipt in Receipt.objects.filter(phase__game=game):
        assert receipt.on_behalf
        assert receipt.person == master
    saved = game.events.filter(kind=Event.Kind.ORDERS_SAVED)
    assert {event.actor for event in saved} == {master}


def test_the_last_orders_saved_count_whoever_saved_them(game: Game, master: User):
    store(game, master, THREAD)
    submit(game, "FRANCE", "A PAR - PIC")
    assert orders(game, "FRANCE") == ["A PAR - PIC"]
    assert Order.objects.get(seat__power="FRANCE").entered_by is None
    store(game, master, THREAD)
    assert orders(game, "FRANCE")[0] == "A PAR - BUR"


def test_a_player_who_saves_the_same_orders_makes_them_their_own(game: Game, master: User):
    store(game, master, "France: A PAR - BUR")
    assert submit(game, "FRANCE", "A PAR - BUR").changed
    assert Order.objects.get(seat__power="FRANCE").entered_by is None
    newest = Receipt.objects.filter(seat__power="FRANCE").latest("pk")
    assert not newest.on_behalf


def test_orders_of_other_powers_are_named_and_not_stored(game: Game, master: User):
    text = f"{THREAD}\nGermany:\nA BER - KIE\n"
    thread = read(game, master, text)
    assert [seat.power for seat in thread.refused] == ["GERMANY"]
    assert "GERMANY" not in {part.seat.power for part in thread.parts}
    store(game, master, text)
    assert not orders(game, "GERMANY")
    assert orders(game, "ENGLAND")


def test_the_master_cannot_store_for_a_seat_that_is_not_marked(game: Game, master: User):
    with pytest.raises(Refused, match="no longer hold"):
        submit(game, "GERMANY", "A BER H", person=master)


def test_the_master_cannot_store_once_the_player_has_switched_it_off(game: Game, master: User):
    thread = read(game, master, THREAD)
    france = factories.seat(game, "FRANCE")
    declared_players.let_master_order(france, factories.holder(france), allowed=False)
    with pytest.raises(Refused):
        on_behalf.store(factories.open_phase(game), thread, person=master, seen={}, ready=False)
    assert not orders(game, "ENGLAND")  # nothing by halves


@pytest.mark.parametrize("heading", ["Fall 1900", "F1901M", "otoño de 1900"])
def test_a_heading_of_another_phase_refuses_the_whole_text(game: Game, master: User, heading: str):
    thread = read(game, master, f"{heading}\nEngland:\nA LVP - YOR\n\nFrance:\nA PAR - BUR")
    assert heading in thread.problem
    assert not thread.parts


def test_quoted_orders_are_not_taken(game: Game, master: User):
    text = "England:\nA LVP - YOR\n\n> A LVP - EDI\n> F LON - ENG\n"
    thread = read(game, master, text)
    (part,) = thread.parts
    assert [str(order) for _typed, order in part.sheet.taken] == ["A LVP - YOR"]


def test_a_text_that_is_only_quoted_is_not_stored(game: Game, master: User):
    thread = read(game, master, "> England:\n> A LVP - YOR\n> F LON - NTH\n")
    assert not thread.is_accepted
    assert "quoted" in thread.problem


def test_what_a_reply_quotes_is_not_taken_beside_what_it_says(game: Game, master: User):
    thread = read(game, master, "Thanks, as we said.\n\n> England:\n> A LVP - YOR\n")
    assert not any(part.sheet.taken for part in thread.parts)


def test_two_megabytes_are_refused_with_one_sentence(game: Game, master: User):
    thread = read(game, master, "England: A LVP - YOR\n" * 100_000)
    assert "longer than" in thread.problem
    assert not thread.parts


def test_a_wrong_line_keeps_all_from_being_stored(game: Game, master: User):
    text = THREAD.replace("A LVP - YOR", "A LVP - MOS")
    thread = read(game, master, text)
    assert not thread.is_accepted
    with pytest.raises(Refused, match="Nothing was saved"):
        store(game, master, text)
    assert not Order.objects.filter(phase__game=game).exists()


def test_a_doubtful_line_asks_and_is_stored_as_answered(game: Game, master: User):
    text = "England:\nF LON - NTH\nA LVP - YOR\n\nIf you agree, F EDI - NWG"
    thread = read(game, master, text)
    assert not thread.is_accepted
    (part,) = thread.parts
    (line,) = part.sheet.questions
    thread = read(game, master, text, **{line.province: str(line.asked[0])})
    assert thread.is_accepted


def test_orders_saved_meanwhile_stop_all(game: Game, master: User):
    submit(game, "FRANCE", "A PAR - PIC")
    with pytest.raises(PageOutdated):
        store(game, master, THREAD, seen={"FRANCE": "", "ENGLAND": ""})
    assert orders(game, "FRANCE") == ["A PAR - PIC"]
    assert not orders(game, "ENGLAND")


def test_after_the_deadline_nothing_is_stored(game: Game, master: User):
    thread = read(game, master, THREAD)
    factories.let_be_due(game, clock.now())
    with pytest.raises(Refused, match="deadline"):
        on_behalf.store(factories.open_phase(game), thread, person=master, seen={}, ready=False)
    assert not Order.objects.filter(phase__game=game).exists()


def test_final_orders_make_the_powers_ready(game: Game, master: User):
    store(game, master, THREAD, ready=True)
    phase = factories.open_phase(game)
    ready = Seat.objects.filter(ready_phase=phase).values_list("power", flat=True)
    assert set(ready) == {"ENGLAND", "FRANCE"}


def test_orders_entered_by_the_master_are_not_missing(game: Game, master: User):
    store(game, master, THREAD)
    phase = factories.open_phase(game)
    missing = phases.undecided(phase, phases.orders_due(phase))
    assert not missing.filter(power__in=["ENGLAND", "FRANCE"]).exists()
    receipts = phases.receipts(phase).values_list("seat__power", flat=True)
    assert set(receipts) == {"ENGLAND", "FRANCE"}


# Late orders, in games whose master publishes the results


@pytest.fixture
def closed(game: Game) -> Game:
    """The game, whose phase waits for its results; France ordered in time, England did not."""
    Game.objects.filter(pk=game.pk).update(publish_hours=12)
    submit(game, "FRANCE", "A PAR H")
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    assert factories.open_phase(game).is_closed
    return Game.objects.get(pk=game.pk)


def later(game: Game) -> time_machine.travel:
    deadline = factories.open_phase(game).deadline
    assert deadline is not None
    return time_machine.travel(deadline + dt.timedelta(hours=1), tick=False)


def test_late_orders_are_entered_until_a_master_has_seen_the_results(closed: Game, master: User):
    with later(closed):
        store(closed, master, "England:\nF LON - NTH")
        publication.mark_previewed(closed, by=master)
        with pytest.raises(Refused, match="has passed"):
            store(closed, master, "England:\nF LON - ENG")
    assert [order.text for order in Order.objects.filter(seat__power="ENGLAND")] == ["F LON - NTH"]


def test_a_player_is_never_late_and_nor_is_an_unmarked_seat(closed: Game, master: User):
    with later(closed):
        with pytest.raises(Refused, match="has passed"):
            submit(closed, "FRANCE", "A PAR - BUR")
        with pytest.raises(Refused, match="has passed"):
            submit(closed, "GERMANY", "A MUN - BUR", person=master)


def test_the_results_tell_everyone_which_orders_came_late(closed: Game, master: User):
    phase = factories.open_phase(closed)
    with later(closed):
        store(closed, master, "England:\nF LON - NTH")
        assert late_orders(phase) == []
        publication.publish(closed, by=master)
        due_phases.resolve_due()
    phase.refresh_from_db()
    assert [(each.power, each.by) for each in late_orders(phase)] == [("England", str(master))]
    silent = closed.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED)
    assert "ENGLAND" not in silent.values_list("seat__power", flat=True)
