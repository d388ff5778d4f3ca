"""The length of an extension, for one game and for several."""

import datetime as dt
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .game_master.action import reason_field

UNITS = {"hours": dt.timedelta(hours=1), "days": dt.timedelta(days=1)}


class ExtensionFields(forms.Form):
    """The fields of an extension. The choice of `how` names its field in `needed`, if any."""

    needed: ClassVar[Mapping[str, str]] = {"by": "number"}

    how = forms.ChoiceField(label=gettext_lazy("Extension"), widget=forms.RadioSelect)
    number = forms.IntegerField(
        label=gettext_lazy("Length of the extension"), required=False, min_value=1, max_value=1440
    )
    unit = forms.ChoiceField(
        label=gettext_lazy("Unit of time"),
        required=False,
        choices=[("days", gettext_lazy("days")), ("hours", gettext_lazy("hours"))],
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"unit", *self.needed.values()}:  # `how` decides which of them is needed
            self.fields[name].always_answered = True  # type: ignore[attr-defined]

    def offer(self, *choices: tuple[str, str]) -> None:
        """Set the choices of `how`."""
        how = self.fields["how"]
        assert isinstance(how, forms.ChoiceField)
        how.choices = choices

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        needed = self.needed.get(data.get("how", ""))
        if needed and not data.get(needed) and needed not in self.errors:
            self.add_error(needed, _("Fill this in for the choice above."))
        return data

    @property
    def length(self) -> dt.timedelta | None:
        """The chosen length; None if another way was chosen."""
        data = self.cleaned_data
        if data["how"] != "by":
            return None
        length: dt.timedelta = data["number"] * UNITS[data["unit"] or "days"]
        return length
