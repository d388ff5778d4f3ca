"""Secrets are not in logs, mails, push messages, the cache, sessions, the broker or the outbox.

test_access.py checks that no page shows them.
"""

import io
import logging
import logging.config
import pickle
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
import structlog
import time_machine
from django.apps import apps
from django.conf import settings as site
from django.contrib import admin
from django.core import mail
from django.core.cache import cache
from django.test import override_settings
from django.urls import reverse
from django.utils.log import AdminEmailHandler
from kombu.transport import memory

from accounts.models import Session
from config.celery import app
from config.monitoring import logs
from games.adjudication import due_phases, resolution
from games.game_master import masters
from games.lifecycle import endings
from games.models import (
    Bookmark,
    Draft,
    Event,
    Game,
    Message,
    Notification,
    Order,
    Receipt,
    Thread,
    Webhook,
    WebhookDelivery,
)
from games.notifications import ssrf_guard
from games.notifications.http import Answer, Request
from games.notifications.mail import delivery as mail_delivery
from games.notifications.push import delivery as push_delivery
from games.notifications.webhooks import delivery as webhook_delivery
from tests import factories

from .canaries import DRAFTED, EARLY, ENGLAND, FRANCE, LATE, STANDING, THIRD, TURKEY, WEBHOOK
from .table import read_table
from .world import EVERYWHERE, ROLES, World

pytestmark = pytest.mark.django_db
_ROWS, SEES = read_table()
# Somebody who is closing the account reads nothing of the games.
READERS = [role for role in ROLES if role not in EVERYWHERE]
CANARY, TYPED, *_WORDS = FRANCE
TEXTS = (*FRANCE, *ENGLAND, *TURKEY, EARLY, LATE, THIRD, STANDING, DRAFTED)
MESSAGE = "the persimmon is not for the log"
# Parts of the texts sent below: a log may not hold half a line either.
PARTS = ("GAS", "par-gas", "PAR - GAS", "persimmon", *TEXTS)


def orders_url(world: World, code: str = "F1901M") -> str:
    return f"/games/{world.public.game.slug}/{code}/orders/FRANCE/"


def feedback_url(world: World) -> str:
    return orders_url(world).replace("/orders/", "/echo/")


def messages_url(world: World, to: str = "to/ENGLAND-FRANCE") -> str:
    return f"/games/{world.public.game.slug}/press/{to}/"


def message(text: str, **fields: str) -> dict[str, str]:
    return {"text": text, "request_key": str(uuid.uuid4()), **fields}


def secrets_in(text: str, world: World) -> list[str]:
    """Return the names of the canaries in a text.

    Names of private games and addresses of people count only where they are secrets.
    """
    return [canary.name for canary in world.canaries if canary.is_in(text)]


