"""Views of sign-in with accounts elsewhere. Without any provider they answer with 404."""

from functools import wraps
from typing import Any

from allauth.account.internal.flows.reauthentication import (
    raise_if_reauthentication_required,
    resume_request,
)
from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount import views as allauth
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp
from allauth.socialaccount.providers.base.constants import AuthAction, AuthProcess
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.providers import adapter, confirmation, links
from accounts.requests import SignedInRequest, View
from accounts.sessions import reauthentication

PROCESSES = (AuthProcess.LOGIN, AuthProcess.CONNECT, AuthProcess.REDIRECT)


def if_set_up(view: View) -> View:
    """Decorator: 404 without any provider, and where the one that is asked for is not set up."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not links.any_set_up():
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except SocialApp.DoesNotExist as error:
            raise Http404 from error

    return wrapper


@require_POST
@never_cache
@if_set_up
@rate_limits.limited("preferences")
def start(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Answer the button of a provider with a page that leads there.

    A redirect would need the provider, and all sites that it redirects to, in the form-action of
    our content security policy.
    """
    process = request.POST.get("process", AuthProcess.LOGIN)
    if process not in PROCESSES:
        raise Http404
    if process != AuthProcess.LOGIN and not request.user.is_authenticated:
        return redirect("account_login")
    if process == AuthProcess.CONNECT:
        raise_if_reauthentication_required(request, app="")
    provider = get_adapter().get_provider(request, provider_id)
    options: dict[str, Any] = {"next_url": get_next_redirect_url(request)}
    if process == AuthProcess.REDIRECT:
        options["auth_params"] = _asks_again(request, provider)
    try:
        answer: HttpResponseBase = provider.redirect(request, process, **options)
    except KeyError:  # its description lacks an address
        return adapter.unavailable(request)
    if answer.status_code != 302:
        return answer
    context = {"provider": provider, "url": answer["Location"]}
    return render(request, "accounts/providers/leave.html", context)


def _asks_again(request: HttpRequest, provider: Any) -> dict[str, str]:
    """Return parameters that ask a provider not to rely on its own session."""
    params: dict[str, str] = provider.get_auth_params_from_request(
        request, AuthAction.REAUTHENTICATE
    )
    return {"prompt": "login", **params}


@login_required
@require_safe
def confirm(request: SignedInRequest) -> HttpResponseBase:
    """Ask people without a password to sign in at a provider again; then go on.

    What was sent before, and had to wait for it, is done then.
    """
    if not confirmation.applies_to(request.user):
        return redirect("account_reauthenticate")
    next_url = get_next_redirect_url(request)
    if confirmation.is_recent(request):
        return resume_request(request) or redirect(settings.LOGIN_REDIRECT_URL)
    names = links.provider_names()
    usable = links.links_of(request.user).filter(provider__in=names)
    ids = list(dict.fromkeys(usable.values_list("provider", flat=True)))
    here = reverse("accounts:confirm_elsewhere")
    context = {
        "providers": [get_adapter().get_provider(request, each) for each in ids],
        "back": f"{here}?{request.GET.urlencode()}" if next_url else here,
    }
    return render(request, "accounts/providers/confirm.html", context)


@login_required
@require_safe
@if_set_up
def list_links(request: SignedInRequest) -> HttpResponse:
    context = {"links": [links.shown(each) for each in links.links_of(request.user)]}
    return render(request, "accounts/providers/links.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@if_set_up
@rate_limits.limited("preferences")
@reauthentication.required
def unlink(request: SignedInRequest, link: int) -> HttpResponse:
    found: SocialAccount = get_object_or_404(links.links_of(request.user), pk=link)
    refusal = links.refusal_to_unlink(found)
    if refusal:
        messages.error(request, refusal)
        return redirect("account_set_password")
    provider = links.shown(found)["provider"]
    if request.method == "POST":
        links.unlink(found)
        messages.success(
            request, _("Your account at %(provider)s has been unlinked.") % {"provider": provider}
        )
        return redirect("socialaccount_connections")
    context = {
        "title": _("Unlink your account at %(provider)s?") % {"provider": provider},
        "text": _("You won’t be able to sign in with it, but you can link it again later."),
        "action": _("Unlink"),
        "danger": True,
        "cancel_url": reverse("socialaccount_connections"),
    }
    return render(request, "components/confirm.html", context)


def not_found(request: HttpRequest, **_parameters: str) -> HttpResponse:
    """Hide an address of allauth that this site does not use."""
    raise Http404


sign_up = require_http_methods(["GET", "HEAD", "POST"])(
    if_set_up(rate_limits.limited("preferences")(allauth.signup))
)
cancelled = require_safe(if_set_up(allauth.login_cancelled))
failed = require_safe(if_set_up(allauth.login_error))
