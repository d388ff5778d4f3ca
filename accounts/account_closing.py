"""Closing an account: personal data is removed; the row stays because games refer to it.

Other apps register functions in the lists below when the site starts.
"""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts import account_mails, second_factors, sessions
from accounts.models import AddressChange, HeldName, Trace, User
from accounts.providers import links

# Return a sentence to warn the person with before they close the account, or "".
warning_sources: list[Callable[[User], str]] = []
# Lock the rows that the `on_close` handlers will change, before the person's own row is locked.
# Each returns a check, which is called with the person's row locked: False if the person has since
# become involved in something that is not locked.
lockers: list[Callable[[User], Callable[[], bool]]] = []
# End the person's involvements, such as seats in games. They are called with the scrubbed row, in
# the transaction that closes the account.
on_close: list[Callable[[User], None]] = []


def warnings_for(user: User) -> list[str]:
    return [warning for source in warning_sources if (warning := source(user))]


def close(user: User) -> None:
    """Scrub name, e-mail address and sign-in, and run the `on_close` handlers, in one transaction.

    If a handler raises, nothing is changed. Every session ends.
    """
    while not _try_to_close(user):
        pass


def _try_to_close(user: User) -> bool:
    """Close the account; return False if it must be tried again.

    Locks are taken in the order that all other code uses: first games, then people. With the
    person's row locked nobody can seat them any more. If that has happened since the games were
    locked, waiting for one more game could deadlock: release all locks and start again.
    """
    with transaction.atomic():
        checks = [lock(user) for lock in lockers]
        row = User.objects.select_for_update().get(pk=user.pk)
        if row.closed_at:
            return True
        if not all(check() for check in checks):
            transaction.set_rollback(True)
            return False
        _scrub(row)
        for handler in on_close:
            handler(row)
    return True


def _scrub(row: User) -> None:
    addresses = EmailAddress.objects.filter(user=row)
    account_mails.drop([row.email, *addresses.values_list("email", flat=True)])
    row.closed_at = timezone.now()
    row.name = f"closed-{row.pk}"
    row.email = f"closed-{row.pk}@closed.invalid"
    row.set_unusable_password()
    row.last_login = None
    row.feed_key = None
    row.time_zone = "UTC"
    row.terms_version = row.terms_accepted_at = None
    row.is_active = row.is_staff = row.is_superuser = False
    row.save(
        update_fields=[
            "closed_at",
            "name",
            "email",
            "password",
            "last_login",
            "feed_key",
            "time_zone",
            "terms_version",
            "terms_accepted_at",
            "is_active",
            "is_staff",
            "is_superuser",
        ]
    )
    row.groups.clear()
    row.user_permissions.clear()
    addresses.delete()
    links.delete_all(row)
    second_factors.erase(row)
    AddressChange.objects.filter(person=row).delete()
    Trace.objects.filter(person=row).delete()
    HeldName.objects.filter(person=row).delete()
    sessions.end_all(row)
