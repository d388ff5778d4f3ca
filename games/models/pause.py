from django.conf import settings
from django.db import models
from django.db.models import Q

from .phase import Phase

LONGEST_PAUSE_DAYS = 60


class Pause(models.Model):
    """A time in which the clock of a phase stands still. It ends by itself at `until`.

    `left` is how long the phase still had; `deadline` when it would have ended.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="pauses")
    began_at = models.DateTimeField()
    until = models.DateTimeField()
    left = models.DurationField()
    deadline = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Empty: the players by a vote.",
    )

    class Meta:
        ordering = ["phase_id", "pk"]
        indexes = [
            # clockwork.resume_due
            models.Index(fields=["until"], condition=Q(ended_at=None), name="games_running_pauses"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["phase"], condition=Q(ended_at=None), name="one_running_pause_a_phase"
            ),
        ]

    def __str__(self) -> str:
        return f"pause of {self.phase_id} until {self.until}"
