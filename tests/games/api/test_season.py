"""A game year by the API alone leaves the same rows as the same year by the pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.models import Center, Event, Game, Order, Phase, Receipt, Unit
from tests import factories

from .conftest import Program, program

# Orders by phase, so that units bounce, one is dislodged, and France and Germany build.
YEAR = {
    "S1901M": {
        "AUSTRIA": ["A VIE - TRI", "F TRI - ALB", "A BUD - SER"],
        "ENGLAND": ["F LON - NTH", "A LVP - YOR"],
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
        "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - DEN"],
        "RUSSIA": ["A WAR - GAL", "F SEV - BLA"],
        "TURKEY": ["F ANK - BLA", "A CON - BUL"],
    },
    "F1901M": {
        "FRANCE": ["A BUR - MUN", "A MAR - SPA", "F MAO - POR"],
        "GERMANY": ["A MUN H", "A KIE - HOL", "F DEN H"],
        "AUSTRIA": ["A SER - GRE", "F ALB S A SER - GRE"],
        "ITALY": ["A VEN - TYR"],
    },
    "W1901A": {"FRANCE": ["F BRE B", "A PAR B"], "GERMANY": ["A BER B", "WAIVE"]},
}


def holders(game: Game) -> dict[str, User]:
    return {seat.power: factories.holder(seat) for seat in game.seats.all()}


class ByPages:
    """Players who save the form of the page, and say that they are ready by its button."""

    def __init__(self, game: Game) -> None:
        self.browsers = {power: Client() for power in factories.HOLDS}
        for power, person in holders(game).items():
            self.browsers[power].force_login(person)
        self.slug = game.slug

    def order(self, code: str, power: str, orders: list[str]) -> None:
        where = [self.slug, code, power]
        sheet = {"mode": "text", "text": "\n".join(orders), "language": "en"}
        assert (
            self.browsers[power].post(reverse("games:orders", args=where), sheet).status_code == 302
        )
        said = {"ready": "yes"}
        ready = self.browsers[power].post(reverse("games:ready", args=where), said)
        assert ready.status_code == 302


class ByApi:
    """Programs of the same players, with a key each."""

    def __init__(self, game: Game) -> None:
        self.programs: dict[str, Program] = {
            power: program(person) for power, person in holders(game).items()
        }
        self.path = f"/games/{game.slug}/seats"

    def order(self, code: str, power: str, orders: list[str]) -> None:
        body = {"phase": code, "text": "\n".join(orders), "language": "en"}
        saved = self.programs[power].put(f"{self.path}/{power}/orders", body)
        assert saved.status_code == 200, saved.content
        ready = {"phase": code, "ready": True}
        answer = self.programs[power].put(f"{self.path}/{power}/ready", ready)
        assert answer.status_code == 200, answer.content


def play(game: Game, way: ByPages | ByApi) -> None:
    """Play the year. A phase for which not all are ready is ended by its deadline."""
    while not game.phases.open().filter(code__startswith="S1902").exists():
        phase = factories.open_phase(game)
        for power, orders in YEAR.get(phase.code, {}).items():
            way.order(phase.code, power, orders)
        factories.let_be_due(game, clock.now())
        due_phases.resolve_due()


def rows(game: Game) -> Iterator[tuple[str, list[Any]]]:
    """The rows of a game without keys and times."""
    order = ("phase__number", "seat__place")
    of_game = {"phase__game": game}
    for model, fields in (
        (Order, ("kind", "typed", "text", "outcome", "fate", "reason_code", "reason_params")),
        (Unit, ("type", "province", "coast", "dislodged", "attacked_from", "retreats")),
        (Center, ("province",)),
        (Receipt, ("text", "source", "on_behalf")),
    ):
        found = model.objects.filter(**of_game).values_list(*order, *fields)
        yield model.__name__, sorted(map(repr, found))
    phases = Phase.objects.filter(game=game).order_by("number")
    yield "Phase", list(phases.values_list("number", "code", "status"))
    events = Event.objects.filter(game=game, phase__isnull=False)
    yield "Event", sorted(map(repr, events.values_list("phase__number", "kind", "seat__place")))


@pytest.mark.django_db
def test_a_year_by_api_equals_the_same_by_pages():
    games = [factories.begun_game(title=f"Year {number}") for number in range(2)]
    play(games[0], ByPages(games[0]))
    play(games[1], ByApi(games[1]))
    by_pages, by_api = (dict(rows(game)) for game in games)
    assert by_pages["Order"]
    assert any("dislodged" in row or "bounce" in row for row in by_pages["Order"])
    for name, found in by_pages.items():
        assert by_api[name] == found, name
