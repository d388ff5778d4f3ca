from typing import TypeAlias

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import clock

from .endings import (
    END_CONSTRAINTS,
    GameDrawSharedBy,
    GameEnding,
    GameEnds,
    GameEndsWith,
    GameSoloAfter,
    GameSoloOf,
)
from .fields import new_key, one_of
from .game_queries import GameQuerySet
from .terms import (
    GameAllotment,
    GameEdition,
    GamePress,
    GameStatus,
    GameVisibility,
    GameWatch,
)

LONGEST_PUBLICATION_HOURS, HOUSE_RULES_LENGTH = 7 * 24, 5000
RUNNING = (GameStatus.PLAYING, GameStatus.PAUSED, GameStatus.ASIDE)
NEVER_BEGAN = (GameStatus.LOBBY, GameStatus.EXPIRED)  # and not deleted
NEVER_PLAYED = (GameStatus.DELETED, GameStatus.PATTERN)  # nobody has a page of them


class Game(models.Model):
    """A game of Diplomacy. Its slug identifies it in URLs and never changes; its title may."""

    Status: TypeAlias = GameStatus
    Visibility: TypeAlias = GameVisibility
    Watch: TypeAlias = GameWatch
    Press: TypeAlias = GamePress
    Edition: TypeAlias = GameEdition
    SoloAfter: TypeAlias = GameSoloAfter
    SoloOf: TypeAlias = GameSoloOf
    Ends: TypeAlias = GameEnds
    EndsWith: TypeAlias = GameEndsWith
    Allotment: TypeAlias = GameAllotment
    DrawSharedBy: TypeAlias = GameDrawSharedBy
    Ending: TypeAlias = GameEnding

    title = models.CharField(_("title"), max_length=80)
    slug = models.SlugField(max_length=80, unique=True, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    # The name of a file of the rules: `state.variants` knows which there are.
    setup = models.CharField(_("set-up"), max_length=40, default="standard")
    rules = models.CharField(
        _("edition of the rules"), max_length=20, choices=Edition, default=Edition.RULES_2000
    )
    allotment = models.CharField(
        _("assignment of powers"), max_length=10, choices=Allotment, default=Allotment.LOT
    )
    visibility = models.CharField(
        _("who can join"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    invitation_key = models.CharField(max_length=32, default=new_key, editable=False)
    club = models.ForeignKey(
        "games.Club",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="games",
        verbose_name=_("club"),
    )
    map_key = models.CharField(  # noqa: DJ001 - null until a master creates it
        max_length=32,
        null=True,
        editable=False,
        help_text="In the addresses by which strangers see the maps of a private game.",
    )
    anonymous = models.BooleanField(
        _("players’ names are hidden until the game is over"), default=False
    )
    orders_watched_by = models.CharField(
        _("who can see which powers have given orders"),
        max_length=10,
        choices=Watch,
        default=Watch.MASTER,
    )
    confirms_mail = models.BooleanField(
        _("orders by email must be confirmed on the site"),
        default=False,
        db_default=False,
        help_text=_("Otherwise clear orders from a player’s own address are saved at once."),
    )
    orders_by_master = models.BooleanField(
        _("the game master can enter orders that players send by email or in a forum"),
        default=False,
        help_text=_(
            "Only for players without an account, and for players who switch it on. "
            "The game master reads the orders of these powers."
        ),
    )
    no_machine_help = models.BooleanField(
        _("no machine help"),
        default=True,
        help_text=_(
            "The sandbox does not search for replies to orders of this game’s running phases. "
            "A pasted position can’t be stopped."
        ),
    )
    least_reliability = models.PositiveSmallIntegerField(
        _("least reliability of players, in percent"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_("If empty, anyone can join. It doesn’t change who can take over a seat."),
    )
    refuses_new_players = models.BooleanField(
        _("people who are too new for a number can’t join"),
        default=False,
        db_default=False,
        help_text=_("Only matters where a least reliability is set."),
    )
    rated = models.BooleanField(
        _("the result counts in the ratings"),
        default=True,
        db_default=True,
        help_text=_("Once it can no longer be undone. Until then, no rating changes."),
    )
    practice = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Of one person against bots: it counts nowhere, and notifies nobody.",
    )
    press = models.CharField(
        pgettext_lazy("diplomacy", "press"),
        max_length=10,
        choices=Press,
        default=Press.FULL,
        db_default=Press.FULL,
    )
    unsigned_messages = models.BooleanField(
        _("public messages can be unsigned"),
        default=False,
        db_default=False,
        help_text=_("Nobody ever learns which power wrote them."),
    )
    messages_open_at_end = models.BooleanField(
        _("when the game is over, everyone can read its private messages"),
        default=False,
        db_default=False,
        help_text=_("Otherwise they stay private."),
    )
    successors_read_messages = models.BooleanField(
        _("a new player in a seat can read its earlier messages"),
        default=False,
        help_text=_("Otherwise a new player can read only messages written from then on."),
    )
    solo_centers = models.PositiveSmallIntegerField(
        _("centers needed to win"),
        null=True,
        blank=True,
        help_text=_("If empty, the number in the set-up."),
    )
    solo_after = models.CharField(
        _("when centers are counted"),
        max_length=10,
        choices=SoloAfter,
        default=SoloAfter.FALL,
    )
    solo_of = models.CharField(
        _("whose centers count"), max_length=10, choices=SoloOf, default=SoloOf.SETUP
    )
    votes_on_end = models.BooleanField(
        _("players can vote for a draw or a concession"), default=True
    )
    votes_on_extensions = models.BooleanField(
        _("players can vote to extend a deadline"),
        default=False,
        help_text=_("More than half must agree. Without a game master they always can."),
    )
    draw_shared_by = models.CharField(
        _("powers that share a draw"), max_length=10, choices=DrawSharedBy, default=DrawSharedBy.ALL
    )
    secret_votes = models.BooleanField(
        _("votes on the end are secret"),
        default=False,
        help_text=_("They are counted when a phase ends. Nobody ever learns how anyone voted."),
    )
    votes_stand = models.BooleanField(
        _("a vote on the end stays open until it is decided or withdrawn"),
        default=False,
        help_text=_("Otherwise it ends with its phase."),
    )
    stalemate_years = models.PositiveSmallIntegerField(
        _("years with no change of centers before the site proposes a draw"),
        null=True,
        blank=True,
        help_text=_("If empty, never. The players vote on the proposal."),
    )
    ends = models.CharField(_("limit"), max_length=10, choices=Ends, default=Ends.NEVER)
    ends_after = models.PositiveSmallIntegerField(
        _("year, or number of years or turns"), null=True, blank=True
    )
    ends_on = models.DateField(_("date of the limit"), null=True, blank=True)
    ends_with = models.CharField(
        _("result at the limit"), max_length=10, choices=EndsWith, default=EndsWith.CENTERS
    )
    provisional_days = models.PositiveSmallIntegerField(
        _("days to undo the end"),
        default=2,
        help_text=_("From 0 to 7. Until then, hidden names and private messages stay hidden."),
    )
    publish_hours = models.PositiveSmallIntegerField(
        _("hours for the game master to check results"),
        null=True,
        blank=True,
        help_text=_(
            "The results come out when the game master publishes them, after this time at the "
            "latest. If empty, they come out at the deadline."
        ),
    )
    house_rules = models.TextField(
        _("house rules"),
        blank=True,
        max_length=HOUSE_RULES_LENGTH,
        help_text=_(
            "Everyone who joins must accept them. Afterwards they can only be changed if all "
            "players agree."
        ),
    )
    house_rules_since = models.PositiveIntegerField(
        null=True,
        editable=False,
        help_text="The number of the first phase to which they apply, if they were amended.",
    )
    language = models.CharField(
        pgettext_lazy("of a game", "language"),
        max_length=8,
        choices=settings.LANGUAGES,
        default="en",
        help_text=_("The language the players write in."),
    )
    coin_hand = models.PositiveSmallIntegerField(
        null=True,
        editable=False,
        help_text="The hand of seats that won the coin of the set-up, once it is tossed.",
    )
    request_key = models.UUIDField(
        unique=True,
        editable=False,
        help_text="Comes with the form that makes the game: sent twice, it makes one game.",
    )
    lobby_closes_at = models.DateTimeField()
    starts_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When a live game begins, with the people who are there then.",
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=10, choices=Ending, blank=True)
    final_at = models.DateTimeField(
        null=True, blank=True, help_text="When the end can no longer be undone."
    )
    error = models.TextField(blank=True, help_text="Why the game was set aside, for its master.")
    imported_at = models.DateTimeField(
        null=True, blank=True, help_text="When its history came from elsewhere (see `archive`)."
    )
    imported_from = models.CharField(
        max_length=200,
        blank=True,
        db_default="",
        help_text="The site or the format that it came from.",
    )
    settings = models.ForeignKey(
        "games.GameSettings",
        null=True,
        editable=False,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="What counts from the next phase on.",
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            # lifecycle.lobby.expire_lobbies
            models.Index(
                fields=["lobby_closes_at"], condition=Q(status="lobby"), name="games_open_lobbies"
            ),
            models.Index(fields=["status", "-created_at"], name="games_by_status"),
        ]
        constraints = [
            one_of("status", GameStatus.values, name="game_status_known"),
            one_of("rules", GameEdition.values, name="game_rules_known"),
            one_of("allotment", GameAllotment.values, name="game_allotment_known"),
            one_of("visibility", GameVisibility.values, name="game_visibility_known"),
            one_of("press", GamePress.values, name="game_press_known"),
            one_of("orders_watched_by", GameWatch.values, name="game_watch_known"),
            models.CheckConstraint(
                condition=Q(least_reliability=None) | Q(least_reliability__range=(1, 100)),
                name="game_least_reliability_sane",
            ),
            models.CheckConstraint(
                condition=Q(publish_hours=None)
                | Q(publish_hours__gte=1, publish_hours__lte=LONGEST_PUBLICATION_HOURS),
                name="game_publish_hours_sane",
            ),
            models.CheckConstraint(
                condition=Q(practice=False) | Q(visibility="private", rated=False),
                name="practice_is_private_and_unrated",
            ),
            *END_CONSTRAINTS,
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.slug])

    @property
    def in_lobby(self) -> bool:
        return self.status == self.Status.LOBBY

    @property
    def has_open_lobby(self) -> bool:
        """Whether people can still join before the game begins."""
        return self.in_lobby and self.lobby_closes_at > clock.now()

    @property
    def names_are_open(self) -> bool:
        """Whether everyone may see who plays which power."""
        if self.anonymous and self.is_final and self.allotment == self.Allotment.DRAW:
            return Game.objects.with_open_names().filter(pk=self.pk).exists()
        return not self.anonymous or self.is_final

    @property
    def messages_are_open(self) -> bool:
        """Whether everyone may read the private messages now."""
        return self.messages_open_at_end and self.is_final

    @property
    def is_final(self) -> bool:
        """Whether the game is over, and its end can no longer be undone."""
        if self.final_at is None:  # a worker of an earlier release ended it, or it goes on
            return self.status == self.Status.FINISHED
        return self.final_at <= clock.now()

    @property
    def is_imported(self) -> bool:
        """Whether the history was played elsewhere: such a game counts in no rating or record."""
        return self.imported_at is not None

    @property
    def has_begun(self) -> bool:
        return self.is_running or self.status == self.Status.FINISHED

    @property
    def is_rated(self) -> bool:
        """Whether the game counts in ratings, if it ends with a result: its makers agreed to it.

        Nor does it once a player without an account has played. A declaration could hide who plays,
        so that anyone could play against themselves.
        """
        return self.rated and not self.is_imported and not self.declared_players.exists()

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and is not over; its clock may be stopped."""
        return self.status in RUNNING
