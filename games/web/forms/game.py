"""Forms to create a game and to join one."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import time_zones
from accounts.models import User
from accounts.names import spelling

from ...core.errors import Refused
from ...lifecycle import joining_time, lobby_invitations, terms
from ...models import Club, Game
from ...seats import people
from . import dates
from .terms import ChoiceLabel, TermsForm

MOST_INVITED = 40
ALLOTMENT_NOTES = {
    Game.Allotment.LOT: _("Everyone has the same chances."),
    Game.Allotment.WISHES: _(
        "Each player can rank the powers in the lobby. Nobody else can see the ranking."
    ),
    Game.Allotment.MASTER: _(
        "Only if you’re the game master. You also decide when the game begins."
    ),
}


class GameForm(TermsForm):
    """The form for a new game of `opener`, a live one if `live`.

    After `is_valid`, `invited` are the people to invite.
    """

    role = forms.ChoiceField(
        label=_("Your role"),
        choices=[("player", _("I play")), ("master", _("I’m the game master"))],
        initial="player",
        widget=forms.RadioSelect,
    )
    names = forms.CharField(
        label=_("People to invite"),
        required=False,
        max_length=5000,
        help_text=_(
            "Their names on this site, one per line. They’re notified, and decide whether they "
            "join. You also get a link to share."
        ),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
    )
    lobby_days = forms.IntegerField(
        label=_("Days until the lobby closes"),
        initial=14,
        help_text=_("If not all seats are taken by then, the game is canceled."),
        validators=[MinValueValidator(1), MaxValueValidator(90)],
    )
    starts_at = dates.MomentField(label=_("Joining time"), required=False)
    allotment = forms.ChoiceField(
        label=_("Assignment of powers"),
        choices=lambda: [
            (method, ChoiceLabel.with_note(Game.Allotment(method).label, note))
            for method, note in ALLOTMENT_NOTES.items()
        ],
        initial=Game.Allotment.LOT,
        widget=forms.RadioSelect,
    )

    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=Game._meta.get_field("club").verbose_name,
        help_text=_(
            "Only its members can join. Later, anyone the game lets in can take over a seat."
        ),
        empty_label=_("no club"),
        required=False,
    )

    class Meta(TermsForm.Meta):
        fields = [*TermsForm.Meta.fields, "allotment"]

    def __init__(
        self, *args: Any, opener: User | None = None, live: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.opener = opener
        self.live = live
        self.invited: list[User] = []
        self._offer_clubs()
        moment = self.fields["starts_at"]
        moment.always_answered = True  # type: ignore[attr-defined]
        moment.help_text = gettext(
            "In your time zone, %(zone)s. The game begins then. Players who aren’t in "
            "its lobby lose their places, and others can take them for %(minutes)d "
            "minutes."
        ) % {
            "zone": time_zones.city(timezone.get_current_timezone_name()),
            "minutes": joining_time.OPEN_FOR // dt.timedelta(minutes=1),
        }

    def _offer_clubs(self) -> None:
        """Let the opener choose one of their clubs; leave the field out if there is none."""
        clubs = Club.objects.of_person(self.opener.pk) if self.opener else Club.objects.none()
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        if not clubs.exists():
            del self.fields["club"]

    def unchecked(self) -> "GameForm":
        """The form as it was sent, without errors."""
        typed = {name: self[name].value() for name in self.fields}
        return GameForm(initial=typed, opener=self.opener, live=self.live)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._leave_other_times_out(data)
        as_master = data.get("role") != "player"
        self.add_problems(terms.opening_problems(data, is_live=self.live, as_master=as_master))
        self._check_invited(data)
        return data

    def _check_invited(self, data: dict[str, Any]) -> None:
        """Refuse to invite people to the game of a club that they don’t belong to."""
        if "names" not in self.errors:
            for problem in lobby_invitations.strangers_to(data.get("club"), self.invited):
                self.add_error("names", problem)

    def _leave_other_times_out(self, data: dict[str, Any]) -> None:
        """Leave the days of a lobby to games that are not live, and the joining time to the others.

        The lobby of a live game closes soon after its joining time.
        """
        self.errors.pop("lobby_days" if self.live else "starts_at", None)
        if self.live:
            data["lobby_days"] = 0
        else:
            data["starts_at"] = None

    def clean_names(self) -> str:
        """Find the people with these names by one query; the opener needs no invitation."""
        text: str = self.cleaned_data["names"]
        lines = list(filter(None, map(spelling.normalize, text.splitlines())))
        self._check_number(name for line in lines for name in _names_at_least(line))
        found = people.people_named(name for line in lines for name in (line, *_parts(line)))
        names = self._by_key(name for line in lines for name in _names_in(line, found))
        self._check_number(names.values())
        invited, errors = [], []
        for name in names.values():
            try:
                invited.append(people.person_among(found, name))
            except Refused as refusal:
                errors.append(str(refusal))
        if errors:
            raise forms.ValidationError(errors)
        self.invited = invited
        return text

    def _by_key(self, names: Iterable[str]) -> dict[str, str]:
        """The different names of other people than the opener, by their comparison keys."""
        own = self.opener.name_key if self.opener else None
        keys = {spelling.comparison_key(name): name for name in names}
        return {key: name for key, name in keys.items() if key != own}

    def _check_number(self, names: Iterable[str]) -> None:
        if len(self._by_key(names)) > MOST_INVITED:
            message = gettext("You can invite at most %(most)d people. Share the link with others.")
            raise forms.ValidationError(message % {"most": MOST_INVITED})

    def game_fields(self) -> dict[str, Any]:
        """The arguments of `creation.create`, without the settings."""
        names = ("lobby_days", "starts_at")
        return super().game_fields() | {
            **{name: self.cleaned_data[name] for name in names},
            "as_master": self.cleaned_data["role"] == "master",
            "invited": self.invited,
            "club": self.cleaned_data.get("club"),
        }


def _parts(line: str) -> list[str]:
    """The names on a line that lists several."""
    return [part.strip() for part in line.split(",") if part.strip()]


def _names_at_least(line: str) -> list[str]:
    """The names on a line if it is one name, with commas in it, wherever it can be."""
    return [line] if len(line) <= spelling.MAX_LENGTH else _parts(line)


def _names_in(line: str, found: Mapping[str, User]) -> list[str]:
    """The names on a line: it may list several, or be that of one person in `found`."""
    return [line] if spelling.comparison_key(line) in found else _parts(line)


class JoinForm(forms.Form):
    """Form to accept the house rules; without house rules it has no field."""

    accept = forms.BooleanField(label=_("I’ve read the house rules and accept them."))

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not game.house_rules:
            del self.fields["accept"]

    @property
    def accepted(self) -> bool:
        return bool(self.cleaned_data.get("accept", False))
