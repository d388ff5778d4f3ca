"""Questions to game masters before an act: by the API as on the pages."""

import html
import re
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.seats import civil_disorder, declared_players
from tests import factories

from ..web.views.conftest import signed_in
from .conftest import Program, program

ON_A_PAGE = re.compile(r'<p(?: class="notice notice--warning")?>(.*?)</p>', re.DOTALL)


@pytest.fixture
def mia(master: User) -> Program:
    return program(master)


def path(game: Game, act: str) -> str:
    return f"/games/{game.slug}/master/{act}"


def asked_by_page(person: User, address: str) -> list[str]:
    """The text and the warning on the page of an action."""
    page = signed_in(person).get(address).content.decode()
    form = page.partition('<form class="card')[2].partition("</form>")[0]
    return [html.unescape(text.strip()) for text in ON_A_PAGE.findall(form)]


def question(answer: Any) -> str:
    """The question in an answer that asks for confirmation."""
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "needs_confirmation")
    detail: str = problem["detail"]
    return detail


def declare(game: Game, power: str, by: User) -> None:
    seat = factories.seat(game, power)
    civil_disorder.declare_disorder(seat, by=by, reason="Gone.")
    declared_players.declare(Seat.objects.get(pk=seat.pk), name="Jo", email="", by=by)


def test_a_master_who_steps_down_reads_who_loses_a_seat(master: User, mia: Program):
    game = factories.begun_game(master, orders_by_master=True)
    declare(game, "FRANCE", master)
    asked = question(mia.post(path(game, "leave"), {}))
    assert "Players without an account lose their seats" in asked
    assert asked == " ".join(asked_by_page(master, f"/games/{game.slug}/master/leave/"))
