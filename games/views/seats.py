"""Open seats, and one's own: taking a power over, giving one up, the waiting list."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits
from accounts.models import User

from .. import access, wording
from ..errors import Refused
from ..forms.game import JoinForm
from ..forms.seat import VolunteerForm
from ..models import Game
from ..seats import sitting, vacancies, volunteers

PAGE = 30


@require_safe
def open_seats(request: HttpRequest) -> HttpResponse:
    """Every seat that anyone may take at once."""
    found = vacancies.open_to_all(request.user)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/open_seats.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def take(request: HttpRequest, slug: str, power: str, key: str = "") -> HttpResponse:
    """What a newcomer would take over; by invitation where there is a key."""
    seat = access.offered_seat_or_404(request.user, slug, power, key)
    person = request.user if isinstance(request.user, User) else None
    if person and access.holds(person, seat):
        return redirect(seat.game)
    form = JoinForm(seat.game, request.POST if request.method == "POST" else None)
    page = vacancies.offer(request.user, seat, key) | {"form": form}
    if person and not page["problem"] and form.is_valid():
        try:
            sitting.take(seat, person)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(request.path)
        messages.success(request, _("The seat is yours. You have a whole phase before you."))
        return redirect(seat.game)
    return render(request, "games/take.html", page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def resign(request: HttpRequest, slug: str, power: str) -> HttpResponse:
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, game, power)
    named = {"power": wording.power(power), "game": game}
    if request.method != "POST":
        return _ask_to_resign(request, game, named)
    try:
        sitting.resign(seat, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You have given up %(power)s in “%(game)s”.") % named)
    return redirect(game)


def _ask_to_resign(request: HttpRequest, game: Game, named: dict[str, Any]) -> HttpResponse:
    asked = {
        "title": _("Give up %(power)s in “%(game)s”?") % named,
        "text": _(
            "The power is in civil disorder until somebody takes it over, and all are told. Orders"
            " that are saved count until then. You keep the letters you can read now, and may take"
            " no other seat of this game."
        ),
        "action": _("Give up the seat"),
        "danger": True,
        "cancel_url": game.get_absolute_url(),
    }
    return render(request, "components/confirm.html", asked)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def volunteer(request: HttpRequest) -> HttpResponse:
    """Going onto the waiting list, and off it."""
    assert isinstance(request.user, User)
    listed = volunteers.of(request.user)
    form = VolunteerForm(request.POST if request.method == "POST" else None, instance=listed)
    if limits.exceeded(request, "games"):
        form.add_error(None, limits.message())
        context = {"form": form, "listed": listed}
        return render(request, "games/volunteer.html", context, status=429)
    if "leave" in request.POST:
        volunteers.withdraw(request.user)
        messages.success(request, _("You are off the waiting list."))
        return redirect("games:volunteer")
    if form.is_valid():
        volunteers.enlist(request.user, form.cleaned_data["remark"])
        messages.success(request, _("You are on the waiting list."))
        return redirect("games:volunteer")
    return render(request, "games/volunteer.html", {"form": form, "listed": listed})
