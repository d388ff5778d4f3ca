"""Actions that end a game."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import wording
from ....lifecycle import endings
from .action import Action, reason_field


class EndAsDraw(Action):
    title = gettext_lazy("End as a draw")
    hint = gettext_lazy("The powers that are left share the game.")
    action = gettext_lazy("End the game as a draw")
    danger = True

    powers = forms.MultipleChoiceField(
        label=gettext_lazy("Who shares the draw"), widget=forms.CheckboxSelectMultiple
    )
    reason = reason_field()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        powers = self.fields["powers"]
        assert isinstance(powers, forms.MultipleChoiceField)
        powers.choices = [(power, wording.power(power)) for power in self.survivors]

    def initial_values(self) -> dict[str, Any]:
        return {"powers": self.survivors}

    @property
    def survivors(self) -> list[str]:
        """The powers that are not eliminated."""
        return endings.survivors(self.phase) if self.phase else []

    @property
    def warning(self) -> str:
        return _("The game is over for good. Orders of the open phase are never shown to anybody.")

    def perform(self) -> str:
        data = self.cleaned_data
        endings.draw(self.game, among=data["powers"], by=self.person, reason=data["reason"])
        return _("The game has ended as a draw.")


class CloseGame(Action):
    title = gettext_lazy("Close without a result")
    hint = gettext_lazy("The game ends, and nobody has won or drawn it.")
    action = gettext_lazy("Close the game")
    danger = True

    reason = reason_field(required=True)

    @property
    def warning(self) -> str:
        return _("The game is over for good. Orders of the open phase are never shown to anybody.")

    def perform(self) -> str:
        endings.close(self.game, by=self.person, reason=self.cleaned_data["reason"])
        return _("The game is closed.")
