import html
import re
import uuid

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lifecycle import lobby
from games.models import Game, LobbyEntry
from games.state.edition_texts import RULE_GROUPS, RULE_POINTS
from tests import factories, settings_sheets

from .conftest import Answer, alerts, nothing_changes, signed_in, words


def form(**fields: str) -> dict[str, str]:
    """The data of a valid form for a new game, as a browser sends it."""
    return {
        "title": "The Balkan table",
        "role": "player",
        **settings_sheets.LENGTHS,
        "lobby_days": "14",
        "request_key": str(uuid.uuid4()),
        "setup": "standard",
        "rules": "2000",
        "visibility": "public",
        "orders_watched_by": "master",
        "solo_after": "fall",
        "solo_of": "setup",
        "ends": "never",
        "ends_with": "centers",
        "draw_shared_by": "all",
        "provisional_days": "2",
        "press": "full",
        "allotment": "lot",
        "language": "en",
        "house_rules": "",
        **fields,
    }


def make(person: User, **fields: str) -> Answer:
    return signed_in(person).post(reverse("games:new"), form(**fields))


def join(game: Game, person: User, **fields: str) -> Answer:
    """Send the form of the lobby. A browser always sends its CSRF token, so it is never empty."""
    sheet = {"csrfmiddlewaretoken": "x", **fields}
    return signed_in(person).post(reverse("games:join", args=[game.slug]), sheet, follow=True)


@pytest.fixture
def person(db: None) -> User:
    return factories.person("Vera")


# Opening a game


def test_the_form_of_a_new_game_has_a_key_of_its_own_each_time(person: User):
    client = signed_in(person)
    pages = [client.get(reverse("games:new")).content.decode() for _ in range(2)]
    keys = {re.findall(r'name="request_key" value="([^"]+)"', page)[0] for page in pages}
    assert len(keys) == 2


@pytest.mark.parametrize(("role", "masters", "waiting"), [("player", 0, 1), ("master", 1, 0)])
def test_whoever_opens_a_game_waits_in_it_or_masters_it(person, role, masters, waiting):
    answer = make(person, role=role, house_rules="Be kind.", anonymous="on", length_unit="hours")
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert (game.masterships.count(), game.entries.count()) == (masters, waiting)
    assert game.settings is not None
    assert (game.settings.phase_hours, game.anonymous, game.house_rules) == (7, True, "Be kind.")
    answer = signed_in(person).get(game.get_absolute_url())
    assert "Be kind." in words(answer)
    assert "/invitation/" in answer.content.decode()


