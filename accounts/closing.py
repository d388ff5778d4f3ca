"""Closing an account: the person goes, the row stays, because games that were played keep it."""

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts.models import Trace, User

# Other rooms may say why someone should think twice: callables from a user to a sentence or "".
# They are added when the site starts.
concerns: list[Callable[[User], str]] = []
# And what they do when someone has gone. The row is closed and unlocked by then: whoever locks a
# game and then a person never meets one who locks a person and then a game.
farewells: list[Callable[[User], None]] = []


def warnings_for(user: User) -> list[str]:
    return [sentence for concern in concerns if (sentence := concern(user))]


def close(user: User) -> None:
    """Scrub name, e-mail address and sign-in; every session ends with the password."""
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if row.closed_at:
            return
        row.closed_at = timezone.now()
        row.name = f"closed-{row.pk}"
        row.email = f"closed-{row.pk}@closed.invalid"
        row.set_unusable_password()
        row.last_login = None
        row.feed_key = None
        row.time_zone = "UTC"
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
                "is_active",
                "is_staff",
                "is_superuser",
            ]
        )
        row.groups.clear()
        row.user_permissions.clear()
        EmailAddress.objects.filter(user=row).delete()
        Trace.objects.filter(person=row).delete()
    for farewell in farewells:
        farewell(row)
