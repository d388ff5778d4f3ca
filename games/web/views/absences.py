"""Announcing an absence and withdrawing it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access, wording
from ...core.errors import Refused
from ...deadlines import absences, upcoming
from ..forms.seats import AbsenceForm


@login_required
@require_http_methods(["GET", "POST"])
@rate_limits.limited("games")
def announce_absence(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """The reader's absences from a seat, and the form for another one."""
    seat = access.seat_or_404(request.user, slug, power)
    game = seat.game
    form = AbsenceForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            absences.announce(seat, request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("You’ve announced your absence."))
            return redirect("games:absence", slug, power)
    context = {
        "game": game,
        "seat": seat,
        "power": wording.hand(seat),
        "form": form,
        "announced": absences.standing(seat, request.user),
        "waits_for_absences": upcoming.waits_for_absences(game.settings),
    }
    return render(request, "games/deadlines/absence.html", context)


@login_required
@require_POST
@rate_limits.limited("games")
def withdraw_absence(request: SignedInRequest, slug: str, power: str, absence: int) -> HttpResponse:
    seat = access.seat_or_404(request.user, slug, power)
    announced = absences.announced_by(request.user, seat).filter(pk=absence).first()
    if announced is None:
        raise Http404
    try:
        absences.withdraw(announced, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You’ve withdrawn your absence."))
    return redirect("games:absence", slug, power)
