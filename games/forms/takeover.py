"""Beginning a game at the position that it has elsewhere."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from .. import positions, takeover
from ..errors import LineError
from ..models import Game
from ..seats import people
from ..takeover import Pasted
from .game import GameForm


class TakeOverForm(GameForm):
    """A new game whose master is `master`, and the text from which its position is read.

    After `is_valid`, `pasted` is what was read and `players` are the people it names, by power.
    `line_errors` are the lines that could not be taken.
    """

    text = forms.CharField(
        label=gettext_lazy("The position"),
        help_text=gettext_lazy(
            "The phase, the units and the supply centers of each power, and who plays it, by their"
            " names on this site. A power without a player is open."
        ),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 18, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )

    def __init__(self, master: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["role"], self.fields["lobby_days"]
        self.master = master
        self.pasted = Pasted()
        self.players: dict[str, User] = {}
        self.strangers: list[LineError] = []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "text" in data and "setup" in data:
            self.pasted = takeover.read(data["text"], positions.setup_of(Game(setup=data["setup"])))
            self.players, self.strangers = people.seated(self.pasted.players, self.master)
        if self.line_errors:
            self.add_error("text", _("This cannot be taken yet. See below what is wrong with it."))
        return data

    @property
    def line_errors(self) -> list[LineError]:
        return [*self.pasted.errors, *self.strangers]

    def game_fields(self) -> dict[str, Any]:
        """What `importing.take_over` takes besides position, players, master and conduct."""
        self.cleaned_data["lobby_days"] = 0  # there is no lobby
        fields = super().game_fields()
        del fields["lobby_days"]
        return fields
