"""Reading a game step by step through its phases; orders and their signs highlight each other."""

from collections.abc import Iterator

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from games.adjudication import due_phases
from games.models import Game
from games.orders import submission
from games.orders.submission import Line
from tests import factories

from .conftest import ASKED, Site
from .touch import PHONE, board, fingers, pinch, tap

SPRING = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
    "GERMANY": ["A MUN - BUR", "F KIE - DEN"],
}
SPOKEN = [
    "Spring 1901, movement",
    "After Spring 1901, movement",
    "Fall 1901, movement",
    "After Fall 1901, movement",
    "Winter 1901, adjustments",
]


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A spring of battles and a fall without orders are over; winter is open, with a build due."""
    game = factories.begun_game()
    for power, texts in SPRING.items():
        seat = factories.seat(game, power)
        lines = [Line(f"line-{number}", text) for number, text in enumerate(texts)]
        submission.submit(factories.open_phase(game), seat, lines, person=factories.holder(seat))
    for _ in range(2):
        with time_machine.travel(factories.deadline(game)):
            due_phases.resolve_due()
    factories.set_up_position(
        game,
        "W1901A",
        units={"FRANCE": ["A BUR", "A MAR", "F MAO"]},
        centers={"FRANCE": ["PAR", "BRE", "MAR", "SPA"]},
    )
    return game


@pytest.fixture
def steps(game: Game) -> list[str]:
    """Return the addresses of all steps."""
    home = game.get_absolute_url()
    past = [f"{home}S1901M/", f"{home}S1901M/after/", f"{home}F1901M/", f"{home}F1901M/after/"]
    return [*past, home]


def expect_step(page: Page, steps: list[str], place: int) -> None:
    """Check that the page shows a step: its address, its heading and the text of the slider."""
    expect(page).to_have_url(steps[place])
    expect(page.get_by_role("heading", level=1)).to_have_text(SPOKEN[place])
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", SPOKEN[place])
    expect(page.get_by_role("slider")).to_have_value(str(place))


def test_arrow_keys_and_buttons_step_without_leaving_the_page(site: Site, steps: list[str]):
    page = site.visit(reduced_motion="reduce")
    page.goto(steps[0])
    expect_step(page, steps, 0)
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="Zoom in").click()
    expect(board(page)).not_to_have_attribute("viewBox", "0 0 1600 1400")
    near = board(page).get_attribute("viewBox")
    page.keyboard.press("ArrowRight")
    expect_step(page, steps, 1)
    expect(page.locator('.units [data-unit="F MAO"]')).to_have_count(1)
    expect(page.locator(".board-view .order")).to_have_count(0)
    page.get_by_role("link", name="Next step").click()
    expect_step(page, steps, 2)
    expect(page).to_have_title("The Balkan table: Fall 1901, movement · Entente")
    page.get_by_role("link", name="Position after").click()
    expect_step(page, steps, 3)
    page.get_by_role("link", name="First step").click()
    expect_step(page, steps, 0)
    expect(page.get_by_role("main")).to_contain_text("Army Paris moves to Burgundy")
    expect(page.get_by_role("link", name="Previous step")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.go_back()
    expect_step(page, steps, 3)
    page.go_back()
    expect_step(page, steps, 2)
    page.go_forward()
    expect_step(page, steps, 3)
    assert page.evaluate("window.stays")
    assert board(page).get_attribute("viewBox") == near

    page.get_by_role("link", name="Last step").click()
    expect_step(page, steps, 4)
    expect(board(page)).to_have_attribute("viewBox", near or "")
    page.keyboard.press("ArrowLeft")
    expect_step(page, steps, 3)


def test_the_slider_goes_through_all_phases(site: Site, steps: list[str]):
    page = site.visit()
    page.goto(steps[3])
    slider = page.get_by_role("slider", name="Step")
    expect_step(page, steps, 3)
    slider.focus()
    for place in (2, 1, 0):
        page.keyboard.press("ArrowLeft")
        expect(slider).to_have_attribute("aria-valuetext", SPOKEN[place])
    expect_step(page, steps, 0)
    expect(slider).to_be_focused()
    page.keyboard.press("End")
    expect(page).to_have_url(steps[4])


def test_keys_that_mean_something_else_do_not_step(site: Site, game: Game, steps: list[str]):
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    slider = page.get_by_role("slider")  # waits for its page before the step is shown
    page.goto(steps[4])
    page.locator(".order-entry select").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    page.get_by_role("button", name="Waive a build").focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    page.locator('[data-choice="@BRE"]').press("Enter")
    choices = page.locator(".chooser").get_by_role("button")
    expect(choices.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("4")
    expect(choices.first).to_be_focused()

    page.goto(steps[1])
    expect_step(page, steps, 1)
    page.keyboard.press("Control+ArrowLeft")
    expect(slider).to_have_value("1")
    page.keyboard.press("Shift+ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect_step(page, steps, 2)


def test_the_focus_stays_where_it_was_when_a_step_is_taken(site: Site, steps: list[str]):
    page = site.visit(reduced_motion="reduce")
    page.goto(steps[0])
    expect_step(page, steps, 0)
    page.get_by_role("link", name="Position after").press("Enter")
    expect_step(page, steps, 1)
    expect(page.get_by_role("link", name="Position after")).to_be_focused()
    page.get_by_role("link", name="Orders", exact=True).press("Enter")
    expect_step(page, steps, 0)
    expect(page.get_by_role("link", name="Orders", exact=True)).to_be_focused()
    page.locator(".result").nth(1).press("ArrowRight")
    expect_step(page, steps, 1)
    expect(page.get_by_role("region", name="Position after")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect_step(page, steps, 0)
    expect(page.get_by_role("region", name="Orders and results")).to_be_focused()
    page.locator(".order[tabindex='0']").press("ArrowRight")
    expect_step(page, steps, 1)
    expect(page.get_by_role("group", name="Map")).to_be_focused()


def test_a_line_and_its_sign_light_each_other(site: Site, steps: list[str]):
    page = site.visit(reduced_motion="reduce")
    page.goto(steps[0])
    line = page.locator('.result[data-order="A PAR - BUR"]')
    sign = page.locator('.order[data-order="A PAR - BUR"]').first
    other = page.locator('.order[data-order="F KIE - DEN"]').first
    card = page.locator(".board-card")
    line.hover()
    expect(sign).to_have_class("order lit")
    expect(card).to_contain_text("Army Paris moves to Burgundy")
    expect(other).to_have_css("opacity", "0.2")
    page.get_by_role("heading", level=1).hover()
    expect(card).to_be_hidden()
    expect(other).to_have_css("opacity", "1")

    before = page.evaluate("scrollY")
    page.locator('.units [data-unit="F KIE"]').hover()
    expect(page.locator(".result.lit")).to_contain_text("F KIE - DEN")
    expect(page.locator(".result.lit")).to_be_in_viewport()
    expect(card).to_contain_text("Fleet Kiel moves to Denmark")
    assert page.evaluate("scrollY") == before


def test_a_beaten_unit_and_not_the_victor_of_its_name_lights_its_order(site: Site, game: Game):
    factories.set_up_position(
        game,
        "F1902R",
        units={"GERMANY": ["A BUR"]},
        dislodged={"FRANCE": [("A BUR", "MUN", ["GAS"])]},
    )
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    page = site.visit(reduced_motion="reduce")
    page.goto(f"{game.get_absolute_url()}F1902R/")
    expect(page.get_by_role("slider")).to_be_visible()
    page.locator('.units [data-unit="A BUR"][data-dislodged] .figure').hover()
    expect(page.locator(".result.lit")).to_contain_text("A BUR")
    page.locator('.units [data-unit="A BUR"]:not([data-dislodged]) .figure').hover()
    expect(page.locator(".result.lit")).to_have_count(0)


def test_the_keyboard_goes_from_sign_to_sign(site: Site, steps: list[str]):
    page = site.visit(reduced_motion="reduce")
    page.goto(steps[0])
    first = page.locator(".order[tabindex='0']")
    expect(first).to_have_count(1)
    page.get_by_role("group", name="Map").focus()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    lit = page.locator(".result.lit")
    expect(lit).to_have_count(1)
    was = lit.get_attribute("data-order")
    page.keyboard.press("ArrowDown")
    expect(lit).to_have_count(1)
    expect(lit).not_to_have_attribute("data-order", was or "")
    page.keyboard.press("Escape")
    expect(lit).to_have_count(0)


def test_a_tap_on_a_sign_brings_its_card_from_below(site: Site, steps: list[str]):
    page = site.visit(**PHONE)
    page.goto(steps[0])
    expect(page.get_by_role("slider")).to_be_visible()
    tap(page, page.locator('.units [data-unit="F KIE"]'))
    card = page.locator(".board-card")
    expect(card).to_contain_text("Fleet Kiel moves to Denmark")
    box = card.bounding_box()
    assert box
    assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 360, 740)
    assert page.evaluate("scrollY") == 0
    touch = fingers(page)
    pinch(touch, 20, 60)
    tap(page, card.get_by_role("button", name="Close"))
    expect(card).to_be_hidden()
    pinch(touch, 20, 60)
    expect(card).to_be_hidden()


@pytest.mark.soak
def test_without_scripts_each_step_is_a_page(site: Site, steps: list[str]):
    page = site.visit(java_script_enabled=False, viewport=PHONE["viewport"])
    page.goto(steps[0])
    expect(page.locator(".steps__slider")).to_be_hidden()
    for place in range(1, 5):
        page.get_by_role("link", name="Next step").click()
        expect(page).to_have_url(steps[place])
        expect(page.get_by_role("heading", level=1)).to_have_text(SPOKEN[place])


def pages_to_look_at(page: Page, steps: list[str]) -> Iterator[str]:
    for address in steps[:2]:
        page.goto(address)
        expect(page.get_by_role("slider")).to_be_visible()
        page.locator(".share > summary").click()
        yield address


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_nothing_of_it_is_in_anyones_way(site: Site, steps: list[str], width: int, scheme: str):
    page = site.visit(viewport={"width": width, "height": 740}, color_scheme=scheme)
    axe = Axe()
    found: list[tuple[str, str, str]] = []
    wide: list[str] = []
    small: list[tuple[str, str | None, object]] = []
    for address in pages_to_look_at(page, steps):
        found += [
            (address, violation["id"], violation["nodes"][0]["target"])
            for violation in axe.run(page, options=ASKED).response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(address)
        for control in page.locator(".tool:visible, .position-toggle a, .steps__slider").all():
            box = control.bounding_box()
            assert box
            if min(box["width"], box["height"]) < 44:
                small.append((address, control.get_attribute("class"), box))
    assert (found, wide, small) == ([], [], [])
