from django.conf import settings
from django.db import models
from django.db.models import Q

from .letter import Letter

LONGEST_REMARK = 500


class Complaint(models.Model):
    """A letter that one of its readers has reported.

    `text` is what that letter said: whoever hears the complaint may read no other way into a
    private thread, and the reader who reports the letter shows it.
    """

    letter = models.ForeignKey(Letter, on_delete=models.PROTECT, related_name="complaints")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="complaints",
        help_text="Who reported it: no page says so.",
    )
    reason = models.CharField(max_length=LONGEST_REMARK)
    text = models.TextField()
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["made_at"], condition=Q(closed_at=None), name="games_open_complaints"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["letter", "person"], name="one_complaint_a_letter_and_person"
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, remark="")
                | (Q(closed_at__isnull=False, closed_by__isnull=False) & ~Q(remark="")),
                name="closed_complaint_says_by_whom_and_why",
            ),
        ]

    def __str__(self) -> str:
        # Neither the text nor who reported it: this may be logged.
        return f"complaint {self.pk}"
