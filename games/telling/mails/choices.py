"""Who wants mail of which kind, and the links by which one kind is switched off."""

from collections.abc import Mapping

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User

from ...models import MailChoice, Notice

SUMMARY = "summary"  # in a link: whatever comes in summaries, of whichever kind
# For one purpose and for ever: an old mail must still stop what it started.
SIGNER = signing.Signer(sep=".", salt="games.telling.mails.unsubscribe")


def of(person: User) -> dict[str, str]:
    """How `person` wants mail of every kind."""
    chosen = dict(MailChoice.objects.filter(person=person).values_list("kind", "how"))
    return {kind: chosen.get(kind, MailChoice.How.AT_ONCE) for kind in Notice.Kind.values}


def how(person: User, kind: str) -> str:
    chosen = (each.how for each in person.mail_choices.all() if each.kind == kind)
    return next(chosen, MailChoice.How.AT_ONCE)


def choose(person: User, wanted: Mapping[str, str]) -> None:
    """Store how `person` wants mail of some kinds."""
    MailChoice.objects.bulk_create(
        [MailChoice(person=person, kind=kind, how=how) for kind, how in wanted.items()],
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=["how"],
    )


def unsubscribe_url(person: User, kind: str) -> str:
    """The link that lets its bearer switch off mail of `kind` to `person`, and nothing else."""
    token = SIGNER.sign_object([person.pk, kind])
    return settings.SITE_URL + reverse("games:unsubscribe", args=[token])


def stop(person: User, kind: str) -> None:
    """Switch off mail of `kind`, or all that comes in summaries."""
    if kind == SUMMARY:
        summed_up = MailChoice.objects.filter(person=person, how=MailChoice.How.SUMMARY)
        summed_up.update(how=MailChoice.How.OFF)
    else:
        choose(person, {kind: MailChoice.How.OFF})


def is_off(person: User, kind: str) -> bool:
    if kind == SUMMARY:
        return not MailChoice.objects.filter(person=person, how=MailChoice.How.SUMMARY).exists()
    return how(person, kind) == MailChoice.How.OFF


def label(kind: str) -> str:
    return _("Daily summary") if kind == SUMMARY else str(Notice.Kind(kind).label)


def read_token(token: str) -> tuple[User, str] | None:
    """Whom and what a link of ours names; none if it is not ours or its person has gone."""
    try:
        pk, kind = SIGNER.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    person = User.objects.filter(pk=pk, is_active=True, closed_at=None).first()
    return (person, kind) if person else None
