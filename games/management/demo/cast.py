"""The invented people and the three games of the demo."""

import uuid
from dataclasses import dataclass

from django.db import connection

from accounts.models import User

from ... import wording
from ...models import Game, Phase, Seat

PASSWORD = "seven powers one table"  # noqa: S105 - the demo prints it
# In the middle game they play the powers in the order of the set-up.
PLAYERS = ("Ana", "Emil", "Flora", "Greta", "Ivo", "Rosa", "Tomas")
MASTER = "Mia"
TITLES = {
    "lobby": "The Sunday table",
    "middle": "The Channel game",
    "finished": "The iron winter",
}
STAGES = {"lobby": "in its lobby", "middle": "in the middle", "finished": "finished"}
LAST_TO_ORDER = "FRANCE"


@dataclass(frozen=True)
class Person:
    """An account to sign in with; `role` is its power in the middle game, or “game master”."""

    role: str
    name: str
    email: str


def key(name: str) -> uuid.UUID:
    """The `request_key` of a game of the demo: `lobby`, `middle` or `finished`."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"entente-demo:{name}")


def address(name: str) -> str:
    return f"{name.lower()}@demo.invalid"


def is_filled() -> bool:
    return Game.objects.filter(request_key=key("middle")).exists()


def is_inhabited() -> bool:
    """Whether the database has any account; False for a database without tables."""
    made = User._meta.db_table in connection.introspection.table_names()
    return made and User.objects.exists()


def games() -> dict[str, Game]:
    """The three games, by the name of their stage."""
    return {words: Game.objects.get(request_key=key(name)) for name, words in STAGES.items()}


def people() -> list[Person]:
    seats = Seat.objects.filter(game__request_key=key("middle")).order_by("place")
    roles = [wording.power(seat.power) for seat in seats]
    return [
        Person(role, name, address(name))
        for role, name in zip([*roles, "game master"], [*PLAYERS, MASTER], strict=True)
    ]


def waits_for_one() -> bool:
    """Whether the middle game waits for LAST_TO_ORDER alone, as when the demo was filled."""
    phase = Phase.objects.open().filter(game__request_key=key("middle")).first()
    waited_for = Seat.objects.filter(game__request_key=key("middle")).exclude(ready_phase=phase)
    return phase is not None and [seat.power for seat in waited_for] == [LAST_TO_ORDER]
