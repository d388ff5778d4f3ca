"""The polling answer for a visible game page: newest event and number of unread messages."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core import audit
from games.models import Event, Game
from tests import factories

from ...press.message_helpers import write
from .conftest import signed_in


def asked(client: Client, game: Game) -> dict[str, int]:
    answer = client.get(reverse("games:presence", args=[game.slug]))
    assert answer.headers["Cache-Control"] == "private, no-store"
    found: dict[str, int] = answer.json()
    return found


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def test_a_message_is_new_to_its_reader_alone(game: Game):
    reader, other = (signed_in(holder(game, power)) for power in ("FRANCE", "ITALY"))
    before = asked(reader, game), asked(other, game)
    write(game, "GERMANY", "FRANCE")
    after = asked(reader, game), asked(other, game)
    assert after[0] == before[0] | {"unread": before[0]["unread"] + 1}
    assert after[1] == before[1]


@pytest.mark.parametrize(
    ("kind", "told"),
    [(Event.Kind.ANNOUNCED, True), (Event.Kind.ORDERS_SAVED, False), (Event.Kind.READY, False)],
)
def test_an_event_is_new_unless_it_is_secret(game: Game, kind: Event.Kind, told: bool):
    reader = signed_in(holder(game, "FRANCE"))
    before = asked(reader, game)
    seat = factories.seat(game, "TURKEY")
    audit.log(kind, game=game, phase=factories.open_phase(game), seat=seat)
    assert (asked(reader, game)["newest"] > before["newest"]) == told


def test_strangers_are_asked_to_sign_in(game: Game, client: Client):
    assert client.get(reverse("games:presence", args=[game.slug])).status_code == 302
