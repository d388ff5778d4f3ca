"""The form with which a private line of the sandbox travels."""

from dataclasses import dataclass

from django import forms

PHASE_CODE = r"\A([SF][1-9][0-9]{3}[MR]|W[1-9][0-9]{3}A)\Z"


@dataclass(frozen=True)
class Origin:
    """The game and the phase from which a private line began, empty if they are not known.

    Both come from the browser and are only hints: whatever they open is asked of `access`.
    """

    slug: str = ""
    phase: str = ""

    def __bool__(self) -> bool:
        return bool(self.slug and self.phase)


class PrivateLineForm(forms.Form):
    """The text of a line, where it began, and the number of the phase whose results are wanted.

    A field that cannot be read counts as empty.
    """

    line = forms.CharField(required=False)
    game = forms.SlugField(required=False)
    phase = forms.RegexField(PHASE_CODE, required=False)
    show = forms.IntegerField(required=False, min_value=1)
    share = forms.IntegerField(required=False, min_value=1)

    @property
    def text(self) -> str:
        self.is_valid()
        return str(self.cleaned_data.get("line", ""))

    @property
    def origin(self) -> Origin:
        self.is_valid()
        sent = self.cleaned_data
        return Origin(sent.get("game", ""), sent.get("phase", ""))

    def number(self, field: str, most: int) -> int | None:
        """The number in `show` or `share`, None for the last position or a number above `most`."""
        self.is_valid()
        found = self.cleaned_data.get(field)
        return found if found is not None and found <= most else None