# Logs


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Collect everything that the site logs at LOG_LEVEL=DEBUG, formatted as in the log."""
    stream = io.StringIO()
    kept = structlog.get_config()
    wanted = logs.configure(as_json=True, level="DEBUG")
    structlog.configure(**kept)  # the same, but loggers in use keep a reference to the processors
    wanted["handlers"]["console"]["stream"] = stream
    logging.config.dictConfig(wanted)
    try:
        yield stream
    finally:
        logging.config.dictConfig(site.LOGGING)


def send_everything(world: World) -> list[int]:
    """Send valid orders and messages, and invalid ones of every kind; return the statuses."""
    own, former = world.client("own"), world.client("former")
    here, past = orders_url(world), orders_url(world, "S1901M")
    sheets = (
        {"mode": "text", "text": TYPED},
        {"mode": "text", "text": f"{CANARY}\n{CANARY}"},
        {"mode": "rows", "unit-BRE": CANARY, "unit-LON": CANARY + " TOO MUCH"},
    )
    messages = (
        message(MESSAGE),
        message(MESSAGE, seat="ITALY"),
        message(MESSAGE, request_key="no key"),
        message(MESSAGE * 1000),
    )
    got = [own.post(here, sheet) for sheet in sheets]
    got += [own.post(past, sheets[0]), own.get(here, {"text": CANARY})]
    half = f"{TYPED}\nA MAR S A PAR - GASX"
    for address in (here, past, feedback_url(world)):
        for more in ({}, {"then": "check"}, {"language": "any"}):
            got.append(own.post(address, {"mode": "text", "text": half, **more}))
    for to in ("to/ENGLAND-FRANCE", "public"):
        got += [own.post(messages_url(world, to), each) for each in messages]
        got += [own.post(messages_url(world, to), {**each, "draft": "save"}) for each in messages]
    got += [former.post(messages_url(world), messages[0])]
    got += [world.client("guest").post(messages_url(world, "public"), messages[0])]
    return [answer.status_code for answer in got]


def test_no_log_line_holds_what_was_typed(world: World):
    with logged() as log:
        statuses = send_everything(world)
    assert {302, 409, 422, 404} >= set(statuses) - {200} >= {302, 409, 422}
    assert log.getvalue().count("request_finished") == len(statuses)
    assert not [part for part in PARTS if part in log.getvalue()]


def test_no_log_line_holds_the_address_or_the_key_of_a_webhook(world: World):
    master, slug = world.client("master"), world.public.game.slug
    token, key = WEBHOOK
    whole = {"url": f"https://x.test/{token}", "secret": key.replace(" ", "-"), "language": "en"}
    sheets = (whole, {**whole, "url": f"http://x.test/{token}"}, {**whole, "secret": "short"})
    nowhere = mock.patch.object(ssrf_guard, "addresses", side_effect=ssrf_guard.UnknownHostError)
    with logged() as log, nowhere:
        got = [master.post(f"/games/{slug}/elsewhere/add/json/", sheet) for sheet in sheets]
        masters.announce(world.public.game, "Dinner at eight.", by=world.people["master"])
        webhook_delivery.post_due()
    assert [answer.status_code for answer in got] == [302, 200, 200]
    assert "delivery_not_sent" in log.getvalue()
    parts = (token, whole["secret"], "x.test", "example.org")
    assert not [part for part in parts if part in log.getvalue()]


# Errors


ERRORS = {
    "while orders are stored": ("games.orders.submission._replace", "orders", 503),
    "while the sheet is read": ("games.orders.order_sheets.read_block", "orders", 503),
    "while it is checked": ("games.orders.order_sheets.clashes", "orders", 503),
    "while rows are read": ("games.orders.submission.parse_canonical", "rows", 503),
    "while the typing is answered": ("games.orders.order_sheets.wording.refusal", "feedback", 503),
    "before the typing is answered": ("games.web.pages.typing_feedback.TextForm", "feedback", 500),
    "while the order form is built": ("games.web.pages.order_entry.TextForm", "orders", 500),
    "when orders are saved": ("games.web.views.play.saved_message", "orders", 500),
    "while a message is stored": (
        "games.press.sending.notify.notify_message",
        "messages",
        503,
    ),
    "while a draft is stored": ("games.press.drafts.sending.lock_writer", "drafts", 503),
    "before a message is stored": ("games.web.pages.press.compose.MessageForm", "messages", 500),
    "when a message is sent": ("games.web.views.press.redirect", "messages", 500),
}


@contextmanager
def mailed_to_admins() -> Iterator[None]:
    """Configure the log to mail every error with the variables of its traceback."""
    handlers = [AdminEmailHandler(include_html=html) for html in (True, False)]
    for handler in handlers:
        handler.setLevel("ERROR")
        logging.getLogger("django.request").addHandler(handler)
    with override_settings(ADMINS=[("Ada", "ada@x.test")], DEBUG=False):
        try:
            yield
        finally:
            for handler in handlers:
                logging.getLogger("django.request").removeHandler(handler)


@pytest.mark.parametrize("when", ERRORS)
def test_an_error_tells_nobody_what_was_sent(world: World, when: str):
    place, form, status = ERRORS[when]
    own = world.client("own")
    before = snapshot(world)
    mail.outbox.clear()
    with logged() as log, mailed_to_admins(), mock.patch(place, side_effect=RuntimeError("broken")):
        if form == "rows":
            answer = own.post(orders_url(world), {"mode": "rows", "unit-BRE": CANARY})
        elif form == "orders":
            sheet = {"mode": "text", "text": f"{CANARY}\nA MAR S A PAR - GAS"}
            answer = own.post(orders_url(world), sheet)
        elif form == "feedback":
            answer = own.post(feedback_url(world), {"text": f"{CANARY}\nA MAR S A PAR - GASX"})
        else:
            more = {"draft": "save"} if form == "drafts" else {}
            answer = own.post(messages_url(world), message(MESSAGE, **more))
    assert answer.status_code == status
    assert "RuntimeError" in log.getvalue()
    assert len(mail.outbox) == 2
    told = [log.getvalue()]
    for sent in mail.outbox:
        told += [sent.message().as_string(), str(sent.body)]
        told += [str(part[0]) for part in getattr(sent, "alternatives", [])]
    assert not [part for text in told for part in PARTS if part in text]
    if status == 500:
        page = answer.content.decode()
        assert not [part for part in (*PARTS, "Traceback", "RuntimeError") if part in page]
    if not when.startswith("when"):
        assert snapshot(world) == before


def snapshot(world: World) -> dict[str, list[Any]]:
    """Return all stored orders and messages."""
    kinds = (Order, Receipt, Message, Draft, Thread, Notification)
    rows = {kind.__name__: list(kind._default_manager.order_by("pk").values()) for kind in kinds}
    return rows | {"events": [Event.objects.count()]}


def test_the_error_of_a_game_set_aside_quotes_no_order(world: World):
    game = world.public.game
    broken = mock.patch.object(
        resolution, "adjudicate", side_effect=RuntimeError(f"no answer to {CANARY}")
    )
    Game.objects.exclude(pk=game.pk).filter(status=Game.Status.PLAYING).update(
        status=Game.Status.ASIDE
    )
    world.private.game.phases.update(deadline=None, due_at=None)
    with time_machine.travel(factories.deadline(game)), broken, logged() as log:
        assert due_phases.resolve_due() == 1
    game.refresh_from_db()
    assert game.error.startswith("RuntimeError in ")
    assert "game_set_aside" in log.getvalue()
    assert not [part for text in (game.error, log.getvalue()) for part in PARTS if part in text]
    for role in READERS:
        page = world.client(role).get(game.get_absolute_url()).content.decode()
        assert "stopped because of an error" in page
        assert (CANARY in page) == (role == "own")


# Rows, the cache, the broker


def test_no_row_says_what_few_may_read_when_it_is_printed(world: World):
    send_everything(world)
    rows = [row for model in apps.get_models() for row in model._default_manager.all()]
    assert len({type(row) for row in rows}) > 15
    printed = "\n".join(f"{row} {row!r}" for row in rows)
    assert str(world.public.game) in printed
    assert not [text for text in (*TEXTS, MESSAGE) if text in printed]


def test_the_outbox_holds_no_words(world: World):
    send_everything(world)
    rows = [str(list(row.values())) for row in Notification.objects.values()]
    assert any("message" in row for row in rows)
    assert not secrets_in("\n".join(rows), world)
    assert not [part for part in PARTS if part in "\n".join(rows)]


def everything_cached() -> str:
    """Return every key and value, unpickled, of the cache of the tests."""
    held = getattr(cache, "_cache")  # noqa: B009 - of either backend
    if isinstance(held, dict):
        return "\n".join(f"{key} {pickle.loads(value)!r}" for key, value in held.items())
    client = held.get_client()
    return "\n".join(f"{key!r} {client.get(key)!r}" for key in client.scan_iter("*"))


def test_neither_the_cache_nor_a_session_holds_what_few_may_read(world: World):
    cache.clear()
    with override_settings(ACCOUNT_RATE_LIMITS={"orders": "99/m/user", "messages": "99/m/user"}):
        send_everything(world)
        for role in ROLES:
            client = world.client(role)
            for path in (world.public.game.get_absolute_url(), messages_url(world), "/games/mine/"):
                client.get(path)
    kept = everything_cached()
    assert "orders" in kept  # limits of forms
    sessions = [str(session.get_decoded()) for session in Session.objects.all()]
    assert len(sessions) >= len(world.people) - 1  # one was ended
    words = "\n".join([kept, *sessions])
    assert not secrets_in(words, world)
    assert not [part for part in PARTS if part in words]


def test_no_message_of_the_broker_says_anything_of_a_game(world: World):
    queues = memory.Channel.queues
    queues.clear()
    send_everything(world)
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"])
    messages = [message for queue in queues.values() for message in list(queue.queue)]
    queues.clear()
    assert len(messages) == len(app.conf.beat_schedule)
    for message in messages:
        assert message["headers"]["argsrepr"] == "()"
        assert not secrets_in(str(message), world)


# Mails


def test_a_mail_holds_no_more_than_its_reader_may_read(world: World):
    mail.outbox.clear()
    while mail_delivery.deliver_due():
        pass
    roles = {person.email: role for role, person in world.people.items()}
    got: dict[str, set[str]] = {canary.name: set() for canary in world.canaries}
    for sent in mail.outbox:
        text = f"{sent.message().as_string()}\n{sent.subject}\n{sent.body}"
        [address] = sent.to
        for name in secrets_in(text.replace(address, ""), world):
            got[name].add(roles.get(address, "somebody else"))
    assert got["late-message"] == {"heir"}
    assert got["early-message"] == {"own"}
    assert not got["third-message"]  # the recipient has a substitute meanwhile
    assert got["message-of-the-substitute"] == {"other"}
    assert got.pop("a-private-game") > {"own", "master"}
    for name, readers in got.items():
        assert readers <= {role for role, reads in SEES[name].items() if reads}, name


def test_a_browser_tells_no_more_than_its_person_may_read(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    sent: list[Request] = []

    def take(request: Request) -> Answer:
        sent.append(request)
        return Answer("201")

    monkeypatch.setattr(push_delivery, "call", take)
    while push_delivery.push_due():
        pass
    got: dict[str, set[str]] = {canary.name: set() for canary in world.canaries}
    for request in sent:
        role = request.url.rpartition("/")[2]
        text = world.phones[role].opened(request.body).decode()
        for name in secrets_in(f"{text}\n{request.headers}", world):
            got[name].add(role)
    assert got["late-message"] == {"heir"}
    assert got["early-message"] == {"own"}
    assert not got["third-message"]  # the recipient has a substitute meanwhile
    assert got["message-of-the-substitute"] == {"other"}
    assert got.pop("a-private-game") > {"own", "master"}
    for name, readers in got.items():
        assert readers <= {role for role, reads in SEES[name].items() if reads}, name


# Secrets that are over


@pytest.mark.parametrize("role", READERS)
def test_everyone_reads_the_orders_when_the_phase_is_over(world: World, role: str):
    phase = factories.open_phase(world.public.game)
    with time_machine.travel(factories.deadline(world.public.game)):
        due_phases.resolve_due()
    page = world.client(role).get(phase.get_absolute_url()).content.decode()
    assert CANARY in page
    assert ENGLAND[0] in page


def test_the_names_are_open_when_the_end_is_final(world: World):
    game = world.public.game
    page = world.client("nobody").get(game.get_absolute_url()).content.decode()
    assert "Zebulon One" not in page
    endings.close(game, by=None, reason="")
    page = world.client("nobody").get(game.get_absolute_url()).content.decode()
    assert "Zebulon One" not in page
    game.refresh_from_db()
    assert game.final_at is not None
    with time_machine.travel(game.final_at):
        page = world.client("nobody").get(game.get_absolute_url()).content.decode()
    assert "Zebulon One" in page


# The administration


def test_an_operator_who_plays_reads_nothing_of_what_was_done_in_their_game(world: World):
    for role, reads in (("super", True), ("plays", False)):
        answer = world.client(role).get(reverse("admin:games_event_changelist"), {"all": ""})
        games = {event.game.title for event in answer.context["cl"].queryset}
        assert "More public" in games
        assert (world.public.game.title in games) == reads


def test_the_administration_does_not_say_who_has_ordered_in_an_open_phase(world: World):
    saved = world.public.game.events.filter(kind=Event.Kind.ORDERS_SAVED).latest("pk")
    assert saved.phase is not None
    assert saved.phase.is_open
    answer = world.client("super").get(reverse("admin:games_event_changelist"))
    assert saved not in answer.context["cl"].queryset


@pytest.mark.parametrize(
    "model",
    [Order, Receipt, Message, Draft, Thread, Bookmark, Notification, Webhook, WebhookDelivery],
)
def test_what_is_secret_is_nowhere_in_the_administration(world: World, model: type):
    assert not admin.site.is_registered(model)
    page = f"/admin/games/{model.__name__.lower()}/"
    assert world.client("super").get(page).status_code == 404
