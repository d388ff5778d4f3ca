"""Ratings of people, and what each rated game changed. `statistics.ratings` computes them."""

from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .club import Club
from .fields import one_of
from .game import Game
from .seat import Seat


class Ladder(models.TextChoices):
    """The lists of ratings: a game counts in one of them."""

    FULL = "full", _("With messages")
    GUNBOAT = "gunboat", _("Gunboat")
    FEW = "few", _("Few players")


class RatingQuerySet(models.QuerySet["Rating"]):
    def of_club(self, club: Club) -> Self:
        """The ratings of members of a club."""
        return self.filter(person__club_memberships__club=club)


class Rating(models.Model):
    """A person's rating in a list, after all rated games of the site so far.

    `mu` is the estimated strength and `sigma` its uncertainty; `points` are what pages show.
    """

    Ladder: TypeAlias = Ladder

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings"
    )
    ladder = models.CharField(max_length=10, choices=Ladder)
    mu = models.FloatField()
    sigma = models.FloatField()
    points = models.IntegerField()
    games = models.PositiveIntegerField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["ladder", "-points", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "ladder"], name="one_rating_a_person_and_ladder"
            ),
            one_of("ladder", Ladder.values, name="rating_ladder_known"),
        ]

    def __str__(self) -> str:
        return f"{self.points} of {self.person_id} ({self.ladder})"


class RatingChange(models.Model):
    """A person's rating before and after a game.

    `seat` is the first seat of the powers that count for the person. `place` is 1 for the best;
    `tied` says that others have the same place.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_changes")
    seat = models.OneToOneField(Seat, on_delete=models.PROTECT, related_name="rating_change")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    ladder = models.CharField(max_length=10, choices=Ladder)
    place = models.PositiveSmallIntegerField()
    tied = models.BooleanField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    points_before = models.IntegerField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    points_after = models.IntegerField()

    class Meta:
        ordering = ["game_id", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "person"], name="one_change_a_game_and_person"),
            models.CheckConstraint(
                condition=models.Q(place__gte=1), name="rating_change_has_a_place"
            ),
            one_of("ladder", Ladder.values, name="rating_change_ladder_known"),
        ]

    def __str__(self) -> str:
        return f"{self.points_before} to {self.points_after} of {self.person_id} in {self.game_id}"
