"""API keys of a person: make, find and revoke them.

A key has 256 random bits, too many to guess, so a plain hash of it is enough. The database holds
only the hash, with which nobody can sign in.
"""

import datetime as dt
import hashlib
import secrets
from collections.abc import Callable

import structlog
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.compiled_queries import CompiledQuery
from accounts.mails import account_mails
from accounts.models import ApiKey, ApiKeyQuerySet, User

log = structlog.get_logger(__name__)

MOST_KEYS = 20
KEPT = dt.timedelta(days=30)  # after a key was revoked or has ended
USE_NOTED = dt.timedelta(hours=1)
BEGINNING = "entente_"
_PREFIX_BYTES, _SECRET_BYTES = 5, 32

# End what else programs of a person get; called when all their keys are revoked. Other apps
# register functions here when the site starts.
on_revoke_all: list[Callable[[User], None]] = []


class TooManyKeys(Exception):  # noqa: N818 - a normal answer, not a fault
    """The person has as many usable keys as one may have."""


class NotTakingPart(Exception):  # noqa: N818 - a normal answer, not a fault
    """The site is not open to the person: they were suspended meanwhile, or close the account."""


def make(
    person: User,
    *,
    name: str,
    orders: bool = False,
    press: bool = False,
    master: bool = False,
    account: bool = False,
    ends_at: dt.datetime | None = None,
) -> tuple[ApiKey, str]:
    """Make a key, and mail its owner that there is one; return its row and the key itself.

    Raises `TooManyKeys`, and `NotTakingPart`.
    """
    prefix = BEGINNING + secrets.token_hex(_PREFIX_BYTES)[:8]
    text = f"{prefix}_{secrets.token_urlsafe(_SECRET_BYTES)}"
    with transaction.atomic():
        if not User.objects.lock_taking_part(person.pk):
            raise NotTakingPart
        if usable_keys(person).count() >= MOST_KEYS:
            raise TooManyKeys
        key = ApiKey.objects.create(
            person=person,
            name=name,
            prefix=prefix,
            digest=_digest(text),
            orders=orders,
            press=press,
            master=master,
            account=account,
            made_at=clock.now(),
            ends_at=ends_at,
        )
        account_mails.queue_template(
            person, "accounts/mail/api_key.txt", _("A new API key"), key=key
        )
    log.info("api_key_made", person=person.pk)
    return key, text


def usable_keys(person: User) -> ApiKeyQuerySet:
    """Return the keys of the person that can be used now, the newest first."""
    return ApiKey.objects.usable().filter(person=person)


def find(text: str) -> ApiKey | None:
    """Return the usable key with this text, with its person; None for any other text.

    A suspended or closed account has no valid keys. Stores when the key was last used.
    """
    key: ApiKey | None = _FOUND.first(digest=_digest(text), now=clock.now())
    if key is not None:
        _note_use(key)
    return key


def _found(digest: str, now: dt.datetime) -> ApiKeyQuerySet:
    people = User.objects.taking_part(now=now)
    found = ApiKey.objects.usable(now=now).filter(digest=digest, person__in=people)
    return found.select_related("person").order_by()


_FOUND = CompiledQuery(_found, digest=str, now=dt.datetime)


def revoke(key: ApiKey) -> None:
    """Revoke a key for good. One that was revoked before stays as it is."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=clock.now())
    log.info("api_key_revoked", person=key.person_id)


def revoke_all(person: User) -> int:
    """Revoke all keys of the person; return how many could be used until now."""
    revoked = usable_keys(person).update(revoked_at=clock.now())
    if revoked:
        log.info("api_keys_revoked", person=person.pk, number=revoked)
    for handler in on_revoke_all:
        handler(person)
    return revoked


def erase(person: User) -> None:
    """Delete all keys of a person whose account is closed."""
    ApiKey.objects.filter(person=person).delete()


def delete_expired() -> None:
    """Delete keys that were revoked or have ended a while ago."""
    ApiKey.objects.over_since(clock.now() - KEPT).delete()


def _note_use(key: ApiKey) -> None:
    now = clock.now()
    if key.used_at is None or now - key.used_at >= USE_NOTED:
        ApiKey.objects.filter(pk=key.pk).update(used_at=now)
        key.used_at = now


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
