"""The form to take over a game that is played elsewhere."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from ...core.errors import LineError
from ...lifecycle import position_text
from ...lifecycle.position_text import Pasted
from ...models import Game
from ...seats import people
from ...state import variants
from .terms import TermsForm


class TakeOverForm(TermsForm):
    """A new game with the game master `master`, and the text of its position.

    After `is_valid`, `pasted` is the parsed text and `players` are the people named in it, by
    power. `line_errors` are the errors in its lines.
    """

    text = forms.CharField(
        label=gettext_lazy("Position"),
        help_text=gettext_lazy(
            "Enter the phase, each power’s units and supply centers, and its player’s "
            "name on this site. A power without a player is an open seat."
        ),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 18, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )

    def __init__(self, master: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rated"].disabled = True
        self.initial["rated"] = False
        self.master = master
        self.pasted = Pasted()
        self.players: dict[str, User] = {}
        self.unknown_players: list[LineError] = []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "text" in data and "setup" in data:
            setup = variants.setup_of(Game(setup=data["setup"]))
            self.pasted = position_text.read(data["text"], setup)
            position = self.pasted.position
            self.players, self.unknown_players = people.players_named(
                self.pasted.players,
                self.master,
                setup.players,
                neutral=variants.unplayed(setup, position),
            )
        if self.line_errors:
            self.add_error(
                "text", _("This position can’t be used yet. The errors are listed below.")
            )
        return data

    @property
    def line_errors(self) -> list[LineError]:
        return [*self.pasted.errors, *self.unknown_players]
