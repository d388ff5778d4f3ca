"""Actions that correct a game: return to an earlier phase, or change the open phase's position."""

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import wording
from ....board import pictures
from ....game_master import corrections
from ....lifecycle import position_text
from ....models import Phase
from ....state import phases, positions, variants
from ....wording import consequences
from .action import PreviewedAction, reason_field


class PhaseAction(PreviewedAction):
    """A correction of a game.

    `seen` is the number of the phase that was open when its page was shown: an action from an
    outdated page is refused.
    """

    danger = True
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def initial_values(self) -> dict[str, Any]:
        return {"seen": self.phase and self.phase.number}


class RollBack(PhaseAction):
    code = "back"
    title = gettext_lazy("Roll back to an earlier phase")
    hint = gettext_lazy("That phase is played again from the beginning.")
    action = gettext_lazy("Roll back")

    number = forms.TypedChoiceField(label=gettext_lazy("Phase to play again"), coerce=int)
    reason = reason_field(required=True)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        number = self.fields["number"]
        assert isinstance(number, forms.ChoiceField)
        number.choices = [(row.number, wording.phase(row)) for row in self.resolved]

    @cached_property
    def resolved(self) -> list[Phase]:
        """The phases to which the game can return, newest first."""
        rows = self.game.phases.resolved()
        return list(rows.order_by("-number"))

    @property
    def text(self) -> str:
        return _(
            "Before anything changes, a preview shows the map of that phase and "
            "what will no longer count."
        )

    @property
    def chosen(self) -> Phase | None:
        number = getattr(self, "cleaned_data", {}).get("number")
        return next((row for row in self.resolved if row.number == number), None)

    @property
    def previewed_value(self) -> str:
        return str(self.cleaned_data["number"])

    @property
    def warning(self) -> str:
        if self.chosen is None:
            return ""
        undone = corrections.phases_undone(self.game, self.chosen.number)
        return consequences.of_rolling_back(self.chosen, undone=undone, opened=self.phase)

    @property
    def board(self) -> SafeString | None:
        if self.chosen is None:
            return None
        return pictures.draw(self.chosen)

    def perform(self) -> str:
        data = self.cleaned_data
        phase = corrections.roll_back(
            self.game, data["number"], by=self.person, reason=data["reason"], seen=data["seen"]
        )
        return _("%(phase)s is open again.") % {"phase": wording.phase(phase)}


class CorrectPosition(PhaseAction):
    code = "correct"
    title = gettext_lazy("Correct the position")
    hint = gettext_lazy("Fix units and centers that are wrong in the open phase.")
    action = gettext_lazy("Correct the position")

    position = forms.CharField(
        label=gettext_lazy("Position"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 18, "class": "code", "spellcheck": "false"}),
    )
    reason = reason_field(required=True)
    pasted: position_text.Pasted | None = None

    def initial_values(self) -> dict[str, Any]:
        assert self.phase is not None
        return {
            **super().initial_values(),
            "position": position_text.write(positions.load(self.phase)),
        }

    def clean_position(self) -> str:
        text: str = self.cleaned_data["position"]
        pasted = position_text.read(text, variants.setup_of(self.game))
        if pasted.position is None:
            raise forms.ValidationError([position_text.error_text(each) for each in pasted.errors])
        self.pasted = pasted
        return text

    @property
    def previewed_value(self) -> str:
        return str(self.cleaned_data["position"])

    @property
    def text(self) -> str:
        return _("Change the text. A preview shows the map before anything changes.")

    @property
    def warning(self) -> str:
        if self.pasted is None:
            return ""
        return " ".join([*self.pasted.warnings, consequences.of_correction(self.phase)])

    @property
    def board(self) -> SafeString | None:
        if self.pasted is None or self.pasted.position is None:
            return None
        return pictures.draw_position(self.game.title, self.pasted.position)

    def perform(self) -> str:
        assert self.pasted is not None
        assert self.pasted.position is not None
        data, position = self.cleaned_data, self.pasted.position
        phase = corrections.correct(
            self.game, position, by=self.person, reason=data["reason"], seen=data["seen"]
        )
        given = ", ".join(wording.power(power) for power in phases.orders_due(phase))
        return _("The position is corrected. Orders are due from: %(powers)s.") % {"powers": given}
