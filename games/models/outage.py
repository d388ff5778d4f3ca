from django.db import models
from django.db.models import Q


class Heartbeat(models.Model):
    """The time at which a worker last checked the deadlines. The table has one row."""

    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_heartbeat")]

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Outage(models.Model):
    """A time in which no worker checked the deadlines.

    Phases due before `made_up_until` become due at that moment. `done_at` is when the deadlines of
    all games had been moved.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    made_up_until = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"from {self.began_at} to {self.ended_at}"
