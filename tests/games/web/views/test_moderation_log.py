"""The page of what was moderated."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import suspension
from accounts.models import User
from games.core import audit
from games.game_master import masters, titles
from games.models import Event, Game
from games.seats import dismissals
from games.web.pages import moderation
from tests import factories

from .conftest import signed_in, words

URL = "/games/moderation/"


@pytest.fixture
def admin(db: None) -> User:
    return factories.person("Ada Admin", is_superuser=True, is_staff=True)


def log_of(reader: User) -> str:
    return words(signed_in(reader).get(URL))


def test_it_says_who_did_what_when_and_why(
    game: Game, master: User, players: list[User], admin: User
) -> None:
    suspension.suspend(players[0], by=admin, reason="Threats.", days=3)
    suspension.lift(players[0], by=admin, reason="Apologies.")
    masters.remove(game, master, by=admin, reason="Gone for weeks.")
    titles.rename(game, "A decent title", by=admin, reason="Insults.")
    dismissals.dismiss((players[1], players[2]), {game}, by=admin, note="Brothers.")
    page = log_of(admin)
    for text in (
        f"Suspension lifted: {players[0]}. Apologies.",
        "Threats.",
        f"A decent title: {master} is no longer a game master of this game. Gone for weeks.",
        "→ “A decent title”. Insults.",
        f"dismissed: {players[1]} and {players[2]}. Brothers.",
    ):
        assert text in page
    assert page.index("Brothers.") < page.index("Threats.")
    assert page.count("Ada Admin") >= 5


def test_what_masters_do_in_their_games_is_not_there_but_for_messages_they_hide(
    game: Game, master: User, admin: User
) -> None:
    User.objects.filter(pk=master.pk).update(is_superuser=True)  # and masters the game all the same
    titles.rename(game, "By its master", by=master)
    audit.log(Event.Kind.MESSAGE_HIDDEN, game=game, actor=master, text="Be kind.")
    page = log_of(admin)
    assert "“By its master”" not in page
    assert "A public message was hidden. Be kind." in page


def test_an_administrator_reads_nothing_of_games_in_which_they_play(
    master: User, players: list[User], admin: User
) -> None:
    game = factories.begun_game(master, [admin, *players[1:]], title="Own table")
    other = factories.person("Olga Other", is_superuser=True, is_staff=True)
    masters.remove(game, master, by=other, reason="Gone.")
    dismissals.dismiss((players[1], players[2]), {game}, by=other, note="Brothers.")
    assert "Own table" not in log_of(admin)
    assert "Own table" in log_of(other)


def test_changes_in_the_administration_are_there_by_the_present_name(admin: User) -> None:
    person = factories.person("Rude Name")
    reader = signed_in(admin)
    factories.confirm_identity(reader, admin)
    url = reverse("admin:accounts_user_change", args=[person.pk])
    sheet = {"name": "Polite Name", "time_zone": "UTC", "language": "en", "notation": ""}
    assert reader.post(url, sheet).status_code == 302
    page = log_of(admin)
    assert "In the administration, Polite Name: Changed Name." in page
    assert "Rude Name" not in page


def test_it_is_for_administrators_alone(
    game: Game, master: User, players: list[User], client: Client
) -> None:
    for person in (master, players[0], factories.person(is_staff=True)):
        assert signed_in(person).get(URL).status_code == 404
        assert URL not in signed_in(person).get("/games/").content.decode()
    assert client.get(URL)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", ["2", "0", "-1", "x", "9" * 30, "²"])
def test_pages_are_turned_and_nonsense_shows_one(
    players: list[User], admin: User, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "PAGE", 2)
    for person in players[:3]:
        suspension.suspend(person, by=admin, reason=f"Because of {person}.")
    shown = words(signed_in(admin).get(URL, {"page": page}))
    assert shown.count("Because of") == (1 if page == "2" else 2)
