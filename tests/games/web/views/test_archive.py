"""Downloading a whole game, and importing it into another site."""

import html
import io
import re
import time
import uuid
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client, override_settings

from accounts.models import User
from config.http import uploads
from config.rate_limits import rates
from games.lifecycle.paces import PACES
from games.models import Game, GameSettings, SeatInvitation
from games.web.views import history
from tests import factories
from tests.games.archive.conftest import (
    archive_of,
    finished,
    members,
    season,
    small_archive_of,
)

from .conftest import Answer, alerts, nothing_changes, signed_in, words

pytestmark = pytest.mark.django_db
URL = "/games/import/"


def content_of(answer: Answer) -> bytes:
    return b"".join(answer.streaming_content)


def upload(content: bytes, name: str = "game.zip") -> dict[str, object]:
    return {"file": SimpleUploadedFile(name, content), "text": ""}


def hidden_of(answer: Answer) -> dict[str, str]:
    """The hidden and chosen fields of a preview."""
    page = answer.content.decode()
    found = dict(re.findall(r'<input type="hidden" name="(key|request_key)" value="([^"]*)"', page))
    (title,) = re.findall(r'name="title" value="([^"]*)"', page)
    return {**found, "title": html.unescape(title), "visibility": "public"}


# Downloading


def test_everyone_who_sees_a_game_can_download_it(client: Client, game: Game):
    page = client.get(f"/games/{game.slug}/log/").content.decode()
    (path,) = re.findall(r'href="([^"]*archive.zip)"', page)
    answer = client.get(path)
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{game.slug}.zip"'
    assert "game.json" in zipfile.ZipFile(io.BytesIO(content_of(answer))).namelist()


def test_readers_in_other_languages_get_the_same_file(client: Client, game: Game):
    reader = signed_in(factories.person(language="bg", time_zone="Asia/Tokyo"))
    path = f"/games/{game.slug}/archive.zip"
    assert content_of(client.get(path)) == content_of(reader.get(path))


def test_a_private_game_is_downloaded_by_its_people_alone(client: Client, master: User):
    game = factories.begun_game(master, visibility=Game.Visibility.PRIVATE)
    path = f"/games/{game.slug}/archive.zip"
    assert client.get(path).status_code == 404
    assert signed_in(factories.person()).get(path).status_code == 404
    assert signed_in(master).get(path).status_code == 200


def test_a_game_in_its_lobby_has_no_archive(client: Client, master: User):
    game = factories.open_game(master)
    assert client.get(f"/games/{game.slug}/archive.zip").status_code == 404
    assert "archive.zip" not in client.get(f"/games/{game.slug}/log/").content.decode()


@override_settings(ACCOUNT_RATE_LIMITS={"archives_of_strangers": "2/h/ip"})
def test_archives_are_limited(client: Client, game: Game):
    path = f"/games/{game.slug}/archive.zip"
    assert [client.get(path).status_code for _each in range(3)] == [200, 200, 429]


# Importing


def test_a_second_site_shows_the_same_pages(
    client: Client, master: User, players: list[User], monkeypatch
):
    """The first site is undone before the second one imports its archive."""
    monkeypatch.setattr(history, "PAGE", 1000)  # the log there has one more row
    names = (master.name, [person.name for person in players])
    with transaction.atomic():
        original = finished(season(master, players, messages_open_at_end=True), master)
        pages = pages_of(original)
        shown = {page: visible(client, original, page) for page in pages}
        content = archive_of(original)
        transaction.set_rollback(True)
    assert not Game.objects.exists()
    User.objects.exclude(pk=master.pk).delete()
    mia = signed_in(master)
    preview = mia.post(URL, upload(content))
    assert "not saved yet" in words(preview)
    answer = mia.post(URL, hidden_of(preview))
    copy = Game.objects.get()
    assert answer.headers["Location"] == copy.get_absolute_url()
    assert pages_of(copy) == pages
    for page in pages:
        assert visible(client, copy, page) == shown[page], page
    assert names[0] in shown["log/"]
    assert all(name in shown[""] for name in names[1])
    assert archive_of(copy) == content


