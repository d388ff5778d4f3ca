"""Making a game, and joining one."""

import uuid
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import names

from .. import editions
from ..models import Game
from ..points import EDITIONS, GROUPS, POINTS, Group, Point, Words


class GameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Makes a game. `request_key` travels with the page, so a double click makes one game."""

    role = forms.ChoiceField(
        label=_("Your part"),
        choices=[("player", _("I play")), ("master", _("I am the game master"))],
        initial="player",
        widget=forms.RadioSelect,
    )
    lobby_days = forms.IntegerField(
        label=_("Days until the lobby closes"),
        initial=14,
        help_text=_("If not all seats are taken by then, the game is called off."),
        validators=[MinValueValidator(1), MaxValueValidator(90)],
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
            "press",
            "unsigned_letters",
            "letters_open_at_end",
            "successors_read_letters",
            "language",
            "house_rules",
        ]
        widgets = {
            "house_rules": forms.Textarea(attrs={"rows": 5}),
            "rules": forms.RadioSelect,
            "press": forms.RadioSelect,
            "visibility": forms.RadioSelect,
            "orders_watched_by": forms.RadioSelect,
        }

    field_order = ["title", "role", "visibility", "lobby_days"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [
            (edition, _beside(name, EDITIONS[edition])) for edition, name in Game.Edition.choices
        ]
        for point in POINTS.values():
            self.fields[_name(point)] = _PointField(point)

    def groups(self) -> Iterator[tuple[Group, list[BoundField], bool]]:
        """The single points of the rules in their groups, and whether something was chosen there or
        is wrong, so that it is to be seen."""
        for group in GROUPS:
            bound = [self[_name(point)] for point in group.points]
            yield group, bound, any(each.value() or each.errors for each in bound)

    @property
    def changed(self) -> bool:
        return any(touched for _group, _bound, touched in self.groups())

    def clean_title(self) -> str:
        title = names.tidy(self.cleaned_data["title"])
        names.check_visible(title)
        return title

    def game_fields(self) -> dict[str, Any]:
        """What `lobby.create` takes, but for the conduct."""
        names = [*self.Meta.fields, "lobby_days", "request_key"]
        changes = {point.field: self.cleaned_data[_name(point)] for point in POINTS.values()}
        return {name: self.cleaned_data[name] for name in names} | {"changes": changes}


def _name(point: Point) -> str:
    return f"rule-{point.field}"


class _PointField(forms.ChoiceField):
    """A point of the rules: as the edition has it, or one of its answers. Beside each answer stand
    the editions that give it, whichever of them is chosen above."""

    def __init__(self, point: Point) -> None:
        answers = [
            (answer, _beside(words, editions.held_by(point.field, answer)))
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


def _beside(words: Words, more: Words) -> SafeString:
    """A choice with something smaller about it."""
    return format_html('<span>{} <small class="muted">{}</small></span>', words, more)


class JoinForm(forms.Form):
    """Accepting the house rules; without house rules there is nothing to accept."""

    accept = forms.BooleanField(label=_("I have read the house rules and accept them."))

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not game.house_rules:
            del self.fields["accept"]

    @property
    def accepted(self) -> bool:
        return bool(self.cleaned_data.get("accept", False))
