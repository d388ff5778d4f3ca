"""The waiting list of people who are ready to take over a seat."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.models import User, active_now

from ..core.errors import Refused
from ..models import Volunteer


def enlist(person: User, remark: str) -> Volunteer:
    """Put `person` on the list. A person on the list keeps their place and gets the new remark."""
    with transaction.atomic():
        if not User.objects.lock_taking_part(person.pk):
            raise Refused(_("This account is closed."))
        volunteer, _made = Volunteer.objects.update_or_create(
            person=person,
            defaults={"remark": remark},
            create_defaults={"remark": remark, "since": clock.now()},
        )
    return volunteer


def withdraw(person: User) -> None:
    """Take `person` off the list, also when they close their account."""
    Volunteer.objects.filter(person=person).delete()


def entry_of(person: User) -> Volunteer | None:
    return Volunteer.objects.filter(person=person).first()


def volunteers() -> QuerySet[Volunteer]:
    """Return the people on the list, those who have waited longest first."""
    return Volunteer.objects.filter(active_now("person__")).select_related("person")
