"""Choices about the end of a game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import one_of

FEWEST_SOLO_CENTERS = 5
LONGEST_PROVISIONAL_DAYS = 7
MOST_STALEMATE_YEARS = 20


class GameSoloAfter(models.TextChoices):
    FALL = "fall", _("After each fall")
    PHASE = "phase", _("After every phase")


class GameSoloOf(models.TextChoices):
    SETUP = "setup", _("As in the set-up")
    POWER = "power", _("One power’s centers")
    PLAYER = "player", _("The centers of all powers of a player together")


class GameEnds(models.TextChoices):
    """The limit at which a game ends though nobody has won it."""

    NEVER = "never", _("No limit")
    YEAR = "year", _("After a certain game year")
    YEARS = "years", _("After a certain number of game years")
    TURNS = "turns", _("After a certain number of movement turns")
    DATE = "date", _("With the first fall resolved after a date")


class GameEndsWith(models.TextChoices):
    """The result of a game that ends at its limit."""

    CENTERS = "centers", _("Most centers win")
    UNITS = "units", _("Most units win")
    DRAW = "draw", _("A draw of all surviving powers")
    SHARES = "shares", _("A draw, shared by centers")


class GameDrawSharedBy(models.TextChoices):
    """The powers that share a draw on which the players vote."""

    ALL = "all", _("All surviving powers (DIAS)")
    NAMED = "named", _("The powers named in the proposal")


class GameEnding(models.TextChoices):
    SOLO = "solo", _("won by one power")
    CONCESSION = "conceded", _("conceded to one power")
    LIMIT = "limit", _("ended at the limit")
    DRAW = "draw", _("a draw")
    CLOSED = "closed", _("closed by the game master")
    ABANDONED = "abandoned", _("abandoned by its players")


WITH_RESULT = (GameEnding.SOLO, GameEnding.CONCESSION, GameEnding.LIMIT, GameEnding.DRAW)
"""Endings that give each power a result."""

END_CONSTRAINTS = (
    models.CheckConstraint(
        condition=(~Q(status="finished") & Q(ending="")) | (Q(status="finished") & ~Q(ending="")),
        name="finished_game_ended_somehow",
    ),
    one_of("ending", ["", *GameEnding.values], name="game_ending_known"),
    one_of("solo_after", GameSoloAfter.values, name="game_solo_after_known"),
    one_of("solo_of", GameSoloOf.values, name="game_solo_of_known"),
    one_of("draw_shared_by", GameDrawSharedBy.values, name="game_draw_shared_by_known"),
    models.CheckConstraint(
        condition=Q(final_at=None) | Q(status="finished"), name="only_an_end_becomes_final"
    ),
    models.CheckConstraint(
        condition=Q(provisional_days__lte=LONGEST_PROVISIONAL_DAYS),
        name="game_provisional_days_sane",
    ),
    models.CheckConstraint(
        condition=Q(stalemate_years=None)
        | Q(stalemate_years__gte=1, stalemate_years__lte=MOST_STALEMATE_YEARS),
        name="game_stalemate_years_sane",
    ),
    one_of("ends_with", GameEndsWith.values, name="game_ends_with_known"),
    models.CheckConstraint(
        condition=Q(solo_centers=None) | Q(solo_centers__gte=FEWEST_SOLO_CENTERS),
        name="game_solo_centers_sane",
    ),
    models.CheckConstraint(
        condition=Q(ends="never", ends_after=None, ends_on=None)
        | Q(ends__in=["year", "years", "turns"], ends_after__gte=1, ends_on=None)
        | Q(ends="date", ends_after=None, ends_on__isnull=False),
        name="game_ends_at_its_limit",
    ),
)
"""Constraints of `Game` about its end."""
