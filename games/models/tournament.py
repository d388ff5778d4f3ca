"""Tournaments: their people, teams, rounds and tables."""

from typing import Self, TypeAlias

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .fields import one_of
from .game import Game

MOST_ROUNDS = 20
MOST_ENTRANTS = 140


class TournamentStatus(models.TextChoices):
    OPEN = "open", _("open for entries")
    RUNNING = "running", _("in progress")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class TournamentScoring(models.TextChoices):
    """Scoring systems; `games.tournaments.scoring.SYSTEMS` has an object for each."""

    DRAW_SIZE = "draw-size", _("Draw size")
    WINS_AND_DRAWS = "wins-and-draws", _("Wins and draws")
    SUM_OF_SQUARES = "sum-of-squares", _("Sum of squares")
    C_DIPLO = "c-diplo", _("C-Diplo")
    CARNAGE = "carnage", _("Carnage")
    TRIBUTE = "tribute", _("Tribute")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def in_order(self) -> Self:
        """Tournaments that go on first, the newest first."""
        going_on = [TournamentStatus.OPEN, TournamentStatus.RUNNING]
        over = models.Case(models.When(status__in=going_on, then=0), default=1)
        return self.order_by(over, "-created_at", "-pk")

    def with_numbers(self) -> Self:
        """With the numbers of people who have entered (`entered`) and of rounds (`drawn`).

        People who have left count: where games hide their players, nothing tells of it.
        """
        return self.annotate(
            entered=models.Count("entrants", distinct=True),
            drawn=models.Count("rounds", distinct=True),
        )


class Tournament(models.Model):
    """A series of rounds whose games have the same settings.

    `pattern` is a game that nobody sees or plays: it has these settings. `counting` is the number
    of a person's best rounds that count; None for all.
    """

    Status: TypeAlias = TournamentStatus
    Scoring: TypeAlias = TournamentScoring

    slug = models.SlugField(max_length=80, unique=True, editable=False)
    title = models.CharField(_("title"), max_length=80)
    about = models.TextField(_("about the tournament"), max_length=2000, blank=True)
    status = models.CharField(
        max_length=10, choices=TournamentStatus, default=TournamentStatus.OPEN
    )
    scoring = models.CharField(
        _("scoring system"),
        max_length=20,
        choices=TournamentScoring,
        default=TournamentScoring.SUM_OF_SQUARES,
    )
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"),
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
    )
    counting = models.PositiveSmallIntegerField(
        _("rounds that count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text=_("Everyone’s best ones. If empty, all rounds count."),
    )
    has_teams = models.BooleanField(_("people can play in teams"), default=False)
    entries_until = models.DateTimeField(
        _("Entries close"),
        null=True,
        blank=True,
        help_text=_("If empty, people can enter until the tournament is over."),
    )
    pattern = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="pattern_of")
    request_key = models.UUIDField(unique=True, editable=False)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            one_of("status", TournamentStatus.values, name="tournament_status_known"),
            one_of("scoring", TournamentScoring.values, name="tournament_scoring_known"),
            models.CheckConstraint(
                condition=Q(rounds_planned__range=(1, MOST_ROUNDS)),
                name="tournament_rounds_sane",
            ),
            models.CheckConstraint(
                condition=Q(counting=None) | Q(counting__range=(1, MOST_ROUNDS)),
                name="tournament_counting_sane",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, status__in=["open", "running"])
                | Q(ended_at__isnull=False, status__in=["finished", "cancelled"]),
                name="tournament_over_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:tournament", args=[self.slug])

    @property
    def is_over(self) -> bool:
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


class Organizer(models.Model):
    """A person's time as an organizer of a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="organizers")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments_organized"
    )
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "person"],
                condition=Q(until=None),
                name="one_organizer_a_person_and_tournament",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} organizes {self.tournament_id}"


class Team(models.Model):
    """People of a tournament whose points are added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name of the team"), max_length=40)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "name"], name="one_team_a_tournament_and_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """A person in a tournament, who has accepted to be seated at its tables.

    After `left_at` no further round has them. They can come back unless an organizer has removed
    them, at `removed_at`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entrants")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournament_entries"
    )
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entrants"
    )
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["entered_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(removed_at=None) | Q(left_at__isnull=False),
                name="entrant_who_was_removed_has_left",
            ),
            models.UniqueConstraint(
                fields=["tournament", "person"], name="one_entrant_a_person_and_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.tournament_id}"


class RoundQuerySet(models.QuerySet["Round"]):
    def with_numbers(self) -> Self:
        """With the numbers of games (`games`) and of those that are over (`over`)."""
        over = Q(tables__game__status=Game.Status.FINISHED)
        return self.annotate(games=models.Count("tables"), over=models.Count("tables", filter=over))


class Round(models.Model):
    """A round of a tournament, whose tables are drawn at once."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField()

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="one_round_a_tournament_and_number"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"

    def get_absolute_url(self) -> str:
        return reverse("games:tournament_round", args=[self.tournament.slug, self.number])


class Table(models.Model):
    """A game of a round."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="table")

    class Meta:
        ordering = ["round_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_a_round_and_number")
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.round_id}"


class TablePlace(models.Model):
    """The hand of the set-up that an entrant drew at a table."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="places")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="places")
    hand = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["table_id", "hand"]
        constraints = [
            models.UniqueConstraint(fields=["table", "hand"], name="one_place_a_table_and_hand"),
            models.UniqueConstraint(
                fields=["table", "entrant"], name="one_place_a_table_and_entrant"
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.hand} at {self.table_id}"
