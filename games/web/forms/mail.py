"""The form in which a person chooses which mail and push notifications they get."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models import Notification
from ...notifications import preferences

PUSH = "push"  # name of a field; the other fields have the names of kinds
SAYS_TURN = _("Also says when it’s your turn.")
HELP = {
    Notification.Kind.GAME_BEGUN: SAYS_TURN,
    Notification.Kind.YOUR_TURN: _("Only if no other email says so."),
    Notification.Kind.REMINDER: _(
        "2 days, 1 day and 3 hours before a deadline, and when the game master reminds you."
    ),
    Notification.Kind.RESULTS: SAYS_TURN,
}


class MailForm(forms.Form):
    """A person's choice of mail for each kind of notification, and of the kinds that are pushed.

    The latter is left out for a person without browsers that get push notifications.
    """

    def __init__(self, *args: Any, has_browsers: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Notification.Kind:
            hows = preferences.possible_ways(kind)
            self.fields[kind] = forms.ChoiceField(
                label=kind.label,
                choices=[(how.value, how.label) for how in hows],
                help_text=HELP.get(kind, ""),
            )
        if has_browsers:
            self.fields[PUSH] = forms.MultipleChoiceField(
                label=_("Show in your browsers"),
                choices=Notification.Kind.choices,
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
            self.fields[PUSH].always_answered = True  # type: ignore[attr-defined]

    @property
    def mail_choices(self) -> dict[str, str]:
        """The choice for each kind. Expects valid data."""
        return {kind: self.cleaned_data[kind] for kind in Notification.Kind.values}

    @property
    def push(self) -> list[str] | None:
        """The kinds that are pushed; None if the form did not ask for them."""
        return self.cleaned_data.get(PUSH)
