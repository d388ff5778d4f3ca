"""Allauth's adapter for accounts elsewhere: what is taken from a provider, and what is kept."""

import functools
from typing import Any

import structlog
from allauth.account.internal.emailkit import valid_email_or_none
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.providers import confirmation

LONGEST_NAME = 100

log = structlog.get_logger(__name__)


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list[Any]:
        """Return the providers of the settings. Those in rows would be an administrator's."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        """Keep the account's number and one name of what the provider sends, and its address.

        The address counts as confirmed only if the provider says so and is trusted with it.
        Allauth calls this before it stores anything.
        """
        sociallogin.account.extra_data = {"name": _name_in(data)}
        trusted = sociallogin.provider.app.settings.get("trusted_addresses", False)
        confirmed = [each for each in sociallogin.email_addresses if each.verified is True]
        sociallogin.email_addresses = confirmed[:1] if trusted else []
        user: User = sociallogin.user
        user.email = valid_email_or_none(data.get("email")) or ""
        if sociallogin.email_addresses:
            user.email = sociallogin.email_addresses[0].email
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Forget the provider's token, and note a confirmation by the person who is signed in."""
        sociallogin.token = None
        if sociallogin.state.get("process") != AuthProcess.REDIRECT:
            return
        if not sociallogin.is_existing or sociallogin.user != request.user:
            messages.error(
                request, _("That account is not linked to yours here. Use the one that is.")
            )
            raise ImmediateHttpResponse(redirect("accounts:confirm_elsewhere"))
        account = sociallogin.account
        confirmation.record(request, provider=account.provider, uid=account.uid)

    def get_signup_form_initial_data(self, sociallogin: Any) -> dict[str, str]:
        """Suggest the address. A name is not suggested: it may be the person's real one."""
        return {"email": sociallogin.user.email}

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """Log what went wrong, without the answer of the provider: it may hold a token."""
        kind = type(exception).__name__ if exception else None
        log.warning("provider_sign_in_failed", provider=provider.sub_id, error=error, kind=kind)

    def get_requests_session(self) -> Any:
        """Return a session whose failures become a page that says that the provider is down."""
        session = super().get_requests_session()
        session.request = functools.partial(_request, session.request)
        return session


def unavailable(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/providers/unavailable.html", status=503)


def _request(send: Any, method: str, url: str, **options: Any) -> Any:
    """Send a request to a provider.

    Raises ImmediateHttpResponse if there is no answer that allauth can work with: all its GETs
    expect an object in JSON, and a refused code is what its POST has to handle.
    """
    from allauth.core import context  # the request of this thread

    try:
        answer = send(method, url, **options)
        if method.upper() == "GET":
            answer.raise_for_status()
            usable = isinstance(answer.json(), dict)
        else:
            usable = answer.status_code < 500
    except OSError as error:  # the base class of all errors of `requests`
        log.warning("provider_unavailable", kind=type(error).__name__)
        usable = False
    if not usable:
        raise ImmediateHttpResponse(unavailable(context.request))
    if answer.status_code >= 400:
        log.warning("provider_refused", status=answer.status_code)
    return answer


def _name_in(data: dict[str, Any]) -> str:
    """Return a name by which people recognize their account elsewhere."""
    both = " ".join(str(data.get(part) or "") for part in ("first_name", "last_name"))
    name = data.get("username") or data.get("name") or both
    return " ".join(str(name).split())[:LONGEST_NAME]
