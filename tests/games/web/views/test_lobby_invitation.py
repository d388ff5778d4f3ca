"""The page of an invitation: what a game is at a glance, its preview, and how to pass it on."""

import html
import re
from typing import Any
from unittest import mock

import pytest
import segno
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.board import png
from games.lifecycle import lobby
from games.models import Game
from games.state import variants
from tests import factories
from tests.mails import delivered

from .conftest import signed_in, words

HOST = "http://testserver"


@pytest.fixture
def game(master: User) -> Game:
    timetable = {"weekdays": 1 << 6, "at": "20:00", "zone": "Europe/Madrid", "least_hours": 72}
    game = factories.open_game(master, visibility="private", language="es", **timetable)
    game.refresh_from_db()
    return game


def path_of(game: Game) -> str:
    return reverse("games:invitation", args=[game.slug, game.invitation_key])


def page_of(url: str, client: Client | None = None) -> str:
    return html.unescape((client or Client()).get(url).content.decode())


def modules(page: str) -> set[tuple[int, int]]:
    """The dark modules of the QR code on a page, by line and column."""
    [path] = re.findall(r'<svg [^>]*class="qr".*?<path [^>]*d="([^"]+)"', page, re.S)
    dark, x, y = set(), 0.0, 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+) ?(-?[\d.]+)?", path):
        if command == "h":
            dark |= {(int(y), int(x) + step) for step in range(int(first))}
            x += int(first)
        elif command == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return dark


def test_the_qr_code_holds_the_invitation_link(game: Game, master: User):
    page = page_of(game.get_absolute_url(), signed_in(master))
    code = segno.make_qr(HOST + path_of(game), error="m")
    expected = {
        (line, column)
        for line, row in enumerate(code.matrix_iter(border=4))
        for column, dark in enumerate(row)
        if dark
    }
    assert modules(page) == expected
    assert 'value="' + HOST + path_of(game) in page
    assert " style=" not in page


def test_only_those_who_may_pass_the_link_on_see_it_and_its_code(game: Game, players: list[User]):
    guest, waiting = signed_in(players[0]), signed_in(players[1])
    lobby.join(game, players[1], house_rules_accepted=False)
    assert 'class="qr"' in page_of(path_of(game), waiting)
    for client in (guest, Client()):
        page = page_of(path_of(game), client)
        assert game.title in page
        assert 'class="qr"' not in page
        assert "invitation-link" not in page


def test_a_closed_lobby_has_no_link(game: Game, master: User):
    Game.objects.update(lobby_closes_at=game.created_at)
    page = page_of(game.get_absolute_url(), signed_in(master))
    assert 'class="qr"' not in page
    assert game.invitation_key not in page


def test_the_page_tells_the_game_at_a_glance(game: Game, players: list[User]):
    told = words(signed_in(players[0]).get(path_of(game)))
    shown = told.partition("Deadlines ")[2]
    assert shown.startswith(
        "Every Sunday at 20:00, Madrid time. 2 days each for retreats and for builds. "
        "Messages Full: private and public messages at any time Language Español "
        "Free seats 7 of 7 Game master"
    )


def test_the_preview_has_a_picture_and_nothing_that_changes(game: Game, players: list[User]):
    page = page_of(path_of(game))
    meta = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)"', page))
    assert (meta["title"], meta["url"]) == (game.title, HOST + path_of(game))
    assert "Every Sunday at 20:00, Madrid time." in meta["description"]
    assert meta["image"] == HOST + reverse("games:opening_picture", args=["standard"])
    lobby.join(game, players[0], house_rules_accepted=False)
    fresh = dict(
        re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)"', page_of(path_of(game)))
    )
    assert fresh == meta


def test_the_opening_position_of_each_offered_set_up_is_a_picture(db: None):
    answer = Client().get(reverse("games:opening_picture", args=["ancient"]))
    assert answer.status_code == 404
    answer = Client().get(reverse("games:opening_picture", args=["standard"]) + "?width=100")
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert answer["Cache-Control"] == "public, max-age=600"


def test_previews_do_not_use_up_what_strangers_may_have_drawn(db: None, settings: Any):
    caches["pictures"].clear()
    settings.ACCOUNT_RATE_LIMITS = {"pictures_of_strangers": "1/m/ip"}
    with mock.patch.object(png, "png", return_value=b"drawn") as drawn:
        for setup in variants.offered_setups():
            address = reverse("games:opening_picture", args=[setup])
            assert Client().get(address).status_code == 200, setup
            assert Client().get(address).status_code == 200, setup
        assert drawn.call_count <= len(variants.offered_setups())
        statuses = [Client().get(f"{address}?width={width}").status_code for width in (600, 900)]
    assert statuses == [200, 429]


def test_signing_up_keeps_the_invitation(game: Game, client: Client):
    page = page_of(path_of(game), client)
    [sign_up] = re.findall(r'href="([^"]*)">Sign up and join', page)
    sheet = {"email": "vera@x.test", "name": "Vera", "password1": factories.PASSWORD}
    form = html.unescape(client.get(sign_up).content.decode())
    assert path_of(game) in re.findall(r'name="next"[^>]*value="([^"]+)"', form)
    client.post(sign_up, sheet | {"next": path_of(game), "time_zone": "UTC"})
    [link] = re.findall(r"(/accounts/confirm-email/\S+)", str(delivered()[-1].body))
    assert client.post(link)["Location"] == path_of(game)
