"""A whole site that mail comes in to, and goes out from: a turn that is played by mail alone."""

import datetime as dt
import os
import signal
import smtplib
import uuid
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from accounts.models import User
from games.models import Game, Message, Order, Phase, ReceivedMail, Seat
from games.orders import mail_keys
from games.press import sending
from tests import factories, services
from tests.site import Site, running, until

from . import play
from .play import SiteClock
from .smtp import Sink

pytestmark = [pytest.mark.processes, pytest.mark.timeout(300)]

ADDRESS = "orders@play.test"
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")


class Mailbox:
    """The mail program of a person: writes to the site by LMTP, reads what comes to the sink."""

    def __init__(self, person: User, sink: Sink, port: int, clock: SiteClock) -> None:
        self.person, self.sink, self.port, self.clock = person, sink, port, clock

    def send(self, text: str, *, to: str, message_id: str = "", sender: str = "") -> None:
        message = EmailMessage()
        message["From"] = sender or self.person.email
        message["To"] = to
        message["Date"] = format_datetime(self.clock.now() + dt.timedelta(seconds=1))
        message["Message-ID"] = message_id or make_msgid(domain="mail.test")
        message.set_content(text)
        with smtplib.LMTP("127.0.0.1", self.port, timeout=30) as client:
            client.send_message(message, self.person.email, [to])

    def newest(self, words: str, *, count: int = 1) -> EmailMessage:
        """Wait for so many mails with these words in their subjects; return the newest."""
        until(lambda: len(self._with(words)) >= count, seconds=60, what=f"a mail: {words}")
        return self._with(words)[-1]

    def _with(self, words: str) -> list[EmailMessage]:
        mails = [mail for mail in list(self.sink.mails) if mail.recipients == (self.person.email,)]
        return [mail.message for mail in mails if words in str(mail.message["Subject"])]


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def until_it_listens(port: int) -> None:
    def listens() -> bool:
        try:
            with smtplib.LMTP("127.0.0.1", port, timeout=5):
                return True
        except OSError:
            return False

    until(listens, seconds=60, what="mail can come in")


def stored(seat: Seat, phase: Phase) -> list[str]:
    found = Order.objects.filter(seat=seat, phase=phase).order_by("text")
    return list(found.values_list("text", flat=True))


@pytest.fixture
def port() -> int:
    return services.free_port()


def begin() -> tuple[Game, Seat, Seat]:
    master, *players = play.people("Mia Master", *NAMES)
    with transaction.atomic():
        game = factories.begun_game(master, players, title="By mail", phase_hours=6)
        france, germany = (factories.seat(game, power) for power in ("FRANCE", "GERMANY"))
        mail_keys.renew(france, factories.holder(france))
    return game, france, germany


def test_a_turn_is_played_by_mail_alone(tmp_path: Path, port: int, django_db_blocker: Any) -> None:
    clock = SiteClock(tmp_path)
    environment = {
        **clock.environment,
        "ENTENTE_INBOUND_MAIL": f"lmtp://127.0.0.1:{port}",
        "ENTENTE_INBOUND_ADDRESS": ADDRESS,
    }
    with (
        Sink() as sink,
        override_settings(INBOUND_ADDRESS=ADDRESS),
        running(tmp_path, **environment, EMAIL_URL=sink.url) as site,
        play.looking_into(site, django_db_blocker),
    ):
        play.until_alive()
        until_it_listens(port)
        game, france, germany = begin()
        player = Mailbox(factories.holder(france), sink, port, clock)
        first, to = factories.open_phase(game), mail_keys.address_of(france)

        player.send("A Par-Bur\nA Mar-Spa or A Mar-Gas", to=to)
        asked = player.newest("orders of France not saved")
        assert asked["Auto-Submitted"] == "auto-replied"
        assert stored(france, first) == []
        player.send("A Par-Bur\nA Mar-Spa\nF Bre-MAO", to=asked["Reply-To"])
        assert "This moment counts" in text_of(player.newest("orders of France saved"))
        assert stored(france, first) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]

        kill_receiver(site)
        until_it_listens(port)
        for _time in range(2):  # as a mail server does that got no answer
            player.send("A Par-Pic", to=to, message_id="<again@mail.test>")
        player.send("A Par-Gas", to=to, sender="thief@evil.test")
        player.newest("orders of France saved", count=2)
        player.newest("another sender")
        assert stored(france, first) == ["A PAR - PIC"]
        assert ReceivedMail.objects.filter(outcome="saved").count() == 2

        send_message(game, germany, france)
        asked = player.newest("a message from Germany")
        player.send(f"Gladly.\n\nOn Monday, Entente wrote:\n> {first}", to=asked["Reply-To"])
        until(lambda: Message.objects.filter(text="Gladly.").exists(), seconds=30, what="press")

        deadline = factories.deadline(game)
        clock.move_past(deadline)
        until(lambda: factories.open_phase(game).pk != first.pk, seconds=60, what="a new phase")
        due = player.newest("results of Spring 1901")
        assert "Picardy" in text_of(due)
        assert "You can answer this email with your orders." in text_of(due)
        player.send("A Pic-Bel\nA Mar-Spa\nF Bre-MAO", to=due["Reply-To"])
        player.newest("orders of France saved", count=3)
        second = factories.open_phase(game)
        assert stored(france, second) == ["A MAR - SPA", "A PIC - BEL", "F BRE - MAO"]
        player.send("A Pic H", to=asked_for(first, to))
        assert "an earlier phase" in text_of(player.newest("not saved", count=2))
        assert stored(france, second) == ["A MAR - SPA", "A PIC - BEL", "F BRE - MAO"]

        logged = site.logged()
        for secret in (to.partition("+")[2], "Par-Pic", "PAR - PIC", "Gladly", player.person.email):
            assert secret not in logged
        others = [mail for mail in sink.mails if player.person.email not in mail.recipients]
        assert not any(b"PIC - BEL" in mail.content for mail in others)


def asked_for(phase: Phase, address: str) -> str:
    """Return the address for the orders of a phase, as its mails name it."""
    local, _at, domain = address.partition("@")
    return f"{local}-{phase.number}@{domain}"


def send_message(game: Game, sender: Seat, to: Seat) -> None:
    with transaction.atomic():
        sending.send(
            game,
            sorted([sender, to], key=lambda seat: seat.place),
            sender=sender,
            person=factories.holder(sender),
            text="Shall we?",
            request_key=uuid.uuid4(),
        )


def kill_receiver(site: Site) -> None:
    receiver = site.child("inbound")
    os.kill(receiver.pid, signal.SIGKILL)
    receiver.wait(10)
