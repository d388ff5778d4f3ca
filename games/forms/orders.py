"""Orders as rows and as text. What an order may be is checked in `submission.submit`, not here."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts import notation

from ..orders.options import Row
from .widgets import ManyChoices


class SheetForm(forms.Form):
    """A row for each unit (or build, or removal) with what it may legally be told."""

    def __init__(self, rows: list[Row], *args: Any, blank: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in rows:
            choices: list[Any] = [("", blank), *row.groups]
            sent = str(self.data.get(row.key, ""))
            if sent and not row.offers(sent):
                choices.append((sent, sent))  # refused with a reason; until then it stands there
            self.fields[row.key] = forms.CharField(
                label=row.label,
                required=False,
                initial=row.chosen,
                widget=ManyChoices(choices=choices, notes=row.notes),
            )


class TextForm(forms.Form):
    """The same orders as text, one a line. An empty text takes all orders back.

    `FIND_OUT` lets the text show its language. The notation of whoever reads the page stands first,
    by its code: what a box was filled in is what its text is read in, whatever is chosen meanwhile.
    """

    FIND_OUT = "any"

    text = forms.CharField(
        label=_("Orders, one a line"),
        required=False,
        widget=forms.Textarea(
            attrs={
                "rows": 8,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "autocorrect": "off",
            }
        ),
    )
    language = forms.ChoiceField(label=_("Language of these orders"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        names = {code: name for code, name in settings.LANGUAGES if code in notation.EXAMPLES}
        own = notation.current()
        mine = _("My notation (%(language)s)") % {"language": names.pop(own)}
        language.choices = [(own, mine), *names.items(), (self.FIND_OUT, _("Find out"))]

    @property
    def block(self) -> str:
        """What was typed, as it was typed."""
        return str(self.data.get("text", ""))

    @property
    def stated(self) -> str | None:
        """The notation in which it is to be read; none if that is to be found out."""
        chosen = self.data.get("language", "")
        if chosen == self.FIND_OUT:
            return None
        return str(chosen) if chosen in notation.EXAMPLES else notation.current()
