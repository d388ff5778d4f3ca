"""Results of games that ended for good, and of recorded games, for the statistics of the site."""

from typing import Self, TypeAlias

from django.db import models
from django.db.models import Q

from .endings import WITH_RESULT, GameEnding
from .fields import one_of
from .game import Game
from .game_queries import GameQuerySet
from .terms import GameEdition, GamePress, GameVisibility

LONGEST_OPENING = 1000


class ResultEnd(models.TextChoices):
    """The kind of end of a game; that of recorded games which merely stop is unknown."""

    SOLO = GameEnding.SOLO.value, "won by one power"
    CONCESSION = GameEnding.CONCESSION.value, "conceded to one power"
    LIMIT = GameEnding.LIMIT.value, "ended at the limit"
    DRAW = GameEnding.DRAW.value, "a draw"
    UNKNOWN = "unknown", "recorded without its end"


class ResultPace(models.TextChoices):
    """Time between two deadlines of movement phases, roughly; unknown of recorded games."""

    LIVE = "live", "live"
    DAY = "day", "up to 1 day"
    DAYS = "days", "2 to 3 days"
    WEEK = "week", "4 days or longer"
    UNKNOWN = "", "unknown"


class PowerEnd(models.TextChoices):
    """The result of a power."""

    WON = "won", "won"
    SHARED = "shared", "shares a draw"
    SURVIVED = "survived", "lost, but had units or centers at the end"
    ELIMINATED = "eliminated", "had neither units nor centers at the end"


def countable_games() -> GameQuerySet:
    """The games of this site that count: public ones with a result that can't be undone.

    Imported games were played elsewhere. Private ones are left out: the orders of an opening would
    show strangers how they were played.
    """
    return Game.objects.final().filter(
        ending__in=WITH_RESULT,
        visibility=GameVisibility.PUBLIC,
        ended_at__isnull=False,
        imported_at=None,
    )


class GameResultQuerySet(models.QuerySet["GameResult"]):
    def recorded(self) -> Self:
        """The results of games that an operator loaded."""
        return self.filter(game=None)

    def of_this_site(self) -> Self:
        return self.exclude(game=None)

    def counting(self) -> Self:
        """The results that statistics may show: all but those of games that no longer count."""
        return self.filter(Q(game=None) | self._still_counts())

    def outdated(self) -> Self:
        """The results of games that no longer count."""
        return self.of_this_site().exclude(self._still_counts())

    def _still_counts(self) -> Q:
        # Not a condition on each row: PostgreSQL would look up the game of each result.
        return Q(game__in=countable_games().order_by().values("pk"))


class GameResult(models.Model):
    """The result of a game, computed from its resolved phases by `games.statistics.results`.

    `game` is null for a recorded game, which `source` and `name` identify. `setup` is the name of
    a file of the rules. What nobody recorded is empty.
    """

    End: TypeAlias = ResultEnd
    Pace: TypeAlias = ResultPace

    game = models.OneToOneField(
        Game, null=True, on_delete=models.PROTECT, related_name="final_result"
    )
    source = models.CharField(max_length=80, blank=True)
    name = models.CharField(max_length=80, blank=True)
    setup = models.CharField(max_length=40)
    edition = models.CharField(max_length=20, blank=True)
    press = models.CharField(max_length=10, blank=True)
    pace = models.CharField(max_length=10, blank=True)
    first_year = models.PositiveSmallIntegerField()
    last_year = models.PositiveSmallIntegerField(help_text="The year of the last resolved phase.")
    years = models.PositiveSmallIntegerField()
    end = models.CharField(max_length=10)
    ended_at = models.DateTimeField(null=True)

    objects = GameResultQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["setup", "years"], name="games_results_by_setup"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "name"],
                condition=Q(game=None),
                name="recorded_game_loaded_once",
            ),
            models.CheckConstraint(
                condition=Q(game=None, ended_at=None) & ~Q(source="") & ~Q(name="")
                | Q(game__isnull=False, source="", name="", ended_at__isnull=False),
                name="result_of_a_game_or_recorded",
            ),
            models.CheckConstraint(
                condition=Q(years=models.F("last_year") - models.F("first_year") + 1),
                name="result_counts_its_years",
            ),
            one_of("edition", ["", *GameEdition.values], name="result_edition_known"),
            one_of("press", ["", *GamePress.values], name="result_press_known"),
            one_of("pace", ResultPace.values, name="result_pace_known"),
            one_of("end", ResultEnd.values, name="result_end_known"),
        ]

    def __str__(self) -> str:
        return f"{self.source}/{self.name}" if self.game_id is None else f"game {self.game_id}"


class PowerResult(models.Model):
    """The result of a power in a game, and its opening.

    `spring` and `fall` are its orders of the first two movement phases as sorted canonical text, a
    unit without an order holding. They are empty if the game did not begin with its set-up.
    """

    Result: TypeAlias = PowerEnd

    of = models.ForeignKey(GameResult, on_delete=models.CASCADE, related_name="powers")
    power = models.CharField(max_length=20)
    result = models.CharField(max_length=10)
    centers = models.PositiveSmallIntegerField(help_text="At the end.")
    spring = models.CharField(max_length=LONGEST_OPENING, blank=True)
    fall = models.CharField(max_length=LONGEST_OPENING, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["power", "spring"], name="games_openings_of_power")]
        constraints = [
            models.UniqueConstraint(fields=["of", "power"], name="one_result_a_game_and_power"),
            one_of("result", PowerEnd.values, name="power_result_known"),
            models.CheckConstraint(
                condition=~Q(spring="") | Q(fall=""), name="fall_follows_a_spring"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.power}: {self.result}"
