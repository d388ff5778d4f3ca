"""Webhooks of the key's owner by the API."""

from accounts.models import User
from games.models import Webhook
from tests import factories

from .conftest import program
from .test_master_webhooks import ADDRESS, KEY, SENT

PATH = "/me/webhooks"


def test_a_person_adds_tries_and_switches_off_a_webhook(db: None):
    person = factories.person()
    bot = program(person)
    answer = bot.post(PATH, SENT)
    assert answer.status_code == 201, answer.content
    row = Webhook.objects.of_person(person).get()
    assert (row.url, row.secret, row.language, row.game) == (ADDRESS, KEY, "en", None)
    assert bot.post(PATH, SENT).json()["code"] == "refused"
    key = answer.json()["webhooks"][0]["id"]
    assert bot.post(f"{PATH}/{key}/test", {}).status_code == 200
    read = bot.get(PATH)
    assert read.json()["webhooks"][0]["waiting"] == 1
    assert not {KEY, ADDRESS} & set(read.content.decode().split('"'))
    assert bot.post(f"{PATH}/{key}/off", {}).json()["code"] == "needs_confirmation"
    stranger = program(factories.person())
    assert stranger.get(PATH).json()["webhooks"] == []
    assert stranger.post(f"{PATH}/{key}/off", {"confirmed": True}).status_code == 404
    assert bot.post(f"{PATH}/{key}/off", {"confirmed": True}).status_code == 200
    assert not Webhook.objects.of_person(person).exists()


def test_a_key_without_the_scope_and_a_private_address_are_refused(players: list[User]):
    assert program(players[0], account=False).post(PATH, SENT).json()["code"] == "scope_too_small"
    refused = program(players[0]).post(PATH, SENT | {"url": "http://127.0.0.1/"})
    assert (refused.status_code, refused.json()["field"]) == (422, "url")
    assert not Webhook.objects.exists()
