"""Sharing what was tried: pictures, reports, saved lines, shared links, and boards in messages."""

import io
import json
import re
import uuid
import zipfile
from html import unescape
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.own_data import data_archive
from adjudicator import load_setup, opening
from games.board import pictures, png
from games.models import Game, SavedLine
from games.reports.write import FORMATS
from games.sandbox import address, saved
from games.sandbox.line import Line
from tests import factories
from tests.games.press.message_helpers import write

from .conftest import alerts, nothing_changes, signed_in, words

pytestmark = pytest.mark.django_db

ORDERS = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
LINE = Line(opening(load_setup("standard"))).with_orders(ORDERS).resolved()
TEXT = address.write(LINE)
OTHERS = ("rename_line", "share_line", "delete_line")


def at(name: str, *args: object) -> str:
    return reverse(f"games:{name}", args=args)


@pytest.fixture
def owner() -> User:
    return factories.person("Olga Owner")


def kept(owner: User, *, holds_orders: bool = False) -> SavedLine:
    return saved.save(owner, "Burgundy", TEXT, holds_orders=holds_orders)


# Pictures


def test_the_board_of_each_phase_is_a_picture_with_its_orders(client: Client) -> None:
    results = client.get(at("sandbox_svg", TEXT, 1))
    assert results["Content-Type"].startswith("image/svg+xml")
    assert "Spring 1901" in results.content.decode()
    last = client.get(at("sandbox_svg", TEXT, 0)).content.decode()
    assert "Fall 1901" in last
    assert last != results.content.decode()
    assert client.get(at("sandbox_svg", TEXT, 0), {"theme": "dark"}).content.decode() != last


def test_a_picture_is_drawn_each_time_and_no_cache_keeps_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def draw(_document: str, width: int) -> bytes:
        drawn.append(width)
        return b"PNG"

    monkeypatch.setattr(png, "png", draw)
    monkeypatch.setattr(caches["pictures"], "set", pytest.fail)
    before = pictures._drawn.cache_info().currsize
    for _again in range(2):
        picture = client.get(at("sandbox_png", TEXT, 1), {"width": "600"})
        assert (picture.status_code, picture.content) == (200, b"PNG")
        assert "private" in picture["Cache-Control"]
    assert drawn == [600, 600]
    assert pictures._drawn.cache_info().currsize == before


def test_pictures_are_refused_while_too_many_are_drawn(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_document: str, _width: int) -> bytes:
        raise pictures.TooBusyError

    monkeypatch.setattr(pictures, "draw_png_once", busy)
    refused = client.get(at("sandbox_png", TEXT, 0))
    assert (refused.status_code, refused["Retry-After"]) == (503, str(pictures.WAIT))
    monkeypatch.setattr("accounts.rate_limits.exceeds_map_limit", lambda _request: True)
    assert client.get(at("sandbox_png", TEXT, 0)).status_code == 429


@pytest.mark.parametrize("name", ["sandbox_svg", "sandbox_png", "sandbox_report"])
def test_what_cannot_be_read_has_no_picture_and_no_report(client: Client, name: str) -> None:
    for text, number in ((TEXT[:-3], 1), ("2abc", 1), (TEXT, 2), (TEXT, 99_999)):
        assert client.get(at(name, text, number)).status_code == 404


# Reports


@pytest.mark.parametrize("format_", FORMATS)
def test_a_resolved_phase_is_reported_in_each_format(client: Client, format_: str) -> None:
    page = client.get(at("sandbox_report", TEXT, 1), {"format": format_, "language": "es"})
    (found,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page.content.decode(), re.S)
    text = unescape(unescape(found))
    assert "E Par-Bor" in text
    assert "Unidades" in text
    assert f"/sandbox/{TEXT}/1/" in text
    assert f"/sandbox/{TEXT}/1/board.png" in text


def test_a_report_names_what_is_due_after_the_phase() -> None:
    orders = {
        "GERMANY": ["A MUN - TYR"],
        "AUSTRIA": ["A VIE - BOH", "A BUD H", "F TRI H"],
        "ITALY": ["A VEN - TRI", "A ROM - VEN"],
    }
    fall = (
        Line(opening(load_setup("standard")))
        .with_orders(orders)
        .resolved()
        .with_orders({"ITALY": ["A VEN - TRI"], "GERMANY": ["A TYR S A VEN - TRI"]})
    )
    page = Client().get(at("sandbox_report", address.write(fall.resolved()), 2))
    text = unescape(page.content.decode())
    assert "Retreats due and possible provinces" in text
    assert "F TRI – " in text


# Saved lines


def test_a_page_offers_to_save_its_line_under_a_title(owner: User) -> None:
    client = signed_in(owner)
    for page in (at("sandbox_line", TEXT), at("sandbox_results", TEXT, 1)):
        html = client.get(page).content.decode()
        assert f'name="line" value="{TEXT}"' in html
        assert 'value="Standard: Fall 1901, movement"' in html
    assert 'name="line"' not in Client().get(at("sandbox_line", TEXT)).content.decode()


def test_a_line_is_saved_listed_renamed_and_deleted(owner: User) -> None:
    client = signed_in(owner)
    sent = {"line": TEXT, "title": " Burgundy "}
    listed = client.post(at("save_line"), sent, follow=True)
    assert "Only you can see this line" in words(listed)
    assert at("sandbox_line", TEXT) in listed.content.decode()
    line = owner.saved_lines.get()
    assert (line.title, line.text, line.key, line.holds_orders) == ("Burgundy", TEXT, None, False)
    client.post(at("rename_line", line.pk), {"title": "Both bounce"})
    assert "Both bounce" in words(client.get(at("saved_lines")))
    with nothing_changes():
        assert "Delete this line?" in words(client.get(at("delete_line", line.pk)))
    client.post(at("delete_line", line.pk))
    assert not owner.saved_lines.exists()
    assert "Nothing is saved yet." in words(client.get(at("saved_lines")))


