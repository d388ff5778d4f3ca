"""Complaints: a reader reports a letter, and whoever hears of it closes that with a remark."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

from .. import access, clock
from ..errors import Refused
from ..models import Complaint, Letter
from ..telling import notifications


def complain(letter: Letter, *, by: User, reason: str) -> Complaint:
    """Report a letter that `by` may read, and tell who hears of it; once a person and letter.

    `Refused` where nobody would: all who run the site may have a part in the game.
    """
    told = {"reason": reason, "text": letter.text, "made_at": clock.now()}
    with transaction.atomic():
        complaint, made = Complaint.objects.get_or_create(letter=letter, person=by, defaults=told)
        if not made:
            raise Refused(_("You have reported this letter already."))
        hearers = _hearers(complaint)
        if not hearers:
            raise Refused(
                _("There is nobody on this site without a part in this game who could hear it.")
            )
        notifications.tell_of_complaint(complaint, hearers)
    return complaint


def is_reported(letter: Letter, *, by: User) -> bool:
    return Complaint.objects.filter(letter=letter, person=by).exists()


def _hearers(complaint: Complaint) -> list[int]:
    """Who finds it among their `access.complaints`, by their primary keys."""
    game = complaint.letter.thread.game
    asked = [*notifications.admins(), *notifications.masters(game)]
    return [
        person.pk
        for person in User.objects.filter(pk__in=asked, is_active=True)
        if access.complaints(person).filter(pk=complaint.pk).exists()
    ]


def close(complaint: Complaint, *, by: User, remark: str) -> None:
    still_open = Complaint.objects.filter(pk=complaint.pk, closed_at=None)
    if not still_open.update(closed_at=clock.now(), closed_by=by, remark=remark):
        raise Refused(_("Somebody else has closed it already."))
