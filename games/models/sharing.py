from django.conf import settings
from django.db import models
from django.db.models import F, Q

from .game import Game

LONGEST_NOTE = 500


class DismissedSharing(models.Model):
    """A note of an administrator that two players of a game may share a browser or network.

    `one` has the lower primary key. The note covers what they shared until then: the pair is listed
    again once they share another browser or network, or in another game. Append-only by a database
    trigger (see `games.core.audit`).
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="dismissed_sharings")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    note = models.CharField(max_length=LONGEST_NOTE)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="sharing_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} in {self.game_id}"
