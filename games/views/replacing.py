"""Giving a seat to somebody: what masters and administrators do about powers left to themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User

from .. import access, wording
from ..errors import Refused
from ..seats import sharing, sitting, succession, vacancies

PAGE = 50


@login_required
@require_safe
def disorder(request: HttpRequest) -> HttpResponse:
    """Every power left to itself, for the administrators of the site."""
    if not access.runs_site(request.user):
        raise Http404
    found = vacancies.in_charge_of(request.user)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/disorder.html", {"page": page})


@login_required
@require_safe
def shared(request: HttpRequest) -> HttpResponse:
    """Players of one game who share a browser or a network, for the administrators of the site."""
    if not access.runs_site(request.user):
        raise Http404
    page = Paginator(sharing.seen_by(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "games/shared.html", {"page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def replace(request: HttpRequest, slug: str, power: str) -> HttpResponse:
    """Choose somebody, read what will happen, and do it."""
    assert isinstance(request.user, User)
    seat = access.governed_seat_or_404(request.user, slug, power)
    page = succession.page(request.user, seat, request.POST if request.method == "POST" else None)
    form = page["form"]
    if limits.exceeded(request, "games"):
        form.add_error(None, limits.message())
        return render(request, "games/replace.html", page, status=429)
    if not form.is_valid() or "change" in request.POST:
        return render(request, "games/replace.html", page)
    if "confirmed" not in request.POST:
        return render(request, "games/replace_confirm.html", page)
    try:
        succession.carry_out(seat, form, by=request.user)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return render(request, "games/replace.html", page)
    named = {"person": form.cleaned_data["person"], "power": page["power"]}
    messages.success(request, _("%(person)s plays %(power)s now.") % named)
    return redirect(page["back_url"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def give_back(request: HttpRequest, slug: str, power: str) -> HttpResponse:
    """End a loan before its time."""
    assert isinstance(request.user, User)
    seat = access.governed_seat_or_404(request.user, slug, power)
    back_url = succession.way_back(request.user, seat.game)
    if request.method != "POST":
        return _ask_to_give_back(request, power, back_url)
    try:
        sitting.give_back(seat, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The seat is back with its own player."))
    return redirect(back_url)


def _ask_to_give_back(request: HttpRequest, power: str, back_url: str) -> HttpResponse:
    title = _("Give %(power)s back to its own player now?")
    asked = {
        "title": title % {"power": wording.power(power)},
        "text": _(
            "The stand-in’s orders of this phase are void, the player has a whole phase, and all"
            " are told."
        ),
        "action": _("Give the seat back"),
        "cancel_url": back_url,
    }
    return render(request, "components/confirm.html", asked)
