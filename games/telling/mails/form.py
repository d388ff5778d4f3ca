"""The form in which somebody chooses what mail they get."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import MailChoice, Notice

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
    """How somebody wants mail: one choice a kind, at once unless they say otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Notice.Kind:
            hows = [how for how in MailChoice.How if _may_come(kind, how)]
            self.fields[kind] = forms.ChoiceField(
                label=kind.label,
                choices=[(how.value, how.label) for how in hows],
                help_text=HELP.get(kind, ""),
            )
