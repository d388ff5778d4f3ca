"""Amendments of the house rules and of single rules, on which all players vote."""

from django.db import models

from .game import HOUSE_RULES_LENGTH
from .vote import Vote


class Amendment(models.Model):
    """The proposal of a vote of the kind `AMEND`: a new text of the house rules, and `rules`.

    `house_rules_before` is the text at the time of the proposal. `since` is the number of the first
    phase to which the amendment applies; null until all have agreed.
    """

    vote = models.OneToOneField(Vote, on_delete=models.PROTECT, related_name="amendment")
    house_rules = models.TextField(blank=True, max_length=HOUSE_RULES_LENGTH)
    house_rules_before = models.TextField(blank=True, max_length=HOUSE_RULES_LENGTH)
    since = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["vote_id"]

    def __str__(self) -> str:
        return f"amendment by vote {self.vote_id}"


class AmendedRule(models.Model):
    """A point of the rules that an amendment changes; as in `RuleChange`, but from `before`."""

    amendment = models.ForeignKey(Amendment, on_delete=models.PROTECT, related_name="rules")
    field = models.CharField(max_length=60)
    before = models.CharField(max_length=40)
    value = models.CharField(max_length=40)

    class Meta:
        ordering = ["amendment_id", "field"]
        constraints = [
            models.UniqueConstraint(
                fields=["amendment", "field"], name="one_rule_an_amendment_and_field"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.field}: {self.before} → {self.value}"
