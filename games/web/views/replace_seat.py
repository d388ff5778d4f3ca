"""Giving a seat to someone else: pages for masters and administrators."""

from typing import Protocol

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.second_factors import demand

from ... import access, wording
from ...core.errors import Refused
from ...lifecycle import master_actions
from ...models import Seat
from ...seats import replacing, substitutes, undoing, unplayed
from ...wording import consequences
from ..pages import replace_seat

PAGE = 50


@login_required
@require_safe
@demand.demanded
def seats_in_disorder(request: SignedInRequest) -> HttpResponse:
    """All seats in civil disorder, for the administrators of the site."""
    if not access.runs_site(request.user):
        raise Http404
    found = unplayed.administered_seats(request.user)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/seats/civil_disorder.html", {"page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def replace_player(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """Choose a new player, read the consequences, and confirm. Only volunteers play at once."""
    seat = access.governed_seat_or_404(request.user, slug, power)
    if not master_actions.is_possible("replace", seat.game):
        messages.error(request, master_actions.not_possible(seat.game))
        return redirect(replace_seat.return_url(request.user, seat.game))
    page = replace_seat.replace_seat_page(
        request.user,
        seat,
        request.POST if request.method == "POST" else None,
        lends=request.GET.get("term") == "lent",
    )
    form = page["form"]
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "games/seats/replace.html", page, status=429)
    if not form.is_valid() or "change" in request.POST:
        return render(request, "games/seats/replace.html", page)
    if "confirmed" not in request.POST:
        return render(request, "games/seats/replace_confirm.html", page)
    if form.invites and rate_limits.exceeds_invitation_limit(request, "seat_invitations", 1):
        form.add_error(None, rate_limits.invitations_refusal_message())
        return render(request, "games/seats/replace.html", page, status=429)
    try:
        replacing.give(
            seat,
            form.cleaned_data["person"],
            is_listed=not form.invites,
            number=form.number,
            by=request.user,
            reason=form.cleaned_data["reason"],
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return render(request, "games/seats/replace.html", page)
    done = replacing.given_message(
        form.cleaned_data["person"], page["power"], is_listed=not form.invites
    )
    messages.success(request, done)
    return redirect(page["back_url"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def return_seat(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """End a substitution early."""
    seat = access.governed_seat_or_404(request.user, slug, power)
    question = {
        "title": _("End the substitution for %(power)s now?") % {"power": wording.hand(seat)},
        "text": consequences.of_return(),
        "action": _("Return the seat"),
    }
    return _give_back(request, seat, substitutes.end_substitute, question)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def undo_replacement(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """Give a seat back to the player who was replaced, if the new one has done nothing yet."""
    seat = access.governed_seat_or_404(request.user, slug, power)
    question = {
        "title": _("Undo the replacement of %(power)s?") % {"power": wording.hand(seat)},
        "text": consequences.of_undoing_replacement(),
        "action": _("Undo the replacement"),
    }
    return _give_back(request, seat, undoing.undo_replacement, question)


class GivesBack(Protocol):
    """A use case that gives a seat back to its former player. Raises `Refused`."""

    def __call__(self, seat: Seat, *, by: User) -> None: ...


def _give_back(
    request: SignedInRequest, seat: Seat, give_back: GivesBack, question: dict[str, str]
) -> HttpResponse:
    """Give a seat back, after the question of a page."""
    back_url = replace_seat.return_url(request.user, seat.game)
    if request.method != "POST":
        return render(request, "components/confirm.html", {**question, "cancel_url": back_url})
    try:
        give_back(seat, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The seat is back with its player."))
    return redirect(back_url)
