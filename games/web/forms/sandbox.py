"""The form that begins a line in the sandbox."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ... import wording
from ...lifecycle import position_text
from ...lifecycle.position_text import Pasted
from ...models import Game
from ...sandbox import pieces
from ...sandbox.line import Line
from ...state import variants


class SandboxForm(forms.Form):
    """A set-up and an edition of the rules, and a position if another one than the set-up's.

    The button “empty” begins without pieces. After `is_valid`, `line` is the line that begins
    there; `pasted` is the parsed position.
    """

    setup = forms.ChoiceField(
        label=gettext_lazy("Set-up"),
        choices=lambda: [(name, wording.setup_name(name)) for name in variants.offered_setups()],
        initial=Game._meta.get_field("setup").default,
    )
    rules = forms.ChoiceField(
        label=gettext_lazy("Edition of the rules"),
        choices=Game.Edition.choices,
        initial=Game.Edition.RULES_2000,
    )
    position = forms.CharField(
        label=gettext_lazy("Position"),
        help_text=gettext_lazy(
            "Enter the phase and each power’s units and supply centers. Leave it empty to begin "
            "with the first phase of the set-up."
        ),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pasted = Pasted()
        self.line: Line | None = None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not {"setup", "rules", "position"} <= data.keys():
            return data
        position = variants.start_position(data["setup"])
        if "empty" in self.data:
            position = pieces.empty(data["setup"])
        elif data["position"].strip():
            self.pasted = position_text.read(data["position"], position.setup)
            if self.pasted.position is None:
                message = _("This position can’t be used yet. The errors are listed below.")
                self.add_error("position", message)
                return data
            position = self.pasted.position
        self.line = Line(position, data["rules"])
        return data
