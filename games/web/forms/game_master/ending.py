"""Actions that end a game, and the one that undoes an end."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User

from .... import access, wording
from ....board import pictures
from ....core.errors import Refused
from ....game_master import corrections
from ....lifecycle import endings
from ....models import Game, Phase
from ....state import phases
from ....wording import consequences
from .action import PreviewedAction, reason_field


class EndingAction(PreviewedAction):
    """An action that ends the game, after a page that says how."""

    danger = True

    @property
    def outcome(self) -> str:
        """Result that the game will have, as a sentence, from valid data."""
        raise NotImplementedError

    @property
    def previewed_value(self) -> str:
        return f"{self.phase and self.phase.pk} {self.outcome}"

    @property
    def text(self) -> str:
        return self.outcome if self.is_bound and self.is_valid() else ""

    @property
    def warning(self) -> str:
        return consequences.of_end(self.game)


class EndAsDraw(EndingAction):
    code = "draw"
    title = gettext_lazy("End as a draw")
    hint = gettext_lazy("The surviving powers share a draw.")
    action = gettext_lazy("End the game as a draw")

    powers = forms.MultipleChoiceField(
        label=gettext_lazy("Powers that share the draw"), widget=forms.CheckboxSelectMultiple
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
    def outcome(self) -> str:
        powers = wording.listed([wording.power(each) for each in self.cleaned_data["powers"]])
        return _("%(powers)s will share the draw.") % {"powers": powers}

    def perform(self) -> str:
        data = self.cleaned_data
        endings.draw(self.game, among=data["powers"], by=self.person, reason=data["reason"])
        return _("The game has ended in a draw.")


class CloseGame(EndingAction):
    code = "close"
    title = gettext_lazy("Close without a result")
    hint = gettext_lazy("The game ends with no win and no draw.")
    action = gettext_lazy("Close the game")

    reason = reason_field(required=True)

    @property
    def outcome(self) -> str:
        return _("The game will have no winner and no draw.")

    def perform(self) -> str:
        endings.close(self.game, by=self.person, reason=self.cleaned_data["reason"])
        return _("The game is closed.")


class ReopenGame(PreviewedAction):
    """Undo the end of a game.

    `seen` is the number of the final phase when the page was shown: if the game has ended again
    since, an action from that page is refused.
    """

    code = "reopen"
    title = gettext_lazy("Undo the end")
    hint = gettext_lazy("The game continues where it ended.")
    action = gettext_lazy("Undo the end")
    danger = True
    for_administrators = True

    reason = reason_field(required=True)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def back_url(cls, game: Game, person: User) -> str:
        """The game, or a list of administrators if they cannot see it."""
        if access.sees_game(person, game):
            return game.get_absolute_url()
        return reverse("games:civil_disorder")

    def initial_values(self) -> dict[str, Any]:
        return {"seen": self.final and self.final.number}

    @cached_property
    def final(self) -> Phase | None:
        return phases.final(self.game)

    @cached_property
    def again(self) -> Phase | None:
        """The phase that would open again."""
        return self.final and corrections.phase_to_play_again(self.final)

    @property
    def text(self) -> str:
        return _(
            "Before anything changes, a preview shows what opens again. Everyone in "
            "the game is notified."
        )

    @property
    def warning(self) -> str:
        if self.again is None:
            return ""
        return consequences.of_reopening(self.again)

    @property
    def previewed_value(self) -> str:
        return str(self.cleaned_data["seen"])

    @property
    def board(self) -> SafeString | None:
        return pictures.draw(self.again) if self.again else None

    def refuse(self, refusal: Refused | str) -> None:
        for name in ("final", "again"):  # the game may have ended again
            self.__dict__.pop(name, None)
        super().refuse(refusal)

    def perform(self) -> str:
        data = self.cleaned_data
        phase = corrections.reopen(
            self.game, by=self.person, reason=data["reason"], seen=data["seen"]
        )
        return _("The end is undone: %(phase)s is open again.") % {"phase": wording.phase(phase)}
