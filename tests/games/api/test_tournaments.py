"""Tournaments by the API: reading them, taking part, and what hidden names keep to themselves."""

import uuid

import pytest

from accounts.models import User
from games.lifecycle import endings
from games.models import Game, Table, Tournament
from games.tournaments import opening, rounds
from tests import factories

from .conftest import Program, program

FINAL = "2020-01-01T00:00Z"


@pytest.fixture
def organizer(db: None) -> User:
    return factories.person("Olga Organizer")


def cup_of(organizer: User, **fields: object) -> Tournament:
    source = factories.open_game(organizer, title="Model", **fields)
    return opening.open_tournament(
        organizer,
        source,
        request_key=uuid.uuid4(),
        title="Spring Cup",
        rounds_planned=2,
        has_teams=True,
    )


def path_of(cup: Tournament) -> str:
    return f"/tournaments/{cup.slug}"


def entered(cup: Tournament, number: int) -> list[Program]:
    programs = [program(person) for person in factories.PersonFactory.create_batch(number)]
    for each in programs:
        assert each.post(f"{path_of(cup)}/enter", {}).status_code == 200
    return programs


def test_a_person_enters_chooses_a_team_and_leaves(organizer: User):
    cup = cup_of(organizer)
    [bot] = entered(cup, 1)
    assert bot.post(f"{path_of(cup)}/enter", {}).json()["code"] == "refused"
    assert bot.put(f"{path_of(cup)}/team", {"name": " Red  Foxes "}).status_code == 200
    found = bot.get(path_of(cup)).json()
    assert (found["entered"], found["can_enter"], found["team"]) == (True, False, "Red Foxes")
    assert (found["status"], found["organizers"]) == ("open", ["Olga Organizer"])
    assert {"Scoring system", "Deadlines"} <= {each["name"] for each in found["settings"]}
    asked = bot.post(f"{path_of(cup)}/leave", {})
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_confirmation")
    assert bot.post(f"{path_of(cup)}/leave", {"confirmed": True}).status_code == 200
    assert bot.get(path_of(cup)).json()["can_enter"]
    assert not cup.teams.exists()


def test_house_rules_are_accepted_before_a_person_enters(organizer: User):
    cup = cup_of(organizer, house_rules="Be kind.")
    bot = program(factories.person())
    asked = bot.post(f"{path_of(cup)}/enter", {})
    assert (asked.status_code, asked.json()["house_rules"]) == (409, "Be kind.")
    assert not cup.entrants.exists()
    answer = bot.post(f"{path_of(cup)}/enter", {"house_rules_accepted": True})
    assert answer.status_code == 200


def test_a_round_and_the_standings_have_who_drew_what_and_the_points(organizer: User):
    cup = cup_of(organizer)
    bot, *_others = entered(cup, 7)
    rounds.draw_round(cup, by=organizer)
    [table] = bot.get(f"{path_of(cup)}/rounds/1").json()["tables"]
    assert {power for each in table["players"] for power in each["powers"]} == {
        seat.power for seat in Game.objects.get(slug=table["game"]).seats.all()
    }
    endings.draw(Table.objects.get().game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(slug=table["game"]).update(final_at=FINAL)
    people = bot.get(f"{path_of(cup)}/standings").json()["people"]
    assert sum(each["points"] for each in people) == pytest.approx(100, abs=0.01)
    assert people[0]["rounds"] == [people[0]["points"]]
    [line] = bot.get("/tournaments").json()["tournaments"]
    assert (line["entered"], line["rounds_drawn"]) == (7, 1)
    assert bot.get(f"{path_of(cup)}/rounds/2").status_code == 404
    refused = bot.get(f"{path_of(cup)}/rounds/{10**30}")
    assert (refused.status_code, refused.json()["field"]) == (422, "number")


def test_hidden_players_stay_hidden_until_the_round_is_over(organizer: User):
    cup = cup_of(organizer, anonymous=True)
    bot, *others = entered(cup, 7)
    rounds.draw_round(cup, by=organizer)

    def shown() -> list[str]:
        paths = ("", "/standings", "/rounds/1")
        return [bot.get(path_of(cup) + path).content.decode() for path in paths]

    before = shown()
    assert bot.get(f"{path_of(cup)}/rounds/1").json()["tables"][0]["players"] == []
    assert others[0].post(f"{path_of(cup)}/leave", {"confirmed": True}).status_code == 200
    assert shown() == before
    endings.draw(Table.objects.get().game, among=["FRANCE", "ITALY"], by=None)
    Game.objects.filter(table__isnull=False).update(final_at=FINAL)
    people = bot.get(f"{path_of(cup)}/standings").json()["people"]
    assert [each["has_left"] for each in people].count(True) == 1
    assert len(bot.get(f"{path_of(cup)}/rounds/1").json()["tables"][0]["players"]) == 7
