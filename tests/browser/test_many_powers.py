"""The pages of a game for 34: accessible, on small and large screens, light and dark."""

from collections.abc import Iterator

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from accounts.models import User
from adjudicator import load_setup
from games.adjudication import due_phases
from games.orders import submission
from games.orders.submission import Line
from tests import factories
from tests.games.press.message_helpers import write

from .conftest import ASKED, Site, wear
from .test_pages import CONTRAST, needed, violations

SETUP = load_setup("chaos")


class World:
    """A game of Chaos in spring 1901 after all have built, with messages, and a lobby."""

    def __init__(self) -> None:
        self.game = factories.begun_game(title="Chaos", setup="chaos")
        for number, power in enumerate(SETUP.powers):
            kind = "F" if SETUP.board.fleet_moves.get(SETUP.centers[power][0]) else "A"
            kind = kind if number % 2 else "A"
            self.order(power, f"{kind} {SETUP.centers[power][0]} B")
        self.resolve()
        self.order("MUNICH", "A MUN - BUR")
        self.order("PARIS", "A PAR - BUR")
        self.spring = factories.open_phase(self.game)
        self.resolve()
        self.munich = factories.holder(factories.seat(self.game, "MUNICH"))
        write(self.game, "ANKARA", text="To everybody.")
        write(self.game, "BELGIUM", "MUNICH", text="Dear Munich")
        self.lobby = factories.open_game(factories.person(), title="Come in", setup="chaos")

    def order(self, power: str, text: str) -> None:
        phase, seat = factories.open_phase(self.game), factories.seat(self.game, power)
        submission.submit(phase, seat, [Line("a", text)], person=factories.holder(seat))

    def resolve(self) -> None:
        with time_machine.travel(factories.deadline(self.game)):
            due_phases.resolve_due()

    def pages(self) -> Iterator[tuple[str, User | None, str]]:
        game = self.game.get_absolute_url()
        master = self.game.masterships.get().person
        yield "lobby", None, self.lobby.get_absolute_url()
        yield "new game", self.munich, "/games/new/"
        yield "game", self.munich, game
        yield "game to a guest", None, game
        yield "results", None, self.spring.get_absolute_url()
        yield "threads", self.munich, f"{game}press/"
        yield "public messages", self.munich, f"{game}press/public/"
        yield "a private thread", self.munich, f"{game}press/to/BELGIUM-MUNICH/"
        yield "page of a game master", master, f"{game}master/"
        yield "my games", self.munich, "/games/mine/"


@pytest.fixture
def world(transactional_db: None) -> World:
    return World()


def show(site: Site, world: World) -> Iterator[tuple[str, Page]]:
    windows: dict[User | None, Page] = {}
    for name, person, address in world.pages():
        if person not in windows:
            windows[person] = site.visit(person)
        answer = windows[person].goto(address)
        assert answer is not None
        assert answer.status == 200, name
        yield name, windows[person]


@pytest.mark.soak
def test_axe_finds_nothing_and_no_page_of_34_powers_scrolls_sideways(site: Site, world: World):
    found: list[object] = []
    for name, page in show(site, world):
        page.set_viewport_size({"width": 1366, "height": 680})
        found += [(name, *each) for each in violations(Axe().run(page, options=ASKED).response)]
        wear(page, "dark")
        again = page.evaluate("(asked) => axe.run(asked)", ASKED | CONTRAST)
        found += [(name, "dark", *each) for each in violations(again)]
        wear(page, "light")
        found += [(name, width) for width in (1366, 360) if needed(page, width) > width]
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_power_has_its_letters_and_one_colour_beside_the_board_and_on_it(
    site: Site, world: World, scheme: str
):
    page = site.visit(color_scheme=scheme)
    page.goto(world.game.get_absolute_url())
    munich = page.locator(".power", has_text="Munich").first
    expect(munich).to_have_attribute("data-letters", "MUN")
    shield, letters = munich.evaluate(
        "(one) => { const style = getComputedStyle(one, '::before');"
        " return [style.backgroundColor, style.content]; }"
    )
    assert letters == '"MUN" / ""'
    unit = page.locator(".board .unit", has_text="Munich").first
    expect(unit.locator("text")).to_have_text("MUN")
    drawn = unit.locator(".solid").evaluate("(one) => getComputedStyle(one).fill")
    if scheme == "light":
        assert shield == drawn
    assert shield not in ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)")
    assert drawn not in ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)")


def test_the_pages_of_a_standard_game_do_not_load_the_looks_of_other_powers(
    site: Site, world: World
):
    standard = factories.begun_game()
    page = site.visit()
    for game, loads in ((standard, 0), (world.game, 1)):
        page.goto(game.get_absolute_url())
        assert page.locator('link[href*="powers"]').count() == loads
