"""Putting something to the vote."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .. import wording
from ..models import Motion, Seat
from ..models.motion import LONGEST_MOTION_DAYS

LASTING = (Motion.Kind.EXTEND, Motion.Kind.PAUSE)


class MotionForm(forms.Form):
    """What to put to the vote. Who holds several seats says for which of them.

    Where the clock stands still the players can start it again, else put the deadline off or stop
    the clock; a draw they may agree on at any time.
    """

    kind = forms.ChoiceField(label=_("What?"), widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("By how many days, or for how many?"),
        help_text=_("From 1 to 14. A draw needs none."),
        required=False,
        min_value=1,
        max_value=LONGEST_MOTION_DAYS,
    )
    seat = forms.ChoiceField(label=_("Which of your powers proposes it?"))

    def __init__(self, voters: Sequence[Seat], data: Any = None, *, paused: bool) -> None:
        super().__init__(data, auto_id="motion-%s")
        kind, seat = self.fields["kind"], self.fields["seat"]
        assert isinstance(kind, forms.ChoiceField)
        assert isinstance(seat, forms.ChoiceField)
        kinds = Motion.Kind
        offered = [kinds.RESUME] if paused else [kinds.EXTEND, kinds.PAUSE]
        kind.choices = [(each.value, each.label) for each in (*offered, kinds.DRAW)]
        seat.choices = [(each.power, wording.power(each.power)) for each in voters]
        if paused:
            del self.fields["days"]
        if len(voters) == 1:
            seat.widget = forms.HiddenInput()
            seat.initial = voters[0].power

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") not in LASTING:
            data["days"] = None
        elif not data.get("days") and "days" not in self.errors:
            self.add_error("days", _("Say how many days."))
        return data
