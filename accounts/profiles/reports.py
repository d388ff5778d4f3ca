"""Reports of the words on profiles, which administrators close, with or without removing them."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.mails import account_mails
from accounts.models import Profile, ProfileReport, User


def report(person: User, *, by: User, reason: str) -> bool:
    """Report the words on a person's profile, and tell the administrators.

    Return False if the profile has no words. A second report while one is open changes nothing.
    """
    with transaction.atomic():
        profile = Profile.objects.filter(person=person).exclude(about="").first()
        if profile is None:
            return False
        found, made = ProfileReport.objects.get_or_create(
            person=person,
            by=by,
            closed_at=None,
            defaults={"reason": reason, "text": profile.about, "made_at": clock.now()},
        )
        if made:
            _tell_administrators(found)
    return True


def _tell_administrators(found: ProfileReport) -> None:
    administrators = User.objects.taking_part().filter(is_superuser=True)
    for each in administrators.exclude(pk=found.person_id):
        account_mails.queue_template(
            each,
            "accounts/mail/profile_reported.txt",
            _("A profile was reported"),
            name=found.person.name,
        )


def reports_for(administrator: User) -> QuerySet[ProfileReport]:
    """Return the open reports that an administrator may close: not those about themselves."""
    found = ProfileReport.objects.filter(closed_at=None).exclude(person=administrator)
    return found.select_related("person__profile", "by")


def close(found: ProfileReport, *, by: User, remark: str, remove: bool) -> None:
    """Close a report; with `remove`, remove the words, and tell their author by mail.

    Other open reports of the profile are closed with it when the words are removed. If somebody
    else has closed the report already, nothing happens.
    """
    with transaction.atomic():
        still_open = ProfileReport.objects.filter(closed_at=None, person=found.person_id)
        if not still_open.filter(pk=found.pk).exists():
            return
        closing = still_open if remove else still_open.filter(pk=found.pk)
        closing.update(closed_at=clock.now(), closed_by=by, removed=remove, remark=remark)
        written = Profile.objects.filter(person=found.person_id).exclude(about="")
        if remove and written.update(about=""):
            account_mails.queue_template(
                found.person,
                "accounts/mail/words_removed.txt",
                _("The words on your profile were removed"),
                reason=remark,
            )
