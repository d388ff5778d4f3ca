"""Set-ups and boards: each is complete, and everything of a game takes the board of its set-up."""

import uuid
from dataclasses import replace

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import translation

from adjudicator import SETUPS, Board, load_board, load_setup
from adjudicator.notation import LANGUAGES, language_data
from games.board import geometry, pictures
from games.core import powers
from games.core.powers import COASTS
from games.models import Game
from games.state import positions, variants
from tests import factories


@pytest.mark.parametrize("name", SETUPS)
def test_the_powers_of_a_set_up_have_names_and_colours(name: str):
    setup = load_setup(name)
    looks = [powers.look(power) for power in setup.powers]
    assert all(looks)
    assert len(set(looks)) == len(setup.powers), "each has its own look"
    known = set(setup.powers) - setup.power_names.keys()
    assert known <= set(geometry.POWERS)
    for language in LANGUAGES:
        assert known <= language_data(language).powers.keys()
        with translation.override(language):
            names = [powers.name(power) for power in setup.powers]
        assert len(set(names)) == len(setup.powers)


@pytest.mark.parametrize("name", SETUPS)
def test_the_map_of_a_set_up_is_drawn_and_its_places_have_names(name: str):
    board = load_setup(name).board
    drawn = geometry.load_geometry(board.name)
    assert drawn.provinces.keys() == board.provinces.keys()
    for code, province in board.provinces.items():
        assert set(drawn.provinces[code].coasts) == set(province.coasts)
        assert set(province.coasts) <= COASTS.keys()
    for language in LANGUAGES:
        assert board.provinces.keys() <= language_data(language).provinces.keys()
    assert finders.find(f"board/{board.name}.svg")


def test_a_geometry_is_read_once():
    assert geometry.load_geometry("standard") is geometry.load_geometry("standard")


def test_there_is_no_geometry_of_an_unknown_map():
    with pytest.raises(FileNotFoundError):
        geometry.load_geometry("unknown")


@pytest.fixture
def other_board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """Give all games another board: without Clyde, and with a Paris that lies at the sea."""
    standard = load_board("standard")
    armies = {code: ways - {"CLY"} for code, ways in standard.army_moves.items() if code != "CLY"}
    fleets = {code: ways - {"CLY"} for code, ways in standard.fleet_moves.items() if code != "CLY"}
    fleets |= {"PAR": frozenset({"ENG"}), "ENG": fleets["ENG"] | {"PAR"}}
    provinces = {code: one for code, one in standard.provinces.items() if code != "CLY"}
    other = Board("other", provinces, armies, fleets)
    drawn = geometry.load_geometry("standard")
    shapes = {code: one for code, one in drawn.provinces.items() if code != "CLY"}
    drawn = replace(drawn, name="other", provinces=shapes)
    setup = replace(load_setup("standard"), board=other)
    monkeypatch.setattr(variants, "load_setup", {"standard": setup}.__getitem__)
    monkeypatch.setattr(pictures, "load_geometry", {"other": drawn}.__getitem__)
    return other


def test_the_position_and_the_picture_of_a_game_are_on_its_board(game: Game, other_board: Board):
    phase = factories.open_phase(game)
    assert variants.board_of(game) is other_board
    assert positions.load(phase).board is other_board
    picture = pictures.draw(phase)
    assert "/board/other.svg#PAR" in picture
    assert "Clyde" not in picture
    assert "CLY" not in pictures.map_places(game)


def test_orders_are_offered_read_and_listed_for_the_board_of_the_game(
    client: Client, game: Game, other_board: Board
):
    factories.set_up_position(game, "S1902M", units={"ENGLAND": ["F ENG", "F EDI"]})
    england = factories.seat(game, "ENGLAND")
    client.force_login(factories.holder(england))
    url = reverse("games:orders", args=[game.slug, "S1902M", "ENGLAND"])
    page = client.get(url).content.decode()
    assert 'value="F ENG - PAR"' in page
    assert "Clyde" not in page
    saved = client.post(url, {"mode": "text", "text": "F Eng - Par"})
    assert saved.status_code == 302
    assert [order.text for order in england.orders.all()] == ["F ENG - PAR"]
    refused = client.post(url, {"mode": "text", "text": "F Edi - Cly"})
    assert refused.status_code == 422


def test_what_a_message_mentions_is_shown_on_the_board_of_the_game(
    client: Client, game: Game, other_board: Board
):
    client.force_login(factories.holder(factories.seat(game, "ENGLAND")))
    url = reverse("games:public_press", args=[game.slug])
    sent = {"text": "From Clyde to Paris.", "request_key": str(uuid.uuid4())}
    assert client.post(url, sent).status_code == 302
    page = client.get(url).content.decode()
    assert "/board/other.svg" in page
    assert 'data-provinces="PAR"' in page
    assert 'data-provinces="CLY"' not in page
