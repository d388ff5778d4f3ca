"""Pages of the site's administrators: shared browsers and networks, and what was moderated."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest
from accounts.second_factors import demand

from ... import access
from ...seats import dismissals
from ..forms.moderation import DismissalForm
from ..pages import moderation, shared_devices

PAGE = 50
MOST_PAGES = 1000


@login_required
@require_safe
@demand.demanded
def shared_devices_page(request: SignedInRequest) -> HttpResponse:
    """Players of one game who share a browser or a network, for the administrators of the site."""
    _must_run_site(request)
    found = shared_devices.shared_devices_page(request.user)
    page = Paginator(found.groups, PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "dismissed": found.dismissed}
    return render(request, "games/seats/shared_devices.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@demand.demanded
@rate_limits.limited("games")
def dismiss_sharing(request: SignedInRequest, one: int, other: int) -> HttpResponse:
    """Take a pair off the list, with a note."""
    _must_run_site(request)
    pair = shared_devices.open_pair(request.user, (one, other))
    if pair is None:
        raise Http404
    form = DismissalForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        games = {shared.game for shared in pair.shared}
        dismissals.dismiss(pair.people, games, by=request.user, note=form.cleaned_data["note"])
        messages.success(request, _("The pair is dismissed."))
        return redirect("games:shared_devices")
    names = {"one": pair.people[0], "other": pair.people[1]}
    context = {
        "title": _("Dismiss %(one)s and %(other)s?") % names,
        "text": _("They’re listed again if they share another browser or network later."),
        "form": form,
        "action": _("Dismiss"),
        "cancel_url": reverse("games:shared_devices"),
    }
    return render(request, "components/confirm.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_safe
@demand.demanded
def moderation_log(request: SignedInRequest) -> HttpResponse:
    """The log of what administrators and game masters did to moderate the site."""
    _must_run_site(request)
    asked = request.GET.get("page", "")
    number = min(max(int(asked), 1), MOST_PAGES) if asked.isdecimal() and len(asked) < 6 else 1
    log = moderation.moderation_log(request.user, number)
    return render(request, "games/moderation/log.html", {"log": log})


def _must_run_site(request: SignedInRequest) -> None:
    if not access.runs_site(request.user):
        raise Http404
