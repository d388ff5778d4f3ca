"""Changes of e-mail addresses, which the owner of the old address can undo for a week.

Otherwise a thief with a signed-in browser and the password could keep the account for good.
"""

import datetime as dt

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import transaction

from accounts import clock
from accounts.api_keys import keys
from accounts.models import AddressChange, User
from accounts.providers import links
from accounts.second_factors import removal
from accounts.sessions import open_sessions

UNDONE_WITHIN = dt.timedelta(days=7)
_SALT = "accounts.address_changes"


def record(person: User, *, old: str, new: str) -> str:
    """Store a change and return the token of the link that undoes it."""
    change = AddressChange.objects.create(
        person=person, old_email=old, new_email=new, at=clock.now()
    )
    return signing.dumps(change.pk, salt=_SALT)


def find(token: str) -> AddressChange | None:
    """Return the change that a link undoes; None if it is too late or the link is wrong.

    It is too late as well if another account has the old address by now.
    """
    try:
        number = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    recent = AddressChange.objects.filter(at__gt=clock.now() - UNDONE_WITHIN)
    change = recent.filter(pk=number, person__in=User.objects.active()).first()
    if change is None or _is_taken(change.old_email, change.person):
        return None
    return change


def undo(change: AddressChange) -> User | None:
    """Give the old address back and return the person; None if somebody was quicker.

    All sessions end, API keys are revoked, and no password is valid until a new one is chosen.
    Second factors that are new go as well, because a thief could sign in with a passkey. The
    person's later changes can no longer be undone, and links to accounts elsewhere are gone,
    because the same thief may have made them.
    """
    with transaction.atomic():
        person = User.objects.active().select_for_update().filter(pk=change.person_id).first()
        changes = AddressChange.objects.filter(person=change.person_id, pk__gte=change.pk)
        known = changes.select_for_update().filter(pk=change.pk).exists()
        if person is None or not known or _is_taken(change.old_email, person):
            return None
        removal.erase(person, since=change.at - UNDONE_WITHIN)
        changes.delete()
        links.delete_all(person)
        EmailAddress.objects.filter(user=person).delete()
        EmailAddress.objects.create(
            user=person, email=change.old_email, verified=True, primary=True
        )
        person.email = change.old_email
        person.set_unusable_password()
        person.save(update_fields=["email", "password"])
        open_sessions.end_all(person)
        keys.revoke_all(person)
    return person


def delete_expired() -> None:
    """Delete changes that can no longer be undone."""
    AddressChange.objects.filter(at__lte=clock.now() - UNDONE_WITHIN).delete()


def _is_taken(email: str, person: User) -> bool:
    confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True)
    users = User.objects.filter(email__iexact=email)
    return confirmed.exclude(user=person).exists() or users.exclude(pk=person.pk).exists()
