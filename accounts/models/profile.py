"""Profiles of people, and reports of them."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .suspension import LONGEST_REASON
from .user import User

LONGEST_ABOUT = 600


class ProfileVisibility(models.TextChoices):
    EVERYONE = "everyone", _("everyone, without signing in too")
    SIGNED_IN = "signed_in", _("people who have signed in")
    NOBODY = "nobody", _("only you")


class Profile(models.Model):
    """The choices of a person for their profile. Without a row, the defaults count."""

    Visibility: TypeAlias = ProfileVisibility

    person = models.OneToOneField(User, on_delete=models.PROTECT, related_name="profile")
    about = models.CharField(_("about you"), max_length=LONGEST_ABOUT, blank=True)
    visibility = models.CharField(
        _("who can see your profile"),
        max_length=10,
        choices=ProfileVisibility,
        default=ProfileVisibility.SIGNED_IN,
    )
    lists_games = models.BooleanField(_("list your games and results"), default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=ProfileVisibility.values),
                name="profile_visibility_known",
            ),
        ]

    def __str__(self) -> str:
        return f"profile of {self.person_id}"


class SpokenLanguage(models.Model):
    """A language that a person has chosen to name on their profile."""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="languages")
    code = models.CharField(max_length=8, choices=settings.LANGUAGES)

    class Meta:
        ordering = ["code"]
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "code"], name="one_row_a_profile_and_language"
            ),
        ]

    def __str__(self) -> str:
        return self.code


class ProfileReport(models.Model):
    """A report of the words on a person's profile, with those words, for the administrators.

    `removed` says whether the words were removed when it was closed.
    """

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="profile_reports")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=LONGEST_REASON)
    text = models.CharField(max_length=LONGEST_ABOUT)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    removed = models.BooleanField(default=False)
    remark = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "by"],
                condition=Q(closed_at=None),
                name="one_open_report_a_profile_and_reader",
            ),
            models.CheckConstraint(
                condition=~Q(person=F("by")), name="nobody_reports_their_own_profile"
            ),
            models.CheckConstraint(
                condition=Q(closed_by=None) | ~Q(person=F("closed_by")),
                name="nobody_judges_their_own_profile",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, removed=False)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="profile_report_is_closed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} of the profile of {self.person_id}"
