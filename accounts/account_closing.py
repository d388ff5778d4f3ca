"""Closing an account: personal data is removed; the row stays because games refer to it.

Who asks for it leaves all games and is signed out at once (`ask`). For `COMING_BACK` they may sign
in and come back (`keep`); nothing else is open to them (`accounts.middleware`), and their name and
address stay taken. Afterwards `close_due` closes the account for good (`close`).

Other apps register functions in the lists below when the site starts.
"""

import datetime as dt
from collections.abc import Callable

import structlog
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.api_keys import idempotency, keys
from accounts.mails import account_mails
from accounts.models import AddressChange, HeldName, MailRefusal, Trace, User
from accounts.own_data import data_export
from accounts.profiles import profiles
from accounts.providers import links
from accounts.second_factors import removal
from accounts.sessions import open_sessions

log = structlog.get_logger(__name__)

COMING_BACK = dt.timedelta(days=7)
SCRUBBED = (
    "closed_at",
    "closing_at",
    "name",
    "email",
    "password",
    "is_active",
    "is_staff",
    "is_superuser",
)
# Fields that have their defaults again once the account is closed.
RESET = (
    "last_login",
    "feed_key",
    "time_zone",
    "language",
    "notation",
    "pattern_fills",
    "takes_invitations",
    "suspended_until",
    "terms_version",
    "terms_accepted_at",
)

# Return a sentence to warn the person with before they close the account, or "".
warning_sources: list[Callable[[User], str]] = []
# Lock the rows that the `on_close` handlers will change, before the person's own row is locked.
# Each returns a check, which is called with the person's row locked: False if the person has since
# become involved in something that is not locked.
lockers: list[Callable[[User], Callable[[], bool]]] = []
# End the person's involvements, such as seats in games, in the transaction that changes the
# account. They are called when the person asks, and with the scrubbed row when it is closed.
on_close: list[Callable[[User], None]] = []


def warnings_for(user: User) -> list[str]:
    return [warning for source in warning_sources if (warning := source(user))]


def ask(user: User) -> dt.datetime:
    """Let the person leave everything and sign them out; return when the account will be closed.

    Asking again changes nothing and sends no second mail.
    """
    _with_locks(user, _announce)
    user.refresh_from_db(fields=["closing_at", "closed_at"])
    when = user.closing_at or user.closed_at
    assert when is not None
    return when


def keep(user: User) -> bool:
    """Keep an account that was about to be closed; return False if it is closed already.

    What the person left stays left: others may sit there by now.
    """
    kept = User.objects.not_closed().filter(pk=user.pk).update(closing_at=None)
    user.closing_at = None
    return kept > 0


def close_due() -> int:
    """Close the accounts whose owners have not come back in time; return how many."""
    due = User.objects.filter(closing_at__lte=clock.now()).order_by("closing_at")
    count = 0
    for user in due:
        try:
            count += _with_locks(user, _close_if_due)
        except Exception as error:  # one account must not keep the others
            log.error("account_not_closed", person=user.pk, error=type(error).__name__)
    return count


def close(user: User) -> None:
    """Scrub name, e-mail address and sign-in, and run the `on_close` handlers, in one transaction.

    If a handler raises, nothing is changed. Every session ends.
    """
    _with_locks(user, _close)


def _with_locks(user: User, act: Callable[[User], bool]) -> bool:
    """Call `act` with the person's row, and all their games locked; return its result.

    Locks are taken in the order that all other code uses: first games, then people. With the
    person's row locked nobody can seat them any more. If that has happened since the games were
    locked, waiting for one more game could deadlock: release all locks and start again.
    """
    while True:
        with transaction.atomic():
            checks = [lock(user) for lock in lockers]
            row = User.objects.select_for_update().get(pk=user.pk)
            if row.closed_at:
                return False
            if all(check() for check in checks):
                return act(row)
            transaction.set_rollback(True)


def _announce(row: User) -> bool:
    if row.closing_at is not None:
        return False
    row.closing_at = clock.now() + COMING_BACK
    row.save(update_fields=["closing_at"])
    open_sessions.end_all(row)
    keys.revoke_all(row)
    for handler in on_close:
        handler(row)
    account_mails.queue_template(row, "accounts/mail/closing.txt", _("Your account will be erased"))
    data_export.forget(row)
    return True


def _close_if_due(row: User) -> bool:
    """Close the account unless its owner has come back in the meantime."""
    if row.closing_at is None or row.closing_at > clock.now():
        return False
    return _close(row)


def _close(row: User) -> bool:
    _scrub(row)
    for handler in on_close:
        handler(row)
    return True


def _scrub(row: User) -> None:
    addresses = EmailAddress.objects.filter(user=row)
    account_mails.drop([row.email, *addresses.values_list("email", flat=True)])
    row.closed_at = clock.now()
    row.closing_at = None
    row.name = f"closed-{row.pk}"
    row.email = f"closed-{row.pk}@closed.invalid"
    row.set_unusable_password()
    row.is_active = row.is_staff = row.is_superuser = False
    fresh = User()
    for name in RESET:
        setattr(row, name, getattr(fresh, name))
    row.save(update_fields=[*SCRUBBED, *RESET])
    row.groups.clear()
    row.user_permissions.clear()
    addresses.delete()
    links.delete_all(row)
    removal.erase(row)
    AddressChange.objects.filter(person=row).delete()
    MailRefusal.objects.filter(person=row).delete()
    Trace.objects.filter(person=row).delete()
    HeldName.objects.filter(person=row).delete()
    profiles.erase(row)
    keys.erase(row)
    idempotency.erase(row)
    data_export.forget(row)
    open_sessions.end_all(row)
