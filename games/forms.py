"""Forms. What an order may be is not checked here but in `orders.submit`."""

import uuid
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts import names

from .models import Game
from .models.game import LONGEST_PHASE_HOURS
from .options import Row

HOURS = {"hours": 1, "days": 24}


class GameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Makes a game. `request_key` travels with the page, so a double click makes one game."""

    role = forms.ChoiceField(
        label=_("Your part"),
        choices=[("player", _("I play")), ("master", _("I am the game master"))],
        initial="player",
        widget=forms.RadioSelect,
    )
    length = forms.IntegerField(
        label=_("Time for each phase"),
        help_text=_("From one hour to 30 days; a week is usual."),
        initial=7,
        validators=[MinValueValidator(1, message=_("A phase lasts at least one hour."))],
    )
    length_unit = forms.ChoiceField(
        label=_("Unit of time"), choices=[("days", _("days")), ("hours", _("hours"))]
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
            "language",
            "house_rules",
        ]
        widgets = {
            "house_rules": forms.Textarea(attrs={"rows": 5}),
            "visibility": forms.RadioSelect,
            "orders_watched_by": forms.RadioSelect,
        }

    field_order = ["title", "role", "length", "length_unit", "visibility", "lobby_days"]

    def clean_title(self) -> str:
        title = names.tidy(self.cleaned_data["title"])
        names.check_visible(title)
        return title

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        length, unit = data.get("length"), data.get("length_unit")
        if length and unit:
            hours = length * HOURS[unit]
            if hours > LONGEST_PHASE_HOURS:
                self.add_error("length", _("A phase lasts at most 30 days."))
            data["phase_hours"] = hours
        return data

    def game_fields(self) -> dict[str, Any]:
        """What `lobby.create` takes."""
        names = [*self.Meta.fields, "phase_hours", "lobby_days", "request_key"]
        return {name: self.cleaned_data[name] for name in names}


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


class SheetForm(forms.Form):
    """A row for each unit (or build, or removal) with what it may legally be told."""

    def __init__(self, rows: list[Row], *args: Any, blank: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in rows:
            choices: list[Any] = [("", blank), *row.groups]
            sent = str(self.data.get(row.key, ""))
            if sent and not row.offers(sent):
                choices.append((sent, sent))  # refused with a reason; until then it stands there
            self.fields[row.key] = forms.CharField(
                label=row.label,
                required=False,
                initial=row.chosen,
                widget=forms.Select(choices=choices),
            )


class TextForm(forms.Form):
    """The same orders as text, one a line. An empty text takes all orders back."""

    use_required_attribute = False

    text = forms.CharField(
        label=_("Orders, one a line"),
        max_length=4000,
        widget=forms.Textarea(
            attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "characters"}
        ),
    )
