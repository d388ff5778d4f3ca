"""A tournament through its pages: opened, entered, drawn twice, with somebody who drops out."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lifecycle import endings
from games.models import Game, Tournament
from tests import factories

from .conftest import alerts, signed_in, words


@pytest.fixture
def organizer(db: None) -> User:
    return factories.person("Olga Organizer")


def open_cup(organizer: User, **fields: str) -> Tournament:
    source = factories.open_game(organizer, title="Model")
    sheet = {
        "title": "Spring Cup",
        "source": str(source.pk),
        "scoring": "sum-of-squares",
        "rounds_planned": "2",
        "about": "Two rounds.",
        "request_key": "7b3f9a4e-0000-4000-8000-000000000001",
        **fields,
    }
    answer = signed_in(organizer).post("/tournaments/new/", sheet, follow=True)
    assert "The tournament is open for entries." in words(answer)
    return Tournament.objects.get()


def act(person: User, cup: Tournament, name: str, *arguments: object, **sheet: str) -> str:
    address = reverse(f"games:{name}", args=[cup.slug, *arguments])
    answer = signed_in(person).post(address, {"sent": "yes", **sheet}, follow=True)
    assert answer.status_code == 200
    return words(answer)


def test_twenty_one_people_play_two_rounds(organizer: User):
    cup = open_cup(organizer)
    people = factories.PersonFactory.create_batch(22)
    for person in people[:21]:
        assert "You’re in. The next round seats you." in act(person, cup, "enter_tournament")
    assert "The round is drawn." in act(organizer, cup, "draw_round")
    games = Game.objects.filter(table__round__number=1)
    assert games.count() == 3
    for game in games:
        endings.draw(game, among=["FRANCE", "ITALY"], by=None)
    games.update(final_at="2020-01-01T00:00Z")
    assert "You’ve left the tournament." in act(people[0], cup, "leave_tournament")
    assert "A round needs at least 7 people" not in act(people[21], cup, "enter_tournament")
    page = act(organizer, cup, "draw_round")
    assert "Round 2" in page
    assert str(people[21]) in page
    assert str(people[0]) not in page
    shown = words(Client().get(cup.get_absolute_url()))
    assert f"{people[0]} left" in shown
    assert "Rounds drawn 2 of 2" in shown
    rows = list(
        csv.reader(
            io.StringIO(Client().get(f"{cup.get_absolute_url()}standings.csv").content.decode())
        )
    )
    assert rows[0] == ["rank", "name", "team", "total", "round 1", "round 2", "wins"]
    assert len(rows) == 23
    assert sum(float(row[3]) for row in rows[1:]) == pytest.approx(300, abs=0.01)


def test_a_round_is_asked_about_while_games_go_on(organizer: User):
    cup = open_cup(organizer)
    for person in factories.PersonFactory.create_batch(7):
        act(person, cup, "enter_tournament")
    act(organizer, cup, "draw_round")
    assert "One game of an earlier round goes on." in act(organizer, cup, "draw_round")
    assert cup.rounds.count() == 1
    act(organizer, cup, "draw_round", anyway="yes")
    assert cup.rounds.count() == 2


def test_too_few_people_get_a_sentence(organizer: User):
    cup = open_cup(organizer)
    for person in factories.PersonFactory.create_batch(6):
        act(person, cup, "enter_tournament")
    assert "A round needs at least 7 people. There are 6." in act(organizer, cup, "draw_round")


def test_only_organizers_reach_their_pages(organizer: User):
    cup, guest = open_cup(organizer), factories.person()
    for name in ("draw_round", "end_tournament", "add_organizer", "stop_organizing"):
        address = reverse(f"games:{name}", args=[cup.slug])
        assert signed_in(guest).get(address).status_code == 404
        assert signed_in(organizer).get(address).status_code == 200


def test_a_form_with_more_counting_rounds_than_rounds_keeps_what_was_typed(organizer: User):
    source = factories.open_game(organizer)
    sheet = {"title": "Cup", "source": str(source.pk), "scoring": "tribute",
             "rounds_planned": "2", "counting": "3", "about": "Mine.",
             "request_key": "7b3f9a4e-0000-4000-8000-000000000002"}  # fmt: skip
    answer = signed_in(organizer).post("/tournaments/new/", sheet)
    assert "There are not so many rounds." in alerts(answer)
    assert "Mine." in answer.content.decode()
    assert not Tournament.objects.exists()


def test_somebody_who_masters_no_game_is_told_what_to_do_first(db: None):
    page = words(signed_in(factories.person()).get("/tournaments/new/"))
    assert "First open a game with the settings that all games should have" in page


def test_house_rules_are_accepted_first(organizer: User):
    source = factories.open_game(organizer, house_rules="Be kind.")
    cup = open_cup(organizer, source=str(source.pk))
    person = factories.person()
    address = reverse("games:enter_tournament", args=[cup.slug])
    assert signed_in(person).post(address, {"sent": "yes"}).status_code == 422
    assert "You’re in." in act(person, cup, "enter_tournament", accept="on")


def test_teams_are_named_and_ranked(organizer: User):
    cup = open_cup(organizer, has_teams="on")
    people = factories.PersonFactory.create_batch(7)
    for person in people:
        act(person, cup, "enter_tournament")
    for person in people[:2]:
        assert "Your team is saved." in act(person, cup, "tournament_team", name="Hedgehogs")
    act(organizer, cup, "draw_round")
    assert "Hedgehogs" in words(Client().get(cup.get_absolute_url()))


def test_the_list_says_when_there_is_none(organizer: User):
    assert "No tournament yet" in words(Client().get("/tournaments/"))
    open_cup(organizer)
    assert "Spring Cup" in words(Client().get("/tournaments/"))
