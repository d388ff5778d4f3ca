"""Boards of the course that people have done."""

from django.conf import settings
from django.db import models


class LessonDone(models.Model):
    """A board of the course whose goal a person has reached; see `games.course.lessons`."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="lessons_done"
    )
    lesson = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["person", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "lesson", "number"], name="one_row_a_person_and_board"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lesson}/{self.number} by {self.person_id}"
