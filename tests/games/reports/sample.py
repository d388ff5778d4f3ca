"""Fall 1902 of the rulebook's sample game, played by its printed orders."""

import tomllib
from pathlib import Path
from typing import Any

import time_machine

from games.adjudication import due_phases
from games.models import Game, Phase
from games.orders import submission
from games.orders.submission import Line
from tests import factories

PRINTED = Path(__file__).parents[2] / "data" / "printed" / "000.toml"


def example(name: str) -> dict[str, Any]:
    told = tomllib.loads(PRINTED.read_text(encoding="utf-8"))["example"]
    (found,) = (each for each in told if each["name"] == name)
    return dict(found)


def order(phase: Phase, power: str, *texts: str) -> None:
    seat = factories.seat(phase.game, power)
    lines = [Line(f"line-{number}", text) for number, text in enumerate(texts)]
    submission.submit(phase, seat, lines, person=factories.holder(seat))


def play(game: Game, orders: dict[str, list[str]]) -> Phase:
    """Give orders by power in the open phase, and resolve it."""
    phase = factories.open_phase(game)
    for power, texts in orders.items():
        order(phase, power, *texts)
    with time_machine.travel(factories.deadline(game)):
        assert due_phases.resolve_due() == 1
    phase.refresh_from_db()
    return phase


def play_printed(game: Game, name: str) -> Phase:
    told = example(name)["orders"]
    return play(game, {power: [each[1] for each in orders] for power, orders in told.items()})


def open_fall() -> Game:
    """The sample game when fall 1902 opens."""
    game = factories.begun_game(title="The sample game")
    fall = example("fall 1902")
    factories.set_up_position(game, fall["phase"], units=fall["units"], centers=fall["centers"])
    return game
