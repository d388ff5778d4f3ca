"""Messages to bots, and the answers that bots owe them."""

from typing import Self, TypeAlias

from django.db import models
from django.db.models import Q

from .fields import one_of
from .phase import Phase
from .press import Message
from .seat import Seat


class BotRequestKind(models.TextChoices):
    """Proposals that bots understand, as `games.bots.programs.proposals.Kind` names them."""

    PEACE = "peace", "peace"
    SUPPORT = "support", "support"
    DEMILITARISE = "demilitarise", "province kept free of units"
    TEXT = "text", "a text that is no proposal"


class BotRequestQuerySet(models.QuerySet["BotRequest"]):
    def unanswered(self) -> Self:
        """The requests that wait for an answer. Compare the condition of their index."""
        return self.filter(reply=None)

    def in_force(self, phase: Phase) -> Self:
        """The agreements of a game that count in a phase, the first one first.

        A support counts in its own phase, all others until the end of the game year: the rule is
        `holds_in` of `games.bots.programs.proposals`, said here in SQL.
        """
        this_year = Q(phase__code__contains=str(phase.when.year)) & ~Q(kind=BotRequestKind.SUPPORT)
        agreed = self.filter(Q(phase=phase) | this_year, seat__game=phase.game_id, agrees=True)
        return agreed.order_by("pk")


class BotRequest(models.Model):
    """A message to the seat of a bot, and the bot's answer to it.

    A bot remembers nothing else: the requests that it `agrees` to are its promises. `order` is the
    canonical text of a support, `province` the one that both powers keep free of units.
    """

    Kind: TypeAlias = BotRequestKind

    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="bot_requests")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="bot_requests")
    phase = models.ForeignKey(
        Phase,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The phase in which a proposal was made.",
    )
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.TEXT)
    order = models.CharField(max_length=40, blank=True, default="")
    province = models.CharField(max_length=3, blank=True, default="")
    agrees = models.BooleanField(default=False)
    reply = models.OneToOneField(
        Message,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="answered_request",
        help_text="The bot's answer. Empty: it has not answered yet.",
    )

    objects = BotRequestQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["message", "seat"], name="one_bot_request_a_message_and_seat"
            ),
            one_of("kind", BotRequestKind.values, name="bot_request_kind_known"),
            models.CheckConstraint(
                condition=Q(kind="text", phase=None) | (~Q(kind="text") & Q(phase__isnull=False)),
                name="bot_proposal_has_its_phase",
            ),
            models.CheckConstraint(
                condition=(Q(kind="support") & ~Q(order="")) | (~Q(kind="support") & Q(order="")),
                name="only_a_support_has_an_order",
            ),
            models.CheckConstraint(
                condition=(Q(kind="demilitarise") & ~Q(province=""))
                | (~Q(kind="demilitarise") & Q(province="")),
                name="only_a_free_province_is_named",
            ),
            models.CheckConstraint(
                condition=Q(agrees=False) | (Q(reply__isnull=False) & ~Q(kind="text")),
                name="a_bot_agrees_in_a_message",
            ),
        ]
        indexes = [
            models.Index(fields=["seat"], condition=Q(reply=None), name="bot_requests_unanswered")
        ]

    def __str__(self) -> str:
        # Never the proposal: this may be logged, and only the thread may know it.
        return f"request {self.pk}"
