import datetime as dt
import html
import re
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.adjudication import due_phases
from games.core.errors import Refused
from games.deadlines import open_phase
from games.game_master import corrections
from games.models import Event, Game, Order, Phase, Receipt, Seat
from games.orders import submission
from games.state import phases
from tests import factories

from .conftest import Answer, OrderForm, alerts, nothing_changes, signed_in, words

BOTH = pytest.mark.parametrize("mode", ["rows", "text"])


def stored(game: Game, power: str = "FRANCE") -> list[str]:
    rows = Order.objects.filter(phase__game=game, seat__power=power, typed__isnull=False)
    return list(rows.values_list("text", flat=True))


def typed_text(answer: Answer) -> str:
    """The content of the text box."""
    found = re.search(r"<textarea[^>]*>\s?(.*?)</textarea>", answer.content.decode(), re.S)
    assert found
    return html.unescape(found[1]).strip()


def chosen(answer: Answer, row: str) -> str:
    """The selected order of a row."""
    page = answer.content.decode()
    select = re.search(rf'<select name="{row}"[^>]*>(.*?)</select>', page, re.S)
    assert select, row
    option = re.search(r'<option value="([^"]*)" selected', select[1])
    return html.unescape(option[1]) if option else ""


# The pages


def test_the_game_shows_its_phase_to_a_stranger_without_any_form(client: Client, game: Game):
    answer = client.get(game.get_absolute_url())
    assert answer.status_code == 200
    assert "Spring 1901, movement" in words(answer)
    page = answer.content.decode().replace(reverse("games:help_page", args=["orders"]), "")
    assert "/orders/" not in page


def test_the_first_phase_tells_people_which_power_they_have(client: Client, game: Game):
    player = signed_in(factories.holder(factories.seat(game, "FRANCE")))
    assert "You are France." in words(player.get(game.get_absolute_url()))
    assert "You are" not in words(client.get(game.get_absolute_url()))
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
        assert "You are France." not in words(player.get(game.get_absolute_url()))


def test_a_game_that_is_not_there_is_not_found(client: Client, db: None):
    assert client.get("/games/no-such-game/").status_code == 404


@pytest.mark.parametrize("code", ["F1901M", "S1899M", "W1901A"])
def test_a_phase_that_was_not_played_is_not_found(client: Client, game: Game, code: str):
    assert client.get(reverse("games:phase", args=[game.slug, code])).status_code == 404


@pytest.mark.parametrize("power", ["france", "GALLIA", "%00", "FRANCE%00"])
def test_an_unknown_power_is_not_found(game: Game, order_form, power: str):
    for act in ("orders", "ready"):
        url = f"/games/{game.slug}/S1901M/{act}/{power}/"
        assert order_form().client.post(url, {"mode": "text"}).status_code == 404


