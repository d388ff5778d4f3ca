"""Saying that one is away, and taking it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.models import User

from .. import access, wording
from ..deadlines import absences, upcoming
from ..errors import Refused
from ..forms.absence import AbsenceForm
from ..models import Absence


@login_required
@require_http_methods(["GET", "POST"])
@limits.limited("games")
def absence(request: HttpRequest, slug: str, power: str) -> HttpResponse:
    """The absences of whoever plays a seat, and the form for another one."""
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, game, power)
    form = AbsenceForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            absences.announce(seat, request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Your absence is announced."))
            return redirect("games:absence", slug, power)
    context = {
        "game": game,
        "seat": seat,
        "power": wording.power(seat.power),
        "form": form,
        "mine": absences.of(seat, request.user),
        "waits": upcoming.waits_for_absences(game.conduct),
    }
    return render(request, "games/absence.html", context)


@login_required
@require_POST
@limits.limited("games")
def withdraw(request: HttpRequest, slug: str, power: str, absence: int) -> HttpResponse:
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, game, power)
    found = Absence.objects.filter(pk=absence, seat=seat, person=request.user).first()
    if found is None:
        raise Http404
    found.seat = seat
    try:
        absences.withdraw(found, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your absence is withdrawn."))
    return redirect("games:absence", slug, power)
