"""The form for the title of a saved line."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models.saved_line import LONGEST_TITLE


class TitleForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
