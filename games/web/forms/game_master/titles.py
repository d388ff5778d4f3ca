"""The action that gives a game another title."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import spelling

from ....game_master import titles
from ....models import Game
from .action import reason_field
from .people import ActionOnMasters


class RenameGame(ActionOnMasters):
    code = "rename"
    title = gettext_lazy("Rename the game")
    hint = gettext_lazy("Its address stays the same, so all links still work.")
    action = gettext_lazy("Rename")

    name = forms.CharField(
        label=gettext_lazy("Title"), max_length=Game._meta.get_field("title").max_length
    )
    reason = reason_field()

    def initial_values(self) -> dict[str, Any]:
        return {"name": self.game.title}

    @property
    def text(self) -> str:
        return _("Everyone in the game is notified, and the log keeps both titles.")

    def clean_name(self) -> str:
        title = spelling.normalize(self.cleaned_data["name"])
        spelling.validate_visible(title)
        return title

    def perform(self) -> str:
        data = self.cleaned_data
        titles.rename(self.game, data["name"], by=self.person, reason=data["reason"])
        return _("The game has a new title.")
