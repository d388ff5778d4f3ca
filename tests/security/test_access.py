"""Who may open and send what: every URL of the games, every verb, every role.

`login` is the way to the sign-in page, `302` any other way on. A star marks what is not found where
the game is private.
"""

import uuid
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from games import urls

from .conftest import ROLES, Table, lay

# fmt: off
TABLE = """
                  nobody guest  own    other  former master alien  staff  super  plays  supmas
front        GET  200    200    200    200    200    200    200    200    200    200    200
front        POST 405    405    405    405    405    405    405    405    405    405    405
index        GET  200    200    200    200    200    200    200    200    200    200    200
index        POST 405    405    405    405    405    405    405    405    405    405    405
mine         GET  login  200    200    200    200    200    200    200    200    200    200
mine         POST login  405    405    405    405    405    405    405    405    405    405
new          GET  login  200    200    200    200    200    200    200    200    200    200
new          POST login  302    302    302    302    302    302    302    302    302    302
game         GET  200*   200*   200    200    200    200    200*   200*   200*   200    200
game         POST 405    405    405    405    405    405    405    405    405    405    405
game:lobby   GET  200*   200*   200*   200    200*   200    200*   200*   200*   200*   200
join         GET  200*   200*   200    200    200    200    200*   200*   200*   200    200
join         POST 200*   302*   302    302    302    302    302*   302*   302*   302    302
join:lobby   GET  200*   200*   200*   200    200*   200    200*   200*   200*   200*   200
join:lobby   POST 200*   302*   302*   302    302*   302    302*   302*   302*   302*   302
invitation   GET  200    200    200    200    200    200    200    200    200    200    200
invitation   POST 200    302    302    302    302    302    302    302    302    302    302
inv:wrong    GET  404    404    404    404    404    404    404    404    404    404    404
inv:wrong    POST 404    404    404    404    404    404    404    404    404    404    404
leave        GET  login  200*   200*   200    200*   200    200*   200*   200*   200*   200
leave        POST login  302*   302*   302    302*   302    302*   302*   302*   302*   302
remove       GET  login  404    404    404    404    200    404    404    404    404    200
remove       POST login  404    404    404    404    302    404    404    404    404    302
resume       GET  login  405    405    405    405    405    405    405    405    405    405
resume       POST login  404    404    404    404    302    404    404    404    404    302
phase:past   GET  200*   200*   200    200    200    200    200*   200*   200*   200    200
phase:open   GET  302*   302*   302    302    302    302    302*   302*   302*   302    302
phase        POST 405    405    405    405    405    405    405    405    405    405    405
board:past   GET  200*   200*   200    200    200    200    200*   200*   200*   200    200
board:open   GET  200*   200*   200    200    200    200    200*   200*   200*   200    200
board        POST 405    405    405    405    405    405    405    405    405    405    405
orders:open  GET  login  404    200    404    404    404    404    404    404    404    404
orders:open  POST login  404    302    404    404    404    404    404    404    404    404
orders:past  GET  login  404    302    404    404    404    404    404    404    404    404
orders:past  POST login  404    409    404    404    404    404    404    404    404    404
ready        GET  login  405    405    405    405    405    405    405    405    405    405
ready:open   POST login  404    302    404    404    404    404    404    404    404    404
ready:past   POST login  404    302    404    404    404    404    404    404    404    404
"""
# fmt: on
HEADER, *ROWS = (line.split() for line in TABLE.strip().splitlines())
# A row's name begins with that of a URL; what comes after the colon is a circumstance.
SHORT = {"inv": "invitation"}


def name_of(row: str) -> str:
    name = row.partition(":")[0]
    return SHORT.get(name, name)


def url(table: Table, row: str) -> str:
    entry = table.lobby.entries.get()
    game = (table.lobby if row.endswith(":lobby") or row == "leave" else table.game).slug
    code = "S1901M" if row.endswith(":past") else "F1901M"
    arguments: dict[str, list[Any]] = {
        "game": [game],
        "join": [game],
        "invitation": [table.lobby.slug, "0" * 32 if ":" in row else table.lobby.invitation_key],
        "leave": [game],
        "remove": [table.lobby.slug, entry.pk],
        "resume": [game],
        "phase": [game, code],
        "board": [game, code],
        "orders": [game, code, "FRANCE"],
        "ready": [game, code, "FRANCE"],
    }
    name = name_of(row)
    return reverse(f"games:{name}", args=arguments.get(name, []))


def sheet(row: str) -> dict[str, str]:
    """What a browser would send from the page's form."""
    forms = {
        "new": {
            "title": "Another", "role": "player", "length": "1", "length_unit": "days",
            "lobby_days": "1", "request_key": str(uuid.uuid4()), "setup": "standard",
            "rules": "2000", "visibility": "public", "orders_watched_by": "master",
            "language": "en",
        },
        "orders": {"mode": "text", "text": "A PAR - PIC"},
        "ready": {"ready": "yes"},
    }  # fmt: skip
    return {"csrfmiddlewaretoken": "a token", **forms.get(name_of(row), {})}


def answer(table: Table, row: str, method: str, role: str) -> str:
    """How the site answers; whatever was done is undone."""
    with transaction.atomic():
        client, address = table.client(role), url(table, row)
        got = client.get(address) if method == "GET" else client.post(address, sheet(row))
        transaction.set_rollback(True)
    to_sign_in = got.status_code == 302 and got["Location"].startswith("/accounts/login/")
    return "login" if to_sign_in else str(got.status_code)


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_each_role_gets_what_the_table_says(db: None, row: list[str], visibility: str):
    table = lay(visibility=visibility)
    name, method, *cells = row
    expected = {
        role: "404" if visibility == "private" and cell.endswith("*") else cell.rstrip("*")
        for role, cell in zip(HEADER, cells, strict=True)
    }
    assert {role: answer(table, name, method, role) for role in HEADER} == expected


def test_the_table_has_a_column_for_each_role():
    assert list(ROLES) == HEADER


def test_the_table_has_rows_for_each_url_and_verb():
    known = {str(pattern.name) for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)}
    assert len(known) == len(urls.urlpatterns)
    rows = {(name_of(name), method) for name, method, *_cells in ROWS}
    assert rows == {(name, method) for name in known for method in ("GET", "POST")}


@pytest.mark.parametrize("row", [row for row in ROWS if row[1] == "POST"], ids=lambda row: row[0])
def test_nothing_is_done_without_the_token_of_the_form(table: Table, row: list[str]):
    if row[2:] == ["405"] * len(HEADER):
        return
    role = "master" if name_of(row[0]) in ("remove", "resume") else "own"
    client = Client(enforce_csrf_checks=True)
    client.force_login(table.people[role])
    assert client.post(url(table, row[0]), sheet(row[0])).status_code == 403
