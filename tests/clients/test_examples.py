"""Choices of the example programs that a site seldom asks for."""

import random
import subprocess
import sys
from types import ModuleType
from typing import Any

import deadline_bot
import player
import pytest
from entente_client.types.orders import LegalOrder, LegalOrders, LegalRow

from . import stub

BUILDS = ["A PAR B", "F BRE B", "F STP/SC B", "A STP B", "WAIVE"]


class TwoBuilds:
    """A client whose power may build twice."""

    def legal_orders(self, _slug: str, power: str) -> LegalOrders:
        orders = [LegalOrder(order=text, text=text) for text in BUILDS]
        rows = [LegalRow(row=f"adjustment-{n}", label="", orders=orders) for n in (1, 2)]
        return LegalOrders(phase="W1901A", power=power, rows=rows)


def test_the_player_never_builds_twice_in_a_province(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(player, "random", random.Random(26))
    client: Any = TwoBuilds()
    drawn = {tuple(player.random_orders(client, "table", "RUSSIA")[1]) for _each in range(300)}
    # Of 25 pairs, those of PAR with PAR, BRE with BRE and STP with STP are impossible.
    assert len(drawn) == 25 - 1 - 1 - 4
    assert ("WAIVE", "WAIVE") in drawn


@pytest.mark.parametrize("example", [player, deadline_bot])
def test_an_example_without_arguments_says_how_to_call_it(example: ModuleType):
    program = [sys.executable, str(example.__file__)]
    done = subprocess.run(program, env={}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (1, str(example.__doc__).strip())


def test_the_bot_posts_when_discord_lets_it():
    slept: list[float] = []
    answers = [stub.Answer(204, b""), stub.Answer(429, b"{}", {"Retry-After": "0.5"})]
    with stub.serving(lambda _request: answers.pop()) as discord:
        deadline_bot.post(discord.url, "@everyone", sleep=slept.append)
    first, second = discord.requests
    assert (slept, first.body) == ([0.5], second.body)
    assert first.headers["User-Agent"].startswith("DiscordBot ")


def test_a_game_whose_clock_stands_has_nothing_to_post():
    for time in (None, {"deadline": None, "due_at": None}):
        game: Any = {"time": time}
        assert deadline_bot.announcement("https://entente.example", game) == ""
