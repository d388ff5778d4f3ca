"""Orders of an open phase are for their seat alone; hidden names are for the master alone."""

import logging
from collections.abc import Iterator
from unittest import mock

import pytest
import time_machine
from django.contrib import admin
from django.urls import reverse

from games import adjudication, deadlines
from games.models import Event, Game, Order, Receipt

from .conftest import CANARY, NAMES, ROLES, TYPED, Table, lay
from .test_access import ROWS, url

# As typed, as stored and in words: none of the three may be read by another role.
TRACES = (TYPED, CANARY, "support Army Paris to Gascony")
OTHERS = [role for role in ROLES if role != "own"]


def pages(table: Table) -> Iterator[str]:
    """Every address of the games, and every one of the administration about them."""
    yield from (url(table, row[0]) for row in ROWS if row[1] == "GET")
    yield "/admin/"
    for model in (Event, Game, Order, Receipt):
        # Also where the administration knows nothing of a model: the address must stay empty.
        kind = f"/admin/games/{model.__name__.lower()}/"
        yield kind
        if admin.site.is_registered(model):
            for row in model._default_manager.all():
                yield f"{kind}{row.pk}/change/"
                yield f"{kind}{row.pk}/history/"


def read(table: Table, role: str) -> str:
    """All that a role can read, page by page."""
    client = table.client(role)
    return "\n".join(client.get(page, follow=True).content.decode() for page in pages(table))


@pytest.mark.parametrize("role", OTHERS)
def test_no_page_of_another_role_holds_an_order_of_the_open_phase(db: None, role: str):
    text = read(lay(orders_watched_by=Game.Watch.EVERYONE), role)
    assert "The Balkan table" in text
    assert not [trace for trace in TRACES if trace in text]


def test_its_seat_reads_its_order(table: Table):
    assert CANARY in read(table, "own")


@pytest.mark.parametrize("role", OTHERS)
def test_everyone_reads_the_order_when_the_phase_is_over(table: Table, role: str):
    phase = table.open
    with time_machine.travel(phase.due_at):
        deadlines.resolve_due()
    assert CANARY in table.client(role).get(phase.get_absolute_url()).content.decode()


def everything_logged(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> str:
    out, err = capfd.readouterr()
    records = [f"{record.getMessage()} {record.exc_text or ''}" for record in caplog.records]
    return "\n".join([*records, out, err])


def test_no_log_line_holds_what_was_typed(
    table: Table, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
):
    caplog.set_level(logging.DEBUG)
    address = url(table, "orders:open")
    client = table.client("own")
    for sheet in (
        {"mode": "text", "text": TYPED},
        {"mode": "text", "text": f"{CANARY}\n{CANARY}"},
        {"mode": "rows", "unit-BRE": CANARY, "unit-LON": CANARY + " TOO MUCH"},
    ):
        client.post(address, sheet)
    client.post(url(table, "orders:past"), {"mode": "text", "text": CANARY})
    client.get(address, {"text": CANARY})
    logged = everything_logged(caplog, capfd)
    assert "orders/FRANCE" in logged
    assert "GAS" not in logged
    assert "par-gas" not in logged


def test_the_error_of_a_game_set_aside_quotes_no_order(
    table: Table, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
):
    caplog.set_level(logging.DEBUG)
    broken = mock.patch.object(
        adjudication, "adjudicate", side_effect=RuntimeError(f"no answer to {CANARY}")
    )
    with time_machine.travel(table.open.due_at), broken:
        assert deadlines.resolve_due() == 1
    table.game.refresh_from_db()
    assert table.game.error.startswith("RuntimeError in ")
    for words in (table.game.error, everything_logged(caplog, capfd)):
        assert "GAS" not in words
    for role in OTHERS:
        page = table.client(role).get(table.game.get_absolute_url()).content.decode()
        assert "set aside" in page
        assert CANARY not in page


# Names


@pytest.mark.parametrize("role", [role for role in ROLES if role not in ("master", "supmas")])
def test_the_names_of_an_anonymous_game_are_hidden(db: None, role: str):
    table = lay(anonymous=True)
    text = read(table, role)
    own = table.people[role].name if role in table.people else ""
    assert "The Balkan table" in text
    assert not [name for name in [*NAMES, "Zebulon Eight"] if name in text and name != own]


@pytest.mark.parametrize("role", ["master", "supmas"])
def test_the_master_reads_the_names(db: None, role: str):
    text = read(lay(anonymous=True), role)
    assert "Zebulon Eight" in text
    assert NAMES[1] in text


def test_the_names_are_open_when_the_game_is_over(db: None):
    table = lay(anonymous=True)
    Game.objects.filter(pk=table.game.pk).update(status=Game.Status.FINISHED)
    assert "Zebulon Eight" in read(table, "nobody")


# The administration


def test_an_operator_who_plays_reads_nothing_of_what_was_done_in_their_game(table: Table):
    begun = table.game.events.get(kind=Event.Kind.GAME_BEGUN)
    change = reverse("admin:games_event_change", args=[begun.pk])
    for role, reads in (("super", True), ("plays", False)):
        answer = table.client(role).get(reverse("admin:games_event_changelist"))
        games = {event.game.title for event in answer.context["cl"].queryset}
        assert "Elsewhere" in games
        assert ("The Balkan table" in games) == reads
        assert table.client(role).get(change).status_code == (200 if reads else 302)


def test_the_administration_does_not_say_who_has_ordered_in_an_open_phase(table: Table):
    saved = table.game.events.filter(kind=Event.Kind.ORDERS_SAVED).latest("pk")
    assert saved.phase is not None
    assert saved.phase.is_open
    answer = table.client("super").get(reverse("admin:games_event_changelist"))
    assert saved not in answer.context["cl"].queryset


def test_orders_and_receipts_are_nowhere_in_the_administration():
    assert not admin.site.is_registered(Order)
    assert not admin.site.is_registered(Receipt)
