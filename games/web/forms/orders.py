"""Forms for orders, as rows and as text. `submission` checks whether the orders are legal."""

from collections.abc import Sequence
from typing import Any, Protocol

from django import forms
from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import notation

from ...orders.feedback import ANSWER_PREFIX
from .widgets import FastSelect, FastTextarea


class OfferedRow(Protocol):
    """A row of choices: `options` are their HTML, and `chosen` is the stored order or empty."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def options(self) -> SafeString: ...
    @property
    def chosen(self) -> str: ...
    def offers(self, text: str) -> bool:
        """Whether an order with this canonical text is among the choices."""


class SheetForm(forms.Form):
    """A row for each unit (or build, or disband) with its legal orders.

    `blank` is the text of the choice without an order.
    """

    def __init__(self, rows: Sequence[OfferedRow], *args: Any, blank: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for row in rows:
            choices: list[Any] = [("", blank)]
            sent = str(self.data.get(row.key, ""))
            if sent and not row.offers(sent):
                choices.append((sent, sent))  # kept on the page beside the reason for its refusal
            self.fields[row.key] = forms.CharField(
                label=row.label,
                required=False,
                initial=row.chosen,
                widget=FastSelect(choices=choices, written=row.options),
            )


def text_box(text: str, auto_id: str) -> SafeString:
    """The text box of a `TextForm` that was not sent, as HTML, without making the form."""
    box = TextForm.base_fields["text"].widget
    return SafeString(box.render("text", text, {"id": auto_id % "text"}))


class TextForm(forms.Form):
    """The same orders as text, one a line. An empty text deletes all orders.

    `language` is the notation of the text, or `DETECT`. The reader's notation is the first choice
    and is sent by its code, so that a text is read in the notation in which the page wrote it, even
    if the reader has changed theirs meanwhile.
    """

    DETECT = "any"

    text = forms.CharField(
        label=_("Orders, one per line"),
        required=False,
        widget=FastTextarea(
            attrs={
                "rows": 8,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "autocorrect": "off",
            }
        ),
    )
    language = forms.ChoiceField(
        label=_("Language of these orders"), required=False, widget=FastSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        names = {code: name for code, name in settings.LANGUAGES if code in notation.EXAMPLES}
        own = notation.current()
        mine = _("My notation (%(language)s)") % {"language": names.pop(own)}
        language.choices = [(own, mine), *names.items(), (self.DETECT, _("Detect automatically"))]

    @property
    def typed(self) -> str:
        """The text as it was typed."""
        return str(self.data.get("text", ""))

    @property
    def answers(self) -> dict[str, str]:
        """The answers to questions about doubtful lines, by the province of their unit."""
        return {
            name.removeprefix(ANSWER_PREFIX): str(self.data[name])
            for name in self.data
            if name.startswith(ANSWER_PREFIX)
        }

    @property
    def stated_language(self) -> str | None:
        """The notation in which the text is to be read; None if it is to be detected."""
        chosen = self.data.get("language", "")
        if chosen == self.DETECT:
            return None
        return str(chosen) if chosen in notation.EXAMPLES else notation.current()
