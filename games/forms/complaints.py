"""What somebody says who reports a letter, and who closes such a complaint."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models.complaint import LONGEST_REMARK


class ComplaintForm(forms.Form):
    reason = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class RemarkForm(forms.Form):
    remark = forms.CharField(
        label=_("What was done about it?"),
        help_text=_("Kept with the complaint. Nobody is told."),
        max_length=LONGEST_REMARK,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
