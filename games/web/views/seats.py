"""Open seats, taking and resigning a seat, accepting an end, and the waiting list."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access, wording
from ...core.errors import NeedsConfirmation, Refused
from ...lifecycle import provisional
from ...models import Game
from ...press import moderation
from ...seats import civil_disorder, tenures, unplayed, waiting_list
from ...wording import endings
from ..forms.game import JoinForm
from ..forms.seats import VolunteerForm
from ..pages import vacancies
from ..pages.confirmation import sent_again

PAGE = 30


@require_safe
def open_seats(request: HttpRequest) -> HttpResponse:
    """All seats that anyone may take at once."""
    found = unplayed.open_seats(request.user)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/seats/open_seats.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def take_seat(request: HttpRequest, slug: str, power: str, key: str = "") -> HttpResponse:
    """The seat that a newcomer would take over. `key` is the key of an invitation, or empty."""
    seat = access.offered_seat_or_404(request.user, slug, power, key)
    person = request.user if isinstance(request.user, User) else None
    if person and access.holds(person, seat):
        return redirect(seat.game)
    form = JoinForm(seat.game, request.POST if request.method == "POST" else None)
    page = vacancies.seat_offer_page(request.user, seat, key) | {"form": form}
    if person and not page["problem"] and form.is_valid():
        try:
            tenures.take_offered(seat, person, key=key, house_rules_accepted=form.accepted)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(request.path)
        messages.success(request, _("The seat is yours. You have a whole phase for your orders."))
        return redirect(seat.game)
    return render(request, "games/seats/take.html", page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def resign_seat(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    seat = access.seat_or_404(request.user, slug, power)
    game = seat.game
    named = {"power": wording.hand(seat), "game": game}
    if game.practice:
        return redirect("games:end_practice", game.slug)
    if request.method != "POST":
        return _ask_to_resign(request, game, named)
    try:
        tenures.resign(seat, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You have resigned as %(power)s in “%(game)s”.") % named)
    return redirect(game)


def _ask_to_resign(request: HttpRequest, game: Game, named: dict[str, Any]) -> HttpResponse:
    question = {
        "title": _("Resign as %(power)s in “%(game)s”?") % named,
        "text": tenures.consequences_of_resigning(),
        "action": _("Resign"),
        "danger": True,
        "cancel_url": game.get_absolute_url(),
    }
    return render(request, "components/confirm.html", question)


@login_required
@require_POST
@rate_limits.limited("games")
def come_back(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """End the civil disorder of the reader's own power."""
    seat = access.seat_or_404(request.user, slug, power)
    try:
        civil_disorder.end_disorder(seat, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You’re back in the game."))
    return redirect(seat.game)


@login_required
@require_POST
@rate_limits.limited("games")
def accept_end(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """Waive the time in which the end of the game can be undone."""
    seat = access.seat_or_404(request.user, slug, power)
    try:
        is_sure = "sure" in request.POST
        final = provisional.accept_end(seat, request.user, may_make_final=is_sure)
    except NeedsConfirmation as question:
        return _ask_to_make_final(request, seat.game, str(question))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        text = _("The result is final.") if final else _("You have accepted the result.")
        messages.success(request, text)
    return redirect(seat.game)


def _ask_to_make_final(request: HttpRequest, game: Game, text: str) -> HttpResponse:
    question = {
        "title": _("Accept the result of “%(game)s”?") % {"game": game},
        "text": f"{text} {endings.sentence(game)}",
        "warning": _("This can’t be undone."),
        "hidden": sent_again(request),
        "action": _("Accept the result"),
        "danger": True,
        "cancel_url": game.get_absolute_url(),
    }
    return render(request, "components/confirm.html", question)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def waiting_list_page(request: SignedInRequest) -> HttpResponse:
    """Join the waiting list, change the remark, or leave the list."""
    volunteer = waiting_list.entry_of(request.user)
    form = VolunteerForm(request.POST if request.method == "POST" else None, instance=volunteer)
    alone = moderation.alone_warning(request.user)
    context = {"form": form, "volunteer": volunteer, "alone_warning": alone}
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "games/seats/waiting_list.html", context, status=429)
    if "leave" in request.POST:
        waiting_list.withdraw(request.user)
        messages.success(request, _("You’re no longer on the waiting list."))
        return redirect("games:waiting_list")
    if form.is_valid():
        waiting_list.enlist(request.user, form.cleaned_data["remark"])
        messages.success(request, _("You’re on the waiting list."))
        return redirect("games:waiting_list")
    return render(request, "games/seats/waiting_list.html", context)