def test_the_page_of_the_open_phase_is_the_page_of_the_game(client: Client, game: Game):
    answer = client.get(reverse("games:phase", args=[game.slug, "S1901M"]))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def test_a_superseded_phase_gives_way_to_the_one_that_took_its_place(client: Client, game: Game):
    old = factories.open_phase(game)
    Phase.objects.filter(pk=old.pk).update(status=Phase.Status.SUPERSEDED)
    Phase.objects.create(
        game=game,
        settings=old.settings,
        number=2,
        code=old.code,
        opened_at=old.opened_at,
        deadline=old.deadline,
        due_at=old.due_at,
    )
    answer = client.get(reverse("games:phase", args=[game.slug, old.code]))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def test_the_form_offers_each_unit_only_what_is_legal(order_form):
    page = order_form().client.get(order_form().url).content.decode()
    offered = set(re.findall(r'<option value="([^"]*)"', page))
    assert {"A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "A PAR H"} <= offered
    assert not {"A PAR - LON", "F BRE - PAR", "A PAR - MUN"} & offered


def test_the_form_of_a_phase_that_is_over_leads_to_its_results(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at):
        due_phases.resolve_due()
    answer = france.client.get(france.url)
    assert (answer.status_code, answer["Location"]) == (302, france.phase.get_absolute_url())


def test_results_name_every_order_and_what_stopped_it(game: Game, order_form, client: Client):
    order_form("FRANCE").rows("A PAR - BUR")
    order_form("GERMANY").rows("A MUN - BUR")
    phase = factories.open_phase(game)
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
    page = words(client.get(phase.get_absolute_url()))
    assert "A PAR - BUR fails Army Paris moves to Burgundy." in page
    assert (
        "It bounced in Burgundy in a standoff with Army Munich: strength 1 against 1. rule 3"
        in (page)
    )
    assert "rule 3 If units of equal strength" in page
    assert "No orders came from: Austria, England, Italy, Russia, Turkey." in page


def test_the_map_of_a_past_phase_stands_alone_with_its_orders(
    game: Game, order_form, client: Client
):
    order_form("FRANCE").rows("A PAR - BUR")
    phase = factories.open_phase(game)
    place = reverse("games:board", args=[game.slug, phase.code])
    open_map = client.get(place).content
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    answer = client.get(place)
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.content.startswith(b"<svg")
    assert answer.content != open_map
    assert client.get(f"{place}?theme=dark").content != answer.content


def test_the_map_of_an_open_phase_shows_no_orders_to_anyone(game: Game, order_form):
    france = order_form("FRANCE")
    place = reverse("games:board", args=[game.slug, france.phase.code])
    before = france.client.get(place).content
    france.rows("A PAR - BUR")
    assert france.client.get(place).content == before


# Saving


@BOTH
def test_saved_orders_are_stored_shown_and_receipted(game: Game, order_form, mode: str):
    france: OrderForm = order_form()
    answer = france.send(mode, "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert stored(game) == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
    assert Receipt.objects.get().seat.power == "FRANCE"
    page = france.client.get(game.get_absolute_url())
    assert "counts at the deadline" in words(page)
    assert chosen(page, "unit-MAR") == "A MAR S A PAR - BUR"
    assert typed_text(page).splitlines() == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]


@BOTH
def test_a_form_sent_twice_saves_once_and_says_so(game: Game, order_form, mode: str):
    france = order_form()
    france.send(mode, "A PAR - BUR")
    with nothing_changes():
        france.send(mode, "A PAR - BUR")
    answer = france.client.get(game.get_absolute_url())
    assert "Nothing changed. These orders were saved at" in words(answer)


@BOTH
def test_an_empty_sheet_takes_orders_back(game: Game, order_form, mode: str):
    france = order_form()
    france.send(mode, "A PAR - BUR")
    france.send(mode)
    assert stored(game) == []


def test_builds_are_ordered_by_rows_and_retreats_too(game: Game, order_form):
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A SPA"]}, centers={"FRANCE": ["PAR", "BRE", "SPA"]}
    )
    france = order_form()
    answer = france.rows(**{"adjustment-1": "F BRE B", "adjustment-2": "WAIVE"})
    assert answer.status_code == 302
    assert stored(game) == ["F BRE B", "WAIVE"]
    page = france.client.get(game.get_absolute_url())
    assert chosen(page, "adjustment-2") == "WAIVE"
    Order.objects.all().delete()
    factories.set_up_position(
        game,
        "S1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS", "PAR"])]},
    )
    assert order_form().rows("A BUR R GAS").status_code == 302
    assert stored(game) == ["A BUR R GAS"]


# Bad input: a clear message, nothing is changed, and the input is kept

POSITION = {
    "units": {
        "FRANCE": ["A PAR", "A MAR", "F MAO", "F BRE"],
        "GERMANY": ["A MUN"],
        "ENGLAND": ["F ENG"],
    }
}
REFUSED_LINES = {
    "another's unit": ("A MUN - BUR", "A MUN belongs to Germany"),
    "a unit that is not here": ("A GAS - BUR", "no unit in GAS"),
    "an unknown province": ("A PAR - XYZ", "XYZ"),
    "a fleet to a split coast without its coast": (
        "F MAO - SPA",
        "must name a coast of SPA: NC, SC",
    ),
    "a coast out of reach": ("F MAO - STP/NC", "F MAO is not next to STP"),
    "a convoyed fleet": ("F MAO C F BRE - SPA", "F BRE is a fleet; only armies can be convoyed"),
    "a fleet by convoy": ("F BRE - LON VIA", "F BRE is not next to LON"),
    "a build in a movement phase": ("A PAR B", "cannot be ordered in this phase (Spring 1902"),
    "a retreat in a movement phase": (
        "A PAR R BUR",
        "cannot be ordered in this phase (Spring 1902",
    ),
    "a waive in a movement phase": ("WAIVE PAR", "WAIVE"),
    "prose": ("Dear Paris, hold", "Dear"),
    "an order of a thousand messages": ("A PAR - " + "B" * 1000, "at most"),
    "an invisible message": ("A PAR - BUR\x00", ""),
    "markup": ("A <b>PAR</b> - BUR", "<b>"),
}


