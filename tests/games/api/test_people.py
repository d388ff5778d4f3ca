"""Settings, profiles and archives by the API."""

import io
import zipfile

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.models import Profile, User
from games.models import Game, MailChoice, PushOptOut
from tests import factories

from .conftest import Program, Table, program


@pytest.fixture
def ada(db: None) -> User:
    return factories.person("Ada Lovelace", language="es")


@pytest.fixture
def bot(ada: User) -> Program:
    return Program(program(ada).key, {})


def test_settings_change_field_by_field(ada: User, bot: Program):
    before = bot.get("/me/settings").json()
    changed = bot.send("PATCH", "/me/settings", {"notation": "it", "pattern_fills": True})
    assert changed.status_code == 200, changed.content
    assert changed.json() == {**before, "notation": "it", "pattern_fills": True}
    ada.refresh_from_db()
    assert (ada.notation, ada.pattern_fills, ada.name, ada.language) == (
        "it", True, "Ada Lovelace", "es",
    )  # fmt: skip


def test_emails_and_push_are_chosen_by_kind(ada: User, bot: Program):
    change = {"emails": {"message": "without_text", "results": "summary"}, "push": ["message"]}
    found = bot.send("PATCH", "/me/settings", change).json()
    assert (found["emails"]["message"], found["push"]) == ("without_text", ["message"])
    assert MailChoice.objects.get(person=ada, kind="results").how == "summary"
    assert PushOptOut.objects.filter(person=ada, kind="results").exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"language": "tlh"}, "language"),
        ({"name": "  "}, "name"),
        ({"name": "\u0000"}, "name"),
        ({"name": "Ben Nevis"}, "name"),
        ({"emails": {"reminder": "summary"}}, "emails.reminder"),
        ({"emails": {"spam": "off"}}, "emails.spam"),
        ({"push": ["spam"]}, "push.spam"),
        ({"email": "ada@example.org"}, "email"),
        ({"password": "secret"}, "password"),
    ],
)
def test_a_wrong_setting_is_refused_and_none_is_stored(ada: User, bot: Program, change, field):
    factories.person("Ben Nevis")
    refused = bot.send("PATCH", "/me/settings", {"notation": "it", **change})
    assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert refused.json()["detail"]
    ada.refresh_from_db()
    assert (ada.notation, ada.name) == ("", "Ada Lovelace")


def test_a_refusal_is_in_the_language_of_the_owner(bot: Program):
    refused = bot.send("PATCH", "/me/settings", {"time_zone": "Mars/Base"}).json()
    text = "«Mars/Base» no es una zona horaria. Elige una de la lista, como Europe/Madrid."
    assert refused["detail"] == text


def test_only_a_name_that_was_taken_meanwhile_is_called_taken(
    ada: User, bot: Program, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_args: object, **_more: object) -> None:
        raise IntegrityError

    with monkeypatch.context() as patched:
        patched.setattr("accounts.forms.PreferencesForm.save", fail)
        taken = bot.send("PATCH", "/me/settings", {"name": "Augusta"})
    assert (taken.status_code, taken.json()["field"]) == (422, "name")
    monkeypatch.setattr("games.notifications.preferences.set_mail_preferences", fail)
    with pytest.raises(IntegrityError):
        bot.send("PATCH", "/me/settings", {"name": "Augusta"})
    ada.refresh_from_db()
    assert ada.name == "Ada Lovelace"


def test_a_profile_changes_as_on_its_page(ada: User, bot: Program):
    change = {
        "about": "Lunch is at one.",
        "languages": ["es", "en", "es"],
        "visibility": "everyone",
    }
    assert bot.send("PATCH", "/me/profile", change).status_code == 200
    by_key = bot.get("/me/profile").json()
    Profile.objects.get().languages.all().delete()
    Profile.objects.all().delete()
    browser = Client()
    browser.force_login(ada)
    browser.post(reverse("accounts:profile"), {**change, "lists_games": "on"})
    assert bot.get("/me/profile").json() == by_key
    long = bot.send("PATCH", "/me/profile", {"about": "x" * 601})
    assert (long.status_code, long.json()["field"]) == (422, "about")


def test_settings_and_profile_need_the_scope_of_the_account(ada: User):
    small = program(ada, account=False)
    for path in ("/me/settings", "/me/profile"):
        assert small.get(path).status_code == 200
        refused = small.send("PATCH", path, {})
        assert (refused.status_code, refused.json()["needed_scope"]) == (403, "account")


def test_a_private_profile_says_nothing_but_its_name(table: Table, ada: User, bot: Program):
    person = factories.holder(factories.seat(table.game, "FRANCE"))
    Profile.objects.create(person=person, about="Secret words.", visibility="nobody")
    answer = bot.get(f"/people/{person.name}")
    assert answer.json() == {
        "name": person.name, "private": True, "about": "", "languages": [], "here_since": None,
        "reliability": [], "lists_games": False, "running": [], "past": [], "next_cursor": None,
    }  # fmt: skip
    own = table.programs["FRANCE"].get(f"/people/{person.name}").json()
    assert (own["private"], own["about"]) == (False, "Secret words.")
    assert bot.get("/people/Nobody%20Here").status_code == 404
    assert bot.get("/people/%00").status_code == 404


def test_a_profile_lists_games_but_none_that_hides_its_players(table: Table, bot: Program):
    person = factories.holder(factories.seat(table.game, "FRANCE"))
    path = f"/people/{person.name}"
    [listed] = bot.get(path).json()["running"]
    assert (listed["slug"], listed["powers"]) == (table.game.slug, ["FRANCE"])
    Game.objects.filter(pk=table.game.pk).update(anonymous=True)
    for reader in (bot, *table.programs.values()):
        assert table.game.slug not in reader.get(path).content.decode()
    Profile.objects.create(person=person, lists_games=False)
    Game.objects.filter(pk=table.game.pk).update(anonymous=False)
    assert bot.get(path).json()["running"] == []


def test_the_archive_is_the_zip_of_the_page(table: Table):
    answer = table.programs["ITALY"].get(f"{table.path}/archive")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    content = answer.getvalue()
    assert "game.json" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    page = Client().get(reverse("games:archive", args=[table.game.slug]))
    assert page.getvalue() == content
    Game.objects.filter(pk=table.game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert program(factories.person()).get(f"{table.path}/archive").status_code == 404
