"""Nothing that an end opens is open while the end can be undone.

The games of the world end, and would open names and private messages. The walk then looks for both,
and for orders that were never resolved, on all pages of the games. Negative controls take the end
for a final one.
"""

import io
import logging
import zipfile
from collections.abc import Iterator, Set
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone, translation

from accounts import clock, reader_locale
from accounts.own_data import data_archive
from games.lifecycle import endings
from games.models import Game
from games.notifications.http import Answer, Request
from games.notifications.mail import delivery as mail_delivery
from games.notifications.push import delivery as push_delivery
from games.notifications.webhooks import content
from games.wording.event_kinds import NEWS_KINDS

from .canaries import Canary
from .paths import path_to
from .table import read_table
from .walk import Walk, ask, forget_reader
from .world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(900)]
_ROWS, SEES = read_table()
# Owners of secrets first, strangers last.
READERS = [
    "own", "heir", "former", "other", "stand", "lender", "master", "plays", "super", "alien",
    "guest", "nobody",
]  # fmt: skip
FEWER = ["own", "master", "super", "nobody"]
ORDERS = ["order-of-france", "order-of-england", "order-of-turkey"]
MESSAGES = [
    "early-message", "late-message", "message-of-the-instant", "third-message",
    "message-of-the-substitute", "message-with-a-title", "message-before-one-joined",
    "message-to-who-joined", "note-of-france", "message-that-was-reported",
    "message-to-the-masters", "message-among-masters",
]  # fmt: skip
NAME = "name-of-a-player"
# Circumstances of other games, and those that change the state of a game.
ELSEWHERE = {"over", "lobby", "none", "elsewhere", "open", "aside", "given", "hidden", "wrong"}
ENOUGH = 60  # rows that lead to a page of the games

Finding = tuple[str, str]  # the name of a canary, and a role


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def secrets(world: World) -> list[Canary]:
    """End the games of the world, for two more days provisionally; return what must stay secret."""
    found = [each for each in world.canaries if each.name in {*ORDERS, *MESSAGES, NAME}]
    for circle in (world.public, world.private):
        running = Game.objects.filter(pk=circle.game.pk)
        running.update(messages_open_at_end=True, provisional_days=2)
        endings.close(circle.game, by=None, reason="")
        circle.game.refresh_from_db()
        assert circle.game.anonymous
    return found


def is_final_at_once(game: Game) -> bool:
    """The mistake of which the controls are made: an end that is over is taken for final."""
    return game.status == Game.Status.FINISHED


def pages(walk: Walk, readers: list[str]) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Yield each address of the games with its visibility, and a path for each reader."""
    rows = [row for row in walk.rows if row.method == "GET"]
    for row in rows:
        if ELSEWHERE & set(row.circumstance.split("-")):
            continue
        for address in walk.addresses_of[str(row)]:
            for visibility in ("public", "private") if address.is_of_a_game else ("public",):
                if not address.name.startswith(("games:", "admin:games")):
                    continue
                circle = walk.world.circle(visibility)
                try:
                    paths = [
                        (role, path_to(address, row, walk.world, circle, role)) for role in readers
                    ]
                except ObjectDoesNotExist:  # what ended with the game
                    continue
                yield address.name, visibility, paths


def leaks(
    walk: Walk, secrets: list[Canary], readers: list[str], *, until: Set[Finding] = frozenset()
) -> set[Finding]:
    """Return what `readers` find, of what they could not read before. Each page is asked in turn.

    What one reader's request left in the cache is there for the next one. Stop when all of `until`
    is found.
    """
    found: set[Finding] = set()
    number = 0
    for name, visibility, paths in pages(walk, readers):
        number += 1
        forget_reader()
        for role, path in paths:
            translation.deactivate()
            timezone.deactivate()
            text = ask(walk.world, role, "GET", path).text
            found |= {
                (canary.name, role)
                for canary in secrets
                if not SEES[canary.name][role] and canary.is_in(text, name, visibility)
            }
        if until and until <= found:
            return found
    assert number > ENOUGH
    return found


@pytest.mark.parametrize(
    "readers",
    [
        pytest.param(FEWER, id="a few"),
        pytest.param(READERS, id="owners first", marks=pytest.mark.soak),
        pytest.param(READERS[::-1], id="strangers first", marks=pytest.mark.soak),
    ],
)
def test_no_page_opens_anything_before_the_end_is_final(
    walk: Walk, secrets: list[Canary], readers: list[str]
):
    assert leaks(walk, secrets, readers) == set()


def test_the_walk_finds_what_a_provisional_end_would_open(
    walk: Walk, secrets: list[Canary], monkeypatch: pytest.MonkeyPatch
):
    """Negative control of the test above."""
    monkeypatch.setattr(Game, "is_final", property(is_final_at_once))
    opened = {(NAME, "nobody"), ("late-message", "nobody"), ("third-message", "own")}
    assert opened <= leaks(walk, secrets, ["own", "nobody"], until=opened)


def test_a_final_end_opens_names_and_messages_but_never_orders(walk: Walk, secrets: list[Canary]):
    final_at = walk.world.public.game.final_at
    assert final_at is not None
    with time_machine.travel(final_at + timedelta(seconds=1)):
        found = leaks(walk, secrets, ["nobody"])
    opened = {canary for canary, _role in found}
    never = {"note-of-france", "message-to-the-masters", "message-among-masters"}
    assert opened == {NAME, *MESSAGES} - never


# Files, mails, push messages and webhooks


def in_files(world: World, secrets: list[Canary]) -> set[Finding]:
    """Return what the files of people's own data have of what they could not read before."""
    found = set()
    for role in READERS[:-1]:
        archive = zipfile.ZipFile(io.BytesIO(data_archive.write(world.people[role])))
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
        found |= {
            (canary.name, role)
            for canary in secrets
            if not SEES[canary.name][role] and canary.is_in(text, "private")
        }
    return found


