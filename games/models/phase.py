import datetime as dt
from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from adjudicator.terms import PhaseCode, PhaseType, UnitType

from .fields import one_of
from .game import Game
from .seat import Seat


class PhaseStatus(models.TextChoices):
    OPEN = "open", "taking orders"
    RESOLVED = "resolved", "resolved"
    SUPERSEDED = "superseded", "rolled back"
    FINAL = "final", "the end"


class PhaseQuerySet(models.QuerySet["Phase"]):
    def open(self) -> Self:
        return self.filter(status=PhaseStatus.OPEN)

    def closed(self) -> Self:
        """The open phases after their deadline whose results wait to be published."""
        return self.open().exclude(closed_at=None)

    def resolved(self) -> Self:
        return self.filter(status=PhaseStatus.RESOLVED)

    def superseded(self) -> Self:
        return self.filter(status=PhaseStatus.SUPERSEDED)

    def not_superseded(self) -> Self:
        """The phases that were not superseded by a correction."""
        return self.exclude(status=PhaseStatus.SUPERSEDED)


class Phase(models.Model):
    """One phase of a game. It is never deleted or rewritten.

    A phase with status `FINAL` holds the last position of a game; it takes no orders.
    """

    Status: TypeAlias = PhaseStatus

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="phases")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(
        null=True, blank=True, help_text="What was promised. Empty: the clock is stopped."
    )
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When it ends: the deadline, or sooner if all are ready."
    )
    was_due_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was to end, where its clock is stopped."
    )
    # A database default too, since a worker of the previous release does not set it.
    revision = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How often its end has moved, for calendars."
    )
    revised_at = models.DateTimeField(
        null=True, blank=True, help_text="When its end moved last, for calendars."
    )
    excused_at = models.DateTimeField(
        null=True, blank=True, help_text="When its deadline was put off for missing orders."
    )
    remind_at = models.DateTimeField(
        null=True, blank=True, help_text="When to ask for missing orders next."
    )
    closed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Since when it takes no orders and waits for its results to be published.",
    )
    previewed_at = models.DateTimeField(
        null=True, blank=True, help_text="When a game master first looked at the results."
    )
    resolved_at = models.DateTimeField(null=True, blank=True)
    # Caches of `state.positions`: neither the snapshot of a phase nor its rules ever change.
    stored: object = None
    position: object = None
    rules: object = None
    settings = models.ForeignKey(
        "games.GameSettings",
        on_delete=models.PROTECT,
        related_name="+",
        help_text="What counts for this phase.",
    )

    objects = PhaseQuerySet.as_manager()

    class Meta:
        ordering = ["game_id", "number"]
        indexes = [
            # adjudication.due_phases.claim
            models.Index(fields=["due_at"], condition=Q(status="open"), name="games_due_phases"),
            # deadlines.reminders.remind
            models.Index(
                fields=["remind_at"],
                condition=Q(status="open", remind_at__isnull=False),
                name="games_reminders",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_phase_a_game_and_number"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(status="open"), name="one_open_phase_a_game"
            ),
            models.UniqueConstraint(
                fields=["game", "code"],
                condition=~Q(status="superseded"),
                name="one_phase_a_game_and_code",
            ),
            one_of("status", PhaseStatus.values, name="phase_status_known"),
            models.CheckConstraint(
                condition=~Q(status="resolved") | Q(resolved_at__isnull=False),
                name="resolved_phase_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(deadline=None, due_at=None)
                | Q(due_at__lte=models.F("deadline"))
                | Q(closed_at__isnull=False, due_at__isnull=False),
                name="phase_ends_by_its_deadline",
            ),
            models.CheckConstraint(
                condition=Q(previewed_at=None) | Q(closed_at__isnull=False),
                name="only_a_closed_phase_is_previewed",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        """The URL; that of a rolled-back phase has its number, because its code is not unique."""
        if self.status == self.Status.SUPERSEDED:
            return reverse("games:superseded", args=[self.game.slug, self.code, self.number])
        return reverse("games:phase", args=[self.game.slug, self.code])

    @property
    def when(self) -> PhaseCode:
        return PhaseCode.parse(self.code)

    @property
    def type(self) -> PhaseType:
        return self.when.type

    @property
    def has_known_times(self) -> bool:
        """Whether the times of the phase are known: an imported one may come without them."""
        return not self.game.is_imported or self.resolved_at != self.opened_at

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_closed(self) -> bool:
        """Whether its results wait to be published: it takes no more orders."""
        return self.is_open and self.closed_at is not None

    def takes_late_orders(self, now: dt.datetime) -> bool:
        """Whether a game master may enter late orders of players: until a master sees results."""
        is_waiting = self.is_closed and self.due_at is not None and self.due_at > now
        return is_waiting and self.previewed_at is None

    def is_due(self, now: dt.datetime) -> bool:
        """Whether it takes no more orders at the moment `now`, because it ends or is closed."""
        return self.closed_at is not None or (self.due_at is not None and self.due_at <= now)


class Unit(models.Model):
    """A unit on the board when the phase opened.

    A dislodged unit shares its province with the unit that dislodged it: `attacked_from` is the
    province from which that unit came, `retreats` the locations to retreat to, separated by spaces.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="units")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="units")
    type = models.CharField(max_length=1)
    province = models.CharField(max_length=3)
    coast = models.CharField(max_length=2, blank=True)
    dislodged = models.BooleanField(default=False)
    attacked_from = models.CharField(max_length=3, blank=True)
    retreats = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["phase_id", "province", "dislodged"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "province", "dislodged"], name="one_unit_a_province"
            ),
            one_of("type", [str(kind) for kind in UnitType], name="unit_type_known"),
            models.CheckConstraint(
                condition=Q(dislodged=True) | Q(attacked_from="", retreats=""),
                name="only_dislodged_units_retreat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.location}"

    @property
    def location(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province


class Center(models.Model):
    """The owner of a supply center when the phase opened. Unowned centers have no row."""

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="centers")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="centers")
    province = models.CharField(max_length=3)

    class Meta:
        ordering = ["phase_id", "province"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "province"], name="one_owner_a_phase_and_center"
            ),
        ]

    def __str__(self) -> str:
        return self.province


LONGEST_PAUSE_DAYS = 60


class PauseQuerySet(models.QuerySet["Pause"]):
    def running(self) -> Self:
        """The pauses that have not ended."""
        return self.filter(ended_at=None)

    def resting(self) -> Self:
        """The running pauses of games that all their players had left when they began."""
        return self.running().filter(is_rest=True)

    def with_known_end(self) -> Self:
        """The running pauses after which the clock starts again: those without a rest."""
        return self.running().filter(is_rest=False)

    def waiting_for_answers(self) -> Self:
        """The pauses that wait for the people of a game that was taken over or imported.

        Such a pause begins together with the game here, any other one later.
        """
        game = F("phase__game__started_at"), F("phase__game__imported_at")
        return self.filter(Q(began_at=game[0]) | Q(began_at=game[1]))


class Pause(models.Model):
    """A time in which the clock of a phase is stopped. It ends automatically at `until`.

    `left` is the time that the phase had left; `deadline` is when it would have ended.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="pauses")
    began_at = models.DateTimeField()
    until = models.DateTimeField()
    left = models.DurationField()
    deadline = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Empty: the players by a vote.",
    )
    is_rest = models.BooleanField(
        default=False, help_text="Whether it waits for a player because all have left the game."
    )

    objects = PauseQuerySet.as_manager()

    class Meta:
        ordering = ["phase_id", "pk"]
        indexes = [
            # deadlines.control.resume_due
            models.Index(fields=["until"], condition=Q(ended_at=None), name="games_running_pauses"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["phase"], condition=Q(ended_at=None), name="one_running_pause_a_phase"
            ),
        ]

    def __str__(self) -> str:
        return f"pause of {self.phase_id} until {self.until}"

    @property
    def waits_for_players(self) -> bool:
        """Whether an imported game waits until all its powers have players."""
        return self.began_at == self.phase.game.imported_at