@pytest.mark.parametrize(("line", "says"), REFUSED_LINES.values(), ids=list(REFUSED_LINES))
def test_a_row_with_a_wrong_order_is_refused_and_all_rows_come_back(
    game: Game, order_form, line: str, says: str
):
    factories.set_up_position(game, "S1902M", **POSITION)
    france = order_form()
    with nothing_changes():
        answer = france.rows(line, "A MAR - GAS")
    assert answer.status_code == 422
    assert "Nothing was saved" in alerts(answer)
    assert says in alerts(answer)
    assert chosen(answer, "unit-MAR") == "A MAR - GAS"
    if (key := f"unit-{line.split()[1]}") in ("unit-PAR", "unit-MAO", "unit-BRE"):
        assert chosen(answer, key) == line


def test_two_orders_for_one_unit_in_two_rows_are_refused(game: Game, order_form):
    with nothing_changes():
        answer = order_form().rows(**{"unit-PAR": "A PAR - BUR", "unit-MAR": "A PAR - PIC"})
    assert answer.status_code == 422
    assert "two orders for A PAR" in alerts(answer)
    assert chosen(answer, "unit-PAR") == "A PAR - BUR"


def test_two_orders_for_one_unit_in_one_row_are_refused(game: Game, order_form):
    france = order_form()
    with nothing_changes():
        sheet = {"mode": "rows", "unit-PAR": ["A PAR - BUR", "A PAR - PIC"]}
        answer = france.client.post(france.url, sheet)
    assert answer.status_code == 422
    assert "two orders for A PAR" in alerts(answer)


def test_two_builds_in_one_province_are_refused(game: Game, order_form):
    factories.set_up_position(
        game, "W1901A", units={"FRANCE": ["A SPA"]}, centers={"FRANCE": ["PAR", "BRE", "SPA"]}
    )
    with nothing_changes():
        answer = order_form().rows(**{"adjustment-1": "A PAR B", "adjustment-2": "A PAR B"})
    assert answer.status_code == 422
    assert "two orders" in alerts(answer)


@pytest.mark.parametrize("mode", ["", "json", "text "])
def test_an_unknown_mode_is_no_error_page(game: Game, order_form, mode: str):
    france = order_form()
    with nothing_changes():
        answer = france.client.post(france.url, {"mode": mode, "unit-PAR": "A PAR - LON"})
    assert answer.status_code == 422
    assert "A PAR is not next to LON" in alerts(answer)


# Too late


@BOTH
def test_an_order_a_second_late_is_refused_and_comes_back(game: Game, order_form, mode: str):
    france = order_form()
    france.send(mode, "A PAR - PIC")
    with time_machine.travel(france.phase.due_at + dt.timedelta(seconds=1), tick=False):
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        with nothing_changes():
            answer = france.send(mode, "A PAR - BUR")
    assert answer.status_code == 409
    assert "The deadline of Spring 1901, movement has passed. Nothing has changed" in alerts(answer)
    kept = typed_text(answer) if mode == "text" else chosen(answer, "unit-PAR")
    assert kept == "A PAR - BUR"
    assert stored(game) == ["A PAR - PIC"]


@BOTH
def test_orders_from_the_page_of_an_earlier_phase_are_refused_and_come_back(
    game: Game, order_form, mode: str
):
    france = order_form()
    with time_machine.travel(france.phase.due_at, tick=False):
        due_phases.resolve_due()
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        with nothing_changes():
            answer = france.send(mode, "A PAR - BUR")
    assert answer.status_code == 409
    assert "Spring 1901, movement is over. Nothing has changed" in alerts(answer)
    kept = typed_text(answer) if mode == "text" else chosen(answer, "unit-PAR")
    assert kept == "A PAR - BUR"
    assert game.get_absolute_url() in answer.content.decode()


def test_orders_come_back_if_the_seat_was_lost_while_the_form_was_open(game: Game, order_form):
    with mock.patch.object(
        open_phase, "must_hold", side_effect=Refused("You no longer hold this.")
    ):
        answer = order_form().text("A PAR - BUR")
    assert answer.status_code == 409
    assert "no longer hold" in alerts(answer)
    assert typed_text(answer) == "A PAR - BUR"


def test_orders_are_accepted_while_the_clock_is_stopped(game: Game, order_form):
    factories.let_be_due(game, None)
    assert order_form().rows("A PAR - BUR").status_code == 302
    assert stored(game) == ["A PAR - BUR"]


# Being ready


