"""In which format and language to have a report."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ..report.making import FORMATS


class ReportForm(forms.Form):
    """Always valid: what an address asks for in vain gives way to the usual."""

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