def test_a_double_click_opens_one_game(person: User):
    client, sheet = signed_in(person), form()
    first, second = (client.post(reverse("games:new"), sheet) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert (Game.objects.count(), LobbyEntry.objects.count()) == (1, 1)


WRONG = {
    "a deadline of zero": ({"length": "0"}, "at least 1 hour"),
    "a deadline in the past": ({"length": "-7"}, "at least 1 hour"),
    "a deadline of ten years": ({"length": "3650"}, "at most 30 days"),
    "a deadline of ten years in hours": ({"length": "87600", "length_unit": "hours"}, "at most 30"),
    "a deadline beyond all numbers": ({"length": "9" * 5000}, "whole number"),
    "a deadline in words": ({"length": "a week"}, "whole number"),
    "no deadline": ({"length": ""}, "required"),
    "an unknown unit of time": ({"length_unit": "years"}, "years is not one of"),
    "a lobby of zero days": ({"lobby_days": "0"}, "greater than or equal to 1"),
    "a lobby of ten years": ({"lobby_days": "3650"}, "less than or equal to 90"),
    "no title": ({"title": "   "}, "required"),
    "a title too long": ({"title": "x" * 81}, "at most 80 characters"),
    "house rules too long": ({"house_rules": "x" * 5001}, "at most 5000 characters"),
    "an unknown edition": ({"rules": "1976"}, "1976 is not one of"),
    "an unknown answer": ({"rule-order_repeated": "second"}, "second is not one of"),
    "an unknown set-up": ({"setup": "hundred"}, "hundred is not one of"),
    "an unknown role": ({"role": "spectator"}, "spectator is not one of"),
    "an unknown language": ({"language": "tlh"}, "tlh is not one of"),
    "a request key that is no UUID": ({"request_key": "1"}, ""),
}


@pytest.mark.parametrize(("fields", "says"), WRONG.values(), ids=list(WRONG))
def test_a_game_with_a_wrong_field_is_not_opened(person: User, fields: dict[str, str], says: str):
    typed = {"title": "A title of mine", "house_rules": "Mind “the gap”.", **fields}
    with nothing_changes():
        answer = make(person, **typed)
    assert answer.status_code == 200
    assert "The game isn’t open yet" in alerts(answer)
    assert says in alerts(answer)
    page = html.unescape(answer.content.decode())
    for name in ("title", "length", "lobby_days"):
        if typed.get(name, "").strip():
            assert f'value="{typed[name]}"' in page
    assert typed["house_rules"] in page


# The rules of a game


def chosen(page: str, name: str) -> list[str]:
    """The selected values in a group of radio buttons."""
    buttons = re.findall(rf'<input type="radio" name="{name}"[^>]*>', page)
    values = [re.findall(r'value="([^"]*)"', each) for each in buttons if " checked" in each]
    return [html.unescape(value) for found in values for value in found]


def folds(page: str) -> list[bool]:
    """Whether each <details> of the rules is open: the outer one, then one for each group."""
    return [" open" in each for each in re.findall(r'<details class="rule-changes[^>]*>', page)]


def test_the_form_offers_every_edition_and_every_point_as_in_the_edition(person: User):
    page = signed_in(person).get(reverse("games:new")).content.decode()
    assert chosen(page, "rules") == ["2000"]
    assert all(f'name="rules" value="{edition}"' in page for edition in Game.Edition.values)
    assert len(RULE_POINTS) > 20
    for field in RULE_POINTS:
        assert chosen(page, f"rule-{field}") == [""]
    assert folds(page) == [False] * (1 + len(RULE_GROUPS))


def test_a_game_keeps_what_was_changed_and_its_page_tells_it(person: User):
    answer = make(
        person,
        **{
            "rules": "1982",
            "rule-order_repeated": "first",
            "rule-support_spared_by_convoyed_attack": "into its fleet's sea",
            "rule-surplus_builds": "first",
        },
    )
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.rules, game.rule_changes.count()) == ("1982", 2)
    told = words(Client().get(game.get_absolute_url()))
    assert "Rulebook of 1982 (with the changes below)" in told
    question = "A unit has more than one order. Which one counts?"
    assert f"{question} The first one that is legal (in the edition: None: the unit holds)" in told
    assert str(RULE_POINTS["surplus_builds"].question) not in told


def test_a_game_with_an_unchanged_edition_mentions_no_changes(game: Game):
    told = words(Client().get(game.get_absolute_url()))
    assert "Rules Rulebook of 2000 Game master" in told
    assert "Changed rules" not in told


def test_a_refused_form_comes_back_with_the_answers_and_their_folds_open(person: User):
    typed = {"rules": "italian", "rule-order_repeated": "first", "title": ""}
    page = make(person, **typed).content.decode()
    assert chosen(page, "rules") == ["italian"]
    assert chosen(page, "rule-order_repeated") == ["first"]
    assert chosen(page, "rule-surplus_builds") == [""]
    place = [point.field for group in RULE_GROUPS[-1:] for point in group.points]
    assert "order_repeated" in place
    assert folds(page) == [True, *[False] * (len(RULE_GROUPS) - 1), True]


def test_an_unknown_answer_is_refused_beside_its_question(person: User):
    with nothing_changes():
        answer = make(person, **{"rule-exchange_by_convoy": "neither"})
    page = answer.content.decode()
    assert "neither is not one of" in alerts(answer)
    assert folds(page) == [True, True, *[False] * (len(RULE_GROUPS) - 1)]


