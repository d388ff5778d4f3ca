"""Forms about who sits in a seat."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.templatetags.when import local_date

from ..errors import Refused
from ..models import Seat, Volunteer
from ..seats import people, sitting
from ..seats.sitting import LONGEST_LOAN

LONGEST_REASON = 500


class VolunteerForm(forms.ModelForm):  # type: ignore[type-arg]
    """What somebody on the waiting list says of themselves."""

    class Meta:
        model = Volunteer
        fields = ["remark"]
        widgets = {"remark": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "remark": _("For example how much time you have, and which languages you write.")
        }


class ReplaceForm(forms.Form):
    """Whom to give a seat to, and for how long.

    `names_open` says whether the reader knows who plays: to others an error does not tell in what
    way somebody is concerned with the game.
    """

    volunteer = forms.ChoiceField(
        label=_("From the waiting list"), required=False, widget=forms.RadioSelect
    )
    name = forms.CharField(
        label=_("Or somebody else"),
        required=False,
        max_length=names.MAX_LENGTH,
        help_text=_("The exact name of a person on this site."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    term = forms.ChoiceField(
        label=_("For how long?"),
        choices=[("good", _("For good")), ("lent", _("As a stand-in: then the seat returns"))],
        initial="good",
        widget=forms.RadioSelect,
    )
    phases = forms.IntegerField(
        label=_("Phases that a stand-in plays"),
        help_text=_("Retreats and adjustments count too, and so does the phase that is open."),
        required=False,
        initial=3,
        min_value=1,
        max_value=LONGEST_LOAN,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everyone in the game reads it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        seat: Seat,
        volunteers: Sequence[Volunteer],
        *args: Any,
        may_lend: bool,
        names_open: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seat = seat
        self.names_open = names_open
        for name in ("volunteer", "name"):  # one of the two is needed: neither is optional
            self.fields[name].always_answered = True  # type: ignore[attr-defined]
        self.by_key = {str(each.pk): each.person for each in volunteers}
        choice, term = self.fields["volunteer"], self.fields["term"]
        assert isinstance(choice, forms.ChoiceField)
        assert isinstance(term, forms.ChoiceField)
        offered = [(str(each.pk), _line(each)) for each in volunteers]
        choice.choices = [*offered, ("", _("Nobody of these"))]
        if not volunteers:
            del self.fields["volunteer"]
            self.fields["name"].label = _("Who?")
        if not may_lend:
            term.choices = [("good", _("For good"))]
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
            self.add_error("phases", _("Say for how many phases."))
        return data

    def _person(self, data: dict[str, Any]) -> User:
        chosen, name = data.get("volunteer", ""), data.get("name", "")
        if bool(chosen) == bool(name):
            raise Refused(_("Choose somebody from the list, or write a name: one of the two."))
        person = self.by_key[chosen] if chosen else people.named(name)
        problem = sitting.may_take(person, self.seat)
        if problem:
            raise Refused(problem if self.names_open else concerned())
        return person

    @property
    def number(self) -> int | None:
        """For how many phases the seat is lent; none where it is given for good."""
        lent = self.cleaned_data["term"] == "lent"
        return self.cleaned_data["phases"] if lent else None


def concerned() -> str:
    """Why somebody cannot take a seat, for a reader who may not know who plays the game."""
    return str(_("Who has or had a part in this game cannot take this seat."))


def _line(volunteer: Volunteer) -> SafeString:
    """Name, since when, and what they say."""
    return format_html(
        '<span>{} <small class="muted">{} {}</small><br>{}</span>',
        volunteer.person,
        _("since"),
        local_date(volunteer.since),
        volunteer.remark,
    )
