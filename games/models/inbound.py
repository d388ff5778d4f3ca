"""Keys in the addresses to which people mail orders, and what is known of the mails that came."""

from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q

from .declared_player import DeclaredPlayer
from .fields import one_of
from .game import Game
from .order import Receipt
from .seat import Seat, Tenure


class MailKey(models.Model):
    """The key in the address to which the holder of a seat mails orders.

    It belongs to the tenure: whoever gets the seat, or gets it back, has another one or none.
    """

    tenure = models.OneToOneField(Tenure, on_delete=models.PROTECT, related_name="mail_key")
    key = models.CharField(max_length=26, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        # Never the key: this may be logged, and whoever has it can send orders.
        return f"mail key {self.pk}"


class ReceivedMailOutcome(models.TextChoices):
    SAVED = "saved", "its orders were saved"
    NOT_SAVED = "not_saved", "nothing was saved; the answer says why"
    SENT = "sent", "its message was sent"
    NOT_SENT = "not_sent", "nothing was sent; the answer says why"
    STRANGER = "stranger", "it came from another address"


class ReceivedMail(models.Model):
    """A mail that came to the address of a person: when it came and what became of it.

    The person has an account, or is a `declared_player`. The text of the mail is not stored.
    `digest` identifies it, so that a mail that is delivered again is not handled again.
    `written_at` is the time that it states, and `checks` what the site's own mail server noted
    about its sender.
    """

    Outcome: TypeAlias = ReceivedMailOutcome

    digest = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="received_mails",
    )
    declared_player = models.ForeignKey(
        DeclaredPlayer,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="received_mails",
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="received_mails")
    seat = models.ForeignKey(
        Seat,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="received_mails",
        help_text="The seat whose address it came to. Empty: it answered a message.",
    )
    receipt = models.ForeignKey(
        Receipt,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="received_mails",
        help_text="The sheet that it saved.",
    )
    outcome = models.CharField(max_length=10, choices=Outcome)
    received_at = models.DateTimeField()
    written_at = models.DateTimeField(null=True, blank=True)
    checks = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # inbound.received.delete_expired
            models.Index(fields=["received_at"], name="games_old_mails"),
            # inbound.received.count_of_hour
            models.Index(fields=["person", "received_at"], name="games_mails_of_person"),
        ]
        constraints = [
            one_of("outcome", ReceivedMailOutcome.values, name="mail_outcome_known"),
            models.CheckConstraint(
                condition=Q(person=None, declared_player__isnull=False)
                | Q(person__isnull=False, declared_player=None),
                name="received_mail_is_of_one_person",
            ),
        ]

    def __str__(self) -> str:
        return f"received mail {self.pk}"
