"""Choices about the end of a game."""

from django.db import models
from django.utils.translation import gettext_lazy as _

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
