from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .fields import one_of
from .game import Game

SHORTEST_PHASE_HOURS = 1
SHORTEST_LIVE_MINUTES = 3
LONGEST_LIVE_MINUTES = 59
LONGEST_PHASE_HOURS = 30 * 24
LONGEST_LEAST_HOURS = 14 * 24
LONGEST_WINDOW_HOURS = 7 * 24
LONGEST_ABSENCE_DAYS = 30
LONGEST_READY_MINUTES = 24 * 60
LONGEST_GRACE_HOURS = 7 * 24
MOST_SKIPPED_DATES = 100
FEWEST_MISSES, MOST_MISSES = 2, 10


class OnMissed(models.TextChoices):
    """Consequences for a phase if orders are missing at its deadline."""

    NONE = "none", _("The phase is resolved")
    GRACE = "grace", _("A grace period, then the phase is resolved")
    EXTENSION = (
        "extension",
        _("Once per game year, an extension to the next deadline"),
    )


class DisorderAfter(models.TextChoices):
    """Times at which a seat whose player misses turns falls into civil disorder."""

    FIRST = "first", _("At the first missed turn")
    IN_A_ROW = "in_a_row", _("After several missed turns in a row")
    IN_ALL = "in_all", _("After several missed turns in all")
    MASTER = "master", _("Only when the game master says so")


class SeatsOpenTo(models.TextChoices):
    ANYONE = "anyone", _("Anyone who can see the game")
    INVITED = "invited", _("Anyone with the invitation link")
    CHOSEN = "chosen", _("Only people chosen by the game master or an administrator")


def _days_and_time(weekdays: str, at: str) -> Q:
    """Constraint on a bit field of weekdays and a time that are set together, or neither."""
    return Q(**{weekdays: 0, at: None}) | Q(
        **{f"{weekdays}__gte": 1, f"{weekdays}__lte": 127, f"{at}__isnull": False}
    )


