"""The form in which a game master enters the orders of players who send them elsewhere."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from .orders import TextForm

SECTION_PREFIX = "section-"
"""Prefix of the fields with the answers to questions about sections; their key follows."""


class ThreadForm(TextForm):
    """A pasted mail or thread with the orders of several powers.

    `shown` is the digest of the text whose preview the page has shown.
    """

    ready = forms.BooleanField(
        label=_("These powers are ready"),
        help_text=_(
            "When all powers are ready, the phase ends before the deadline. Untick this if other "
            "orders may follow."
        ),
        required=False,
        initial=True,
    )
    ignore = forms.BooleanField(label=_("Ignore the lines that can’t be saved"), required=False)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.label = _("Emails or forum posts with orders")
        text.widget.attrs["rows"] = 14
        language = self.fields["language"]
        language.initial = self.DETECT

    @property
    def answers_about_sections(self) -> dict[str, str]:
        """The answers to questions about sections of the text, by the key of the question."""
        return {
            name.removeprefix(SECTION_PREFIX): str(self.data[name])
            for name in self.data
            if name.startswith(SECTION_PREFIX)
        }

    @property
    def is_ready(self) -> bool:
        return self.data.get("ready") == "on"

    @property
    def ignores(self) -> bool:
        """Whether the lines that cannot be saved are left out."""
        return self.data.get("ignore") == "on"