def test_ready_is_kept_and_taken_back(game: Game, order_form):
    france = order_form()
    france.rows("A PAR H")
    assert "You are ready." in words(france.ready())
    assert factories.seat(game, "FRANCE").ready_phase == france.phase
    assert "no longer ready" in words(france.ready("no"))
    assert factories.seat(game, "FRANCE").ready_phase is None


def test_ready_by_a_double_click_is_logged_once(game: Game, order_form):
    france = order_form()
    france.rows("A PAR H")
    france.ready()
    with nothing_changes():
        france.ready()
    assert Event.objects.filter(kind=Event.Kind.READY).count() == 1


def test_nobody_gets_ready_after_the_deadline(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at, tick=False):
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        with nothing_changes():
            answer = france.ready()
    assert "The deadline of Spring 1901, movement has passed" in alerts(answer)


def test_nobody_gets_ready_for_a_phase_that_is_over(game: Game, order_form):
    france = order_form()
    with time_machine.travel(france.phase.due_at):
        due_phases.resolve_due()
        france.client.force_login(factories.holder(factories.seat(game, "FRANCE")))
        with nothing_changes():
            answer = france.ready()
    assert "Spring 1901, movement is over" in alerts(answer)


def test_the_last_to_be_ready_ends_the_phase(game: Game, order_form):
    for power in game.seats.values_list("power", flat=True):
        holder = order_form(power)
        holder.text(factories.HOLDS[power])
        holder.ready()
    assert due_phases.resolve_due() == 1
    assert factories.open_phase(game).code == "F1901M"


# Visibility of missing orders


@pytest.mark.parametrize(
    ("watched_by", "master_sees", "stranger_sees"),
    [(Game.Watch.MASTER, True, False), (Game.Watch.EVERYONE, True, True)],
)
def test_the_setting_says_who_sees_which_orders_are_missing(
    game: Game, order_form, master: User, watched_by, master_sees: bool, stranger_sees: bool
):
    Game.objects.filter(pk=game.pk).update(orders_watched_by=watched_by)
    order_form().rows("A PAR - BUR")
    for client, sees in ((signed_in(master), master_sees), (Client(), stranger_sees)):
        page = words(client.get(game.get_absolute_url()))
        assert (" missing" in page) == sees
        assert (" orders in " in page) == sees


@pytest.mark.parametrize("watched_by", Game.Watch.values)
def test_the_last_one_who_is_not_ready_learns_it_where_readiness_is_seen(
    game: Game, order_form, watched_by: str
):
    Game.objects.filter(pk=game.pk).update(orders_watched_by=watched_by)
    sentence = "Everyone else is ready. Once you are, the phase is processed right away."
    seats = game.seats.exclude(power="FRANCE")
    make_ready(game, seats.exclude(power="TURKEY"))
    assert sentence not in words(order_form().client.get(game.get_absolute_url()))
    make_ready(game, seats.filter(power="TURKEY"))
    assert (sentence in words(order_form().client.get(game.get_absolute_url()))) == (
        watched_by == Game.Watch.EVERYONE
    )


def make_ready(game: Game, seats: QuerySet[Seat]) -> None:
    seats.update(ready_phase=factories.open_phase(game))


def test_the_settings_say_who_sees_which_orders_are_missing(game: Game, client: Client):
    url = game.get_absolute_url()
    assert "Who has given orders only the game master can see it" in words(client.get(url))
    game.masterships.all().delete()
    assert "Who has given orders nobody can see it" in words(client.get(url))


def test_the_end_of_a_game_is_told_on_its_pages(game: Game, order_form, client: Client):
    homes = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "HOL", "EDI", "LON", "LVP", "MUN", "KIE",
             "BER", "DEN", "SWE", "NWY", "ROM"]  # fmt: skip
    phase = factories.set_up_position(
        game,
        "F1910M",
        units={"FRANCE": ["A VEN", "A GAS"], "TURKEY": ["A CON"]},
        centers={"FRANCE": homes, "TURKEY": ["CON"], "ITALY": ["VEN"]},
    )
    with time_machine.travel(phase.due_at):
        due_phases.resolve_due()
        last = game.phases.get(status=Phase.Status.FINAL)
        for url in (game.get_absolute_url(), last.get_absolute_url()):
            assert "France has won the game." in words(client.get(url, follow=True))
        answer = late_sheet_of_ended_game(game)
    assert answer.status_code == 409
    assert "is over. Nothing has changed. Go to the open phase." in alerts(answer)
    assert "A VEN - PIE" in answer.content.decode()


