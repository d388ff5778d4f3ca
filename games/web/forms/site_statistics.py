"""The selection of games for the statistics of the site, as the question of an address gives it."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from ... import wording
from ...lifecycle.filtered_games import ListedPace
from ...models import Game
from ...state import variants
from ...statistics.site_figures import HERE, RECORDED, Selection
from ...wording.settings import PRESS_NAMES

_ANY: Final = ("", pgettext_lazy("any choice in a filter", "Any"))
_SOURCES: Final = (
    _ANY,
    (HERE, gettext_lazy("This site")),
    (RECORDED, gettext_lazy("Recorded games")),
)
STANDARD = "standard"


def _setups() -> list[tuple[str, str]]:
    return [(name, wording.setup_name(name)) for name in variants.offered_setups()]


class SelectionForm(forms.Form):
    """The games that are counted. An unknown value makes it invalid."""

    setup = forms.ChoiceField(label=gettext_lazy("Set-up"), choices=_setups, required=False)
    source = forms.ChoiceField(label=gettext_lazy("Origin"), choices=_SOURCES, required=False)
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"), choices=[_ANY, *Game.Edition.choices], required=False
    )
    press = forms.ChoiceField(
        label=pgettext_lazy("diplomacy", "Press"),
        choices=[_ANY, *PRESS_NAMES.items()],
        required=False,
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=[_ANY, *ListedPace.choices], required=False
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data, auto_id="count-%s")
        for each in self.fields.values():
            each.always_answered = True  # type: ignore[attr-defined]

    def selection(self) -> Selection:
        """The selection of a valid form; without a set-up it is the standard one."""
        chosen = self.cleaned_data
        return Selection(**{**chosen, "setup": chosen["setup"] or STANDARD})
