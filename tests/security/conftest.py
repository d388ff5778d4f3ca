"""One game as every role may meet it."""

from dataclasses import dataclass, field
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games import clock, deadlines, orders
from games.models import Game, Mastership, Phase, Tenure
from games.orders import Line
from tests import factories

CANARY = "F BRE S A PAR - GAS"  # nobody else can give it, and no page has it as an example
TYPED = "f bre  s a par-gas"
NAMES = [f"Zebulon {number}" for number in ("One", "Two", "Three", "Four", "Five", "Six", "Seven")]
# Who may meet a game; the columns of the table in test_access.py.
ROLES = {
    "nobody": "nobody has signed in",
    "guest": "has signed in and is not of this game",
    "own": "holds France",
    "other": "holds Germany",
    "former": "held France until “own” took over",
    "master": "masters this game",
    "alien": "masters another game",
    "staff": "may enter the administration",
    "super": "a superuser",
    "plays": "a superuser who holds Italy",
    "supmas": "a superuser who masters this game",
}


@dataclass
class Table:
    """A game whose spring is resolved and whose fall is open, with France's canary in it; and a
    lobby of the same master in which “other” waits."""

    game: Game
    lobby: Game
    people: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        if role not in self.clients:
            self.clients[role] = Client()
            if role != "nobody":
                self.clients[role].force_login(self.people[role])
        return self.clients[role]

    @property
    def open(self) -> Phase:
        return factories.open_phase(self.game)


def lay(**fields: Any) -> Table:
    """Lay a table; `fields` are those of its games."""
    master = factories.person("Mia")
    game = factories.begun_game(master, [factories.person(name) for name in NAMES], **fields)
    lobby = factories.open_game(master, title="The lobby", **fields)
    people = {
        "guest": factories.person("Otto"),
        "own": factories.person("Zebulon Eight"),
        "other": factories.holder(factories.seat(game, "GERMANY")),
        "former": factories.holder(factories.seat(game, "FRANCE")),
        "master": master,
        "alien": factories.person("Frieda"),
        "staff": factories.person("Stan", is_staff=True),
        "super": factories.person("Sue", is_staff=True, is_superuser=True),
        "plays": factories.holder(factories.seat(game, "ITALY")),
        "supmas": factories.person("Sam", is_staff=True, is_superuser=True),
    }
    User.objects.filter(pk=people["plays"].pk).update(is_staff=True, is_superuser=True)
    for each in (game, lobby):
        Mastership.objects.create(game=each, person=people["supmas"], since=clock.now())
    factories.open_game(people["alien"], title="Elsewhere", **fields)
    lobby.entries.create(person=people["other"], joined_at=clock.now())
    _hand_over(game, people["own"])
    _order(game, "A MAR H")
    with time_machine.travel(factories.open_phase(game).due_at):
        deadlines.resolve_due()
    _order(game, TYPED)
    return Table(game, lobby, people)


def _hand_over(game: Game, heir: User) -> None:
    france, now = factories.seat(game, "FRANCE"), clock.now()
    france.tenures.update(until=now, ending=Tenure.Ending.REPLACED)
    france.tenures.create(person=heir, since=now)


def _order(game: Game, text: str) -> None:
    seat = factories.seat(game, "FRANCE")
    phase = factories.open_phase(game)
    orders.submit(phase, seat, [Line("line-1", text)], person=factories.holder(seat))


@pytest.fixture
def table(db: None) -> Table:
    return lay()
