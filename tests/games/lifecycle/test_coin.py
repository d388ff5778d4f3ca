"""The game for two: the coin that gives a neutral power to one of the players."""

import secrets

import pytest
import time_machine

from accounts.models import User
from games.adjudication import due_phases
from games.game_master import corrections
from games.lifecycle import coin
from games.models import Event, Game, Seat, Tenure
from games.seats import tenures
from games.state import phases, variants
from games.wording import events
from tests import factories

from ..orders.test_submission import submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(master: User) -> Game:
    return factories.begun_game(master, setup="two")


def play(game: Game, until: str) -> None:
    """Let the game go on, with all units holding, until a phase is open."""
    for _number in range(9):
        phase = factories.open_phase(game)
        if phase.code == until:
            return
        with time_machine.travel(factories.deadline(game)):
            assert due_phases.resolve_due() == 1
    pytest.fail(f"{until} never came")


def italy(game: Game) -> Seat:
    return factories.seat(game, "ITALY")


@pytest.mark.parametrize(("falls", "power"), [(0, "ENGLAND"), (1, "AUSTRIA")])
def test_the_coin_gives_italy_to_one_player_before_1915(
    game: Game, monkeypatch: pytest.MonkeyPatch, falls: int, power: str
):
    monkeypatch.setattr(secrets, "randbelow", lambda _count: falls)
    play(game, "F1914M")
    assert italy(game).neutral
    assert not game.events.filter(kind=Event.Kind.COIN_TOSSED).exists()
    play(game, "S1915M")
    game.refresh_from_db()
    winner = factories.holder(factories.seat(game, power))
    assert (game.coin_hand, italy(game).hand) == (falls, falls)
    assert factories.holder(italy(game)) == winner
    assert phases.orders_due(factories.open_phase(game))["ITALY"] == 3
    [event] = game.events.filter(kind=Event.Kind.COIN_TOSSED)
    side = (
        "England, France, Italy and Russia" if falls == 0 else "Austria, Germany, Italy and Turkey"
    )
    assert events.sentence(event, names_open=True) == (
        f"A coin was tossed: one player now has {side}."
    )


def test_the_coin_is_tossed_once_even_if_1914_is_played_again(
    game: Game, master: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(secrets, "randbelow", lambda _count: 1)
    play(game, "S1915M")
    fall = game.phases.get(code="F1914M")
    corrections.roll_back(game, fall.number, by=master, reason="a test")
    monkeypatch.setattr(secrets, "randbelow", lambda _count: 0)
    assert "ITALY" not in phases.orders_due(factories.open_phase(game))
    play(game, "S1915M")
    game.refresh_from_db()
    assert (game.coin_hand, italy(game).hand) == (1, 1)
    assert game.events.filter(kind=Event.Kind.COIN_TOSSED).count() == 1
    assert Tenure.objects.filter(seat=italy(game)).count() == 1


def test_italy_is_in_civil_disorder_if_the_player_who_wins_it_has_resigned(
    game: Game, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(secrets, "randbelow", lambda _count: 0)
    play(game, "F1914M")
    england = factories.seat(game, "ENGLAND")
    tenures.resign(england, factories.holder(england))
    play(game, "S1915M")
    assert italy(game).disorder_since is not None
    heir = factories.person()
    tenures.take(italy(game), heir)
    held = game.seats.held_by(heir).order_by("place")
    assert [seat.power for seat in held] == ["ENGLAND", "FRANCE", "ITALY", "RUSSIA"]


def test_italy_is_in_civil_disorder_if_its_new_player_gave_no_orders_in_that_fall(
    game: Game, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(secrets, "randbelow", lambda _count: 0)
    play(game, "F1914M")
    for power, unit in (("AUSTRIA", "A VIE"), ("GERMANY", "A BER"), ("TURKEY", "A SMY")):
        submit(game, power, f"{unit} H")
    game.seats.exclude(disorder_since=None).update(disorder_since=None)
    play(game, "S1915M")
    lost = game.seats.exclude(disorder_since=None).order_by("place")
    assert [seat.power for seat in lost] == ["ENGLAND", "FRANCE", "ITALY", "RUSSIA"]


def test_the_coin_falls_on_either_side(game: Game):
    """It is a coin: with a fair one, 40 tosses on one side are one in a billion."""
    seats = {seat.power: seat for seat in game.seats.all()}
    start = factories.open_phase(game)
    setup = variants.setup_of(game)
    assert setup.coin is not None
    fallen: set[int | None] = set()
    for _number in range(40):
        game.coin_hand = None
        Tenure.objects.filter(seat=seats["ITALY"]).delete()
        coin.toss_if_due(game, setup.coin.tossed, seats, now=start.opened_at)
        fallen.add(game.coin_hand)
    assert fallen == {0, 1}
