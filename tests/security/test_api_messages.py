"""Access by keys to single messages: nobody mutes, reports or marks what they may not read."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from games.api.values.press import thread_name
from games.models import Game, Message

from .api_walk import ask, key_of, report
from .table import read_table
from .world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]
_ROWS, SEES = read_table()
OF_MESSAGES = {name for name in SEES if "message" in name}
# A stranger, and those of whom each reads other messages than the rest.
READERS = ("guest", "own", "other", "former", "heir", "master", "mplays", "stand")


@pytest.mark.parametrize("role", READERS)
def test_nobody_mutes_reports_or_marks_what_they_may_not_read(
    world: World, settings: Any, role: str
):
    settings.API_LIMITS = {"reads": 1_000_000, "writes": 1_000_000}
    key, trouble, reached = key_of(world, role, "press"), [], set()
    for circle in (world.public, world.private):
        found = Message.objects.filter(thread__game=circle.game).select_related("thread")
        for message in found.prefetch_related("thread__seats"):
            names = {each.name for each in world.canaries if each.is_in(message.text)} & OF_MESSAGES
            if not names:
                continue
            for method, path, body in acts_on(message, circle.game):
                answer = ask(key, method, path, body)
                if answer.status == 200:
                    reached |= names
                if all(SEES[name][role] for name in names):
                    if answer.status not in (200, 404, 409):
                        trouble.append(f"{method} {path}: {answer.status}")
                elif (answer.status, answer.wrote) != (404, frozenset()):
                    trouble.append(f"{method} {path}: {answer.status}, {answer.wrote}, {names}")
    if role == "own" and not reached >= {"early-message", "message-before-one-joined"}:
        trouble.append(f"own acts on {reached} only")
    report(trouble)


def acts_on(message: Message, game: Game) -> Iterator[tuple[str, str, Any]]:
    """Requests about a message: mute its power, report it, and mark it as read."""
    root, thread = f"/games/{game.slug}", message.thread
    yield "PUT", f"{root}/messages/{message.key}/mute", {"muted": True}
    sent = {"reason": "Rude.", "confirmed": True}
    yield "POST", f"{root}/messages/{message.key}/report", sent
    name = thread_name(thread, list(thread.seats.all()))
    yield "PUT", f"{root}/threads/{quote(name)}/read", {"message": message.key}
