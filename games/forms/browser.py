"""What a browser hands over so that it can be told of things: nobody types it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ..models.browser import AUTH_LENGTH, KEY_LENGTH, LONGEST_ENDPOINT
from ..telling.pushes.encoding import decoded
from . import hooks

AUTH_BYTES = 16


class BrowserForm(forms.Form):
    """An address of its push service, and what messages to it are sealed with.

    To be used only where `pushes.switch` is on. Whereto the address leads is judged when something
    is sent there, each time.
    """

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, validators=[hooks.VISIBLE])
    key = forms.CharField(max_length=KEY_LENGTH)
    auth = forms.CharField(max_length=AUTH_LENGTH)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        wrong = hooks.what_is_wrong(endpoint)
        if wrong:
            raise forms.ValidationError(wrong)
        return endpoint

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if {"key", "auth"} <= given.keys() and not _seals(given["key"], given["auth"]):
            raise forms.ValidationError(_("No message can be sealed with these keys."))
        return given


def _seals(key: str, auth: str) -> bool:
    from ..telling.pushes import sealing  # needs a library that only the switch knows to be there

    try:
        return len(decoded(auth)) == AUTH_BYTES and bool(sealing.seal(b"", key=key, auth=auth))
    except ValueError:
        return False
