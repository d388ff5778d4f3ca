"""Reads of the API: games, phases and maps, with names and orders as far as one may see them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import clock
from games.adjudication import due_phases
from games.models import Game, Phase
from tests import factories

from ..web.views.conftest import words
from .conftest import Table, program


def test_a_game_has_its_settings_powers_and_clock(table: Table):
    answer = table.programs["FRANCE"].get(table.path)
    assert answer.status_code == 200, answer.content
    game = answer.json()
    assert game["phase"] == "S1901M"
    assert game["my_powers"] == ["FRANCE"]
    france = next(each for each in game["powers"] if each["power"] == "FRANCE")
    assert (france["units"], france["centers"], france["has_ordered"]) == (3, 3, False)
    austria = next(each for each in game["powers"] if each["power"] == "AUSTRIA")
    assert austria["has_ordered"] is None
    assert game["time"]["due_at"].endswith("Z")


def test_a_game_has_all_settings_of_its_page_and_the_changes_to_come(table: Table):
    Game.objects.filter(pk=table.game.pk).update(
        votes_on_extensions=True,
        publish_hours=24,
        no_machine_help=True,
        house_rules="Be kind.",
        house_rules_since=9,
    )
    table.game.rule_changes.create(field="via_without_route", value="fails")
    game = table.programs["FRANCE"].get(table.path).json()
    names = {each["name"] for each in game["settings"]}
    assert {"Results", "Search in the sandbox", "Ratings", "Votes on deadlines"} <= names
    page = words(Client().get(f"/games/{table.game.slug}/"))
    assert [
        fact for fact in game["settings"] if f"{fact['name']} {fact['value']}" not in page
    ] == []
    assert [each["answer"] for each in game["changed_rules"]] != []
    assert game["coming"]["house_rules"] == "Be kind."


def test_names_are_hidden_where_the_game_hides_them(table: Table):
    Game.objects.filter(pk=table.game.pk).update(anonymous=True)
    powers = table.programs["FRANCE"].get(table.path).json()["powers"]
    hidden = {each["power"]: each["player"] for each in powers}
    assert {name for power, name in hidden.items() if power != "FRANCE"} == {"hidden"}


def test_a_private_game_is_not_there_for_others(table: Table):
    Game.objects.filter(pk=table.game.pk).update(visibility="private")
    stranger = program(factories.person("Boris"))
    for path in ("", "/phases", "/phases/S1901M", "/map", "/threads", "/votes"):
        assert stranger.get(table.path + path).status_code == 404
        assert table.programs["ITALY"].get(table.path + path).status_code == 200


def test_the_list_goes_on_after_its_cursor_and_tells_no_number(db: None):
    made = [factories.open_game(factories.person(), title=f"Table {n}") for n in range(5)]
    reader = program(factories.person())
    slugs: list[str] = []
    path = "/games?limit=2"
    while True:
        page = reader.get(path).json()
        assert page.keys() == {"games", "next_cursor"}
        slugs += [each["slug"] for each in page["games"]]
        if page["next_cursor"] is None:
            break
        path = f"/games?limit=2&cursor={page['next_cursor']}"
    assert slugs == [game.slug for game in reversed(made)]
    refused = reader.get("/games?cursor=nonsense")
    assert (refused.status_code, refused.json()["field"]) == (422, "cursor")


def test_orders_are_read_by_all_once_the_phase_is_resolved(table: Table):
    italy = table.programs["ITALY"]
    for power, order in factories.HOLDS.items():
        body = {"phase": "S1901M", "orders": [order]}
        assert table.programs[power].put(f"{table.seat(power)}/orders", body).status_code == 200
    before = italy.get(f"{table.path}/phases/S1901M")
    assert before.json()["results"] is None
    assert "A PAR H" not in before.content.decode()
    factories.let_be_due(table.game, clock.now())
    due_phases.resolve_due()
    phase = italy.get(f"{table.path}/phases/S1901M").json()
    assert phase["status"] == "resolved"
    assert phase["next"] == "F1901M"
    results = {each["order"]: each for each in phase["results"]["FRANCE"]}
    assert results["A PAR H"]["given"]
    assert not results["A MAR H"]["given"]
    listed = italy.get(f"{table.path}/phases").json()["phases"]
    assert [each["code"] for each in listed] == ["S1901M", "F1901M"]


def test_the_map_says_where_units_may_move(table: Table):
    provinces = {
        each["code"]: each
        for each in table.programs["FRANCE"].get(f"{table.path}/map").json()["provinces"]
    }
    assert len(provinces) == 75
    assert set(provinces["PAR"]["army_moves"]) == {"BRE", "BUR", "GAS", "PIC"}
    assert set(provinces["SPA"]["fleet_moves"]) == {"NC", "SC"}


def test_a_read_that_is_known_already_is_304(table: Table):
    reader = table.programs["FRANCE"]
    for path in (table.path, f"{table.path}/phases/S1901M", "/news", "/me", "/games"):
        first = reader.get(path)
        again = reader.get(path, If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.content) == (304, b""), path
        assert "RateLimit" in again.headers
        assert ("Retry-After" in again.headers) is (path == "/news")
    assert "ETag" not in reader.get(f"{table.path}/archive").headers


def test_the_news_change_when_something_can_be_seen(table: Table):
    france, italy = table.programs["FRANCE"], table.programs["ITALY"]
    known = france.get("/news").headers["ETag"], italy.get("/news").headers["ETag"]
    assert france.get("/news").json()["games"][0]["waits_for_orders_of"] == ["FRANCE"]
    france.put(f"{table.seat('FRANCE')}/orders", {"phase": "S1901M", "orders": ["A PAR H"]})
    assert france.get("/news").json()["games"][0]["waits_for_orders_of"] == []
    assert france.get("/news", If_None_Match=known[0]).status_code == 200
    assert italy.get("/news", If_None_Match=known[1]).status_code == 304


def test_a_further_game_costs_the_news_its_marks_alone(table: Table):
    france = table.programs["FRANCE"]
    person = factories.seat(table.game, "FRANCE").tenures.get().person
    france.get("/news")
    numbers = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as queries:
            france.get("/news")
        numbers.append(len(queries))
        factories.begun_game(players=[person, *(factories.person() for _power in range(6))])
    assert len(france.get("/news").json()["games"]) == 3
    assert numbers[1] - numbers[0] == 2


def test_the_session_of_a_browser_opens_nothing(table: Table):
    client = Client()
    client.force_login(factories.person())
    answer = client.get(f"/api/v1{table.path}")
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/me", "/me/notifications", "/news"])
def test_what_is_about_oneself_is_read(table: Table, path: str):
    assert table.programs["FRANCE"].get(path).status_code == 200


def test_a_phase_that_is_not_there_is_not_found(table: Table):
    france = table.programs["FRANCE"]
    for path in ("/phases/nonsense", "/no-such-thing", "/seats/ITALY/orders"):
        answer = france.get(table.path + path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    assert Phase.objects.count() == 1
