"""The pages of the threads about reports."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from games.adjudication import due_phases
from games.models import Game, Phase, Thread

from .... import factories
from ...press.message_helpers import agree, write
from .conftest import Answer, OrderForm, signed_in, words


@pytest.fixture
def past(game: Game, order_form: Callable[..., OrderForm]) -> Phase:
    order_form("FRANCE").rows("A PAR - BUR", "A MAR - BUR")
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    phase = game.phases.get(code="S1901M")
    phase.game = game
    return phase


def browser(game: Game, power: str) -> Client:
    return signed_in(factories.holder(factories.seat(game, power)))


def url(name: str, phase: Phase) -> str:
    return reverse(f"games:{name}", args=[phase.game.slug, phase.code])


def listed(client: Client, game: Game) -> Answer:
    return client.get(reverse("games:press", args=[game.slug]), follow=True)


@pytest.mark.parametrize("power", ["FRANCE", ""])
def test_the_topic_leads_to_the_report_where_nobody_wrote_yet(past: Phase, power: str):
    client = browser(past.game, power) if power else Client()
    page = listed(client, past.game)
    assert "Spring 1901, movement: report Public Orders and results" in words(page)
    assert f'href="{url("report", past)}"' in page.content.decode()
    assert f'href="{reverse("games:reports", args=[past.game.slug])}"' in page.content.decode()


def test_the_report_is_shown_with_what_failed_underlined(past: Phase):
    page = Client().get(url("report", past)).content.decode()
    assert "<li><u>A PAR - BUR</u>" in page
    assert f'<img src="{url("picture", past)}"' in page


def test_a_report_is_discussed_from_its_page(past: Phase):
    france = browser(past.game, "FRANCE")
    assert "Discuss it" in words(france.get(url("report", past)))
    form = france.get(url("discuss", past))
    assert "Spring 1901, movement: report Everyone can read it. Orders and results" in words(form)
    sent = {"text": "Well played.", "request_key": str(uuid.uuid4())}
    there = str(france.post(url("discuss", past), sent)["Location"]).partition("#")[0]
    thread = Thread.objects.get()
    assert there.endswith(f"/topics/{thread.key}/")
    germany = browser(past.game, "GERMANY")
    assert "Read the thread" in words(germany.get(url("report", past)))
    assert germany.get(url("discuss", past))["Location"] == f"{there}#write"
    page = listed(germany, past.game)
    assert "Spring 1901, movement: report Public 1 new France: Well played." in words(page)
    assert f'href="{there}#new"' in page.content.decode()
    assert "Well played." in words(germany.get(there))


def test_who_may_not_write_is_offered_no_discussion(past: Phase):
    page = Client().get(url("report", past))
    assert "Discuss it" not in words(page)
    agree(past.game, press="none")
    assert "Discuss it" not in words(browser(past.game, "FRANCE").get(url("report", past)))
    form = browser(past.game, "FRANCE").get(url("discuss", past))
    assert "In this game, powers can’t write messages until it is over." in words(form)


def test_what_is_said_about_a_report_is_read_by_strangers(past: Phase):
    write(past.game, "FRANCE", text="Well played.", topic=past)
    page = Client().get(url("discuss", past), follow=True)
    assert "Well played." in words(page)


def test_an_open_phase_has_no_report_to_discuss(game: Game):
    phase = factories.open_phase(game)
    phase.game = game
    answer = browser(game, "FRANCE").get(url("discuss", phase))
    assert answer["Location"] == game.get_absolute_url()


def test_all_reports_stand_on_one_page(game: Game):
    address = reverse("games:reports", args=[game.slug])
    assert "No phase has been resolved yet" in words(Client().get(address))
    for _ in range(5):
        factories.let_be_due(game, clock.now())
        due_phases.resolve_due()
    page = words(Client().get(address))
    assert page.count(": report") == game.phases.filter(status="resolved").count() == 5