class GameSettings(models.Model):
    """Settings of a game: its deadlines, and what happens to missed orders and open seats.

    A row is never changed. New settings are a new row; each phase refers to the row that applies to
    it, so that a change applies from the next phase on. `weekdays` is a bit field in which bit 0
    is Monday; if it is 0, phases last `phase_hours` from the moment they open (see `timetable`).
    Retreat and adjustment phases last `window_hours`, or until the next of `retreat_weekdays` or
    `build_weekdays` that leaves it; for adjustments `build_hours` comes before. In a live game
    movement phases last `live_minutes`, others `live_window_minutes` or `live_build_minutes`.

    `on_missed` says when a phase ends for which orders are missing, `disorder_after` what becomes
    of the seats that have missed it; `disorder_misses` counts with the choices that need a number.
    """

    OnMissed: TypeAlias = OnMissed
    DisorderAfter: TypeAlias = DisorderAfter
    SeatsOpenTo: TypeAlias = SeatsOpenTo

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="settings_versions")
    since = models.DateTimeField()
    weekdays = models.PositiveSmallIntegerField(default=0)
    at = models.TimeField(null=True, blank=True)
    zone = models.CharField(max_length=64, blank=True)
    least_hours = models.PositiveSmallIntegerField(default=0)
    phase_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    window_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    build_hours = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: adjustment phases are as long as retreat phases."
    )
    retreat_weekdays = models.PositiveSmallIntegerField(default=0)
    retreat_at = models.TimeField(null=True, blank=True)
    build_weekdays = models.PositiveSmallIntegerField(default=0)
    build_at = models.TimeField(null=True, blank=True)
    live_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    live_window_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    live_build_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    holidays = models.CharField(
        max_length=2, blank=True, help_text="The country whose public holidays are no deadlines."
    )
    absence_cap_days = models.PositiveSmallIntegerField(default=0)
    ready_minutes = models.PositiveSmallIntegerField(default=30)
    on_missed = models.CharField(max_length=10, choices=OnMissed, default=OnMissed.GRACE)
    grace_hours = models.PositiveSmallIntegerField(default=24)
    disorder_after = models.CharField(
        max_length=10, choices=DisorderAfter, default=DisorderAfter.FIRST
    )
    disorder_misses = models.PositiveSmallIntegerField(default=FEWEST_MISSES)
    bots_in_disorder = models.BooleanField(
        default=False,
        help_text="Whether a bot orders for powers in civil disorder. Fixed when the game begins.",
    )
    orders_by_key = models.BooleanField(
        default=True, help_text="Whether programs of players may save orders, with an API key."
    )
    press_by_key = models.BooleanField(
        default=True, help_text="Whether programs of players may send messages, with an API key."
    )
    seats_open_to = models.CharField(max_length=10, choices=SeatsOpenTo, default=SeatsOpenTo.ANYONE)

    class Meta:
        ordering = ["game_id", "pk"]
        constraints = [
            one_of("on_missed", OnMissed.values, name="settings_on_missed_known"),
            one_of("disorder_after", DisorderAfter.values, name="settings_disorder_after_known"),
            one_of("seats_open_to", SeatsOpenTo.values, name="settings_seats_open_to_known"),
            models.CheckConstraint(
                condition=Q(
                    weekdays=0,
                    at=None,
                    zone="",
                    phase_hours__gte=SHORTEST_PHASE_HOURS,
                    phase_hours__lte=LONGEST_PHASE_HOURS,
                    window_hours__gte=SHORTEST_PHASE_HOURS,
                    window_hours__lte=LONGEST_PHASE_HOURS,
                    retreat_weekdays=0,
                    build_weekdays=0,
                    live_minutes=None,
                    live_window_minutes=None,
                    live_build_minutes=None,
                )
                | Q(
                    weekdays=0,
                    at=None,
                    zone="",
                    phase_hours=None,
                    window_hours=None,
                    build_hours=None,
                    retreat_weekdays=0,
                    build_weekdays=0,
                    live_minutes__gte=SHORTEST_LIVE_MINUTES,
                    live_minutes__lte=LONGEST_LIVE_MINUTES,
                    live_window_minutes__gte=1,
                    live_window_minutes__lte=LONGEST_LIVE_MINUTES,
                    on_missed="none",
                )
                | (
                    Q(
                        weekdays__gte=1,
                        weekdays__lte=127,
                        at__isnull=False,
                        phase_hours=None,
                        live_minutes=None,
                        live_window_minutes=None,
                        live_build_minutes=None,
                        least_hours__lte=LONGEST_LEAST_HOURS,
                        window_hours__gte=SHORTEST_PHASE_HOURS,
                        window_hours__lte=LONGEST_WINDOW_HOURS,
                    )
                    & ~Q(zone="")
                ),
                name="settings_have_one_rhythm",
            ),
            models.CheckConstraint(
                condition=(
                    (
                        Q(build_hours=None)
                        | Q(build_hours__gte=1, build_hours__lte=LONGEST_WINDOW_HOURS)
                        | Q(weekdays=0, build_hours__gte=1, build_hours__lte=LONGEST_PHASE_HOURS)
                    )
                    & (
                        Q(live_build_minutes=None)
                        | Q(live_build_minutes__gte=1, live_build_minutes__lte=LONGEST_LIVE_MINUTES)
                    )
                    & _days_and_time("retreat_weekdays", "retreat_at")
                    & _days_and_time("build_weekdays", "build_at")
                ),
                name="settings_have_windows",
            ),
            models.CheckConstraint(
                condition=Q(
                    absence_cap_days__lte=LONGEST_ABSENCE_DAYS,
                    ready_minutes__lte=LONGEST_READY_MINUTES,
                    grace_hours__gte=1,
                    grace_hours__lte=LONGEST_GRACE_HOURS,
                    disorder_misses__gte=FEWEST_MISSES,
                    disorder_misses__lte=MOST_MISSES,
                ),
                name="settings_sane",
            ),
        ]

    def __str__(self) -> str:
        return f"settings {self.pk} of {self.game_id}"

    @property
    def is_timetable(self) -> bool:
        return self.weekdays != 0

    @property
    def is_live(self) -> bool:
        return self.live_minutes is not None


class SkippedDate(models.Model):
    """A date on which no movement phase of a game ends."""

    settings = models.ForeignKey(
        GameSettings, on_delete=models.PROTECT, related_name="skipped_dates"
    )
    date = models.DateField()

    class Meta:
        ordering = ["settings_id", "date"]
        constraints = [
            models.UniqueConstraint(
                fields=["settings", "date"], name="one_skip_a_settings_and_date"
            ),
        ]

    def __str__(self) -> str:
        return str(self.date)


class Absence(models.Model):
    """Days on which a seat's player is away; deadlines set later avoid them, up to the cap.

    From `first` to `last`, both included, in the zone of the game's timetable.
    """

    seat = models.ForeignKey("games.Seat", on_delete=models.PROTECT, related_name="absences")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="absences"
    )
    first = models.DateField()
    last = models.DateField()
    announced_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["seat_id", "first", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__lte=models.F("last")), name="absence_has_its_days_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} is away from {self.first} to {self.last}"
