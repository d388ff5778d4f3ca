"""The people who write mails. Each writes from a confirmed address, and is answered only there."""

from contextlib import AbstractContextManager
from typing import TypeAlias

from allauth.account.models import EmailAddress

from accounts import reader_locale
from accounts.models import User

from ..models import DeclaredPlayer, Phase, Seat
from ..notifications.mail import declared_mails, declared_order_addresses
from ..orders import mail_keys

Writer: TypeAlias = User | DeclaredPlayer


def confirmed_address(writer: Writer) -> str:
    """Return the address of `writer`, in lower case, if it is confirmed.

    Empty if it is not, or if the site is not open to them: then no mail for them is believed, and
    none is answered.
    """
    if isinstance(writer, DeclaredPlayer):
        reached = DeclaredPlayer.objects.reached().filter(pk=writer.pk, email=writer.email)
        return writer.email.lower() if reached.exists() else ""
    confirmed = EmailAddress.objects.filter(user=writer, email__iexact=writer.email, verified=True)
    taking_part = User.objects.taking_part().filter(pk=writer.pk)
    return writer.email.lower() if taking_part.exists() and confirmed.exists() else ""


def order_address(writer: Writer, seat: Seat, phase: Phase | None) -> str:
    """Return the address for the orders of `writer` in a phase; empty if there is none."""
    if not isinstance(writer, DeclaredPlayer):
        return mail_keys.address_of(seat, phase)
    return declared_order_addresses.address_of(writer, seat, phase.number) if phase else ""


def locale_of(writer: Writer) -> AbstractContextManager[None]:
    """Return a context with the language, notation and time zone of `writer`.

    Without an account, they are those of the game.
    """
    if isinstance(writer, DeclaredPlayer):
        return declared_mails.in_language_of(writer.game)
    return reader_locale.override(writer)
