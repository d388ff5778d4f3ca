"""The form to propose a vote."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ... import wording
from ...models import Phase, Seat
from ...models.vote import LONGEST_VOTE_DAYS
from ...votes import voting
from ...votes.kinds import KINDS


class VoteForm(forms.Form):
    """A proposal for a vote: one of the kinds that can be proposed in the phase now.

    `voter` is the seat with which the person proposes it, `others` are the powers of other people
    to which the game can be conceded.
    """

    kind = forms.ChoiceField(label=_("What?"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("By how many days, or for how many?"),
        help_text=_("From 1 to 14, for the clock only."),
        required=False,
        min_value=1,
        max_value=LONGEST_VOTE_DAYS,
    )
    winner = forms.ChoiceField(label=_("To which power?"), required=False)
    seat = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(
        self, voter: Seat, data: Any = None, *, phase: Phase, others: Sequence[Seat]
    ) -> None:
        super().__init__(data, auto_id="vote-%s")
        kind, seat = self.fields["kind"], self.fields["seat"]
        assert isinstance(kind, forms.ChoiceField)
        assert isinstance(seat, forms.ChoiceField)
        offered = voting.offered_kinds(phase)
        kind.choices = [(each.name.value, each.name.label) for each in offered]
        seat.choices = [(voter.power, voter.power)]
        seat.initial = voter.power
        if not any(each.has_days for each in offered):
            del self.fields["days"]
        if any(each.has_winner for each in offered):
            winner = self.fields["winner"]
            assert isinstance(winner, forms.ChoiceField)
            powers = [(each.power, wording.power(each.power)) for each in others]
            winner.choices = [("", _("Only for a concession")), *powers]
        else:
            del self.fields["winner"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        kind = KINDS.get(data.get("kind", ""))
        if kind is None or not kind.has_days:
            data["days"] = None
        elif not data.get("days") and "days" not in self.errors:
            self.add_error("days", _("Say how many days."))
        if kind is None or not kind.has_winner:
            data["winner"] = ""
        elif not data.get("winner") and "winner" not in self.errors:
            self.add_error("winner", _("Say to which power."))
        return data
