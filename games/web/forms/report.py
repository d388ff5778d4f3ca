"""The form for the format and language of a report."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ...reports.write import FORMATS


class ReportForm(forms.Form):
    """Format and language, from the query of an address.

    Always valid: unknown values are replaced by the defaults.
    """

    format = forms.ChoiceField(
        label=pgettext_lazy("of a text", "Format"),
        choices=[(name, label) for name, (label, _write) in FORMATS.items()],
    )
    language = forms.ChoiceField(
        label=_("Language and notation"),
        choices=settings.LANGUAGES,
    )

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        usual = {"format": next(iter(FORMATS)), "language": get_language()}
        offered = {"format": FORMATS, "language": dict(settings.LANGUAGES)}
        super().__init__(
            {
                name: wanted[name] if wanted.get(name) in offered[name] else usual[name]
                for name in usual
            }
        )
        self.full_clean()
