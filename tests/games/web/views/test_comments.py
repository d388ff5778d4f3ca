"""The game master's comment on pages, in the report and in the feed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts import clock
from accounts.models import User
from games.adjudication import due_phases
from games.models import Game, Phase
from tests import factories

from .conftest import alerts, signed_in, words


@pytest.fixture
def spring(game: Game) -> Phase:
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    return game.phases.get(code="S1901M")


@pytest.fixture
def client(master: User) -> Client:
    return signed_in(master)


def url(game: Game) -> str:
    return reverse("games:master_comment", args=[game.slug])


def publish(client: Client, game: Game, text: str, **more: str):
    seen = client.get(url(game)).context["form"]["seen"].value()
    return client.post(url(game), {"seen": seen, "words": text, **more}, follow=True)


def test_it_stands_beside_the_results_with_its_markup(
    client: Client, game: Game, spring: Phase, players: list[User]
):
    sent = publish(client, game, "A **quiet** spring.\n\n[map S1901M]")
    assert sent.redirect_chain[-1][0] == spring.get_absolute_url()
    assert "Everyone can read the comment now." in words(sent)
    for reader in (signed_in(players[0]), Client()):
        for address in ("", "after/"):
            page = reader.get(f"{spring.get_absolute_url()}{address}")
            assert "<strong>quiet</strong>" in page.content.decode()
            assert "Comment of the game master" in words(page)
            assert "Mia Master" in words(page)
            assert "Change the comment" not in words(page)
    map_png = reverse("games:picture", args=[game.slug, "S1901M"])
    assert map_png in client.get(spring.get_absolute_url()).content.decode()


def test_its_text_runs_no_script(client: Client, game: Game, spring: Phase):
    publish(client, game, "<script>alert(1)</script> <img src=x onerror=alert(1)>")
    page = client.get(spring.get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_the_form_has_the_present_text_and_an_empty_one_removes_it(
    client: Client, game: Game, spring: Phase
):
    publish(client, game, "One.")
    assert client.get(url(game)).context["form"]["words"].value() == "One."
    assert "Change the comment" in words(client.get(spring.get_absolute_url()))
    publish(client, game, "Two.")
    page = words(client.get(spring.get_absolute_url()))
    assert "Two." in page
    assert "changed, earlier versions are in the log" in page
    assert "One." not in page
    log = words(client.get(reverse("games:log", args=[game.slug])))
    assert "The game master changed the comment on Spring 1901, movement." in log
    assert "One." in log
    assert "It’s removed." in words(publish(client, game, ""))
    assert "Two." not in words(client.get(spring.get_absolute_url()))


def test_a_form_from_before_the_next_results_is_refused_and_keeps_its_text(
    client: Client, game: Game, spring: Phase
):
    seen = client.get(url(game)).context["form"]["seen"].value()
    factories.keep_played(game)
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    sent = client.post(url(game), {"seen": seen, "words": "On spring."})
    assert "Another phase is the last one now." in alerts(sent)
    assert "On spring." in sent.content.decode()
    assert "Fall 1901" in words(sent)
    assert "comment" not in words(client.get(spring.get_absolute_url())).lower()


def test_it_is_offered_once_there_are_results(client: Client, game: Game):
    page = client.get(reverse("games:master", args=[game.slug])).content.decode()
    assert url(game) not in page
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    page = client.get(reverse("games:master", args=[game.slug])).content.decode()
    assert url(game) in page


def test_players_cannot_write_it(game: Game, spring: Phase, players: list[User]):
    client = signed_in(players[0])
    assert client.get(url(game)).status_code == 404
    assert client.post(url(game), {"seen": 1, "words": "Ha"}).status_code == 404
    assert url(game) not in client.get(spring.get_absolute_url()).content.decode()


def test_the_report_on_the_site_and_the_feed_have_it(client: Client, game: Game, spring: Phase):
    publish(client, game, "A **quiet** spring.")
    report = reverse("games:report", args=[game.slug, spring.code])
    assert "A quiet spring." in words(client.get(report))
    feed = Client().get(reverse("games:news", args=[game.slug])).content.decode()
    assert "The game master commented on Spring 1901, movement." in feed
    entry = re.search(r"<entry>(?:(?!</entry>).)*commented on.*?</entry>", feed, re.S)
    assert entry
    assert spring.get_absolute_url() in entry[0]
    assert "&lt;strong&gt;quiet&lt;/strong&gt;" in entry[0]
