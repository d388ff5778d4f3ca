"""Forms of tournaments."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ... import access
from ...core.errors import Refused
from ...models import Game, Tournament
from ...seats.people import person_named
from .dates import MomentField


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form to open a tournament. Its games have the settings of one that the person masters."""

    source = forms.ModelChoiceField(
        Game.objects.none(),
        label=_("Settings of the games"),
        help_text=_("All games get the settings of this one, which you master."),
        empty_label=None,
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    class Meta:
        model = Tournament
        fields = ["title", "about", "scoring", "rounds_planned", "counting", "has_teams"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}

    field_order = ["title", "source", "scoring", "rounds_planned", "counting", "has_teams", "about"]

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        source = self.fields["source"]
        assert isinstance(source, forms.ModelChoiceField)
        source.queryset = (
            access.mastered_games(person).exclude(imported_at__isnull=False).order_by("-created_at")
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        counting, rounds = data.get("counting"), data.get("rounds_planned")
        if counting is not None and rounds is not None and counting > rounds:
            self.add_error("counting", _("There are not so many rounds. Leave it empty for all."))
        return data


class DetailsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form with what organizers can change of a tournament."""

    entries_until = MomentField(
        label=_("Entries close"),
        required=False,
        help_text=_("If empty, people can enter until the tournament is over."),
    )

    class Meta:
        model = Tournament
        fields = ["title", "about", "rounds_planned", "entries_until"]
        widgets = {"about": forms.Textarea(attrs={"rows": 6})}


class EnterForm(forms.Form):
    """Form to enter a tournament; without house rules it has no field."""

    accept = forms.BooleanField(label=_("I’ve read the house rules and accept them."))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not tournament.pattern.house_rules:
            del self.fields["accept"]


class TeamForm(forms.Form):
    """Form to name one's team."""

    name = forms.CharField(
        label=_("Your team"),
        max_length=40,
        required=False,
        help_text=_("People who write the same name play together. Empty: no team."),
    )


class DrawForm(forms.Form):
    """The round that the question named, and whether to draw it while earlier games go on."""

    round = forms.IntegerField()
    anyway = forms.BooleanField(required=False)


class OrganizerForm(forms.Form):
    """Form to add an organizer by name."""

    name = forms.CharField(label=_("Name of the person"), max_length=80)

    def clean_name(self) -> User:
        try:
            return person_named(self.cleaned_data["name"])
        except Refused as refusal:
            raise ValidationError(str(refusal)) from None
