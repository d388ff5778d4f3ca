"""A whole turn given on the map only, with the keyboard only, and in the form without scripts."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from games.models import Game, Order
from tests import factories
from tests.soak import SOAK

from .conftest import ASKED, Site, wear
from .touch import board, tap_until_seen

# Each order with its steps: provinces that are tapped, and labels of buttons. The army that is
# convoyed is not asked for where there is only one. An order without steps follows from the order
# that supports it.
Ways = dict[str, list[str]]
MOVES: Ways = {
    "F BAL C A FIN - DEN": ["@BAL", "Convoy", "DEN"],
    "F BOT C A FIN - DEN": ["@BOT", "Convoy", "DEN"],
    "A FIN - DEN": [],
    "F MAO - SPA/NC": ["@MAO", "SPA", "Spain (north coast)"],
    "A MOS H": ["@MOS", "Hold"],
    "A SEV S A UKR": ["@SEV", "Support", "UKR", "UKR"],
    "A SIL S A MUN - BOH": ["@SIL", "Support", "MUN", "BOH"],
    "A UKR S A WAR - GAL": ["@UKR", "Support", "WAR", "GAL"],
    "A WAR - GAL": [],
}
RETREATS: Ways = {"A WAR R LVN": ["@WAR", "Retreat"], "F RUM D": ["@RUM", "Disband"]}
BUILDS: Ways = {
    "F STP/NC B": ["@STP", "Fleet (north coast)"],
    "A WAR B": ["@WAR"],
    "WAIVE": ["Waive a build"],
}
REMOVALS: Ways = {"A MOS D": ["@MOS"], "A UKR D": ["@UKR"]}
PHASES: list[tuple[str, dict[str, Any], Ways]] = [
    (
        "S1902M",
        {
            "units": {
                "RUSSIA": [
                    *("F BAL", "F BOT", "A FIN", "F MAO", "A MOS", "A SEV", "A SIL", "A UKR"),
                    "A WAR",
                ],
                "GERMANY": ["A MUN"],
            }
        },
        MOVES,
    ),
    (
        "S1902R",
        {
            "units": {"GERMANY": ["A WAR"], "TURKEY": ["F RUM"], "RUSSIA": ["A MOS"]},
            "dislodged": {
                "RUSSIA": [("A WAR", "SIL", ["LVN"]), ("F RUM", "BLA", ["SEV", "BUL/EC"])]
            },
        },
        RETREATS,
    ),
    (
        "W1902A",
        {"units": {"RUSSIA": ["A GAL"]}, "centers": {"RUSSIA": ["MOS", "SEV", "STP", "WAR"]}},
        BUILDS,
    ),
    (
        "W1903A",
        {"units": {"RUSSIA": ["A MOS", "A UKR", "F SEV"]}, "centers": {"RUSSIA": ["SEV"]}},
        REMOVALS,
    ),
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "reduced_motion": "reduce",  # provinces must not move while they are tapped
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
KEYS = {"Hold": "h", "Move": "m", "Support": "s", "Convoy": "c"}


def by_map(page: Page, ways: Ways) -> None:
    for way in ways.values():
        for step in way:
            if len(step.lstrip("@")) == 3:
                point_at(page, step.lstrip("@"))
            else:
                bar = page.locator("[data-order-bar]")  # units are buttons too
                bar.get_by_role("button", name=step, exact=step not in KEYS).click()
        if way == ["@SIL", "Support", "MUN", "BOH"]:
            assert_nothing_grave(page)


def point_at(page: Page, place: str) -> None:
    """Tap a place of the map, or click on it, once the scripts of the page have run."""
    page.wait_for_load_state()

    def spot() -> tuple[float, float]:
        x, y = board(page).evaluate(POINT, place)
        return x, y

    if page.evaluate("navigator.maxTouchPoints"):
        tap_until_seen(page, lambda: page.touchscreen.tap(*spot()))
    else:
        page.mouse.click(*spot())


# The point of the screen where a unit is or would be drawn; a dislodged unit comes first.
POINT = """
(svg, code) => {
  const stands = ({ dataset }) => dataset.unit.slice(2, 5) === code;
  const units = [...svg.querySelectorAll(".unit")].filter(stands);
  const unit = units.find((each) => "dislodged" in each.dataset) ?? units[0];
  const [, x, y] = JSON.parse(document.getElementById("map-places").textContent)[code];
  const spot = unit ? unit.transform.baseVal.consolidate().matrix : { e: x, f: y };
  const frame = svg.getBoundingClientRect();
  if (frame.top < 0 || frame.bottom > innerHeight) svg.scrollIntoView({ block: "start" });
  const point = new DOMPoint(spot.e, spot.f).matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}
