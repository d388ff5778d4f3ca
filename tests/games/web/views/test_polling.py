"""The polling answer for a visible game page: a digest of the news, and the unread messages."""

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core import audit
from games.models import Event, Game
from tests import factories

from ...press.message_helpers import write
from .conftest import signed_in


def asked(client: Client, game: Game) -> dict[str, object]:
    answer = client.get(reverse("games:presence", args=[game.slug]))
    assert answer.headers["Cache-Control"] == "private, no-store"
    found: dict[str, object] = answer.json()
    return found


def holder(game: Game, power: str) -> User:
    return factories.holder(factories.seat(game, power))


def test_a_message_is_new_to_its_reader_alone(game: Game):
    reader, other = (signed_in(holder(game, power)) for power in ("FRANCE", "ITALY"))
    before = asked(reader, game), asked(other, game)
    write(game, "GERMANY", "FRANCE")
    after = asked(reader, game), asked(other, game)
    assert (before[0]["unread"], after[0]["unread"]) == (0, 1)
    assert after[0]["news"] == before[0]["news"]
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
    assert (asked(reader, game) != before) == told


def after_news(client: Client, game: Game, *secret: Event.Kind) -> dict[str, object]:
    """Return the answer after an announcement that follows `secret` events; undo them all."""
    with transaction.atomic():
        phase, seat = factories.open_phase(game), factories.seat(game, "TURKEY")
        for kind in secret:
            audit.log(kind, game=game, phase=phase, seat=seat)
        audit.log(Event.Kind.ANNOUNCED, game=game, phase=phase, text="Hear!")
        answer = asked(client, game)
        transaction.set_rollback(True)
    return answer


def test_news_do_not_tell_how_many_secret_events_came_before_them(game: Game):
    """A primary key would: it counts the events of the whole site."""
    reader = signed_in(holder(game, "FRANCE"))
    quiet = after_news(reader, game)
    assert after_news(reader, game, Event.Kind.ORDERS_SAVED, Event.Kind.READY) == quiet
    assert after_news(reader, game, Event.Kind.ANNOUNCED) != quiet  # negative control


def test_the_digest_is_the_readers_own_and_needs_the_sites_key(game: Game, settings):
    reader, other = (signed_in(holder(game, power)) for power in ("FRANCE", "ITALY"))
    digest = asked(reader, game)["news"]
    assert re.fullmatch("[0-9a-f]{32}", str(digest))
    assert asked(reader, game)["news"] == digest
    assert asked(other, game)["news"] != digest
    person = holder(game, "FRANCE")
    settings.SECRET_KEY = "another key altogether, which nobody has ever seen before this"
    assert asked(signed_in(person), game)["news"] != digest


def test_strangers_are_asked_to_sign_in(game: Game, client: Client):
    assert client.get(reverse("games:presence", args=[game.slug])).status_code == 302
