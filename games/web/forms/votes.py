"""The form to propose a vote."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ... import wording
from ...models import Phase, Seat
from ...models.vote import LONGEST_VOTE_DAYS
from ...votes.kinds import KINDS


class VoteForm(forms.Form):
    """A proposal for a vote: one of the kinds that can be proposed in the phase now.

    A person with several seats chooses the one that proposes it.
    """

    kind = forms.ChoiceField(label=_("What?"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("By how many days, or for how many?"),
        help_text=_("From 1 to 14. A draw needs none."),
        required=False,
        min_value=1,
        max_value=LONGEST_VOTE_DAYS,
    )
    seat = forms.ChoiceField(label=_("Which of your powers proposes it?"))

    def __init__(self, voters: Sequence[Seat], data: Any = None, *, phase: Phase) -> None:
        super().__init__(data, auto_id="vote-%s")
        kind, seat = self.fields["kind"], self.fields["seat"]
        assert isinstance(kind, forms.ChoiceField)
        assert isinstance(seat, forms.ChoiceField)
        offered = [each for each in KINDS.values() if not each.refusal(phase)]
        kind.choices = [(each.name.value, each.name.label) for each in offered]
        seat.choices = [(each.power, wording.hand(each)) for each in voters]
        if not any(each.has_days for each in offered):
            del self.fields["days"]
        if len(voters) == 1:
            seat.widget = forms.HiddenInput()
            seat.initial = voters[0].power

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        kind = KINDS.get(data.get("kind", ""))
        if kind is None or not kind.has_days:
            data["days"] = None
        elif not data.get("days") and "days" not in self.errors:
            self.add_error("days", _("Say how many days."))
        return data