def pages_of(game: Game) -> list[str]:
    """The pages of a game: the board, its phases and positions, the log, and the press."""
    pages = ["", "log/", "press/", "press/public/", "press/to/ENGLAND-FRANCE/", "press/reports/"]
    for phase in game.phases.order_by("number"):
        page = phase.get_absolute_url().removeprefix(game.get_absolute_url())
        resolved = phase.status == phase.Status.RESOLVED
        pages += [page, f"{page}after/", f"{page}report/"] if resolved else [page]
    return pages


def visible(client: Client, game: Game, page: str) -> str:
    """The text of a page, without what says that the game was imported, and its address."""
    answer = client.get(f"{game.get_absolute_url()}{page}")
    assert answer.status_code == 200, page
    text = answer.content.decode()
    text = re.sub(
        r'<li class="log__row">(?:(?!</li>).)*The game was imported.*?</li>', "", text, flags=re.S
    )
    text = re.sub(r"<p><span[^>]*>Imported</span>.*?</p>", "", text, flags=re.S)
    # The note of an imported game says that it counts in no rating.
    text = re.sub(r"<dt>Ratings</dt><dd>.*?</dd>", "", text, flags=re.S)
    text = (
        re.sub(r"<textarea.*?</textarea>", "", text, flags=re.S) if "report" not in page else text
    )
    text = html.unescape(re.sub(r"<[^>]+>", " ", text)).replace(game.slug, "the-game")
    return " ".join(text.split())


def test_the_page_of_an_imported_game_says_so(finished_copy: Game, client: Client):
    page = words(client.get(finished_copy.get_absolute_url()))
    assert "Imported" in page
    assert "counts in no rating" in page
    assert "Mia Master" in words(client.get(f"{finished_copy.get_absolute_url()}log/"))


@pytest.fixture
def finished_copy(master: User, players: list[User]) -> Game:
    original = finished(season(master, players), master)
    mia = signed_in(master)
    mia.post(URL, hidden_of(mia.post(URL, upload(small_archive_of(original)))))
    return Game.objects.exclude(pk=original.pk).get()


def test_strangers_sign_in_first(client: Client):
    assert client.get(URL).headers["Location"].startswith("/accounts/login/")


def test_a_running_game_invites_the_people_named(master: User, players: list[User]):
    content = small_archive_of(season(master, players))
    clara, mia = factories.person("Clara"), signed_in(master)
    preview = mia.post(URL, upload(content))
    sent = {**hidden_of(preview), "FRANCE": "clara"}
    refused = mia.post(URL, {**sent, "GERMANY": "Nobody Here", "ITALY": "Mia Master"})
    assert "No account has the name" in alerts(refused)
    assert "can’t play in their own game" in alerts(refused)
    assert 'value="clara"' in refused.content.decode()
    mia.post(URL, sent)
    game = Game.objects.get(imported_at__isnull=False)
    assert SeatInvitation.objects.get(game=game).person == clara


def test_a_running_game_gets_its_pace_and_waits_for_players(master: User, players: list[User]):
    content = small_archive_of(season(master, players))
    mia = signed_in(master)
    preview = mia.post(URL, upload(content))
    assert "2 days for each movement phase." in words(preview)
    assert "The clock starts when every power has a player or when you start it" in words(preview)
    chosen = {"pace": "two_days", "orders_by_master": "on"}
    answer = mia.post(URL, {**hidden_of(preview), **chosen}, follow=True)
    assert "Its clock starts when every power has a player." in words(answer)
    assert "The clock of this imported game starts when every power has a player" in words(answer)
    game = Game.objects.get(imported_at__isnull=False)
    assert game.orders_by_master
    assert game.settings is not None
    assert PACES["two_days"].is_that_of(game.settings)
    page = words(mia.get(f"/games/{game.slug}/master/"))
    assert "You can start it sooner." in page
    assert "End the pause" in page


def test_a_finished_game_asks_for_no_pace(master: User, players: list[User]):
    content = small_archive_of(finished(season(master, players), master))
    preview = signed_in(master).post(URL, upload(content))
    assert "pace" not in preview.context["form"].fields


