"""Rules by which a game differs from its edition, and amendments, on which all players vote."""

from django.db import models

from .game import HOUSE_RULES_LENGTH, Game
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


class RuleChange(models.Model):
    """A point on which a game departs from its edition of the rules.

    `field` names a field of the adjudicator's `Rules`, `value` its value. `editions` reads both,
    and refuses names and values that the rules do not have. `since` is the number of the first
    phase to which the change applies: 0 if it was agreed when the game was opened, later if all
    players agreed to an amendment. Rows are never changed, so each phase keeps its rules.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rule_changes")
    field = models.CharField(max_length=60)
    value = models.CharField(max_length=40)
    since = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["game_id", "field"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "field", "since"], name="one_rule_change_a_game_field_and_phase"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.field}: {self.value}"
