"""The way of a mail that came in: whose address it is for, who wrote it, and what becomes of it.

A stranger is never answered: all answers go to the confirmed address of the person whose address
the mail came to. That person has an account, or is a player without one.
"""

from dataclasses import dataclass

import structlog
from django.db import IntegrityError, transaction

from ..core import inbound_address, metrics
from ..models import Game, Notification, Seat
from ..notifications.mail import declared_order_addresses, reply_addresses
from ..orders import mail_keys
from . import answers, order_mails, press_mails, received, senders
from .mail import Mail, RawMail
from .received import Outcome
from .senders import Writer

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Door:
    """Destination of an address: the orders of a `seat`, or the thread of a mailed message.

    `key` is the same for all the addresses that lead there. `number` is that of the phase for which
    the orders are, None for the open one.
    """

    key: str
    writer: Writer
    game: Game
    seat: Seat | None = None
    number: int | None = None
    notification: Notification | None = None


def receive(raw: RawMail, *, recipient: str) -> None:
    """Handle a mail to `recipient`. After that it is done with, whatever became of it.

    Raises an error if it could not be handled now: then it has to be delivered again.
    """
    outcome = _outcome(raw, inbound_address.key_in(recipient))
    metrics.mail_received(outcome)
    logger.info("mail_received", outcome=outcome)


def _outcome(raw: RawMail, key: str) -> str:
    door = _door(key)
    address = senders.confirmed_address(door.writer) if door else ""
    if door is None or not address:
        return "unknown"  # without being read: that takes longest
    mail = raw.mail
    if mail is None:
        return "unreadable"
    if mail.is_automatic:
        return "automatic"
    digest = received.digest(mail, raw.content, door.key)
    if received.is_known(digest):
        return "repeated"
    with structlog.contextvars.bound_contextvars(game=door.game.slug):
        try:
            with senders.locale_of(door.writer):
                if mail.sender != address:
                    return _warn(door, mail, digest, address)
                return _handle(door, mail, digest, address)
        except IntegrityError:
            if not received.is_known(digest):
                raise
            return "repeated"  # another process was quicker


def _door(key: str) -> Door | None:
    """Return the destination of a key; None if the key is unknown or dead."""
    if key.startswith(reply_addresses.PREFIX):
        notification = reply_addresses.find(key)
        if notification is None or notification.message is None:
            return None
        game = notification.message.thread.game
        return Door(key, notification.person, game, notification=notification)
    if key.startswith(declared_order_addresses.PREFIX):
        return _door_without_account(key)
    key, number = inbound_address.split_phase(key)
    found = mail_keys.find(key)
    if found is None:
        return None
    seat = found.tenure.seat
    return Door(key, found.tenure.person, seat.game, seat=seat, number=number)


def _door_without_account(key: str) -> Door | None:
    prefix = declared_order_addresses.PREFIX
    rest, number = inbound_address.split_phase(key.removeprefix(prefix))
    found = declared_order_addresses.find(prefix + rest)
    if found is None:
        return None
    player, seat = found
    return Door(prefix + rest, player, seat.game, seat=seat, number=number)


def _warn(door: Door, mail: Mail, digest: str, address: str) -> str:
    """Tell the owner of an address, once a day, that somebody else writes to it."""
    if received.count_of_hour(door.writer, strangers=True) >= received.MOST_AN_HOUR:
        return "limited"
    with transaction.atomic():
        if received.is_to_warn(door.writer, door.game):
            answers.queue_warning(door.game, door.seat, door.writer, to=address)
        received.record(
            mail, digest, writer=door.writer, game=door.game, seat=door.seat,
            outcome=Outcome.STRANGER,
        )  # fmt: skip
    return Outcome.STRANGER.value


def _handle(door: Door, mail: Mail, digest: str, address: str) -> str:
    count = received.count_of_hour(door.writer, strangers=False)
    if count > received.MOST_AN_HOUR:
        return "limited"
    is_last = count == received.MOST_AN_HOUR
    if door.seat is not None:
        return order_mails.handle(
            mail, digest, seat=door.seat, number=door.number, writer=door.writer, to=address,
            is_over_limit=is_last,
        )  # fmt: skip
    assert door.notification is not None
    return press_mails.handle(
        mail, digest, notification=door.notification, to=address, is_over_limit=is_last
    )