@pytest.mark.parametrize("title", ["", "   ", "x" * 81])
def test_a_title_that_cannot_be_is_said_and_the_line_is_not_lost(owner: User, title: str) -> None:
    client = signed_in(owner)
    line = kept(owner)
    with nothing_changes():
        page = client.post(at("save_line"), {"line": TEXT, "title": title})
        assert client.post(at("rename_line", line.pk), {"title": title}).status_code == 422
    assert page.status_code == 422
    assert f'value="{TEXT}"' in page.content.decode()
    assert alerts(page)


@pytest.mark.parametrize("text", ["", "1never", "9abc", "x" * 5_000])
def test_what_is_no_line_is_not_saved(owner: User, text: str) -> None:
    with nothing_changes():
        page = signed_in(owner).post(at("save_line"), {"line": text, "title": "Mine"})
    assert page.status_code == 404
    assert "This address" in words(page)


def test_the_bound_of_saved_lines_is_a_sentence(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved, "MOST", 1)
    kept(owner)
    with nothing_changes():
        page = signed_in(owner).post(at("save_line"), {"line": TEXT, "title": "Another"})
    assert page.status_code == 422
    assert "1 saved line, which is the most" in alerts(page)
    assert 'value="Another"' in page.content.decode()


def test_nobody_else_reads_or_changes_a_saved_line(owner: User) -> None:
    line = kept(owner)
    other = signed_in(factories.person())
    with nothing_changes():
        for name in OTHERS:
            assert other.get(at(name, line.pk)).status_code == 404
            assert other.post(at(name, line.pk), {"title": "Theirs"}).status_code == 404
        assert other.post(at("unshare_line", line.pk)).status_code == 404
        assert "Burgundy" not in words(other.get(at("saved_lines")))
        assert Client().get(at("saved_lines")).status_code == 302


def test_a_shared_line_opens_for_anybody_without_the_name_of_its_owner(owner: User) -> None:
    client = signed_in(owner)
    line = kept(owner)
    listed = client.post(at("share_line", line.pk), follow=True)
    line.refresh_from_db()
    shared = at("shared_line", line.key)
    assert shared in listed.content.decode()
    page = Client().get(shared)
    assert page.status_code == 200
    assert "Burgundy" in words(page)
    assert at("sandbox_line", TEXT) in page.content.decode()
    assert "Olga" not in page.content.decode()
    client.post(at("unshare_line", line.pk))
    assert Client().get(shared).status_code == 404
    assert Client().get(at("shared_line", "0" * 32)).status_code == 404


def test_a_line_with_orders_of_a_game_is_shared_only_after_a_question(owner: User) -> None:
    client = signed_in(owner)
    sent = {"line": TEXT, "title": "Plan", "holds_orders": "yes"}
    client.post(at("save_line"), sent)
    line = owner.saved_lines.get()
    assert line.holds_orders
    # No address holds the line: logs of addresses would have the orders.
    listed = client.get(at("saved_lines")).content.decode()
    assert at("sandbox_line", TEXT) not in listed
    with nothing_changes():
        asked = client.post(at("share_line", line.pk))
    assert "This line begins with your orders of a running game." in words(asked)
    client.post(at("share_line", line.pk), {"confirmed": "yes"})
    line.refresh_from_db()
    assert line.key


def test_saved_lines_are_in_the_data_of_their_owner_alone(owner: User) -> None:
    line = kept(owner)
    saved.share(line)
    line.refresh_from_db()
    other = factories.person()

    def found(person: User) -> Any:
        archive = zipfile.ZipFile(io.BytesIO(data_archive.write(person)))
        assert "saved-lines.html" in archive.namelist()
        return json.loads(archive.read("saved-lines.json"))["saved_lines"]

    (row,) = found(owner)
    assert (row["title"], row["text"], row["holds_orders"]) == ("Burgundy", TEXT, False)
    assert row["address"].endswith(at("shared_line", line.key))
    assert found(other) == []


# Boards in messages


def test_a_board_is_in_a_message_and_in_its_preview(game: Game) -> None:
    client = signed_in(factories.holder(factories.seat(game, "FRANCE")))
    text = f"Look: [board https://testserver/sandbox/{TEXT}/1/]"
    message = write(game, "FRANCE", "GERMANY", text=text)
    thread = at("thread", game.slug, ["FRANCE", "GERMANY"])
    image = f'<img src="{at("sandbox_svg", TEXT, 1)}"'
    assert client.get(thread).content.decode().count(image) == 1
    sent = {"text": message.text, "request_key": str(uuid.uuid4()), "preview": "yes"}
    assert client.post(thread, sent).content.decode().count(image) == 2


def test_the_share_menu_has_each_way(client: Client) -> None:
    html = client.get(at("sandbox_results", TEXT, 1)).content.decode()
    for name in ("sandbox_png", "sandbox_svg", "sandbox_report"):
        assert f'href="{at(name, TEXT, 1)}"' in html
    assert f"/sandbox/{TEXT}/1/]" in html
    last = client.get(at("sandbox_line", TEXT)).content.decode()
    assert at("sandbox_png", TEXT, 0) in last
    assert "/report/" not in last
