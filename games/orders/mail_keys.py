"""The address to which the holder of a seat mails orders.

It has a key, which belongs to the tenure: when the seat changes hands, the address is dead.
"""

from django.db import transaction

from accounts import clock
from accounts.models import User

from ..core import inbound_address
from ..deadlines import open_phase
from ..models import MailKey, Phase, ReceivedMail, Seat, Tenure


def address_of(seat: Seat, phase: Phase | None = None) -> str:
    """Return the address of the present holder of `seat`; empty if they have none.

    With a `phase` it is for the orders of that phase only: an answer to an older mail must not be
    read for a later phase.

    Only for the holder: whoever knows it can send orders, if they can forge the holder's mails.
    """
    found = MailKey.objects.filter(tenure__in=Tenure.objects.current().filter(seat=seat))
    key = found.values_list("key", flat=True).first()
    if not key:
        return ""
    if phase is not None:
        key = inbound_address.with_phase(key, phase.number)
    return inbound_address.address_with(key)


def renew(seat: Seat, person: User) -> None:
    """Give `person` a new address for `seat`; the old one stops working.

    Raises `Refused` if they no longer hold the seat.
    """
    with transaction.atomic():
        held = Tenure.objects.current().filter(seat=seat, person=person)
        tenure = held.select_for_update(of=("self",), no_key=True).order_by("pk").first()
        if tenure is None:
            open_phase.must_hold(person, seat)
            return
        made = {"key": inbound_address.new_key(), "made_at": clock.now()}
        MailKey.objects.update_or_create(tenure=tenure, defaults=made)


def withdraw(seat: Seat, person: User) -> None:
    """Delete the address of `person` for `seat`."""
    MailKey.objects.filter(tenure__seat=seat, tenure__person=person).delete()


def find(key: str) -> MailKey | None:
    """Return the key of a seat that is still held by the person to whom it was given."""
    keys = MailKey.objects.select_related("tenure__person", "tenure__seat__game")
    return keys.filter(key=key, tenure__in=Tenure.objects.current()).first()


def delete_dead() -> None:
    """Delete the keys of tenures that have ended, which open nothing any more."""
    MailKey.objects.exclude(tenure__in=Tenure.objects.current()).delete()


def forget_all(person: User) -> None:
    """Delete the keys of a person who closes their account, and what is known of their mails."""
    MailKey.objects.filter(tenure__person=person).delete()
    ReceivedMail.objects.filter(person=person).delete()
