"""Files that are no whole archive, or would do harm: each is refused with what to do instead."""

import io
import json
import struct
import zipfile
from typing import Any
from unittest import mock

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


def end_of(entries: bytes, *, number: int, length: int) -> bytes:
    """The end of an archive that lists these entries, with what it says of them."""
    return entries + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, number, number, length, 0, 0)


EMPTY_ENTRY = b"PK\1\2" + bytes(42)
END_64 = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, 30_000, 30_000, 1_380_000, 0)
LOCATOR_64 = struct.pack("<4sLQL", b"PK\6\7", 0, 30_000 * len(EMPTY_ENTRY), 1)


@pytest.mark.parametrize(
    "content",
    [
        end_of(EMPTY_ENTRY * 2001, number=2001, length=2001 * 46),
        end_of(EMPTY_ENTRY * 30_000, number=1, length=30_000 * 46),
        end_of(EMPTY_ENTRY * 30_000, number=1, length=30_000 * 46)[:-2] + b"\1\0 ",
        end_of(EMPTY_ENTRY * 30_000 + END_64 + LOCATOR_64, number=1, length=0),
    ],
    ids=["number", "length", "comment", "64 bits"],
)
def test_a_long_list_of_files_is_refused_before_it_is_read(
    content: bytes, master: User, monkeypatch
):
    monkeypatch.setattr(zipfile.ZipFile, "__init__", lambda *_all: pytest.fail("was read"))
    assert "more than 2000 files" in refusal_of(content, master)


def test_an_archive_with_a_comment_is_read(archive: bytes, master: User):
    file = io.BytesIO(archive)
    with zipfile.ZipFile(file, "a") as added:
        added.comment = b"The winter game"
    size = file.seek(0, io.SEEK_END)
    assert importing.preview(file, size, by=master).differences == []


def test_a_document_of_very_many_parts_is_refused_before_it_is_read(master: User, monkeypatch):
    monkeypatch.setattr(json, "loads", lambda *_all, **_more: pytest.fail("was read"))
    assert reading.LARGEST_DOCUMENT <= 8 * reading.MEBIBYTE
    content = b'{"a":[' + b"{}," * 300_000 + b"{}]}"
    assert "holds too much" in refusal_of(content, master)


def test_a_document_is_parsed_once_for_all_formats(master: User):
    with mock.patch.object(json, "loads", wraps=json.loads) as parse:
        assert "can be read" in refusal_of(b'{"phases": [{}], "game": "x"}', master)
    assert parse.call_count == 1


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
