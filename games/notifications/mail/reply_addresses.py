"""The addresses to which people answer mails: with a message, or with orders.

The key for a message is made from the notification by which it was mailed, and signed, so that no
row is needed. It is one person's, for one thread, and for as long as they have the same address.
"""

import datetime as dt
import hmac

from django.utils.crypto import salted_hmac

from accounts import clock

from ...core import inbound_address
from ...models import MailKey, Notification, Tenure

PREFIX = "m-"
KEPT = dt.timedelta(days=30)
_NUMBER, _SIGNATURE = 6, 16  # bytes


def reply_address(notification: Notification) -> str:
    """Return the address to answer the message of a notification; empty if that is off."""
    if not inbound_address.is_on() or notification.kind != Notification.Kind.MESSAGE:
        return ""
    number = notification.pk.to_bytes(_NUMBER, "big")
    key = inbound_address.encoded(number + _signature(notification))
    return inbound_address.address_with(PREFIX + key)


def order_address(notification: Notification, number: int) -> str:
    """Return the address for the orders of a notification's reader in a phase of this number.

    Empty if they have none, or several: an answer is for one seat.
    """
    if not inbound_address.is_on():
        return ""
    held = Tenure.objects.current().filter(
        seat__game=notification.game_id, person=notification.person_id
    )
    keys = list(MailKey.objects.filter(tenure__in=held).values_list("key", flat=True))
    if not len(keys) == held.count() == 1:
        return ""
    return inbound_address.address_with(inbound_address.with_phase(keys[0], number))


def find(key: str) -> Notification | None:
    """Return the notification of a key; None if it is forged, or older than `KEPT`."""
    data = inbound_address.decoded(key.removeprefix(PREFIX))
    if data is None or len(data) != _NUMBER + _SIGNATURE:
        return None
    mailed = Notification.objects.filter(
        channel=Notification.Channel.MAIL,
        kind=Notification.Kind.MESSAGE,
        created_at__gt=clock.now() - KEPT,
    ).select_related("person", "message__thread__game", "message__thread__phase")
    found = mailed.filter(pk=int.from_bytes(data[:_NUMBER], "big")).first()
    if found is None or not hmac.compare_digest(_signature(found), data[_NUMBER:]):
        return None
    return found


def _signature(notification: Notification) -> bytes:
    person = notification.person
    value = f"{notification.pk} {notification.message_id} {person.pk} {person.email}"
    signed = salted_hmac("games.notifications.mail.reply", value, algorithm="sha256")
    return signed.digest()[:_SIGNATURE]