def test_markup_in_a_title_is_shown_as_text(person: User):
    make(person, title="<script>alert(1)</script>")
    page = signed_in(person).get(Game.objects.get().get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_each_title_gives_a_unique_slug_even_if_too_long_or_without_letters(person: User):
    for title in ("Ж" * 80, "x" * 80, "x" * 80, "new", "mine", "???"):
        assert make(person, title=title).status_code == 302
    slugs = list(Game.objects.values_list("slug", flat=True))
    assert len(set(slugs)) == 6
    assert not {"new", "mine"} & set(slugs)


# Joining


def test_a_stranger_is_asked_to_sign_in_and_comes_back(client: Client, master: User):
    game = factories.open_game(master)
    with nothing_changes():
        answer = client.post(reverse("games:join", args=[game.slug]), {"accept": "on"})
    assert f"?next=/games/{game.slug}/join/" in answer.content.decode()


def test_joining_asks_for_the_house_rules(master: User, person: User):
    game = factories.open_game(master, house_rules="Be kind.")
    with nothing_changes():
        answer = join(game, person)
    assert "required" in alerts(answer)
    answer = join(game, person, accept="on")
    assert "You’re in." in words(answer)
    assert game.entries.get().person == person


def test_a_second_attempt_to_join_says_that_one_has_joined(master: User, person: User):
    game = factories.open_game(master)
    join(game, person)
    with nothing_changes():
        answer = join(game, person)
    assert "You’ve already joined this game." in alerts(answer)


def test_the_seventh_begins_the_game_and_the_eighth_is_refused(master: User, person: User):
    game = factories.open_game(master)
    players = factories.PersonFactory.create_batch(7)
    pages = [words(join(game, player)) for player in players]
    assert "All seats are taken. The game begins." in pages[-1]
    assert "Spring 1901, movement" in pages[-1]
    with nothing_changes():
        answer = join(game, person)
    assert "This game has begun, and its seats are taken." in alerts(answer)


def test_the_seventh_by_a_double_click_is_not_told_that_the_table_is_full(master: User):
    game = factories.open_game(master)
    players = factories.PersonFactory.create_batch(7)
    for player in players:
        join(game, player)
    with nothing_changes():
        answer = join(game, players[-1])
    assert "You’ve already joined this game." in alerts(answer)


def test_the_master_cannot_join(master: User):
    game = factories.open_game(master)
    with nothing_changes():
        answer = join(game, master)
    assert "A person who is or was the game master of a game can’t play in it." in alerts(answer)


def test_nobody_joins_a_lobby_after_its_time_is_over(master: User, person: User):
    game = factories.open_game(master)
    with time_machine.travel(game.lobby_closes_at, tick=False), nothing_changes():
        answer = join(game, person)
    assert "didn’t fill in time" in alerts(answer)
    assert "Lobby closed" in words(answer)


def test_an_invitation_opens_a_private_game(master: User, person: User):
    game = factories.open_game(master, visibility="private")
    client = signed_in(person)
    assert client.get(game.get_absolute_url()).status_code == 404
    assert client.post(reverse("games:join", args=[game.slug]), {"x": "y"}).status_code == 404
    url = reverse("games:invitation", args=[game.slug, game.invitation_key])
    assert game.title in words(client.get(url))
    answer = client.post(url, {"csrfmiddlewaretoken": "x"}, follow=True)
    assert "You’re in." in words(answer)
    assert game.entries.get().person == person


@pytest.mark.parametrize("key", ["0" * 32, "x", "%00"])
def test_a_wrong_invitation_opens_nothing(master: User, person: User, key: str):
    game = factories.open_game(master, visibility="private")
    url = f"/games/{game.slug}/invitation/{key}/"
    with nothing_changes():
        assert signed_in(person).get(url).status_code == 404
        assert signed_in(person).post(url, {"x": "y"}).status_code == 404


def test_the_invitation_of_another_game_opens_nothing(master: User, person: User):
    one, two = (factories.open_game(master, visibility="private") for _ in range(2))
    url = reverse("games:invitation", args=[one.slug, two.invitation_key])
    assert signed_in(person).post(url, {"x": "y"}).status_code == 404


def test_an_invitation_to_a_private_game_that_has_begun_is_void(master: User, person: User):
    game = factories.begun_game(master, visibility="private")
    url = reverse("games:invitation", args=[game.slug, game.invitation_key])
    for send in (signed_in(person).get, signed_in(person).post):
        with nothing_changes():
            answer = send(url, {"csrfmiddlewaretoken": "x"})
        assert answer.status_code == 404
        assert "This invitation is no longer valid" in words(answer)
        assert game.title not in words(answer)


def test_a_second_click_of_the_last_who_joins_by_a_link_leads_to_the_game(
    master: User, players: list[User]
):
    game = factories.open_game(master, visibility="private")
    for player in players[:-1]:
        lobby.join(game, player, house_rules_accepted=False)
    url = reverse("games:invitation", args=[game.slug, game.invitation_key])
    client = signed_in(players[-1])
    for _click in range(2):
        answer = client.post(url, {"csrfmiddlewaretoken": "x"})
        assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())


def test_a_master_renews_the_invitation_and_the_old_link_is_void(master: User, person: User):
    game = factories.open_game(master, visibility="private")
    old = reverse("games:invitation", args=[game.slug, game.invitation_key])
    url = reverse("games:renew_invitation", args=[game.slug])
    client = signed_in(master)
    assert url in client.get(game.get_absolute_url()).content.decode()
    with nothing_changes():
        assert "stop working" in words(client.get(url))
    assert "There is a new invitation link" in words(client.post(url, follow=True))
    assert signed_in(person).get(old).status_code == 404
    game.refresh_from_db()
    new = reverse("games:invitation", args=[game.slug, game.invitation_key])
    assert signed_in(person).get(new).status_code == 200


