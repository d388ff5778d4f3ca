"""The choices of a seat, which the script of a game's page loads from an address of their own."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.models import Game
from games.orders import submission
from games.orders.submission import Line
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return factories.begun_game()


@pytest.fixture
def france(client: Client, game: Game) -> Client:
    client.force_login(factories.holder(factories.seat(game, "FRANCE")))
    return client


def address(client: Client, game: Game) -> str:
    """The address that the page of the game names."""
    page = client.get(game.get_absolute_url()).content.decode()
    found = re.search('data-choices="([^"]+)"', page)
    assert found is not None
    return found[1]


def kept(answer: Any) -> set[str]:
    assert answer.status_code == 200
    return set(answer.headers["Cache-Control"].split(", "))


def test_a_browser_keeps_them_under_the_address_of_their_content(france: Client, game: Game):
    url = address(france, game)
    assert kept(france.get(url)) == {"private", "immutable", "max-age=604800"}
    assert kept(france.get(url + "0")) == {"private", "no-store"}
    assert kept(france.get(url.partition("?")[0])) == {"private", "no-store"}


def test_they_do_not_tell_what_is_stored(france: Client, game: Game):
    url, seat = address(france, game), factories.seat(game, "FRANCE")
    before = france.get(url).content
    lines = [Line("unit-PAR", "A PAR - BUR")]
    submission.submit(factories.open_phase(game), seat, lines, person=factories.holder(seat))
    assert (address(france, game), france.get(url).content) == (url, before)
    assert "A PAR - BUR" in before.decode()


def test_each_language_has_its_own(france: Client, game: Game):
    english = address(france, game)
    User.objects.update(language="it")
    italian = address(france, game)
    assert english != italian
    assert kept(france.get(italian)) == {"private", "immutable", "max-age=604800"}


def test_a_phase_that_is_over_has_none(france: Client, game: Game):
    url = address(france, game)
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    answer = france.get(url)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"
    assert france.get(url.replace("S1901M", "S1950M")).status_code == 404


def test_a_browser_without_scripts_is_remembered(france: Client, game: Game):
    page = game.get_absolute_url()
    assert "<noscript><meta" in france.get(page).content.decode()
    whole = france.get(f"{page}?choices=all").content.decode()
    assert "<noscript><meta" not in whole
    assert whole.count('<option value="A PAR - BUR"') == 1
    assert france.get(page).content.decode().count('<option value="A PAR - BUR"') == 1


def test_a_visitor_gets_no_cookie(client: Client, game: Game):
    client.get(f"{game.get_absolute_url()}?choices=all")
    assert settings.CHOICES_COOKIE_NAME not in client.cookies


def test_signing_out_clears_what_the_browser_keeps(france: Client):
    answer = france.post("/accounts/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache"'
