"""Forms to report the texts of clubs and tournaments, and to close such reports."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_REASON


class TextReportForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Only administrators can read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class CloseTextReportForm(forms.Form):
    """Whether to remove the texts, and why."""

    remove = forms.BooleanField(label=_("Remove the title and the words"), required=False)
    remark = forms.CharField(
        label=_("Reason"),
        help_text=_("If you remove them, the people in charge read it in an email."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
