"""Allauth's adapter for accounts elsewhere: what is taken from a provider, and what is kept."""

import functools
from typing import Any

import structlog
from allauth.account.internal.emailkit import valid_email_or_none
from allauth.account.internal.flows import reauthentication
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.base.constants import AuthProcess
from allauth.socialaccount.providers.base.provider import ProviderException
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.providers import confirmation, links

LONGEST_NAME = 100
LONGEST_UID: int = SocialAccount._meta.get_field("uid").max_length

log = structlog.get_logger(__name__)


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def list_apps(
        self, request: HttpRequest | None, provider: str | None = None, client_id: str | None = None
    ) -> list[Any]:
        """Return the providers of the settings. Those in rows would be an administrator's."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def get_provider(
        self, request: HttpRequest, provider: str, client_id: str | None = None
    ) -> Any:
        """Return a provider that fails with a page if its answer lacks the account's number."""
        found = super().get_provider(request, provider, client_id)
        found.extract_uid = functools.partial(_uid_in, found.extract_uid)
        return found

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
        """Forget the provider's token, and link or confirm for the person who is signed in.

        Otherwise allauth goes on: it signs a person in, or asks a new one for a name.
        """
        sociallogin.token = None
        process = sociallogin.state.get("process")
        if process == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(_link(request, sociallogin.account))
        if process == AuthProcess.REDIRECT and not _confirmed(request, sociallogin):
            messages.error(
                request, _("That account isn’t linked to your account here. Use the linked one.")
            )
            raise ImmediateHttpResponse(redirect("accounts:confirm_elsewhere"))

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


def _link(request: HttpRequest, account: SocialAccount) -> HttpResponse:
    """Link an account to the signed-in person, and go back to their page with a message."""
    person = request.user
    if not isinstance(person, User):
        return redirect("account_login")
    if reauthentication.is_reauthentication_required(request, app="allauth.socialaccount"):
        messages.error(request, _("That took too long. Link the account again."))
    elif (account.pk is None or account.user == person) and links.link(person, account):
        messages.success(request, _("The account is linked. You can now sign in with it."))
    else:
        messages.error(
            request,
            _("That account is linked to somebody else’s account here. Unlink it there first."),
        )
    return redirect("socialaccount_connections")


def _confirmed(request: HttpRequest, sociallogin: Any) -> bool:
    """Note that the signed-in person has signed in at the provider once more.

    False with another account, and for people who have a password: they must type it.
    """
    person, account = request.user, sociallogin.account
    if not isinstance(person, User) or not confirmation.applies_to(person):
        return False
    if account.pk is None or account.user != person:
        return False
    confirmation.record(request, provider=account.provider, uid=account.uid)
    return True


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


def _uid_in(extract: Any, data: dict[str, Any]) -> str:
    """Return the number of the account, by which a link finds it.

    Raises ProviderException without one; allauth then shows the page of a failed sign-in.
    """
    try:
        uid: str = extract(data)
    except KeyError as error:
        raise ProviderException("an answer without the number of the account") from error
    # Allauth makes a text of a null, which would be one account for everybody.
    if uid in ("", "None") or len(uid) > LONGEST_UID:
        raise ProviderException("an answer without a usable number of the account")
    return uid


def _name_in(data: dict[str, Any]) -> str:
    """Return a name by which people recognize their account elsewhere."""
    both = " ".join(str(data.get(part) or "") for part in ("first_name", "last_name"))
    name = data.get("username") or data.get("name") or both
    return " ".join(str(name).split())[:LONGEST_NAME]