def test_a_preview_stores_nothing(master: User, players: list[User]):
    content = small_archive_of(season(master, players))
    with nothing_changes():
        preview = signed_in(master).post(URL, upload(content))
    assert "Import this game?" in words(preview)


def test_a_double_click_makes_one_game(master: User, players: list[User]):
    mia = signed_in(master)
    sent = hidden_of(mia.post(URL, upload(small_archive_of(season(master, players)))))
    first, second = (mia.post(URL, sent).headers["Location"] for _each in range(2))
    assert first == second
    assert Game.objects.filter(imported_at__isnull=False).count() == 1


def test_a_private_import_has_no_readable_address(master: User, players: list[User]):
    mia = signed_in(master)
    sent = hidden_of(mia.post(URL, upload(small_archive_of(season(master, players)))))
    mia.post(URL, {**sent, "visibility": "private"})
    game = Game.objects.get(imported_at__isnull=False)
    assert game.visibility == Game.Visibility.PRIVATE
    assert "balkan" not in game.slug


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose a file or paste a text"),
        (upload(b"hello"), "such as “Spring 1901”"),
        (upload(b"PK\x03\x04 cut"), "isn’t complete"),
        ({"text": "hello"}, "line 1 (hello)"),
        ({"key": "0" * 32, "request_key": str(uuid.uuid4())}, "too old"),
        ({"key": "x", "request_key": "x"}, "too old"),
        ({**upload(b""), "text": ""}, "can be read"),
        ({"text": "x" * 500_001}, "500000"),
    ],
)
def test_bad_input_is_refused_with_what_to_do(master: User, sent: dict[str, object], sentence: str):
    with nothing_changes():
        answer = signed_in(master).post(URL, sent)
    assert sentence in alerts(answer)


def test_a_file_that_is_too_large_is_dropped_while_it_comes_in(master: User, monkeypatch):
    monkeypatch.setattr(uploads, "LARGEST", 100_000)
    answer = signed_in(master).post(URL, upload(b"0" * 3_000_000))
    assert "This file is too large" in alerts(answer)


@override_settings(ACCOUNT_RATE_LIMITS={"imports": "1/m/user"})
def test_imports_are_limited(master: User):
    mia = signed_in(master)
    assert [mia.post(URL, upload(b"x")).status_code for _each in range(2)] == [200, 429]


def test_imports_are_limited_by_the_hour_too(master: User, monkeypatch):
    mia, start = signed_in(master), time.time()
    now = start
    monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: now)
    statuses = []
    with override_settings(ACCOUNT_RATE_LIMITS={"imports": rates()["imports"]}):
        for minute in range(7):
            now = start + 61 * minute
            statuses += [mia.post(URL, upload(b"x")).status_code for _post in range(10)]
    assert statuses == [200] * 60 + [429] * 10


def test_the_title_of_an_import_follows_the_rule_of_new_games(master: User, players: list[User]):
    mia = signed_in(master)
    sent = hidden_of(mia.post(URL, upload(small_archive_of(season(master, players)))))
    refused = mia.post(URL, {**sent, "title": "Invisible\u202e title"})
    assert "invisible characters" in alerts(refused)
    mia.post(URL, {**sent, "title": "The  ｗinter   game"})
    assert Game.objects.get(imported_at__isnull=False).title == "The winter game"


def test_texts_of_an_archive_run_no_script(master: User, players: list[User]):
    game = season(master, players, title="<script>alert(1)</script>")
    mia = signed_in(master)
    preview = mia.post(URL, upload(small_archive_of(game)))
    assert "<script>alert" not in preview.content.decode()
    mia.post(URL, hidden_of(preview))
    copy = Game.objects.get(imported_at__isnull=False)
    assert "<script>alert" not in mia.get(copy.get_absolute_url()).content.decode()
    assert "<script" not in "".join(
        text for name, text in members(archive_of(copy)).items() if name.endswith(".html")
    )


def test_a_live_game_is_imported_once_it_is_over(master: User):
    game = factories.live_game(factories.PersonFactory.create_batch(7))
    assert GameSettings.objects.filter(game=game, live_minutes=3).exists()
    with nothing_changes():
        answer = signed_in(master).post(URL, upload(small_archive_of(game)))
    assert "once it is over" in alerts(answer)