def test_no_file_of_own_data_has_what_is_not_open_yet(world: World, secrets: list[Canary]):
    assert in_files(world, secrets) == set()


def test_the_files_would_have_what_a_provisional_end_opened(
    world: World, secrets: list[Canary], monkeypatch: pytest.MonkeyPatch
):
    """Negative control of the test above."""
    monkeypatch.setattr(Game, "is_final", property(is_final_at_once))
    assert {(NAME, "own"), ("third-message", "own")} <= in_files(world, secrets)


def in_mails(world: World, secrets: list[Canary]) -> set[Finding]:
    mail.outbox.clear()
    while mail_delivery.deliver_due():
        pass
    roles = {person.email: role for role, person in world.people.items()}
    found = set()
    for sent in mail.outbox:
        [address] = sent.to
        role = roles.get(address)
        text = f"{sent.message().as_string()}\n{sent.subject}\n{sent.body}".replace(address, "")
        found |= {
            (canary.name, role)
            for canary in secrets
            if role and not SEES[canary.name][role] and canary.is_in(text)
        }
    assert any("is over" in sent.subject for sent in mail.outbox)
    return found


def test_no_mail_opens_anything_before_the_end_is_final(world: World, secrets: list[Canary]):
    assert in_mails(world, secrets) == set()


def test_no_push_message_opens_anything_before_the_end_is_final(
    world: World, secrets: list[Canary], monkeypatch: pytest.MonkeyPatch
):
    sent: list[Request] = []

    def take(request: Request) -> Answer:
        sent.append(request)
        return Answer("201")

    monkeypatch.setattr(push_delivery, "call", take)
    while push_delivery.push_due():
        pass
    found, over = set(), 0
    for request in sent:
        role = request.url.rpartition("/")[2]
        text = world.phones[role].opened(request.body).decode()
        over += "is over" in text
        found |= {
            (canary.name, role)
            for canary in secrets
            if not SEES[canary.name][role] and canary.is_in(text)
        }
    assert over
    assert found == set()


def in_webhooks(world: World, secrets: list[Canary]) -> set[str]:
    events = world.public.game.events.select_related("game", "phase", "seat", "actor", "subject")
    public = [event for event in events if event.kind in NEWS_KINDS]
    with reader_locale.override(None, language="en"):
        text = "\n".join(f"{(item := content.news_item(event)).markdown}{item}" for event in public)
    assert "closed without a result" in text
    return {canary.name for canary in secrets if canary.is_in(text)}


def test_no_webhook_opens_anything_before_the_end_is_final(world: World, secrets: list[Canary]):
    assert in_webhooks(world, secrets) == set()


# The moment


def test_nothing_is_kept_beyond_the_moment_at_which_the_end_is_final(
    world: World, secrets: list[Canary]
):
    """The same programs ask before and after it: pages, the news feed with its version, and a file.

    The cache is not emptied, and no task runs.
    """
    game, client = world.public.game, world.client("nobody")
    [name] = [canary for canary in secrets if canary.name == NAME]
    feed = f"/games/{game.slug}/feed.atom"
    before = client.get(feed)
    assert not name.is_in(before.content.decode())
    assert client.get(feed, headers={"if-none-match": before["ETag"]}).status_code == 304
    assert not name.is_in(client.get(game.get_absolute_url()).content.decode())
    assert game.final_at is not None
    with transaction.atomic(), time_machine.travel(game.final_at):
        assert clock.now() >= game.final_at
        after = client.get(feed, headers={"if-none-match": before["ETag"]})
        assert after.status_code == 200
        assert name.is_in(after.content.decode())
        assert name.is_in(client.get(game.get_absolute_url()).content.decode())
