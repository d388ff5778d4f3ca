"""The page with the statistics of a game."""

import time_machine
from django.core.cache import caches
from django.test import Client

from games.adjudication import due_phases
from games.models import Game, Unit
from games.web.pages.statistics import PowerDeeds, StabLine
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


def deeds_of(power: str, game: Game) -> PowerDeeds:
    answer = Client().get(f"/games/{game.slug}/statistics/")
    found: list[PowerDeeds] = answer.context["deeds"]
    return next(each for each in found if each.code == power)


def test_centers_and_deeds_are_shown_and_follow_each_phase(game: Game) -> None:
    assert "No phase has been resolved yet." in page_of(game)
    resolve(game, ("GERMANY", "A MUN S A VEN - TYR"), ("ITALY", "A VEN - TYR"))
    text = page_of(game)
    assert "start now" in text
    assert "Germany 3 / 3 3 / 3" in text
    germany = deeds_of("GERMANY", game)
    assert (germany.builds, germany.lost, germany.supports) == (0, 0, "Italy 1 of 1")
    resolve(game, ("GERMANY", "A MUN - TYR"))
    germany = deeds_of("GERMANY", game)
    assert germany.attacks == "Italy 1"
    url = f"{game.get_absolute_url()}F1901M/"
    assert germany.stabs == [StabLine("Italy (Fall 1901, movement)", url)]
    assert "Italy (Fall 1901, movement)" in page_of(game)


def test_orders_of_the_open_phase_do_not_count(game: Game) -> None:
    before = page_of(game)
    submit(game, "GERMANY", "A MUN S A VEN - TYR", "F KIE - HOL")
    caches["game_parts"].clear()
    assert page_of(game) == before


def test_the_chart_has_a_column_a_year_with_the_centers_of_each_power(game: Game) -> None:
    answer = Client().get(f"/games/{game.slug}/statistics/")
    chart = answer.context["chart"]
    assert [column.label for column in chart.columns] == ["start"]
    [column] = chart.columns
    numbers = {each.code: each.number for each in column.segments}
    assert numbers["RUSSIA"] == 4
    assert sum(numbers.values()) == 22
    assert [each.code for each in column.segments][-1] == "AUSTRIA"  # on top, as in the table
    assert column.segments[-1].y == 0


def test_a_longer_chart_names_the_powers_on_both_sides(game: Game) -> None:
    def names() -> int:
        page = Client().get(f"/games/{game.slug}/statistics/").content.decode()
        return page.count('class="chart__name chart__name--end"')

    assert names() == 0
    units = ["VIE", "LVP", "PAR", "MUN", "ROM", "MOS", "CON"]
    powers = game.seats.order_by("place").values_list("power", flat=True)
    for _ in range(4):  # spring and fall of two years, in which nobody moves
        resolve(game, *((power, f"A {unit} H") for power, unit in zip(powers, units, strict=True)))
    assert names() == 7


def test_a_game_that_waits_for_players_has_none(db: None) -> None:
    game = factories.open_game(factories.person("Mia"))
    answer = Client().get(f"/games/{game.slug}/statistics/")
    assert answer.status_code == 302
    assert answer["Location"] == game.get_absolute_url()


def test_a_position_that_cannot_be_read_is_said(game: Game) -> None:
    Unit.objects.filter(phase__game=game, province="PAR").update(province="XXX")
    caches["game_parts"].clear()
    assert "can’t be read" in page_of(game)
