"""The waiting list of people who would take over a seat when somebody is looked for."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User

from .. import clock
from ..errors import Refused
from ..models import Game, Mastership, Tenure, Volunteer


def enlist(person: User, remark: str) -> Volunteer:
    """Put `person` on the list. Who stands there already keeps their place and has a new remark."""
    with transaction.atomic():
        open_accounts = User.objects.select_for_update(no_key=True).filter(closed_at=None)
        if not open_accounts.filter(pk=person.pk).exists():
            raise Refused(_("This account is closed."))
        volunteer, _made = Volunteer.objects.update_or_create(
            person=person,
            defaults={"remark": remark},
            create_defaults={"remark": remark, "since": clock.now()},
        )
    return volunteer


def withdraw(person: User) -> None:
    """Take `person` off the list. Part of closing an account."""
    Volunteer.objects.filter(person=person).delete()


def of(person: User) -> Volunteer | None:
    return Volunteer.objects.filter(person=person).first()


def listed() -> QuerySet[Volunteer]:
    """Who waits longest comes first."""
    return Volunteer.objects.filter(person__is_active=True).select_related("person")


def involved_in(game: Game, people: Iterable[User]) -> set[int]:
    """Those of `people`, by primary key, who have or had a part in `game`: all others may take any
    seat of it."""
    asked = [person.pk for person in people]
    played = Tenure.objects.filter(seat__game=game, person__in=asked)
    mastered = Mastership.objects.filter(game=game, person__in=asked)
    return {*played.values_list("person", flat=True), *mastered.values_list("person", flat=True)}
