"""The name and address of a player without an account, as a game master declares them."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ...models.declared_player import LONGEST_NAME
from ...seats import declared_players


class DeclaredPlayerFields(forms.Form):
    """The fields of a declaration, for the form in a lobby and for the actions of a master."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("As the other players know this person. Everyone sees that you gave the name."),
    )
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        help_text=_(
            "For results and reminders. The owner gets one email first, and nothing else until "
            "they confirm."
        ),
    )

    def clean_name(self) -> str:
        kept = self.initial.get("name")
        return declared_players.clean_name(self.cleaned_data["name"], kept=kept)
