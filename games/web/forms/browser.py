"""The push subscription that a browser sends without any typing."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ...models.notification import AUTH_LENGTH, KEY_LENGTH, LONGEST_ENDPOINT
from ...notifications import addresses
from ...notifications.push.keys import decoded
from . import webhooks

AUTH_BYTES = 16


class BrowserForm(forms.Form):
    """An address of the browser's push service, and the keys with which messages are encrypted.

    To be used only where `push.keys.is_on`. Whether the address may be called is checked each time
    when something is sent there.
    """

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, validators=[webhooks.VISIBLE_ASCII])
    key = forms.CharField(max_length=KEY_LENGTH)
    auth = forms.CharField(max_length=AUTH_LENGTH)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        problem = addresses.address_problem(endpoint)
        if problem:
            raise forms.ValidationError(problem)
        return endpoint

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if {"key", "auth"} <= given.keys() and not _can_encrypt(given["key"], given["auth"]):
            raise forms.ValidationError(_("Notifications can’t be encrypted with these keys."))
        return given


def _can_encrypt(key: str, auth: str) -> bool:
    from ...notifications.push import encryption

    try:
        return len(decoded(auth)) == AUTH_BYTES and bool(
            encryption.encrypt(b"", key=key, auth=auth)
        )
    except ValueError:
        return False
