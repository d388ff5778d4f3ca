"""Signing in with a passkey alone, and confirming by it who one is."""

from typing import Any

from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.webauthn.views import LoginWebAuthnView, ReauthenticateWebAuthnView
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods


class PasskeySignInView(LoginWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        """Keep the address that the person wanted to open; allauth forgets it."""
        answer = super().form_invalid(form)
        url = passthrough_next_redirect_url(self.request, answer["Location"], REDIRECT_FIELD_NAME)
        return redirect(url)


class PasskeyConfirmationView(ReauthenticateWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        """Ask again; allauth leads to the page of signing in, and forgets what was wanted."""
        super().form_invalid(form)
        return redirect(passthrough_next_redirect_url(self.request, self.request.path, "next"))


reauthenticate_by_passkey = require_http_methods(["GET", "HEAD", "POST"])(
    PasskeyConfirmationView.as_view()
)
passkey_sign_in = require_http_methods(["GET", "HEAD", "POST"])(PasskeySignInView.as_view())
