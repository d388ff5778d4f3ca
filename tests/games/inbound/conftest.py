import datetime as dt
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts import clock
from accounts.models import User
from games.inbound import receive
from games.inbound.mail import RawMail
from games.models import Game, Seat
from games.orders import mail_keys
from tests import factories


@pytest.fixture(autouse=True)
def _takes_mail(settings: Any) -> None:
    settings.INBOUND_ADDRESS = "orders@play.test"


@pytest.fixture
def france(game: Game) -> Seat:
    """The seat of France, whose player has a confirmed address and an address for orders."""
    seat = factories.seat(game, "FRANCE")
    confirm(factories.holder(seat))
    mail_keys.renew(seat, factories.holder(seat))
    return seat


@pytest.fixture
def player(france: Seat) -> User:
    return factories.holder(france)


def confirm(person: User) -> None:
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)


def written(
    text: str = "A Par-Bur\nF Bre-MAO\nA Mar-Spa",
    *,
    sender: str,
    to: str,
    at: dt.datetime | None = None,
    message_id: str | None = None,
    **headers: str,
) -> EmailMessage:
    """A mail as its writer's program sends it."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = "Orders"
    message["Date"] = format_datetime(at or clock.now() + dt.timedelta(seconds=1))
    message["Message-ID"] = message_id or make_msgid(domain="mail.test")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def hand_over(message: EmailMessage, *, to: str, envelope_sender: str | None = "x@x.test") -> None:
    receive.receive(RawMail(bytes(message), envelope_sender), recipient=to)
