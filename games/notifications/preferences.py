"""A person's choices of mail and push by kind of notification, and the links that stop mail."""

import datetime as dt
from collections.abc import Collection, Mapping
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import time_zones
from accounts.models import User

from ..core.links import absolute_url
from ..models import MailChoice, Notification, PushOptOut

SUMMARY_TIME = dt.time(7)  # in the reader's time zone
SUMMARY = "summary"  # stands in a link instead of a kind: all mail that comes in summaries
# The salt must never change: the links in old mails must still work.
SIGNER = signing.Signer(sep=".", salt="games.notifications.mail.unsubscribe")


def mail_preferences(person: User) -> dict[str, str]:
    """The person's choice of mail for each kind."""
    chosen = dict(MailChoice.objects.filter(person=person).values_list("kind", "how"))
    return {kind: chosen.get(kind, MailChoice.How.AT_ONCE) for kind in Notification.Kind.values}


def mail_preference(person: User, kind: str) -> str:
    chosen = (each.how for each in person.mail_choices.all() if each.kind == kind)
    return next(chosen, MailChoice.How.AT_ONCE)


def set_mail_preferences(person: User, wanted: Mapping[str, str]) -> None:
    """Store the person's choices of mail for the kinds in `wanted`."""
    MailChoice.objects.bulk_create(
        [MailChoice(person=person, kind=kind, how=how) for kind, how in wanted.items()],
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["how"],
    )


def possible_ways(kind: str) -> list[MailChoice.How]:
    """The ways in which mail of a kind can be sent.

    Only messages have a text that can be left out, and reminders cannot wait for the daily summary.
    """
    ways = list(MailChoice.How)
    if kind != Notification.Kind.MESSAGE:
        ways.remove(MailChoice.How.WITHOUT_TEXT)
    if kind == Notification.Kind.REMINDER:
        ways.remove(MailChoice.How.SUMMARY)
    return ways


def unsubscribe_url(person: User, kind: str) -> str:
    """The link that lets anyone who has it stop mail of `kind` to `person`, and nothing else."""
    token = SIGNER.sign_object([person.pk, kind])
    return absolute_url(reverse("games:unsubscribe", args=[token]))


def stop_mail(person: User, kind: str) -> None:
    """Stop mail of `kind`, or all mail that comes in summaries.

    Mail about invitations stops with the invitations themselves.
    """
    if kind == Notification.Kind.INVITATION:
        refuse_invitations(person)
    elif kind == SUMMARY:
        summed_up = MailChoice.objects.filter(person=person, how=MailChoice.How.SUMMARY)
        summed_up.update(how=MailChoice.How.OFF)
    else:
        set_mail_preferences(person, {kind: MailChoice.How.OFF})


def refuse_invitations(person: User) -> None:
    """Store that `person` wants no invitations to seats. Those that are open are hidden."""
    User.objects.filter(pk=person.pk).update(takes_invitations=False)
    person.takes_invitations = False


def is_mail_off(person: User, kind: str) -> bool:
    if kind == Notification.Kind.INVITATION:
        return not person.takes_invitations
    if kind == SUMMARY:
        return not MailChoice.objects.filter(person=person, how=MailChoice.How.SUMMARY).exists()
    return mail_preference(person, kind) == MailChoice.How.OFF


def mail_label(kind: str) -> str:
    return _("Daily summary") if kind == SUMMARY else str(Notification.Kind(kind).label)


def read_unsubscribe_token(token: str) -> tuple[User, str] | None:
    """The person and the kind in a link; None if it is forged or the account is closed."""
    try:
        pk, kind = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    person = User.objects.active().filter(pk=pk).first()
    return (person, kind) if person else None


def push_preferences(person: User) -> list[str]:
    """The kinds of which `person` wants push notifications."""
    off = set(PushOptOut.objects.filter(person=person).values_list("kind", flat=True))
    return [kind for kind in Notification.Kind.values if kind not in off]


def is_push_off(person: User, kind: str) -> bool:
    return PushOptOut.objects.filter(person=person, kind=kind).exists()


def set_push_preferences(person: User, wanted: Collection[str]) -> None:
    """Store that `person` wants push notifications of the kinds `wanted` only."""
    off = [
        PushOptOut(person=person, kind=kind)
        for kind in Notification.Kind.values
        if kind not in wanted
    ]
    with transaction.atomic():
        PushOptOut.objects.filter(person=person, kind__in=wanted).delete()
        PushOptOut.objects.bulk_create(off, ignore_conflicts=True)


def erase_if_closed(person: User) -> None:
    """Erase the choices of a person whose account is closed for good, not only about to be."""
    if person.closed_at:
        MailChoice.objects.filter(person=person).delete()
        PushOptOut.objects.filter(person=person).delete()


def next_summary(zone: str, now: dt.datetime) -> dt.datetime:
    """Return the time, in UTC, of the next summary for a reader in `zone`.

    For an unknown zone the site's own is used.
    """
    reader_zone = ZoneInfo(zone if zone in time_zones.names() else settings.TIME_ZONE)
    local = now.astimezone(reader_zone)
    day = local.date() + dt.timedelta(days=local.time() >= SUMMARY_TIME)
    return dt.datetime.combine(day, SUMMARY_TIME, tzinfo=reader_zone).astimezone(dt.UTC)
