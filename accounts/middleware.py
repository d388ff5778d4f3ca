"""Middleware for readers: language and time zone, a closing account, a second factor, terms."""

import zoneinfo
from collections.abc import Callable
from contextlib import ExitStack

from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import ResolverMatch, reverse
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode

from accounts import reader, time_zones
from accounts.models import User
from accounts.second_factors import demand
from accounts.sessions import reauthentication
from accounts.terms import acceptance

# Views that stay open to everyone: those that are the same for all, and the links in mails.
FOR_EVERYONE = {
    *("healthz", "readyz", "latez", "metrics", "manifest", "security_txt"),
    *("terms", "games:privacy", "games:help", "games:help_page"),
    *("games:unsubscribe", "accounts:undo_address_change"),
    *("games:api_v1", "games:openapi"),  # the API reads keys and ignores the session
}
# Views for people who do not accept the terms, beside those of their accounts: to stop mail and
# feeds.
WITHOUT_TERMS = {*FOR_EVERYONE, "games:mail", "games:feeds"}
# Views that stay open to people who are closing their account.
OPEN_WHILE_CLOSING = {*FOR_EVERYONE, "accounts:keep", "accounts:language", "account_logout"}

# Views that ask who one is: a form may wait for their answer.
ASK_WHO_ONE_IS = {
    *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
    *("accounts:reauthenticate_by_passkey", "accounts:confirm_elsewhere"),
}

Handler = Callable[[HttpRequest], HttpResponse]


def reader_middleware(get_response: Handler) -> Handler:
    """Activate a signed-in person's preferences; they win over what the browser asks for.

    Must come after AuthenticationMiddleware. LocaleMiddleware has already chosen a language by
    cookie and Accept-Language. An anonymous visitor's zone comes from a cookie that the page's
    script sets.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, SimpleLazyObject):
            request.user = get_user(request)  # a lazy object takes time whenever it is used
        user = request.user
        with ExitStack() as stack:
            if isinstance(user, User):
                if user.language in dict(settings.LANGUAGES):
                    translation.activate(user.language)
                    request.LANGUAGE_CODE = translation.get_language()
                stack.callback(reader.person.reset, reader.person.set(user))
                zone = user.time_zone
            else:
                zone = request.COOKIES.get(settings.ZONE_COOKIE_NAME, "")
            if zone in time_zones.names():
                stack.enter_context(timezone.override(zoneinfo.ZoneInfo(zone)))
            return get_response(request)

    return middleware


class ClosingMiddleware(MiddlewareMixin):
    """Show people who have asked to close their account one page only: to keep it, or sign out.

    Must stand below the middleware that logs requests, knows the reader and stores messages.
    """

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or user.closing_at is None:
            return None
        if _view_of(request).view_name in OPEN_WHILE_CLOSING:
            return None
        if request.method in ("GET", "HEAD"):
            return redirect("accounts:keep")
        return render(request, "accounts/keep.html", status=403)


class SecondFactorMiddleware(MiddlewareMixin):
    """Keep people out of the administration whose second factor is missing, or not shown yet.

    The moderators' pages do so themselves, by `demand.demanded`.
    """

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        return demand.refusal(request) if _of_administration(request) else None


class TermsMiddleware(MiddlewareMixin):
    """Send signed-in people who have not accepted the terms to the page that asks them to.

    Only pages that a browser opens are held up: what people send, such as orders shortly before a
    deadline, is always taken, and so is what scripts and pictures ask for.
    """

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        user = request.user
        if (
            not isinstance(user, User)
            or not _opens_page(request)
            or _needs_no_terms(request)
            or not acceptance.must_accept(user)
        ):
            return None
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('accounts:accept_terms')}?{query}")


class CalledOffFormsMiddleware(MiddlewareMixin):
    """Drop a form that waits for its person to confirm who they are once they open another page.

    Otherwise it would be carried out when they confirm it for something else, weeks later.
    """

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        if not isinstance(request.user, User) or not _opens_page(request):
            return
        name = _view_of(request).view_name
        # People come back from a provider, to which they were sent to confirm it.
        if name not in ASK_WHO_ONE_IS and not name.endswith("_callback"):
            reauthentication.forget_form(request)


def _opens_page(request: HttpRequest) -> bool:
    """Whether a browser asks for a page. For scripts and pictures it does not ask for HTML."""
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _needs_no_terms(request: HttpRequest) -> bool:
    """Whether the view is open to people who do not accept the terms.

    They can sign out, close the account and look after it meanwhile. The administration is open
    since the operator has written the terms.
    """
    view = _view_of(request)
    return (
        view.view_name in WITHOUT_TERMS
        or _of_administration(request)
        or view.func.__module__.partition(".")[0] in ("accounts", "allauth")
    )


def _of_administration(request: HttpRequest) -> bool:
    """Whether the view belongs to the administration."""
    return _view_of(request).app_names[:1] == ["admin"]


def _view_of(request: HttpRequest) -> ResolverMatch:
    """Return the view that answers the request. What the path looks like does not matter."""
    assert request.resolver_match is not None  # process_view comes after the look-up
    return request.resolver_match
