"""The form for a new game refuses a kind of press that would mail each message to a crowd."""

import pytest

from adjudicator import SETUPS, load_setup
from games.models import Game
from games.press import rules
from games.web.forms.game import GameForm
from games.web.forms.take_over import TakeOverForm
from tests import factories

from ..views.test_lobby import form

pytestmark = pytest.mark.django_db

CROWDED = "With more than 12 people, choose “No messages until the game is over”"


@pytest.mark.parametrize("press", ["full", "rulebook", "public"])
def test_a_game_for_34_is_not_opened_with_messages_to_everybody(press: str):
    sent = GameForm(form(setup="chaos", press=press))
    assert not sent.is_valid()
    [error] = sent.errors["press"]
    assert str(error).startswith(CROWDED)
    assert list(sent.errors) == ["press"]


def test_a_game_for_34_is_opened_without_messages():
    assert GameForm(form(setup="chaos", press="none")).is_valid()


@pytest.mark.parametrize("name", SETUPS)
def test_the_number_of_people_decides_and_not_the_name_of_the_set_up(name: str):
    crowded = len(load_setup(name).players) > rules.MOST_READERS
    assert GameForm(form(setup=name, press="full")).is_valid() is not crowded


def test_twelve_people_may_choose_and_thirteen_may_not():
    assert rules.kinds_for(12) == list(Game.Press)
    assert rules.kinds_for(13) == [Game.Press.NONE]


@pytest.mark.parametrize(("press", "refused"), [("public", ["press"]), ("none", [])])
def test_a_game_for_34_is_not_taken_over_with_messages_to_everybody(press: str, refused: list[str]):
    text = "S1901M\nPARIS: A PAR\nCenters\nPARIS: PAR\nROME: ROM"
    sent = TakeOverForm(factories.person(), form(setup="chaos", press=press) | {"text": text})
    sent.is_valid()
    assert list(sent.errors) == refused, sent.line_errors
