"""Orders as text in a browser: feedback while they are typed, and without scripts by a button."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Locator, Page, Request, Route, expect

from games.adjudication import due_phases
from games.models import Game, Order
from games.orders import order_sheets, submission
from tests import factories
from tests.soak import SOAK

from .conftest import Site

# Number of players who use a browser with scripts.
BY_SCRIPT = 7 if SOAK else 2
PRINTED = Path(__file__).parents[1] / "data" / "printed" / "000.toml"
FEEDBACK = "**/echo/*/"


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = factories.begun_game()
    factories.set_up_position(
        game,
        "S1902M",
        units={"FRANCE": ["A PAR", "A MAR", "F BRE"], "ITALY": ["A PIE"], "GERMANY": ["A MUN"]},
    )
    return game


def open_text_box(site: Site, game: Game, power: str = "FRANCE", **options: Any) -> Page:
    page = site.visit(factories.holder(factories.seat(game, power)), **options)
    page.goto(game.get_absolute_url())
    page.get_by_text("Enter orders as text").click()
    return page


def box(page: Page) -> Locator:
    return page.get_by_label("Orders, one per line")


def feedback(page: Page) -> Locator:
    return page.get_by_role("region", name="How these orders are read")


def feedback_lines(page: Page) -> Locator:
    return feedback(page).get_by_role("listitem")


def saved(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="counts at the deadline")


def choose_language(page: Page, name: str) -> None:
    page.get_by_label("Language of these orders").select_option(name)


# While somebody types


def test_what_is_typed_is_answered_line_by_line_and_nothing_is_saved(site: Site, game: Game):
    page = open_text_box(site, game)
    assert feedback(page).get_attribute("aria-live") == "polite"
    choose_language(page, "Español")
    box(page).press_sequentially("E Par-Bor\n\nE Mar-Brgonna\nE Mar A E Pia")
    expect(feedback_lines(page)).to_have_count(3)
    expect(feedback_lines(page).nth(0)).to_contain_text("Line 1")
    expect(feedback_lines(page).nth(0)).to_contain_text("E Par-Bor")
    expect(feedback_lines(page).nth(0)).to_contain_text("Army Paris moves to Burgundy")
    expect(feedback_lines(page).nth(1)).to_contain_text("Line 3")
    expect(feedback_lines(page).nth(1)).to_contain_text("“Brgonna” was not understood")
    expect(feedback_lines(page).nth(1)).to_contain_text("Borgoña (Bor)")
    expect(feedback_lines(page).nth(2)).to_contain_text(
        "Army Marseilles supports Italian army Piedmont"
    )
    expect(feedback_lines(page).nth(2)).to_contain_text("A PIE belongs to Italy.")
    expect(feedback(page)).to_contain_text("2 orders understood, 1 line not accepted")
    assert not Order.objects.exists()


@pytest.mark.soak
def test_another_language_is_answered_anew(site: Site, game: Game):
    page = open_text_box(site, game)
    box(page).fill("E Par-Bor")
    expect(feedback_lines(page)).to_contain_text("was not understood")
    choose_language(page, "Detect automatically")
    expect(feedback_lines(page)).to_contain_text("Army Paris moves to Burgundy")
    expect(feedback(page)).to_contain_text("read as Español")


NARROW = {"width": 360, "height": 640}


def test_a_doubtful_line_is_answered_by_keyboard_while_it_is_typed(site: Site, game: Game):
    page = open_text_box(site, game, viewport=NARROW)
    box(page).fill("A Mar H\nA Par - Bur, Pic")
    question = feedback(page).get_by_role("group", name="What should A PAR do?")
    expect(question.get_by_role("radio")).to_have_count(3)
    question.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(feedback(page)).to_contain_text("2 orders understood")
    expect(question.get_by_label("Army Paris moves to Picardy")).to_be_focused()
    expect(question.get_by_label("Army Paris moves to Picardy")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.get_by_role("button", name="Save with these answers").click()
    expect(saved(page)).to_be_visible()
    assert stored(game) == {"A MAR H", "A PAR - PIC"}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("text", "answer", "orders"),
    [
        ("A Mar H\nA Par - Bur, Pic", "Army Paris moves to Burgundy", {"A MAR H", "A PAR - BUR"}),
        ("A Mar H\nIf Italy agrees, A Par - Bur", "None of these", {"A MAR H"}),
    ],
)
def test_a_doubtful_line_is_answered_without_scripts(
    site: Site, game: Game, text: str, answer: str, orders: set[str]
):
    page = open_text_box(site, game, viewport=NARROW, java_script_enabled=False)
    box(page).fill(text)
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("alert")).to_contain_text("1 line needs your answer")
    page.get_by_role("main").get_by_label(answer).check()
    assert stored(game) == {"A MAR H"}
    page.get_by_role("button", name="Save with these answers").click()
    expect(page).to_have_url(re.compile(f"{game.get_absolute_url()}#order-entry-FRANCE$"))
    assert stored(game) == orders


def test_an_emptied_box_has_no_answer(site: Site, game: Game):
    page = open_text_box(site, game)
    box(page).fill("A Par-Bur")
    expect(feedback_lines(page)).to_have_count(1)
    box(page).fill("")
    expect(feedback_lines(page)).to_have_count(0)
    assert feedback(page).inner_text().strip() == ""


def test_it_is_asked_once_the_typing_stops_and_only_what_changed_is_shown_anew(
    site: Site, game: Game
):
    page = open_text_box(site, game)
    page.clock.install()
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/echo/" in request.url:
            asked.append(request.url)

    def type_at_once(text: str) -> None:
        # A moment that is still to come when the browser is told of it, however busy the machine.
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
        box(page).press_sequentially(text)
        page.clock.resume()

    page.on("request", note)
    type_at_once("A Par-Bur")
    expect(feedback_lines(page)).to_have_count(1)
    assert len(asked) == 1
    feedback_lines(page).first.evaluate("line => { line.marked = true; }")
    type_at_once("\nA Mar-Spa")
    expect(feedback_lines(page)).to_have_count(2)
    assert len(asked) == 2
    assert feedback_lines(page).first.evaluate("line => line.marked") is True


def test_an_answer_that_comes_late_does_not_cover_a_newer_one(site: Site, game: Game):
    page = open_text_box(site, game)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(FEEDBACK, hold_the_first)
    with page.expect_request(FEEDBACK):
        box(page).fill("A Par-Bur")
    box(page).fill("A Par-Pic")
    expect(feedback_lines(page)).to_contain_text("Picardy")
    held[0].fulfill(body="<p>too late</p>", content_type="text/html")
    page.wait_for_timeout(300)
    expect(feedback_lines(page)).to_contain_text("Picardy")
    expect(feedback(page)).not_to_contain_text("too late")


def test_without_a_network_it_is_quiet_and_asks_again_at_the_next_message(site: Site, game: Game):
    page = open_text_box(site, game)
    button = page.get_by_role("button", name="Check without saving")
    box(page).fill("A Par-Bur")
    expect(feedback_lines(page)).to_contain_text("Burgundy")
    expect(button).to_be_hidden()
    page.route(FEEDBACK, lambda route: route.abort())
    box(page).fill("A Par-Pic")
    expect(button).to_be_visible()
    expect(feedback(page)).to_have_attribute("aria-busy", "true")
    expect(feedback_lines(page)).to_contain_text("Burgundy")
    assert all("Failed to load resource" in each for each in site.complaints)
    site.complaints.clear()  # the console's message about a failed request
    page.unroute(FEEDBACK)
    box(page).press("End")
    box(page).press_sequentially(" ")
    expect(feedback_lines(page)).to_contain_text("Picardy")
    expect(button).to_be_hidden()
    assert feedback(page).get_attribute("aria-busy") is None


def test_who_was_signed_out_meanwhile_finds_no_other_page_in_this_one(site: Site, game: Game):
    page = open_text_box(site, game)
    page.context.clear_cookies(name="sessionid")
    box(page).fill("A Par-Bur")
    expect(page.get_by_role("button", name="Check without saving")).to_be_visible()
    assert feedback(page).inner_text().strip() == ""


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_that_can_be_pressed_moves_when_the_answer_comes(
    site: Site, game: Game, width: int
):
    page = open_text_box(site, game, viewport={"width": width, "height": 740})
    box(page).fill("A Par-Bur\nA Mar S A Pie\nF Bre-Brgndy")
    buttons = page.locator("form.sheet, .order-entry__ready").get_by_role("button")
    before = [box(page).bounding_box(), *(each.bounding_box() for each in buttons.all())]
    expect(feedback_lines(page)).to_have_count(3)
    after = [box(page).bounding_box(), *(each.bounding_box() for each in buttons.all())]
    assert len(before) == 3
    assert after == before


# With and without scripts

SCRIPTS = pytest.mark.parametrize(
    "javascript", [True, False], ids=["with scripts", "without scripts"]
)


@SCRIPTS
def test_what_could_not_be_read_stays_in_the_box_until_it_is_mended(
    site: Site, game: Game, javascript: bool
):
    page = open_text_box(site, game, java_script_enabled=javascript)
    box(page).fill("A Par-Bur\nA Mar-Gsconx\nF Bre-MAO")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("alert")).to_contain_text("2 orders were saved at")
    expect(page.get_by_role("alert")).to_contain_text("1 line was not saved")
    expect(box(page)).to_have_value("A Par-Bur\nA Mar-Gsconx\nF Bre-MAO")
    expect(feedback_lines(page)).to_have_count(3)
    expect(feedback_lines(page).nth(1)).to_contain_text("Gascony (GAS)")
    assert stored(game) == {"A PAR - BUR", "F BRE - MAO"}
    box(page).fill("A Par-Bur\nA Mar-Gascony\nF Bre-MAO")
    page.get_by_role("button", name="Save this text").click()
    expect(saved(page)).to_be_visible()
    assert stored(game) == {"A PAR - BUR", "A MAR - GAS", "F BRE - MAO"}


@SCRIPTS
def test_what_to_look_at_twice_is_seen_after_all_was_saved(
    site: Site, game: Game, javascript: bool
):
    page = open_text_box(site, game, java_script_enabled=javascript)
    box(page).fill("A Par-Bur\nA Mar-Bur\nF Bre-MAO")
    page.get_by_role("button", name="Save this text").click()
    expect(saved(page)).to_be_visible()
    expect(page.get_by_text("A PAR is also moving to BUR")).to_be_visible()
    expect(page.get_by_text("A MAR is also moving to BUR")).to_be_visible()


def stored(game: Game) -> set[str]:
    return set(Order.objects.filter(phase__game=game).values_list("text", flat=True))


@pytest.mark.soak
def test_without_scripts_a_button_answers_and_saves_nothing(site: Site, game: Game):
    page = open_text_box(site, game, java_script_enabled=False)
    choose_language(page, "Español")
    box(page).fill("E Par-Bor\nE Mar A E Pia")
    page.get_by_role("button", name="Check without saving").click()
    expect(feedback_lines(page).nth(0)).to_contain_text("Army Paris moves to Burgundy")
    expect(feedback_lines(page).nth(1)).to_contain_text("A PIE belongs to Italy.")
    expect(box(page)).to_have_value("E Par-Bor\nE Mar A E Pia")
    expect(page.get_by_label("Language of these orders")).to_have_value("es")
    assert stored(game) == set()


@pytest.mark.soak
@SCRIPTS
def test_the_printed_sheets_of_autumn_1902_give_the_result_of_the_rulebook(
    site: Site, javascript: bool, transactional_db: None
):
    (example,) = (
        each
        for each in tomllib.loads(PRINTED.read_text(encoding="utf-8"))["example"]
        if each["name"] == "fall 1902"
    )
    assert len(example["printed"]) == 7
    game = factories.begun_game()
    phase = factories.set_up_position(
        game, example["phase"], units=example["units"], centers=example["centers"]
    )
    for place, (power, text) in enumerate(example["printed"].items()):
        if place >= (BY_SCRIPT if javascript else 2):  # the others use no browser
            seat = factories.seat(game, power)
            sheet = order_sheets.read_text(phase, seat, text, "es")
            submission.submit_text(phase, seat, sheet, person=factories.holder(seat))
            continue
        page = open_text_box(site, game, power, java_script_enabled=javascript)
        choose_language(page, "Español")
        box(page).fill(text)
        if javascript:
            expect(feedback_lines(page)).to_have_count(len(example["orders"][power]))
            expect(feedback(page)).not_to_contain_text("not taken")
        page.get_by_role("button", name="Save this text").click()
        expect(saved(page)).to_be_visible()
        page.context.close()
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1

    told = {
        (power, order): outcome
        for power, orders in example["orders"].items()
        for _printed, order, outcome, *_note in orders
    }
    resolved = Order.objects.filter(phase=phase).select_related("seat", "unit")
    assert {(row.seat.power, row.text): row.outcome for row in resolved} == told
    beaten = {str(row.unit) for row in resolved if row.fate}
    assert beaten == set(example["dislodged"])
    assert factories.open_phase(game).code == "F1902R"
