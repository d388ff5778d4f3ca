from typing import Self, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q

from adjudicator.terms import OrderType, Outcome

from .fields import LONGEST_IMPORTED_NAME, one_of
from .phase import Phase, Unit
from .seat import Seat


class OrderFate(models.TextChoices):
    STAYS = "", "stays on the board"
    DISLODGED = "dislodged", "dislodged"
    DESTROYED = "destroyed", "dislodged with nowhere to go"


class OrderQuerySet(models.QuerySet["Order"]):
    def by_people(self) -> Self:
        """The orders that people gave; without those of the rules, and of bots for the absent."""
        by_nobody_else = Q(entered_by=None) | Q(entered_by__bot="")
        return self.filter(by_nobody_else, typed__isnull=False)

    def of_bots_for_absent(self) -> Self:
        """The orders that a bot gave for powers in civil disorder."""
        return self.filter(entered_by__bot__gt="")


class Order(models.Model):
    """An order of a seat; once the phase is resolved, with its outcome and the reason for it.

    `typed` is the player's own text, null where the player gave no order and the rules supplied it
    (a hold, or a disband in a retreat or adjustment phase). `text` is canonical.
    """

    Fate: TypeAlias = OrderFate

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="orders")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="orders")
    kind = models.CharField(max_length=10)
    unit = models.ForeignKey(
        Unit, null=True, blank=True, on_delete=models.PROTECT, related_name="orders"
    )
    province = models.CharField(max_length=3, null=True, blank=True)  # noqa: DJ001
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    typed = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001
    text = models.CharField(max_length=40)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text=(
            "The game master who entered it for the player, or the bot in civil disorder. "
            "Empty: the player, or the rules."
        ),
    )
    outcome = models.CharField(max_length=12, blank=True)
    fate = models.CharField(max_length=10, choices=Fate, blank=True, default=Fate.STAYS)
    reason_code = models.CharField(max_length=40, blank=True)
    reason_params = models.JSONField(default=dict, blank=True)

    objects = OrderQuerySet.as_manager()

    class Meta:
        ordering = ["phase_id", "seat__place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase", "unit"],
                condition=Q(unit__isnull=False),
                name="one_order_a_phase_and_unit",
            ),
            models.UniqueConstraint(
                fields=["phase", "province"],
                condition=Q(province__isnull=False),
                name="one_build_a_phase_and_province",
            ),
            models.UniqueConstraint(
                fields=["phase", "seat", "number"],
                condition=Q(number__isnull=False),
                name="one_waive_a_phase_seat_and_number",
            ),
            one_of("kind", [str(kind) for kind in OrderType], name="order_kind_known"),
            one_of("outcome", ["", *(str(word) for word in Outcome)], name="order_outcome_known"),
            one_of("fate", ["dislodged", "destroyed", ""], name="order_fate_known"),
            models.CheckConstraint(
                condition=(
                    Q(kind="build", unit=None, province__isnull=False, number=None)
                    | Q(kind="waive", unit=None, province=None, number__isnull=False)
                    | (
                        ~Q(kind__in=["build", "waive"])
                        & Q(unit__isnull=False, province=None, number=None)
                    )
                ),
                name="order_names_what_it_orders",
            ),
        ]

    def __str__(self) -> str:
        # Never the text: this may be logged, and only the seat may read orders of an open phase.
        return f"order {self.pk}"

    @property
    def given(self) -> bool:
        return self.typed is not None


class ReadingCorrection(models.Model):
    """Another reading of an order's text, chosen by a game master before the results came out.

    Append-only. `typed` is the text as its player wrote it, `before` and `after` are canonical.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="reading_corrections")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="reading_corrections")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="reading_corrections",
        help_text="Empty: of an imported game.",
    )
    imported_by = models.CharField(max_length=LONGEST_IMPORTED_NAME, blank=True)
    at = models.DateTimeField()
    typed = models.CharField(max_length=200)
    before = models.CharField(max_length=40)
    after = models.CharField(max_length=40)
    reason = models.TextField()

    class Meta:
        ordering = ["phase_id", "seat__place", "pk"]

    def __str__(self) -> str:
        # Never the texts: they are orders.
        return f"correction {self.pk}"

    @property
    def author_name(self) -> str:
        """The name of the game master; that of an imported correction is a text."""
        return str(self.by) if self.by else self.imported_by


class Receipt(models.Model):
    """A saved sheet of orders, append-only: canonical text, time, and a salted digest of both.

    A bot's sheet for a power in civil disorder becomes orders only when the phase is resolved.
    `source` is the text from which the orders were read, as its writer typed or pasted it; empty
    for orders chosen from lists.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="receipts")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="receipts")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="receipts",
        help_text="Empty: the seat’s player without an account, by mail.",
    )
    on_behalf = models.BooleanField(
        default=False, help_text="Whether a game master saved it for the player."
    )
    text = models.TextField()
    source = models.TextField(blank=True, default="")
    saved_at = models.DateTimeField()
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["phase_id", "seat__place", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False) | Q(on_behalf=False),
                name="receipt_on_behalf_is_of_a_master",
            ),
        ]

    def __str__(self) -> str:
        return f"receipt {self.pk}"