def test_in_a_lobby_without_a_master_those_who_wait_renew_the_invitation(
    master: User, players: list[User], person: User
):
    game = factories.open_game(players[0], as_master=False)
    url = reverse("games:renew_invitation", args=[game.slug])
    assert signed_in(players[0]).get(url).status_code == 200
    assert signed_in(person).post(url).status_code == 404
    led = factories.open_game(master)
    lobby.join(led, players[0], house_rules_accepted=False)
    url = reverse("games:renew_invitation", args=[led.slug])
    assert signed_in(players[0]).post(url).status_code == 404


# Leaving and being removed


def test_a_player_leaves_after_a_question(master: User, person: User):
    game = factories.open_game(master)
    join(game, person)
    client, url = signed_in(person), reverse("games:leave", args=[game.slug])
    with nothing_changes():
        assert f"Leave “{game}”?" in words(client.get(url))
    assert "You have left" in words(client.post(url, follow=True))
    assert not game.entries.exists()


def test_a_second_attempt_to_leave_says_that_one_is_not_waiting(master: User, person: User):
    game = factories.open_game(master)
    join(game, person)
    client, url = signed_in(person), reverse("games:leave", args=[game.slug])
    client.post(url)
    with nothing_changes():
        answer = client.post(url, follow=True)
    assert "Vera isn’t in the lobby of this game." in alerts(answer)


def test_a_double_click_on_leave_works_in_a_private_game(master: User, person: User):
    game = factories.open_game(master, visibility="private")
    lobby.join(game, person, house_rules_accepted=False)
    client, url = signed_in(person), reverse("games:leave", args=[game.slug])
    first = client.post(url, follow=True)
    with nothing_changes():
        second = client.post(url, follow=True)
    for answer in (first, second):
        assert answer.status_code == 200
        assert f"You have left “{game}”." in words(answer)
    assert client.get(url).status_code == 404
    with nothing_changes():  # a person who never joined learns nothing
        assert signed_in(factories.person("Otto")).post(url).status_code == 404


def test_nobody_leaves_a_game_that_has_begun(game: Game, players: list[User]):
    with nothing_changes():
        answer = signed_in(players[0]).post(reverse("games:leave", args=[game.slug]), follow=True)
    assert "This game has begun" in alerts(answer)


def test_the_master_removes_after_a_question(master: User, person: User):
    game = factories.open_game(master)
    join(game, person)
    url = reverse("games:remove", args=[game.slug, game.entries.get().pk])
    client = signed_in(master)
    with nothing_changes():
        assert "Remove Vera?" in words(client.get(url))
    assert "Vera was removed." in words(client.post(url, follow=True))
    assert not game.entries.exists()
    with nothing_changes():
        assert "no longer in the lobby" in alerts(client.post(url, follow=True))
    assert "You were removed from" in words(signed_in(person).get(reverse("games:mine")))


def test_whoever_was_removed_cannot_join_again(master: User, person: User):
    game = factories.open_game(master)
    join(game, person)
    lobby.remove(game, person, by=master)
    with nothing_changes():
        answer = join(game, person)
    assert "The game master removed you" in alerts(answer)


@pytest.mark.parametrize("title", ["\u200b\u202e", "\u2800", "Sun\u202eday"])
def test_a_title_that_cannot_be_read_is_refused(person: User, title: str):
    with nothing_changes():
        assert "invisible characters" in alerts(make(person, title=title))


def test_nobody_is_removed_from_a_game_that_has_begun(game: Game, master: User):
    entry = game.entries.first()
    assert entry
    with nothing_changes():
        answer = signed_in(master).post(
            reverse("games:remove", args=[game.slug, entry.pk]), follow=True
        )
    assert "This game has begun" in alerts(answer)


def test_an_entry_of_another_game_cannot_be_removed(master: User, person: User):
    mine = factories.open_game(master)
    other = factories.open_game(factories.person())
    join(other, person)
    url = reverse("games:remove", args=[mine.slug, other.entries.get().pk])
    with nothing_changes():
        answer = signed_in(master).post(url, follow=True)
    assert "no longer in the lobby" in alerts(answer)


def test_the_names_of_an_anonymous_lobby_are_for_its_master_and_oneself(master: User, person: User):
    game = factories.open_game(master, anonymous=True)
    join(game, person)
    for reader, sees in ((master, True), (person, True), (factories.person(), False)):
        page = signed_in(reader).get(game.get_absolute_url()).content.decode().partition("<main")[2]
        assert ("Vera" in page) == sees
