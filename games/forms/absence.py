"""The form in which a player says when they are away."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .typed_dates import OneDateField


class AbsenceForm(forms.Form):
    first = OneDateField(label=_("Away from"))
    last = OneDateField(label=_("until"), help_text=_("This day is still part of it."))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first"), data.get("last")
        if first and last and last < first:
            self.add_error("last", _("This is before the first day."))
        return data
