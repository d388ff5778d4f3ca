"""Suspensions of people by administrators."""

from django.db import models
from django.db.models import F, Q

from .user import User

LONGEST_REASON = 500


class Suspension(models.Model):
    """A record that an administrator suspended a person or lifted the suspension (`lifted`).

    A suspension with `until` ends by itself then, without a further record. Append-only by a
    database trigger (see `games.core.audit`). Whether somebody is suspended at present: see
    `active_now`.
    """

    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="suspensions")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    lifted = models.BooleanField(default=False)
    until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(person=F("by")), name="nobody_suspends_themselves"),
        ]

    def __str__(self) -> str:
        return f"suspension {self.pk} of {self.person_id}"
