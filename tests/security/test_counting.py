"""No reader can count the private messages of others.

Primary keys count the rows of the whole site: between two of them a reader would see how many were
written.
"""

import re
from collections.abc import Callable, Iterator
from unittest import mock

import pytest
import time_machine
from django.core import mail
from django.db import transaction

from accounts import clock
from games.models import Message, Notification
from games.notifications.mail import compose
from tests import mails

from .canaries import EARLY, THIRD
from .test_secrets import message, messages_url
from .world import World, _write

pytestmark = pytest.mark.django_db
# Random or secret values; everything else must be equal.
LOTS = re.compile(
    r"(?!0{20})[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r'|(?<=csrfmiddlewaretoken" value=")\w+'
)


def without_lots(text: str) -> str:
    return LOTS.sub("…", text)


def traces(world: World, between: Callable[[], None]) -> str:
    """Return all that a reader gets of two public messages, with `between` called in between."""
    own, other = world.client("own"), world.client("other")
    page = messages_url(world, "public")
    with transaction.atomic():
        waiting = Notification.objects.filter(send_at__isnull=False)  # those from before
        waiting.update(send_at=None, sent_at=clock.now())
        mail.outbox.clear()
        sent = [own.post(page, message("ping"))["Location"]]
        between()
        sent.append(own.post(page, message("pong"))["Location"])
        assert all("#message-" in address for address in sent)
        with mock.patch("games.web.pages.press.threads.PAGE", 1):
            pages = [other.get(page).content.decode()]
            (earlier,) = re.findall(r'href="([^"]*before=[^"]*)"', pages[0])
            pages += [
                other.get(earlier).content.decode(),
                other.get("/games/mine/").content.decode(),
            ]
        pages += [other.get(messages_url(world, "to/ENGLAND-FRANCE")).content.decode()]
        told = [each for each in mails.delivered() if each.to == [world.people["other"].email]]
        assert len(told) >= 2
        headers = [str(sorted(each.extra_headers.items())) for each in told]
        transaction.set_rollback(True)
    return without_lots("\n".join([*sent, *pages, *headers, *(str(each.body) for each in told)]))


@pytest.fixture
def _stopped(world: World) -> Iterator[None]:
    with time_machine.travel(clock.now(), tick=False):
        yield


@pytest.mark.usefixtures("_stopped")
def test_two_messages_do_not_tell_how_many_were_written_between_them(world: World):
    def talk() -> None:
        for number in range(5):
            _write(world.public.game, "AUSTRIA", ["TURKEY"], f"psst {number}")
            _write(world.private.game, "AUSTRIA", ["TURKEY"], f"hm {number}")

    quiet = traces(world, lambda: None)
    assert traces(world, talk) == quiet
    # Negative control: messages in a public thread do leave traces.
    assert traces(world, lambda: _write(world.public.game, "AUSTRIA", [], "aha")) != quiet


@pytest.mark.usefixtures("_stopped")
def test_with_the_numbers_of_messages_it_would_be_told(world: World):
    """The random keys protect here: numbers instead of them would count, like primary keys."""

    def talk() -> None:
        _write(world.public.game, "AUSTRIA", ["TURKEY"], "psst")

    numbers = (f"{number:032x}" for number in range(100, 200))
    with mock.patch.object(Message._meta.get_field("key"), "_get_default", side_effect=numbers):
        assert traces(world, lambda: None) != traces(world, talk)


def test_a_mail_is_known_by_one_name_that_tells_no_number(world: World):
    begun = Notification.objects.filter(
        channel=Notification.Channel.MAIL, kind=Notification.Kind.GAME_BEGUN
    )
    notification = begun.get(game=world.public.game, person=world.people["own"])
    first, again = compose.compose(notification), compose.compose(notification)
    assert first is not None
    assert again is not None
    assert first.extra_headers == again.extra_headers
    for name in ("Message-ID", "References", "In-Reply-To"):
        assert re.fullmatch(r"<[0-9a-f]{32}@localhost>", first.extra_headers[name])
    assert first.extra_headers["Message-ID"] != first.extra_headers["References"]


def test_the_place_of_a_message_that_one_may_not_read_is_no_place(world: World):
    """Asked for messages before a hidden one, the site answers as if it did not exist."""
    messages = Message.objects.filter(thread__game=world.public.game).order_by("pk")
    third, early = messages.get(text=THIRD), messages.get(text=EARLY)
    newest = messages.filter(thread=early.thread).last()
    assert newest is not None
    page = messages_url(world)
    get(world, "heir", page, "")  # new messages are marked as new once
    unknown = without_lots(get(world, "heir", page, "f" * 32))
    for hidden in (third, early):
        assert without_lots(get(world, "heir", page, hidden.key)) == unknown
    assert without_lots(get(world, "heir", page, newest.key)) != unknown


def get(world: World, role: str, page: str, before: str) -> str:
    answer = world.client(role).get(page, {"before": before})
    assert answer.status_code == 200
    return answer.content.decode()
