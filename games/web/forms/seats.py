"""Forms for the waiting list, for replacing a player, and for absences."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.dates import local_date
from accounts.models import User
from accounts.names import spelling

from ...core.errors import Refused
from ...models import Seat, Volunteer
from ...models.event import LONGEST_REASON
from ...seats import people, replacing
from ...seats.substitutes import LONGEST_SUBSTITUTION
from .dates import OneDateField


class VolunteerForm(forms.ModelForm):  # type: ignore[type-arg]
    """The remark of a person on the waiting list."""

    class Meta:
        model = Volunteer
        fields = ["remark"]
        widgets = {"remark": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "remark": _("For example, how much time you have and which languages you write.")
        }


class ReplaceForm(forms.Form):
    """The person who gets a seat or is invited to it, and for how long.

    `chooser` fills it in: no error tells them more of the game than they may know.
    """

    volunteer = forms.ChoiceField(
        label=_("From the waiting list"), required=False, widget=forms.RadioSelect
    )
    name = forms.CharField(
        label=_("Or someone else"),
        required=False,
        max_length=spelling.MAX_LENGTH,
        help_text=_(
            "Enter the exact account name. This person gets an invitation and must accept it."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    term = forms.ChoiceField(
        label=_("Duration"),
        choices=[
            ("good", _("For the rest of the game")),
            ("lent", _("As a substitute: the seat is returned afterwards")),
        ],
        initial="good",
        widget=forms.RadioSelect,
    )
    phases = forms.IntegerField(
        label=_("Phases the substitute plays"),
        help_text=_("Retreats, adjustments and the open phase count too."),
        required=False,
        initial=3,
        min_value=1,
        max_value=LONGEST_SUBSTITUTION,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everyone in the game can read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        seat: Seat,
        volunteers: Sequence[Volunteer],
        *args: Any,
        may_lend: bool,
        chooser: User,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seat = seat
        self.chooser = chooser
        # One of these fields is needed, so neither label calls its field optional.
        for name in ("volunteer", "name"):
            self.fields[name].always_answered = True  # type: ignore[attr-defined]
        self.by_key = {str(each.pk): each.person for each in volunteers}
        choice, term = self.fields["volunteer"], self.fields["term"]
        assert isinstance(choice, forms.ChoiceField)
        assert isinstance(term, forms.ChoiceField)
        offered = [(str(each.pk), _line(each)) for each in volunteers]
        choice.choices = [*offered, ("", _("None of these people"))]
        if not volunteers:
            del self.fields["volunteer"]
            self.fields["name"].label = _("New player")
        if not may_lend:
            term.choices = [("good", _("For the rest of the game"))]
            term.widget = forms.HiddenInput()
            del self.fields["phases"]
            self.order_fields(["term"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        try:
            data["person"] = self._person(data)
        except Refused as refusal:
            self.add_error("name", str(refusal))
        if data.get("term") == "lent" and not data.get("phases") and "phases" not in self.errors:
            self.add_error("phases", _("Enter the number of phases."))
        return data

    def _person(self, data: dict[str, Any]) -> User:
        chosen, name = data.get("volunteer", ""), data.get("name", "")
        if not name and "volunteer" not in self.fields:
            raise Refused(_("Enter a name."))
        if bool(chosen) == bool(name):
            raise Refused(_("Choose someone from the list or enter a name, but not both."))
        person = self.by_key[chosen] if chosen else people.person_named(name)
        replacing.must_be_eligible(person, self.seat, chooser=self.chooser)
        return person

    @property
    def invites(self) -> bool:
        """Whether the person is invited: people on the waiting list have accepted beforehand."""
        return not self.cleaned_data.get("volunteer")

    @property
    def number(self) -> int | None:
        """Number of phases for which the seat is lent; None if it is given for good."""
        lent = self.cleaned_data["term"] == "lent"
        return self.cleaned_data["phases"] if lent else None


def _line(volunteer: Volunteer) -> SafeString:
    """Name of a volunteer, the start of their time on the list, and their remark."""
    return format_html(
        '<span>{} <small class="muted">{} {}</small><br>{}</span>',
        volunteer.person,
        _("since"),
        local_date(volunteer.since),
        volunteer.remark,
    )


class AbsenceForm(forms.Form):
    first = OneDateField(label=_("First day away"))
    last = OneDateField(label=_("Last day away"), help_text=_("You’re still away on this day."))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first"), data.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is before the first. Choose a later one."))
        return data
