"""A turn in Firefox and WebKit: orders on the map, ready, results that appear by themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.adjudication import due_phases
from games.deadlines import readiness
from games.models import Game, Order
from tests import factories, needs
from tests.games.orders.test_submission import submit

from .driven_browser import DrivenBrowser
from .firefox import Firefox
from .test_map_turn import POINT
from .webkit import WebKit

PAR, MAR, BRE = "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"
WAYS = {PAR: ["PAR", "BUR"], MAR: ["MAR", "PAR", "BUR"], BRE: ["BRE", "MAO"]}


@contextmanager
def firefox(folder: Path) -> Iterator[DrivenBrowser]:
    path = needs.firefox() or needs.missing("there is no Firefox")
    with Firefox.started(path, folder) as browser:
        yield browser


@contextmanager
def webkit(folder: Path) -> Iterator[DrivenBrowser]:
    if not needs.webkit():
        needs.missing("there is no WebKit: apt install webkit2gtk-driver xvfb")
    with WebKit.started(folder) as browser:
        yield browser


@pytest.fixture(params=[firefox, pytest.param(webkit, marks=pytest.mark.soak)])
def driven(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DrivenBrowser]:
    with request.param(tmp_path) as browser:
        browser.resize(1366, 800)
        yield browser


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def sign_in(browser: DrivenBrowser, url: str, person: User) -> None:
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    browser.navigate(f"{url}/privacy/")
    browser.add_cookie(name, client.cookies[name].value)


def click_on(browser: DrivenBrowser, place: str) -> None:
    """Click on a place of the map."""
    script = f"return ({POINT})(document.querySelector('svg.board'), arguments[0])"
    x, y = browser.evaluate(script, place)
    browser.click(x, y)


def saved() -> set[str]:
    return set(Order.objects.filter(seat__power="FRANCE").values_list("text", flat=True))


def all_others_are_ready(game: Game) -> None:
    phase = factories.open_phase(game)
    for seat in game.seats.exclude(power="FRANCE"):
        submit(game, seat.power, factories.HOLDS[seat.power])
        readiness.set_ready(phase, [seat], ready=True, person=factories.holder(seat))


def test_a_turn_is_played(driven: DrivenBrowser, live_server: LiveServer, game: Game) -> None:
    url = live_server.url + game.get_absolute_url()
    sign_in(driven, live_server.url, factories.holder(factories.seat(game, "FRANCE")))
    driven.navigate(url)
    driven.wait_for("[data-order-bar]:not([hidden])")
    given: set[str] = set()
    for order, places in WAYS.items():
        for place in places:
            click_on(driven, place)
        given.add(order)
        driven.wait(lambda: saved() == given, what=f"{order} is saved")
    driven.wait_for("div.ready button[value=ready]")
    driven.evaluate("document.querySelector('div.ready button[value=ready]').click()")
    driven.wait_for("form.ready")
    all_others_are_ready(game)
    assert due_phases.resolve_due() == 1
    driven.wait_for("h1", "Fall 1901")
    driven.navigate(f"{url}S1901M/")
    driven.wait_for(".board-view.is-live")
    driven.wait_for("main", PAR)
    if isinstance(driven, Firefox):  # WebDriver tells nothing of the console
        assert driven.errors(live_server.url) == []


@pytest.mark.soak
def test_a_private_line_comes_back_when_its_page_is_loaded_again(
    driven: DrivenBrowser, live_server: LiveServer, game: Game
) -> None:
    submit(game, "FRANCE", PAR)
    sign_in(driven, live_server.url, factories.holder(factories.seat(game, "FRANCE")))
    driven.navigate(live_server.url + game.get_absolute_url())
    driven.wait_for("[data-order-bar]:not([hidden])")
    driven.evaluate("document.querySelector('form[data-after-saving] button').click()")
    driven.wait_for("#private-title")
    driven.evaluate("document.querySelector('button[name=resolve]').click()")
    driven.wait_for(".result")
    for load in ("location.reload()", "document.querySelector('[name=show]').click()"):
        wait_for_line_in_address(driven)
        driven.evaluate(f"document.body.id = 'old'; setTimeout(() => {load}, 0)")
        driven.wait_for("body:not(#old) #private-title")
    wait_for_line_in_address(driven)
    driven.evaluate("document.body.id = 'old'; setTimeout(() => history.back(), 0)")
    driven.wait_for(f"body:not(#old) .result[data-order='{PAR}']")


def wait_for_line_in_address(driven: DrivenBrowser) -> None:
    """Wait until the script has kept the line; it runs only once the page has been parsed."""
    script = "return document.readyState === 'complete' && location.hash.includes('line=')"
    driven.wait(lambda: driven.evaluate(script), what="the line behind “#”")
