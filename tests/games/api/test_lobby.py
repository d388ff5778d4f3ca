"""Lobbies by the API: joining, wishes, leaving, and what the page would ask."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.api.values import lobby as values
from games.lifecycle import lobby
from games.models import Event, Game, LobbyEntry, PowerWish
from tests import factories

from .conftest import Program, program

POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]


@pytest.fixture
def maker(db: None) -> User:
    return factories.person("Vera")


def path(game: Game, act: str = "") -> str:
    return f"/games/{game.slug}/lobby{act}"


def test_seven_keys_begin_a_game_and_play_a_phase(maker: User):
    game = factories.open_game(maker, allotment=Game.Allotment.WISHES, as_master=True)
    players = [program(factories.person()) for _number in POWERS]
    for player, power in zip(players[:6], POWERS, strict=False):
        assert player.post(path(game, "/join"), {}).json()["begun"] is False
        wished = player.put(path(game, "/wishes"), {"wishes": [power]})
        assert (wished.status_code, wished.json()) == (200, {"wishes": [power]}), wished.content
    seen = players[0].get(path(game)).json()
    assert (seen["free_seats"], seen["wishes"], seen["entered"]) == (1, ["AUSTRIA"], True)
    assert "ENGLAND" not in str(seen["waiting"])
    assert [line["slug"] for line in players[0].get("/games?mine=true").json()["games"]] == [
        game.slug
    ]
    assert players[6].get("/games?mine=true").json()["games"] == []
    assert players[6].post(path(game, "/join"), {"confirmed": True}).json()["begun"] is True
    for player, power in zip(players, POWERS, strict=True):
        assert player.get(f"/games/{game.slug}").json()["my_powers"] == [power]
        seat = f"/games/{game.slug}/seats/{power}"
        rows = player.get(f"{seat}/legal-orders").json()["rows"]
        orders = [row["orders"][0]["order"] for row in rows]
        saved = player.put(f"{seat}/orders", {"phase": "S1901M", "orders": orders})
        assert saved.status_code == 200, saved.content
        assert player.put(f"{seat}/ready", {"phase": "S1901M", "ready": True}).status_code == 200
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    assert program(maker).get(f"/games/{game.slug}").json()["phase"] == "F1901M"


def test_joining_wishing_and_leaving_leave_the_rows_of_the_pages(maker: User):
    by_key, by_page = (
        factories.open_game(maker, title=title, allotment=Game.Allotment.WISHES, as_master=True)
        for title in ("By key", "By page")
    )
    person, browser = factories.person("Ada"), Client()
    browser.force_login(person)
    bot = program(person)
    bot.post(path(by_key, "/join"), {})
    bot.put(path(by_key, "/wishes"), {"wishes": ["TURKEY", "FRANCE"]})
    browser.post(reverse("games:join", args=[by_page.slug]), {"csrfmiddlewaretoken": "x"})
    numbers = values.hands_named(by_page, ["TURKEY", "FRANCE"])
    wishes = {f"choice-{rank}": str(number) for rank, number in enumerate(numbers, start=1)}
    browser.post(reverse("games:wishes", args=[by_page.slug]), wishes)
    first, second = (
        (
            list(LobbyEntry.objects.filter(game=game).values_list("person", "hand", "here_at")),
            list(PowerWish.objects.filter(entry__game=game).values_list("hand", "rank")),
            list(game.events.order_by("pk").values_list("kind", "actor", "subject")),
        )
        for game in (by_key, by_page)
    )
    assert first == second
    assert len(first[1]) == 2
    assert bot.post(path(by_key, "/leave"), {"confirmed": True}).status_code == 200
    assert not LobbyEntry.objects.filter(game=by_key).exists()
    assert by_key.events.filter(kind=Event.Kind.LEFT, actor=person).exists()


def test_what_the_page_asks_is_asked_in_the_callers_language(maker: User):
    games = [
        factories.open_game(maker, title=f"Game {number}", as_master=True) for number in range(2)
    ]
    Game.objects.filter(pk=games[1].pk).update(house_rules="Be kind.")
    person = factories.person("Ada", language="es")
    bot = Program(program(person).key, {})
    assert bot.post(path(games[0], "/join"), {}).status_code == 200
    [question] = bot.get(path(games[1])).json()["questions"]
    assert question.startswith("Ya juegas en una partida.")
    answers = [
        bot.post(path(games[1], "/join"), body)
        for body in ({}, {"confirmed": True}, {"house_rules_accepted": True})
    ]
    assert {each.json()["code"] for each in answers} == {"needs_confirmation"}
    assert answers[0].json()["detail"] == question
    assert not LobbyEntry.objects.filter(game=games[1]).exists()
    both = {"confirmed": True, "house_rules_accepted": True}
    assert bot.post(path(games[1], "/join"), both).status_code == 200


def test_a_private_game_is_joined_with_its_invitation_alone(maker: User):
    game = factories.open_game(maker, visibility=Game.Visibility.PRIVATE, as_master=True)
    bot = program(factories.person())
    key = Game.objects.get(pk=game.pk).invitation_key
    for wrong in ({}, {"invitation": "0" * 32}):
        assert bot.post(path(game, "/join"), wrong).status_code == 404
    assert bot.get(path(game)).status_code == 404
    assert bot.get(path(game) + f"?invitation={key}").json()["title"] == game.title
    assert bot.post(path(game, "/join"), {"invitation": key}).status_code == 200
    assert bot.get(path(game)).json()["entered"] is True


def test_an_anonymous_lobby_names_nobody(maker: User):
    game = factories.open_game(maker, anonymous=True, as_master=True)
    people = [factories.person(name) for name in ("Ada Lovelace", "Ben Nevis")]
    for person in people:
        program(person).post(path(game, "/join"), {})
    answer = program(people[0]).get(path(game))
    assert "Nevis" not in answer.content.decode()
    own, other = answer.json()["waiting"]
    assert (own["mine"], own["name"], own["reliability"]) == (True, "Ada Lovelace", "")
    assert (other["mine"], other["name"]) == (False, "hidden")


def test_refusals_say_why(maker: User):
    game = factories.open_game(maker, allotment=Game.Allotment.WISHES, as_master=True)
    bot = program(factories.person())
    refused = bot.put(path(game, "/wishes"), {"wishes": []})
    assert (refused.status_code, refused.json()["code"]) == (409, "refused")
    by_lot = factories.open_game(maker, allotment=Game.Allotment.LOT, as_master=True)
    refused = bot.put(path(by_lot, "/wishes"), {"wishes": []})
    assert refused.json()["detail"] == "Powers aren’t assigned by wishes in this game."
    bot.post(path(game, "/join"), {})
    again = bot.post(path(game, "/join"), {"confirmed": True})
    assert (again.status_code, again.json()["code"]) == (409, "refused")
    assert again.json()["detail"] == "You’ve already joined this game."
    unknown = bot.put(path(game, "/wishes"), {"wishes": ["FRANCE", "SPAIN"]})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "wishes.1")
    twice = bot.put(path(game, "/wishes"), {"wishes": ["FRANCE", "FRANCE"]})
    assert twice.json()["detail"] == "Choose each power only once."
    assert bot.post(path(game, "/here"), None).status_code == 409
    small = program(factories.person(), account=False)
    for act in ("/join", "/leave"):
        refused = small.post(path(game, act), {})
        assert refused.json()["needed_scope"] == "account"


def test_a_program_keeps_a_place_in_a_live_game(maker: User):
    game = factories.open_live_game([maker])
    bot = program(maker)
    LobbyEntry.objects.update(here_at=None)
    assert bot.get(path(game)).json()["waiting"][0]["here"] is False
    assert bot.post(path(game, "/here"), None).status_code == 200
    assert bot.get(path(game)).json()["waiting"][0]["here"] is True
    lobby.leave(game, maker)
    assert bot.post(path(game, "/here"), None).status_code == 409
