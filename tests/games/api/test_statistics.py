"""Statistics by the API: the figures of the pages."""

import uuid

import pytest
import time_machine
from django.core.cache import caches

from accounts import clock
from games.adjudication import due_phases
from games.models import Game, GameResult, PowerResult
from tests import factories

from ..orders.test_submission import submit
from .conftest import Program, Table, program

SPRING, FALL = "A MAR - SPA, A PAR - BUR, F BRE - MAO", "A BUR - BEL, A SPA H, F MAO - POR"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["statistics"].clear()


@pytest.fixture
def reader(db: None) -> Program:
    return program(factories.person("Reader"))


def won_by_france(number: int, *, press: str = "full", spring: str = SPRING) -> None:
    """The result of a finished game of this site."""
    now = clock.now()
    game = Game.objects.create(
        title="Old",
        slug=f"old-{number}",
        request_key=uuid.uuid4(),
        created_at=now,
        lobby_closes_at=now,
        status=Game.Status.FINISHED,
        ending=Game.Ending.SOLO,
        ended_at=now,
        final_at=now,
    )
    row = GameResult.objects.create(
        game=game,
        setup="standard",
        edition="2000",
        press=press,
        first_year=1901,
        last_year=1907,
        years=7,
        end="solo",
        ended_at=now,
    )
    PowerResult.objects.create(
        of=row, power="FRANCE", result="won", centers=18, spring=spring, fall=FALL
    )


def test_the_statistics_of_a_game_follow_each_phase_and_tell_no_order_of_an_open_one(
    table: Table,
):
    reader = table.programs["ITALY"]
    path = f"{table.path}/statistics"
    assert reader.get(path).json()["powers"] == []
    submit(table.game, "GERMANY", "A MUN S A VEN - TYR")
    submit(table.game, "ITALY", "A VEN - TYR")
    assert reader.get(path).json()["powers"] == []
    with time_machine.travel(factories.deadline(table.game)):
        due_phases.resolve_due()
    found = reader.get(path).json()
    germany = next(each for each in found["powers"] if each["power"] == "GERMANY")
    assert (germany["supports"], germany["useful_supports"]) == ({"ITALY": 1}, {"ITALY": 1})
    assert [each["moment"] for each in found["years"]] == ["start", "now"]
    assert found["years"][0]["centers"]["RUSSIA"] == 4
    assert found["messages"] is None


def test_a_game_that_has_not_begun_or_is_private_has_no_statistics(table: Table, reader: Program):
    lobby = factories.open_game(factories.person())
    assert reader.get(f"/games/{lobby.slug}/statistics").status_code == 404
    Game.objects.filter(pk=table.game.pk).update(visibility="private")
    assert reader.get(f"{table.path}/statistics").status_code == 404


def test_messages_are_counted_once_everyone_may_read_them(table: Table, reader: Program):
    sent = table.programs["FRANCE"].post(
        f"{table.path}/threads/FRANCE.ITALY/messages", {"text": "Peace?"}
    )
    assert sent.status_code == 201
    path = f"{table.path}/statistics"
    assert reader.get(path).json()["messages"] is None
    now = clock.now()
    Game.objects.filter(pk=table.game.pk).update(
        status="finished", ending="draw", ended_at=now, final_at=now, messages_open_at_end=True
    )
    found = reader.get(path).json()["messages"]
    france = next(each for each in found["powers"] if each["power"] == "FRANCE")
    assert france["private"]["ITALY"] == 1
    assert sum(france["private"].values()) == 1


def test_the_statistics_of_the_site_count_the_games_that_are_asked_for(reader: Program):
    won_by_france(1)
    won_by_france(2, press="none")
    found = reader.get("/statistics").json()
    assert (found["games"], found["lengths"]) == (2, [{"years": 7, "games": 2}])
    assert found["ends"][0]["end"] == "solo"
    [france] = found["powers"]
    assert (france["results"]["won"], france["results"]["average_centers"]) == (2, 18.0)
    assert reader.get("/statistics?press=none").json()["games"] == 1
    refused = reader.get("/statistics?press=loud")
    assert (refused.status_code, refused.json()["field"]) == (422, "press")


def test_openings_lead_from_a_spring_to_the_falls_after_it(reader: Program):
    won_by_france(1)
    won_by_france(2, spring="A MAR H, A PAR H, F BRE H")
    path = "/statistics/openings/FRANCE"
    found = reader.get(path).json()
    assert (found["springs"]["games"], found["falls"]) == (2, None)
    assert SPRING in [", ".join(each["orders"]) for each in found["springs"]["most"]]
    [fall] = reader.get(f"{path}?spring={SPRING}").json()["falls"]["most"]
    assert (", ".join(fall["orders"]), fall["results"]["games"]) == (FALL, 1)
    assert reader.get(f"{path}?spring=A PAR H").status_code == 422
    assert reader.get("/statistics/openings/PIEDMONT").status_code == 404