def late_sheet_of_ended_game(game: Game) -> Answer:
    """Send a sheet a second late in the last phase; return the answer."""
    person = factories.seat(game, "FRANCE").tenures.get().person
    url = reverse("games:orders", args=[game.slug, "F1910M", "FRANCE"])
    return signed_in(person).post(url, {"mode": "text", "text": "A VEN - PIE"})


def test_save_and_be_ready_does_both(game: Game, order_form):
    france: OrderForm = order_form()
    france.client.post(france.url, {"mode": "text", "text": "A PAR - BUR", "then": "ready"})
    seat = factories.seat(game, "FRANCE")
    assert seat.ready_phase == france.phase
    assert france.phase.orders.get().text == "A PAR - BUR"


def test_ready_without_orders_asks_and_then_every_unit_is_ordered_to_hold(game: Game, order_form):
    france: OrderForm = order_form()
    question = france.client.post(france.url, {"mode": "rows", "then": "ready", "seen": ""})
    assert "France has no orders. An order to hold is saved" in words(question)
    assert factories.seat(game, "FRANCE").ready_phase is None
    assert not france.phase.orders.exists()
    url = reverse("games:ready", args=[game.slug, france.phase.code, "FRANCE"])
    assert f'action="{url}"' in question.content.decode()
    answer = france.client.post(url, answer_of(question), follow=True)
    assert "You are ready." in words(answer)
    assert factories.seat(game, "FRANCE").ready_phase == france.phase
    assert {order.text for order in france.phase.orders.all()} == {"A PAR H", "A MAR H", "F BRE H"}
    assert not phases.undecided(france.phase, ["FRANCE"]).exists()  # so it is no NMR


def answer_of(question: Answer) -> dict[str, Any]:
    """The hidden fields of the question, as its button sends them."""
    fields = re.findall(r'type="hidden" name="(\w+)" value="(\w*)"', question.content.decode())
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


def test_ready_with_emptied_rows_says_that_the_orders_are_gone(game: Game, order_form):
    france: OrderForm = order_form()
    france.client.post(france.url, {"mode": "text", "text": "A PAR - BUR"})
    seen = france.phase.receipts.get().digest
    question = france.client.post(france.url, {"mode": "rows", "then": "ready", "seen": seen})
    assert not france.phase.orders.exists()
    assert "Saved without orders." in words(question)
    assert "France has no orders." in words(question)


def test_holds_are_not_saved_in_a_later_phase_of_the_same_code(game: Game, order_form):
    france: OrderForm = order_form()
    question = france.client.post(france.url, {"mode": "rows", "then": "ready", "seen": ""})
    with time_machine.travel(factories.deadline(game), tick=False):
        due_phases.resolve_due()
    corrections.roll_back(game, 1, by=None, reason="A wrong map.")
    url = reverse("games:ready", args=[game.slug, france.phase.code, "FRANCE"])
    answer = france.client.post(url, answer_of(question), follow=True)
    assert "Another phase is open now. Nothing has changed." in alerts(answer)
    assert not factories.open_phase(game).orders.exists()


def test_orders_saved_since_the_question_are_not_replaced_by_holds(game: Game, order_form):
    france: OrderForm = order_form()
    france.client.post(france.url, {"mode": "text", "text": "A PAR - BUR"})
    url = reverse("games:ready", args=[game.slug, france.phase.code, "FRANCE"])
    france.client.post(url, {"ready": "yes", "hold": "FRANCE", "number": france.phase.number})
    assert [order.text for order in france.phase.orders.all()] == ["A PAR - BUR"]


def test_a_crash_while_saving_reports_nothing_of_the_orders(
    game: Game, order_form, monkeypatch, caplog
):
    def broken(*_args: object) -> None:
        raise ValueError("Failing row contains (A PAR - GAS)")

    monkeypatch.setattr(submission, "_replace", broken)
    france: OrderForm = order_form()
    answer = france.client.post(france.url, {"mode": "text", "text": "A PAR - GAS"})
    assert answer.status_code == 503
    assert "couldn’t be saved just now" in alerts(answer)
    assert "A PAR - GAS" in answer.content.decode()
    assert "ValueError in broken" in caplog.text
    assert "GAS" not in caplog.text
    assert not france.phase.orders.exists()


def test_no_browser_shows_orders_again_without_asking(game: Game, order_form):
    """The next person at that browser may be signed in as somebody else."""
    own = order_form("FRANCE")
    for page in (game.get_absolute_url(), reverse("games:orders", args=own.place)):
        directives = own.client.get(page)["Cache-Control"]
        assert {"private", "no-store"} <= set(re.split(r", *", directives)), page
