from django.db import models
from django.db.models import Q


class Heartbeat(models.Model):
    """When a worker last looked after the deadlines. One row."""

    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_heartbeat")]

    def __str__(self) -> str:
        return f"alive at {self.at}"


class Outage(models.Model):
    """A time in which nobody looked after the deadlines.

    What was due in it, or until `made_up_until`, is due then. `done_at` is when all games had it.
    """

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    made_up_until = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"from {self.began_at} to {self.ended_at}"
