"""Clubs of people who play with each other."""

from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .fields import new_key, one_of

LONGEST_CLUB_NAME, LONGEST_CLUB_WORDS = 60, 600


class ClubQuerySet(models.QuerySet["Club"]):
    def listed(self) -> Self:
        return self.filter(is_listed=True)

    def of_person(self, person: int) -> Self:
        """The clubs that the person with this primary key belongs to."""
        return self.filter(memberships__person=person)


class Club(models.Model):
    """People who play with each other: they join by a link. Its slug never changes.

    `name_key` is equal for names that a reader could confuse (`accounts.names.spelling`). People
    who do not belong to a club that is not listed learn of it only by its link, or by being refused
    its name.
    """

    name = models.CharField(_("name"), max_length=LONGEST_CLUB_NAME)
    name_key = models.CharField(max_length=3 * LONGEST_CLUB_NAME, unique=True, editable=False)
    slug = models.SlugField(max_length=80, unique=True, editable=False)
    about = models.CharField(_("about the club"), max_length=LONGEST_CLUB_WORDS, blank=True)
    is_listed = models.BooleanField(
        _("Listed for everyone"),
        default=True,
        help_text=_("If not, only its members and people with its link can find it."),
    )
    invitation_key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    created_at = models.DateTimeField()

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:club", args=[self.slug])


class ClubRole(models.TextChoices):
    MEMBER = "member", _("member")
    MASTER = "master", _("master of the club")


class ClubMembershipQuerySet(models.QuerySet["ClubMembership"]):
    def masters(self) -> Self:
        return self.filter(role=ClubRole.MASTER)


class ClubMembership(models.Model):
    """A person in a club. Leaving deletes it."""

    Role: TypeAlias = ClubRole

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="club_memberships"
    )
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()

    objects = ClubMembershipQuerySet.as_manager()

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"], name="one_membership_a_club_and_person"
            ),
            one_of("role", ClubRole.values, name="club_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.club_id}"

    @property
    def is_master(self) -> bool:
        return self.role == ClubRole.MASTER
