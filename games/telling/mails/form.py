"""The form in which somebody chooses what mail they get."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import MailChoice, Notice

PUSH = "push"  # beside the names of kinds
SAYS_TURN = _("Says when it is your turn, too.")
HELP = {
    Notice.Kind.GAME_BEGUN: SAYS_TURN,
    Notice.Kind.YOUR_TURN: _("Where no other mail says so."),
    Notice.Kind.REMINDER: _("A day before, in games whose phases take longer."),
    Notice.Kind.RESULTS: SAYS_TURN,
}


def _may_come(kind: Notice.Kind, how: MailChoice.How) -> bool:
    """Only letters have a text to leave out, and a reminder cannot wait until tomorrow."""
    if how == MailChoice.How.WITHOUT_TEXT:
        return kind == Notice.Kind.LETTER
    return how != MailChoice.How.SUMMARY or kind != Notice.Kind.REMINDER


class MailForm(forms.Form):
    """How somebody wants mail: one choice a kind, at once unless they say otherwise. And of which
    kinds their browsers tell them, if they have any."""

    def __init__(self, *args: Any, has_browsers: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Notice.Kind:
            hows = [how for how in MailChoice.How if _may_come(kind, how)]
            self.fields[kind] = forms.ChoiceField(
                label=kind.label,
                choices=[(how.value, how.label) for how in hows],
                help_text=HELP.get(kind, ""),
            )
        if has_browsers:
            self.fields[PUSH] = forms.MultipleChoiceField(
                label=_("Your browsers tell you of"),
                choices=Notice.Kind.choices,
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
            self.fields[PUSH].always_answered = True  # type: ignore[attr-defined]

    @property
    def hows(self) -> dict[str, str]:
        """Of each kind, how they want mail. Expects valid data."""
        return {kind: self.cleaned_data[kind] for kind in Notice.Kind.values}

    @property
    def push(self) -> list[str] | None:
        """The kinds of which browsers tell; none if they were not asked for."""
        return self.cleaned_data.get(PUSH)
