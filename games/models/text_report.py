"""Reports of the texts of clubs and tournaments."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import LONGEST_REASON

from .club import Club
from .tournament import Tournament

LONGEST_REPORTED = 2100


class TextReportQuerySet(models.QuerySet["TextReport"]):
    def unclosed(self) -> "TextReportQuerySet":
        return self.filter(closed_at=None).select_related("club", "tournament", "by")


class TextReport(models.Model):
    """A report of the title and words of a club or a tournament, for the administrators.

    `text` is what stood there. `removed` says whether it was removed when the report was closed.
    """

    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="text_reports"
    )
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="text_reports"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=LONGEST_REASON)
    text = models.CharField(max_length=LONGEST_REPORTED)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    removed = models.BooleanField(default=False)
    remark = models.CharField(max_length=LONGEST_REASON, blank=True)

    objects = TextReportQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(club=None, tournament__isnull=False)
                | Q(club__isnull=False, tournament=None),
                name="text_report_of_one_thing",
            ),
            models.UniqueConstraint(
                fields=["club", "by"],
                condition=Q(closed_at=None),
                name="one_open_report_a_club_and_reader",
            ),
            models.UniqueConstraint(
                fields=["tournament", "by"],
                condition=Q(closed_at=None),
                name="one_open_report_a_tournament_and_reader",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, removed=False)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="text_report_is_closed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def subject(self) -> Club | Tournament:
        """The club or tournament whose text was reported."""
        found = self.club or self.tournament
        assert found is not None  # by a constraint
        return found
