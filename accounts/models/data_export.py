"""Files of people's own data."""

from django.db import models
from django.db.models import Q

from .user import User


class DataExport(models.Model):
    """The ZIP of a person's own data that they have asked for (see `data_export`).

    `prepare_at` is when to prepare it or to try again, null when nothing is left to do. Without
    `ready_at` it was given up then. `content` is in the database, because web processes and workers
    may run on different machines that share nothing else.
    """

    person = models.OneToOneField(User, on_delete=models.PROTECT, related_name="data_export")
    asked_at = models.DateTimeField()
    prepare_at = models.DateTimeField(null=True, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True)
    content = models.BinaryField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ready_at=None, content=None)
                | Q(ready_at__isnull=False, content__isnull=False, prepare_at=None),
                name="data_export_is_ready_with_its_content",
            ),
        ]

    def __str__(self) -> str:
        return f"data of {self.person_id}"
