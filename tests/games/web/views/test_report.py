"""The page of a report: its text in each format and language, and who may see it."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.game_master import map_links
from games.models import Game, Phase
from games.reports import write
from tests import factories

from .conftest import OrderForm, signed_in, words


@pytest.fixture
def past(game: Game, order_form: Callable[..., OrderForm]) -> Phase:
    order_form("FRANCE").rows("A PAR - BUR", "A MAR - BUR")
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()
    return game.phases.get(code="S1901M")


def address(phase: Phase) -> str:
    return reverse("games:report", args=[phase.game.slug, phase.code])


def text(answer: Any) -> str:
    """The content of the text box, without the leading line break, as a browser shows it."""
    (found,) = re.findall(r"<textarea[^>]*>\n(.*)</textarea>", answer.content.decode(), re.S)
    return html.unescape(found)


def chosen(answer: Any) -> list[str]:
    return re.findall(r'<option value="(\w+)" selected>', answer.content.decode())


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("format_", write.FORMATS)
def test_the_box_holds_the_report_that_was_asked_for(past: Phase, format_: str, language: str):
    Game.objects.update(title="</textarea> [b] & co")
    past = Phase.objects.get(pk=past.pk)
    answer = Client().get(address(past), {"format": format_, "language": language})
    assert text(answer) == write.write(past, format_, language)
    assert chosen(answer) == [format_, language]


@pytest.mark.parametrize(
    "query", [{}, {"format": "pdf", "language": "xx"}, {"format": "", "language": "en\x00"}]
)
def test_without_a_valid_choice_a_report_is_bbcode_in_the_language_of_the_page(
    past: Phase, query: dict[str, str]
):
    answer = Client().get(address(past), query, headers={"Accept-Language": "es"})
    assert answer.status_code == 200
    assert chosen(answer) == ["bbcode", "es"]
    assert text(answer) == write.write(past, "bbcode", "es")


def test_the_notation_follows_the_language_of_the_report_and_not_its_reader(past: Phase):
    reader = factories.person(language="en", notation="it")
    answer = signed_in(reader).get(address(past), {"language": "es"})
    assert "E Mar-Bor" in text(answer)
    assert "<h1>Report" in answer.content.decode()


def test_the_page_of_a_resolved_phase_leads_to_its_report(past: Phase):
    answer = Client().get(past.get_absolute_url())
    assert f'href="{address(past)}"' in answer.content.decode()
    after = Client().get(f"{past.get_absolute_url()}after/")
    assert f'href="{address(past)}"' in after.content.decode()


def test_an_open_phase_has_no_report(past: Phase):
    opened = factories.open_phase(past.game)
    answer = Client().get(address(opened))
    assert (answer.status_code, answer["Location"]) == (302, past.game.get_absolute_url())


def test_players_of_a_private_game_see_its_report_without_a_map(past: Phase):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    assert Client().get(address(past)).status_code == 404
    own = signed_in(factories.holder(factories.seat(past.game, "FRANCE"))).get(address(past))
    assert "Strangers can’t see its maps" in words(own)
    assert "The game master can open the maps" in words(own)
    assert "[img]" not in text(own)
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    assert "Strangers can’t see its maps" not in words(Client().get(address(past)))


def test_a_private_game_without_a_master_promises_no_map(past: Phase):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    past.game.masterships.update(until=clock.now())
    own = signed_in(factories.holder(factories.seat(past.game, "FRANCE"))).get(address(past))
    assert "Strangers can’t see its maps" in words(own)
    assert "game master" not in words(own)


def test_the_report_links_the_master_of_a_private_game_to_sharing_its_maps(
    past: Phase, master: User
):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    act = reverse("games:master_show_maps", args=[past.game.slug])
    assert f'href="{act}"' in signed_in(master).get(address(past)).content.decode()
    map_links.show(past.game, by=master)
    answer = signed_in(master).get(address(past))
    key = Game.objects.get().map_key
    assert f"[img]{settings.SITE_URL}{past.get_absolute_url()}map-{key}.png[/img]" in text(answer)
    assert "Strangers can’t see its maps" not in words(answer)
