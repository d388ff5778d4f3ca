from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import active_now

from .game import Game


class MastershipQuerySet(models.QuerySet["Mastership"]):
    def current(self) -> Self:
        """The masterships that have not ended."""
        return self.filter(until=None)

    def present(self) -> Self:
        """The current masterships of people who are not suspended: they can act."""
        return self.current().filter(active_now("person__"))


class Mastership(models.Model):
    """A person's time as master of a game. Nobody who holds or held a seat in it can be one."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="masterships")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="masterships"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = MastershipQuerySet.as_manager()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "person"],
                condition=Q(until=None),
                name="one_mastership_a_person_and_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} masters {self.game_id}"
