"""The form for new house rules and single rules of a game in progress."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from ...lifecycle import amendments
from ...models import Game
from ...models.game import HOUSE_RULES_LENGTH
from ...state import editions
from ...state.edition_texts import RULE_GROUPS, RULE_POINTS, RuleGroup
from .terms import PointField, rule_field_name, rule_values


class AmendmentForm(forms.Form):
    """The house rules and rules of `game` to be changed: the newest, even if not yet in force."""

    house_rules = forms.CharField(
        label=_("House rules"),
        required=False,
        max_length=HOUSE_RULES_LENGTH,
        help_text=_("Write all house rules, old and new."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(self, game: Game, data: Any = None) -> None:
        agreed = rule_values(editions.stored_changes(game))
        super().__init__(data, initial={"house_rules": game.house_rules, **agreed})
        self.game = game
        for point in RULE_POINTS.values():
            self.fields[rule_field_name(point)] = PointField(point)

    def groups(self) -> Iterator[tuple[RuleGroup, list[BoundField], bool]]:
        """The points of the rules in their groups, and whether each group is to be shown open."""
        for group in RULE_GROUPS:
            bound = [self[rule_field_name(point)] for point in group.points]
            yield group, bound, any(each.value() or each.errors for each in bound)

    @property
    def changed(self) -> bool:
        """Whether the rules are to be shown open."""
        return any(is_open for _group, _bound, is_open in self.groups())

    def change(self) -> amendments.ProposedRules:
        """The changes in a valid form. Raises `Refused` if there are none."""
        data = self.cleaned_data
        answers = {point.field: data[rule_field_name(point)] for point in RULE_POINTS.values()}
        return amendments.change_to(self.game, data["house_rules"], answers)
