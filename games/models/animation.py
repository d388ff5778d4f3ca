from django.db import models
from django.db.models import Q

from .game import Game


class Animation(models.Model):
    """The moving picture of a finished game that somebody has asked for (see `animations`).

    `draw_at` is when to draw it or to try again, null when nothing is left to do. Without `made_at`
    it was given up then. `shows` is a digest of what it shows: if the game shows something else
    now, it counts no longer. `content` is in the database, because web processes and workers may
    run on different machines that share nothing else.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="animation")
    shows = models.CharField(max_length=64)
    asked_at = models.DateTimeField()
    draw_at = models.DateTimeField(null=True, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    size = models.PositiveIntegerField(default=0, help_text="In bytes.")
    content = models.BinaryField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(made_at=None, content=None, size=0)
                | Q(made_at__isnull=False, content__isnull=False, size__gt=0, draw_at=None),
                name="animation_is_made_with_its_content",
            ),
        ]

    def __str__(self) -> str:
        return f"animation of {self.game_id}"
