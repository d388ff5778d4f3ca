"""The form for a new API key."""

import datetime as dt

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import clock
from accounts.models.api_key import LONGEST_KEY_NAME


class ApiKeyForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_KEY_NAME,
        help_text=_("What the key is for, such as “Discord bot of our club”."),
    )
    orders = forms.BooleanField(
        label=_("May save orders, say you’re ready, and vote"),
        required=False,
        help_text=_("“orders”: also ends the civil disorder of your power."),
    )
    press = forms.BooleanField(
        label=_("May send messages"),
        required=False,
        help_text=_(
            "“press”: also makes proposals to bots, proposes to add powers, saves drafts, marks "
            "messages as read, mutes powers and reports messages."
        ),
    )
    master = forms.BooleanField(
        label=_("May act as game master"),
        required=False,
        help_text=_("“master”: opens games, and runs those that you master."),
    )
    account = forms.BooleanField(
        label=_("May join games, tournaments and clubs, and change your settings and profile"),
        required=False,
        help_text=_(
            "“account”: never changes your password or email address, and never makes keys."
        ),
    )
    days = forms.TypedChoiceField(
        label=_("Works for"),
        coerce=int,
        initial=90,
        choices=[
            (7, _("7 days")),
            (30, _("30 days")),
            (90, _("90 days")),
            (365, _("1 year")),
            (0, _("as long as you don’t revoke it")),
        ],
    )

    def ends_at(self) -> dt.datetime | None:
        """The end of the key, from now on; None if it has none. Expects a valid form."""
        days: int = self.cleaned_data["days"]
        return clock.now() + dt.timedelta(days=days) if days else None
