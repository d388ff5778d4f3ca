"""A turn in Firefox: orders on the map, ready, and the results that appear by themselves."""

from collections.abc import Iterator
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

from .firefox import Firefox
from .test_map_turn import POINT

PAR, MAR, BRE = "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"
WAYS = {PAR: ["PAR", "BUR"], MAR: ["MAR", "PAR", "BUR"], BRE: ["BRE", "MAO"]}


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    path = needs.firefox()
    if path is None:
        needs.missing("there is no Firefox")
    with Firefox.started(path, tmp_path) as browser:
        browser.command("WebDriver:SetWindowRect", width=1366, height=800)
        yield browser


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def sign_in(browser: Firefox, url: str, person: User) -> None:
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    browser.command("WebDriver:Navigate", url=f"{url}/privacy/")
    cookie = {"name": name, "value": client.cookies[name].value}
    browser.command("WebDriver:AddCookie", cookie=cookie)


def click_on(browser: Firefox, place: str) -> None:
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


def test_a_turn_is_played(firefox: Firefox, live_server: LiveServer, game: Game) -> None:
    url = live_server.url + game.get_absolute_url()
    sign_in(firefox, live_server.url, factories.holder(factories.seat(game, "FRANCE")))
    firefox.command("WebDriver:Navigate", url=url)
    firefox.wait_for("[data-order-bar]:not([hidden])")
    given: set[str] = set()
    for order, places in WAYS.items():
        for place in places:
            click_on(firefox, place)
        given.add(order)
        firefox.wait(lambda: saved() == given, what=f"{order} is saved")
    firefox.wait_for("div.ready button[value=ready]")
    firefox.evaluate("document.querySelector('div.ready button[value=ready]').click()")
    firefox.wait_for("form.ready")
    all_others_are_ready(game)
    assert due_phases.resolve_due() == 1
    firefox.wait_for("h1", "Fall 1901")
    firefox.command("WebDriver:Navigate", url=f"{url}S1901M/")
    firefox.wait_for(".board-view.is-live")
    firefox.wait_for("main", PAR)
    assert firefox.errors(live_server.url) == []
