"""The page with the statistics of a game."""

import time_machine
from django.core.cache import caches
from django.test import Client

from games.adjudication import due_phases
from games.models import Game, Unit
from tests import factories

from ...orders.test_submission import submit
from .conftest import words


def page_of(game: Game) -> str:
    answer = Client().get(f"/games/{game.slug}/statistics/")
    assert answer.status_code == 200
    return words(answer)


def resolve(game: Game, *orders: tuple[str, ...]) -> None:
    for power, *texts in orders:
        submit(game, power, *texts)
    with time_machine.travel(factories.deadline(game)):
        due_phases.resolve_due()


def test_centers_and_deeds_are_shown_and_follow_each_phase(game: Game) -> None:
    assert "No phase has been resolved yet." in page_of(game)
    resolve(game, ("FRANCE", "A MAR S A VEN"), ("GERMANY", "A MUN - RUH"))
    text = page_of(game)
    assert "1900 now" in text
    assert "France 3 / 3 3 / 3" in text
    assert "France 0 0 0 Italy 1 of 1" in text
    resolve(game, ("FRANCE", "A MAR - PIE"), ("ITALY", "A VEN - PIE"))
    assert "Italy in" not in page_of(game)


def test_orders_of_the_open_phase_do_not_count(game: Game) -> None:
    before = page_of(game)
    submit(game, "FRANCE", "A MAR S A VEN", "A PAR - BUR")
    caches["game_parts"].clear()
    assert page_of(game) == before


def test_the_chart_has_a_column_a_year_with_the_centers_of_each_power(game: Game) -> None:
    answer = Client().get(f"/games/{game.slug}/statistics/")
    chart = answer.context["chart"]
    assert [column.label for column in chart.columns] == ["1900"]
    [column] = chart.columns
    numbers = {each.power: each.number for each in column.segments}
    assert numbers["RUSSIA"] == 4
    assert sum(numbers.values()) == 22
    assert column.segments[0].y + column.segments[0].height == chart.base


def test_a_game_that_waits_for_players_has_none(db: None) -> None:
    game = factories.lobby()
    answer = Client().get(f"/games/{game.slug}/statistics/")
    assert answer.status_code == 302
    assert answer["Location"] == game.get_absolute_url()


def test_a_position_that_cannot_be_read_is_said(game: Game) -> None:
    Unit.objects.filter(phase__game=game, province="PAR").update(province="XXX")
    caches["game_parts"].clear()
    assert "can’t be read" in page_of(game)
