"""Choices for a game: its status, and terms that are agreed when it is opened."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GameStatus(models.TextChoices):
    LOBBY = "lobby", _("waiting for players")
    PLAYING = "playing", _("in progress")
    PAUSED = "paused", _("paused")
    ASIDE = "aside", _("stopped")
    FINISHED = "finished", _("finished")
    EXPIRED = "expired", _("not filled in time")
    DELETED = "deleted", _("deleted before it began")
    PATTERN = "pattern", _("settings of a tournament")


class GameVisibility(models.TextChoices):
    PUBLIC = "public", _("Public: listed and open to everyone")
    PRIVATE = "private", _("Private: only for people with the invitation link")


class GameWatch(models.TextChoices):
    MASTER = "master", _("Only the game master (nobody, if there is none)")
    EVERYONE = "everyone", _("Everyone")


class GamePress(models.TextChoices):
    """Times and places at which the powers may write; `press.rules` enforces them."""

    FULL = "full", _("Full: private and public messages at any time")
    RULEBOOK = "rulebook", _("Rulebook: no messages during retreats and adjustments")
    PUBLIC = "public", _("Public messages only")
    NONE = "none", _("No messages until the game is over")


class GameEdition(models.TextChoices):
    """Editions of the rules, in the order in which forms offer them; `editions` describes each."""

    RULES_2000 = "2000", _("Rulebook of 2000")
    RULES_2023 = "2023", _("Rulebook of 2023")
    RULES_1982 = "1982", _("Rulebook of 1982")
    RULES_1971 = "1971", _("Rulebook of 1971")
    ITALIAN = "italian", _("Italian rulebook")
    DATC = "datc", _("Preferences of the DATC’s author")


class GameAllotment(models.TextChoices):
    """Ways to decide who gets which power; `lifecycle.allotment` applies them."""

    LOT = "lot", _("At random")
    WISHES = "wishes", _("By the players’ preferences")
    MASTER = "master", _("The game master decides")
    DRAW = "draw", _("By the draw of a tournament")
