"""Forms for one's own profile, and for reports of profiles."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import LONGEST_ABOUT, LONGEST_REASON, ProfileVisibility, User
from accounts.profiles import profiles


class ProfileForm(forms.Form):
    """The choices of a person for their profile."""

    visibility = forms.ChoiceField(
        label=_("Who can see your profile"), choices=ProfileVisibility.choices
    )
    lists_games = forms.BooleanField(
        label=_("List your games and results"),
        required=False,
        help_text=_("Games with hidden names are listed only after their names have been opened."),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Those you play in."),
    )
    about = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("A few words in plain text. Don’t hint at games with hidden names."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, person: User) -> None:
        found = profiles.profile_of(person)
        self.person = person
        initial = {
            **{name: getattr(found, name) for name in ("visibility", "lists_games", "about")},
            "languages": profiles.languages_of(found),
        }
        super().__init__(data, initial=initial)
        languages = self.fields["languages"]
        assert isinstance(languages, forms.MultipleChoiceField)
        languages.choices = settings.LANGUAGES

    def save(self) -> None:
        profiles.save(self.person, **self.cleaned_data)


class ReportForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Only administrators can read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class CloseReportForm(forms.Form):
    """Whether to remove the words, and why."""

    remove = forms.BooleanField(label=_("Remove these words from the profile"), required=False)
    remark = forms.CharField(
        label=_("Reason"),
        help_text=_("If you remove the words, their author reads it in an email."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
