"""Push notifications in browsers: the worker script, subscribing, unsubscribing, and polling."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...lifecycle import joining_time
from ...notifications import presence
from ...notifications.push import browsers, keys
from ...polling import states
from ..forms.browser import BrowserForm


@require_safe
def push_worker(_request: HttpRequest) -> FileResponse:
    """The service worker for push notifications.

    It is served from the root, because a worker controls the pages below its own path. Its URL must
    not change: browsers look there for the next version.
    """
    path = finders.find("js/push-worker.js") if keys.is_on() else None
    if path is None:
        raise Http404
    answer = FileResponse(open(path, "rb"), content_type="text/javascript; charset=utf-8")  # noqa: SIM115, PTH123 - it closes it
    answer.headers["Cache-Control"] = "public, no-cache"
    answer.same_for_everyone = True  # type: ignore[attr-defined]  # read by config.http.middleware
    return answer


@login_required
@require_POST
@rate_limits.limited("preferences")
def add_browser(request: SignedInRequest) -> HttpResponseBase:
    """Subscribe the browser that sends the request to push notifications."""
    if not keys.is_on():
        raise Http404
    form = BrowserForm(request.POST)
    if form.is_valid():
        browsers.add(request, **form.cleaned_data)
        messages.success(request, _("Notifications are on in this browser."))
    else:
        messages.error(request, _("This browser gave a notification address that can’t be used."))
    return redirect("games:mail")


@login_required
@require_POST
@rate_limits.limited("preferences")
def remove_browsers(request: SignedInRequest) -> HttpResponseBase:
    """Unsubscribe this browser, or all browsers of the person."""
    if request.POST.get("which") == "all":
        browsers.forget_all(request.user)
        messages.success(request, _("Notifications are off in all your browsers."))
    else:
        browsers.forget_current(request=request, user=request.user)
        messages.success(request, _("Notifications are off in this browser."))
    return redirect("games:mail")


@cache_control(private=True, no_store=True)
@require_safe
def poll_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The state of a game as the reader's pages show it, as JSON; 304 if it is still the same.

    Its pages ask for it every few seconds while they are visible. With `?here` the reader is noted
    as present: they get no mail about what the page shows, and a lobby counts them as there.
    """
    game = access.game_or_404(request.user, slug)
    if isinstance(request.user, User) and "here" in request.GET:
        joining_time.note_here(game, request.user)
        presence.note(request.user, game)
    state = states.page_state(access.Role(request.user, game))
    answer = JsonResponse({"state": state.digest, "stage": state.stage, "left": state.left})
    tag = quote_etag(state.digest)
    answer.headers["ETag"] = tag
    return get_conditional_response(request, etag=tag, response=answer) or answer
