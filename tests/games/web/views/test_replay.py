"""The replay of a game."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.adjudication import due_phases
from games.models import Game, Phase
from tests import factories

from ...orders.test_submission import submit
from .conftest import signed_in


@pytest.fixture
def played(game: Game) -> Game:
    """Two phases are over; the third is open, with an order of France."""
    for texts in (("A PAR - BUR", "F BRE - MAO"), ("F MAO - POR", "A BUR H")):
        submit(game, "FRANCE", *texts)
        with time_machine.travel(factories.deadline(game)):
            due_phases.resolve_due()
    submit(game, "FRANCE", "A PAR B")
    return game


def steps_of(page: str) -> list[str]:
    return re.findall(r'<option value="[^"]*/replay/(\w+)/"', page)


def test_a_replay_has_the_resolved_phases_and_begins_with_the_first(played: Game):
    answer = Client().get(reverse("games:replay", args=[played.slug]))
    page = answer.content.decode()
    assert steps_of(page) == ["S1901M", "F1901M"]
    assert answer.context["phase"].code == "S1901M"
    assert f'data-source="{reverse("games:phase", args=[played.slug, "F1901M"])}"' in page
    assert '<g data-year="1901" class="chart__shown">' in page
    assert 'data-order="A PAR - BUR"' in page
    assert "F MAO - POR" not in page


def test_each_phase_of_a_replay_has_an_address_and_links_to_its_neighbours(played: Game):
    page = Client().get(reverse("games:replay_phase", args=[played.slug, "F1901M"]))
    assert page.context["phase"].code == "F1901M"
    text = page.content.decode()
    assert 'data-order="F MAO - POR"' in text
    first = reverse("games:replay_phase", args=[played.slug, "S1901M"])
    assert re.search(rf'data-step="previous" href="{first}"', text)


def test_the_open_phase_is_in_no_replay_even_for_its_player(played: Game):
    client = signed_in(factories.holder(factories.seat(played, "FRANCE")))
    opened = factories.open_phase(played).code
    answer = client.get(reverse("games:replay_phase", args=[played.slug, opened]))
    assert answer.status_code == 302
    assert answer["Location"] == played.get_absolute_url()
    page = client.get(reverse("games:replay", args=[played.slug])).content.decode()
    assert opened not in steps_of(page)
    assert "A PAR B" not in page


def test_a_game_without_a_resolved_phase_has_no_replay(game: Game):
    assert "/replay/" not in Client().get(game.get_absolute_url()).content.decode()
    answer = Client().get(reverse("games:replay", args=[game.slug]))
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def test_phases_that_were_rolled_back_are_left_out(played: Game):
    played.phases.filter(code="F1901M").update(status=Phase.Status.SUPERSEDED)
    answer = Client().get(reverse("games:replay", args=[played.slug]))
    assert [step.name for step in answer.context["steps"].steps] == ["Spring 1901, movement"]


def test_the_list_of_phases_leads_to_the_replay_of_the_phase_shown(played: Game):
    page = Client().get(reverse("games:phase", args=[played.slug, "F1901M"])).content.decode()
    assert f'href="{reverse("games:replay_phase", args=[played.slug, "F1901M"])}"' in page
    whole = Client().get(played.get_absolute_url()).content.decode()
    assert f'href="{reverse("games:replay", args=[played.slug])}"' in whole


def test_a_private_game_shows_its_replay_to_nobody_else(played: Game):
    played.visibility = Game.Visibility.PRIVATE
    played.save(update_fields=["visibility"])
    url = reverse("games:replay", args=[played.slug])
    assert Client().get(url).status_code == 404
    player = factories.holder(factories.seat(played, "FRANCE"))
    assert signed_in(player).get(url).status_code == 200
