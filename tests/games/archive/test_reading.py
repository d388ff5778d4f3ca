"""Files that are no whole archive, or would do harm: each is refused with what to do instead."""

import io
import json
import struct
import zipfile
from typing import Any

import pytest

from accounts.models import User
from config.http import uploads
from games.archive import importing, reading
from games.core.errors import Refused
from games.models import Game

from .conftest import members, small_archive_of, zipped

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(game: Game) -> bytes:
    return small_archive_of(game)


def refusal_of(content: bytes, person: User) -> str:
    """The sentence with which a file is refused; nothing of it is stored."""
    before = Game.objects.count()
    with pytest.raises(Refused) as refused:
        importing.preview(io.BytesIO(content), len(content), by=person)
    assert Game.objects.count() == before
    return str(refused.value)


def with_document(archive: bytes, **changed: Any) -> bytes:
    body = json.loads(members(archive)["game.json"])
    return zipped({"game.json": json.dumps(body | changed)})


def test_an_archive_of_a_newer_version_says_which_version_it_has(archive: bytes, master: User):
    sentence = refusal_of(with_document(archive, version=7), master)
    assert "version 7" in sentence
    assert "newer Entente" in sentence


def test_a_truncated_archive_is_refused(archive: bytes, master: User):
    for length in (4, 100, len(archive) // 2, len(archive) - 1):
        assert "isn’t complete" in refusal_of(archive[:length], master)


@pytest.mark.parametrize(
    "name", ["../game.json", "maps/../../x", "/etc/passwd", "..\\x", "C:\\x", "\\x", "a/.."]
)
def test_a_file_outside_the_folder_is_refused(archive: bytes, master: User, name: str):
    content = zipped({"game.json": members(archive)["game.json"], name: "x"})
    assert "outside its folder" in refusal_of(content, master)


def test_a_file_that_is_there_twice_is_refused(archive: bytes, master: User):
    document = members(archive)["game.json"]
    for again in ("GAME.json", "Game.JSON"):
        content = zipped({"game.json": document, again: document})
        assert "twice" in refusal_of(content, master)


def test_a_link_is_refused(archive: bytes, master: User):
    file = io.BytesIO(zipped({"game.json": members(archive)["game.json"]}))
    with zipfile.ZipFile(file, "a") as added:
        link = zipfile.ZipInfo("maps/S1901M.svg")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        added.writestr(link, "/etc/passwd")
    assert "has a link" in refusal_of(file.getvalue(), master)


def test_an_encrypted_archive_is_refused(archive: bytes, master: User):
    content = bytearray(zipped({"game.json": members(archive)["game.json"]}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.index(mark) + at
        (flags,) = struct.unpack_from("<H", content, start)
        struct.pack_into("<H", content, start, flags | 1)
    assert "encrypted" in refusal_of(bytes(content), master)


def test_a_zip_bomb_is_refused_and_never_unpacked(master: User):
    bomb = zipped({"game.json": b"0" * (reading.LARGEST_DOCUMENT + 1)})
    assert len(bomb) < 100_000
    assert "far too large" in refusal_of(bomb, master)
    beside = zipped({"game.json": "{}", "maps/S1901M.svg": b"0" * 50_000_000})
    assert "far too large" in refusal_of(beside, master)


def test_a_document_that_is_larger_than_it_says_is_refused(master: User, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_DOCUMENT", 10_000)
    monkeypatch.setattr(reading, "HIGHEST_RATIO", 1_000_000)
    content = bytearray(zipped({"game.json": b"0" * 20_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<L", content, content.index(mark) + at, 9_000)
    sentence = refusal_of(bytes(content), master)
    assert "isn’t complete" in sentence or "far too large" in sentence


def test_too_many_files_are_refused(master: User, monkeypatch):
    monkeypatch.setattr(reading, "MOST_MEMBERS", 3)
    content = zipped({f"{number}.txt": "" for number in range(4)})
    assert "more than 3 files" in refusal_of(content, master)


def test_an_archive_without_its_document_is_refused(master: User):
    assert "“game.json” is missing" in refusal_of(zipped({"index.html": "<p>"}), master)


def test_a_file_that_is_too_large_is_refused(master: User, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_UPLOAD", 2 * reading.MEBIBYTE)
    assert "at most 2 MB" in refusal_of(b"0" * (2 * reading.MEBIBYTE + 1), master)


def test_a_document_alone_has_a_limit_of_its_own(master: User, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_DOCUMENT", reading.MEBIBYTE)
    assert "at most 1 MB" in refusal_of(b"{" + b" " * reading.MEBIBYTE, master)


def test_the_site_stores_no_upload_that_the_form_would_refuse():
    assert uploads.LARGEST == reading.LARGEST_UPLOAD


@pytest.mark.parametrize(
    "content",
    [
        b"", b"PK", b"hello", b"\xff\xfe\x00", b"[]", b"null", b"{}", b'{"format": "entente-game"}',
        b'{"format": "entente-game", "format": "x"}', b'{"format": "entente-game", "version": NaN}',
        b'{"format": "entente-game", "version": 1}', b'["entente-game", "\\u0001"]',
        b'["entente-game", "\\ud800"]', b'"entente-game' + b"[" * 100_000,
        b"[" * 100_000 + b'"entente-game"',
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused(content: bytes, master: User):
    assert refusal_of(content, master)


def test_an_archive_can_be_read_without_its_zip(archive: bytes, master: User):
    document = members(archive)["game.json"].encode()
    assert importing.preview(io.BytesIO(document), len(document), by=master).differences == []
