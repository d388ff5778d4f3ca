"""The form to dismiss a pair that shares a browser or a network."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models.sharing import LONGEST_NOTE


class DismissalForm(forms.Form):
    note = forms.CharField(
        label=_("Note"),
        help_text=_("For example “Brothers.” Only administrators can read it."),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
