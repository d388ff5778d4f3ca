"""Actions that end a game, and the one that undoes an end."""

from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User

from .... import access, wording
from ....board import pictures
from ....core.errors import Refused
from ....game_master import corrections
from ....lifecycle import endings, provisional
from ....models import Game, Phase
from ....state import phases
from .action import Action, PreviewedAction, reason_field


class EndAsDraw(Action):
    title = gettext_lazy("End as a draw")
    hint = gettext_lazy("The surviving powers share a draw.")
    action = gettext_lazy("End the game as a draw")
    danger = True

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
    def warning(self) -> str:
        return _warning(self.game)

    def perform(self) -> str:
        data = self.cleaned_data
        endings.draw(self.game, among=data["powers"], by=self.person, reason=data["reason"])
        return _("The game has ended in a draw.")


class CloseGame(Action):
    title = gettext_lazy("Close without a result")
    hint = gettext_lazy("The game ends with no win and no draw.")
    action = gettext_lazy("Close the game")
    danger = True

    reason = reason_field(required=True)

    @property
    def warning(self) -> str:
        return _warning(self.game)

    def perform(self) -> str:
        endings.close(self.game, by=self.person, reason=self.cleaned_data["reason"])
        return _("The game is closed.")


def _warning(game: Game) -> str:
    days = game.provisional_days
    undone = _("This can’t be undone.")
    if days:
        undone = ngettext(
            "You can undo the end for %(count)d day.",
            "You can undo the end for %(count)d days.",
            days,
        ) % {"count": days}
    hidden = _("Nobody will ever see the orders of the open phase.")
    return f"{undone} {hidden}"


class ReopenGame(PreviewedAction):
    """Undo the end of a game.

    `seen` is the number of the final phase when the page was shown: if the game has ended again
    since, an action from that page is refused.
    """

    title = gettext_lazy("Undo the end")
    hint = gettext_lazy("The game continues where it ended.")
    action = gettext_lazy("Undo the end")
    danger = True
    for_administrators = True

    reason = reason_field(required=True)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def is_offered(cls, game: Game) -> bool:
        return provisional.is_provisional(game)

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
        return _(
            "%(phase)s opens again with its full time. All its orders must be given "
            "again. Everyone who held a seat at the end gets it back."
        ) % {"phase": wording.phase(self.again)}

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
