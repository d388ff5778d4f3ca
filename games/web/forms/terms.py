"""The form for the terms of a game that are agreed when it is opened."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.names import spelling

from ... import wording
from ...core import inbound_address
from ...lifecycle import terms
from ...models import Game
from ...models.endings import LONGEST_PROVISIONAL_DAYS
from ...state import editions, variants
from ...state.edition_texts import EDITIONS, RULE_GROUPS, RULE_POINTS, RuleGroup, RulePoint

ENDING_FIELDS = [
    "solo_centers",
    "solo_after",
    "solo_of",
    "votes_on_end",
    "draw_shared_by",
    "secret_votes",
    "votes_stand",
    "stalemate_years",
    "ends",
    "ends_after",
    "ends_on",
    "ends_with",
    "provisional_days",
]
LIMITS = ("ends_after", "ends_on")


class ChoiceLabel(SafeString):
    """The label of a choice as HTML: `words`, and a note in smaller type."""

    words: str

    @classmethod
    def with_note(cls, words: object, note: object) -> "ChoiceLabel":
        html = format_html('<span>{} <small class="muted">{}</small></span>', words, note)
        label = cls(html)
        label.words = str(words)
        return label


class TermsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Terms of a game other than its settings: its set-up and rules, press, endings.

    `request_key` is made with the page, so that a double click creates one game.
    """

    setup = forms.ChoiceField(
        label=_("Set-up"),
        choices=lambda: [
            (name, ChoiceLabel.with_note(wording.setup_name(name), wording.setup_sentence(name)))
            for name in variants.offered_setups()
        ],
        initial=Game._meta.get_field("setup").default,
        widget=forms.RadioSelect,
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    class Meta:
        model = Game
        fields = [
            "title",
            "setup",
            "rules",
            "visibility",
            "anonymous",
            "orders_watched_by",
            "confirms_mail",
            "orders_by_master",
            "no_machine_help",
            "least_reliability",
            "refuses_new_players",
            "rated",
            "press",
            "unsigned_messages",
            "messages_open_at_end",
            "successors_read_messages",
            "language",
            "votes_on_extensions",
            *ENDING_FIELDS,
            "publish_hours",
            "house_rules",
        ]
        widgets = {
            "house_rules": forms.Textarea(attrs={"rows": 5}),
            "rules": forms.RadioSelect,
            "press": forms.RadioSelect,
            "visibility": forms.RadioSelect,
            "orders_watched_by": forms.RadioSelect,
            "solo_after": forms.RadioSelect,
            "solo_of": forms.RadioSelect,
            "draw_shared_by": forms.RadioSelect,
            "ends": forms.RadioSelect,
            "ends_with": forms.RadioSelect,
            "ends_on": forms.DateInput(attrs={"type": "date"}),
            "least_reliability": forms.NumberInput(attrs={"min": 1, "max": 100}),
            "provisional_days": forms.NumberInput(attrs={"max": LONGEST_PROVISIONAL_DAYS}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["confirms_mail"].disabled = not inbound_address.is_on()
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [
            (edition, ChoiceLabel.with_note(name, EDITIONS[edition]))
            for edition, name in Game.Edition.choices
        ]
        for point in RULE_POINTS.values():
            self.fields[rule_field_name(point)] = PointField(point)

    def groups(self) -> Iterator[tuple[RuleGroup, list[BoundField], bool]]:
        """The points of the rules in their groups, and whether each group is to be shown open.

        It is if something was chosen in it, or is wrong.
        """
        for group in RULE_GROUPS:
            bound = [self[rule_field_name(point)] for point in group.points]
            yield group, bound, any(each.value() or each.errors for each in bound)

    @property
    def changed(self) -> bool:
        """Whether a group is to be shown open."""
        return any(touched for _group, _bound, touched in self.groups())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        # Problems are looked for before what belongs to another limit is left out.
        found = list(terms.problems(data))
        data.update({name: terms.with_one_limit(data)[name] for name in LIMITS})
        self.add_problems(found)
        return data

    def add_problems(self, found: Iterable[tuple[str, str]]) -> None:
        """Show the problems of fields that could be read."""
        for field, message in found:
            if field not in self.errors:
                self.add_error(field, message)

    def clean_title(self) -> str:
        return spelling.clean_title(self.cleaned_data["title"])

    def game_fields(self) -> dict[str, Any]:
        """The arguments of a use case that creates a game, without the settings."""
        changes = {
            point.field: self.cleaned_data[rule_field_name(point)] for point in RULE_POINTS.values()
        }
        names = [*self.Meta.fields, "request_key"]
        return {name: self.cleaned_data[name] for name in names} | {"changes": changes}


def rule_field_names() -> list[str]:
    """The names of the fields for single points of the rules."""
    return [rule_field_name(point) for point in RULE_POINTS.values()]


def rule_values(changes: Mapping[str, str]) -> dict[str, str]:
    """The values of the fields for single points of the rules; `changes` are by point."""
    return {rule_field_name(RULE_POINTS[point]): answer for point, answer in changes.items()}


def rule_field_name(point: RulePoint) -> str:
    return f"rule-{point.field}"


class PointField(forms.ChoiceField):
    """A point of the rules: the edition's own answer, or one of the possible answers.

    Each answer names the editions that have it.
    """

    def __init__(self, point: RulePoint) -> None:
        answers = [
            (answer, ChoiceLabel.with_note(words, editions.editions_answering(point.field, answer)))
            for answer, words in point.answers.items()
        ]
        super().__init__(
            label=point.question,
            help_text=point.note,
            choices=[("", _("As in the edition")), *answers],
            required=False,
            initial="",
            widget=forms.RadioSelect,
        )