"""


def by_keyboard(page: Page, ways: Ways) -> None:
    for way in ways.values():
        for step in way:
            if step in KEYS:
                page.keyboard.press(KEYS[step])
            elif len(step.lstrip("@")) == 3:
                press(page, page.locator(f'[data-choice="{step}"], [data-choice$=" {step}"]'))
            else:
                press(page, page.get_by_role("button", name=step))


def press(page: Page, wanted: Locator) -> None:
    """Move the focus there with Tab or Shift+Tab, and press Enter."""
    for _ in range(100):
        towards = wanted.first.evaluate(TOWARDS)
        if not towards:
            page.keyboard.press("Enter")
            return
        page.keyboard.press(towards)
    raise AssertionError(f"the Tab key never reaches {wanted}")


TOWARDS = """
(wanted) => {
  const held = document.activeElement;
  if (held === wanted) return "";
  const before = held.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING;
  return before ? "Shift+Tab" : "Tab";
}
"""


def list_of(page: Page, order: str, at: int) -> Locator:
    """Return the list of the unit that is ordered, or the list number `at` of an adjustment."""
    by_unit = page.locator(f"form.orders select[name=unit-{order[2:5]}]")
    return by_unit if by_unit.count() else page.locator("form.orders select").nth(at)


def by_form(page: Page, ways: Ways) -> None:
    for at, order in enumerate(ways):
        list_of(page, order, at).select_option(order)
    page.get_by_role("button", name="Save orders").click()


def assert_nothing_grave(page: Page) -> None:
    """Check all rules of axe in the theme of the test, and contrast in the other theme."""
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert grave(page) == []
    wear(page, "light" if dark else "dark")
    assert grave(page, runOnly=["color-contrast"]) == []
    wear(page, "dark" if dark else "light")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def grave(page: Page, **options: object) -> list[str]:
    return [
        f"{violation['id']}: {[node['html'] for node in violation['nodes']][:2]}"
        for violation in Axe().run(page, options=ASKED | options).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


FORM = {"java_script_enabled": False}
# A mouse and a finger differ in how they point; the kind of phase does not matter.
RUNS: dict[str, tuple[Any, dict[str, Any], Any]] = {
    "map-phone": (by_map, PHONE | {"color_scheme": "light"}, PHASES),
    "map-desktop": (by_map, DESKTOP | {"color_scheme": "dark"}, PHASES[:1]),
    "keys-desktop": (by_keyboard, DESKTOP | {"color_scheme": "light"}, PHASES[:1]),
    "form-phone": (by_form, PHONE | FORM | {"color_scheme": "dark"}, PHASES),
}
if SOAK:  # every way of giving orders, at each size, in each theme
    RUNS = {
        f"{give.__name__}-{name}-{scheme}": (
            give,
            size | {"color_scheme": scheme} | (FORM if give is by_form else {}),
            PHASES,
        )
        for give in (by_map, by_keyboard, by_form)
        for name, size in (("phone", PHONE), ("desktop", DESKTOP))
        for scheme in ("light", "dark")
    }


@pytest.mark.parametrize(("give", "options", "phases"), RUNS.values(), ids=list(RUNS))
def test_a_turn_ends_in_the_same_orders(
    site: Site, game: Game, give: Any, options: dict[str, Any], phases: Any
) -> None:
    page = site.visit(factories.holder(factories.seat(game, "RUSSIA")), **options)
    for code, position, ways in phases:
        Order.objects.all().delete()
        factories.set_up_position(game, code, **position)
        page.goto(game.get_absolute_url())
        give(page, ways)
        if options.get("java_script_enabled", True):  # the form shows the same orders as the map
            for at, order in enumerate(ways):
                expect(list_of(page, order, at)).to_have_value(order)
            expect(page.locator(".order-bar__message")).not_to_contain_text("Saving")
        saved = page.get_by_role("status").filter(has_text="counts at the deadline")
        expect(saved).to_be_visible()
        assert set(Order.objects.values_list("text", flat=True)) == set(ways)


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (2, ["Build 3 units: choose", "Build 2 units: choose", "Build 1 unit: choose"]),
        (3, ["Disband 2 units: choose one.", "Disband 1 unit: choose it.", "All disbands"]),
    ],
)
def test_the_map_says_how_many_builds_or_disbands_are_due(
    site: Site, game: Game, phase: int, said: list[str]
) -> None:
    page = site.visit(factories.holder(factories.seat(game, "RUSSIA")), **DESKTOP)
    code, position, ways = PHASES[phase]
    factories.set_up_position(game, code, **position)
    page.goto(game.get_absolute_url())
    message = page.locator(".order-bar__message")
    expect(message).to_contain_text(said[0])
    for way, words in zip(list(ways.values())[:2], said[1:], strict=True):
        by_map(page, {"": way})
        expect(message).to_contain_text(words)
        expect(message).to_contain_text("counts at the deadline")
