"""Invitations to games and seats: reading, accepting, declining and withdrawing them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access, wording
from ...core.errors import Refused
from ...lifecycle import lobby_invitations
from ...models import Seat, SeatInvitation
from ...notifications import preferences
from ...seats import invitations
from ...wording import consequences
from ..forms.game import JoinForm
from ..pages.invitations import game_invitation_lines, invitation_lines, invitation_page
from ..pages.replace_seat import return_url


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def invitation_list(request: SignedInRequest) -> HttpResponse:
    """The reader's open invitations to seats and to games that have not begun."""
    context = {
        "lines": invitation_lines(request.user),
        "games": game_invitation_lines(request.user),
    }
    return render(request, "games/seats/invitation_list.html", context)


@login_required
@require_POST
@rate_limits.limited("games")
def decline_game(request: SignedInRequest, slug: str) -> HttpResponse:
    """Decline an invitation to a game that has not begun; nothing happens without one."""
    lobby_invitations.end(slug, request.user)
    done = _("You’ve declined. Nobody is notified, but the person who invited you may see it.")
    messages.success(request, done)
    return redirect("games:seat_invitations")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def withdraw_game_invitation(request: SignedInRequest, slug: str, invitation: int) -> HttpResponse:
    """Withdraw the invitation of a person to a game that has not begun, after a question."""
    game = access.game_or_404(request.user, slug)
    found = (
        access.sent_lobby_invitations(access.Role(request.user, game)).filter(pk=invitation).first()
    )
    if found is not None and request.method != "POST":
        question = {
            "title": _("Withdraw the invitation for %(name)s?") % {"name": found.person},
            "text": consequences.of_withdrawing_lobby_invitation(),
            "action": _("Withdraw the invitation"),
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    if found is not None and lobby_invitations.withdraw(found):
        messages.success(request, _("The invitation is withdrawn."))
    else:
        messages.info(request, _("This invitation is no longer open."))
    return redirect(game)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def invitation(request: SignedInRequest, key: str) -> HttpResponse:
    """Show what the reader is invited to; accept or decline it.

    An invitation that has ended is answered like a key that never was one.
    """
    try:
        found = access.seat_invitation_or_404(request.user, key)
    except Http404:
        held = Seat.objects.held_by(request.user).filter(game__slug=request.POST.get("game", ""))
        if seat := held.select_related("game").first():
            return redirect(seat.game)  # the form of an accepted invitation was sent once more
        return render(request, "games/seats/invitation_ended.html", status=404)
    accepts = request.POST.get("answer") == "accept"
    form = JoinForm(found.seat.game, request.POST if accepts else None)
    page = invitation_page(request.user, found) | {"form": form}
    try:
        if accepts and form.is_valid():
            return _accept(request, found)
        if request.POST.get("answer") == "decline":
            return _decline(request, found)
    except Refused as refusal:
        if Seat.objects.held_by(request.user).filter(pk=found.seat.pk).exists():
            return redirect(found.seat.game)  # accepted by the first of two clicks
        messages.error(request, str(refusal))
        return redirect("games:seat_invitations")
    return render(request, "games/seats/invitation.html", page)


def _accept(request: SignedInRequest, found: SeatInvitation) -> HttpResponse:
    invitations.accept(found, request.user)
    messages.success(request, _("The seat is yours. You have a whole phase for your orders."))
    return redirect(found.seat.game)


def _decline(request: SignedInRequest, found: SeatInvitation) -> HttpResponse:
    invitations.decline(found, request.user)
    messages.success(request, _("You’ve declined. The game masters are notified."))
    return redirect("games:seat_invitations")


@login_required
@require_POST
@rate_limits.limited("preferences")
def refuse_invitations(request: SignedInRequest) -> HttpResponse:
    """Take no more invitations from anybody. Nobody is told, and open ones are hidden."""
    preferences.refuse_invitations(request.user)
    messages.success(
        request, _("You’ll get no more invitations. You can change this in your preferences.")
    )
    return redirect("accounts:preferences")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def withdraw_invitation(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """Withdraw the invitation to a seat, after a question."""
    try:
        found = access.governed_invitation_or_404(request.user, slug, power)
    except Http404:
        seat = access.governed_seat_or_404(request.user, slug, power)
        messages.info(request, _("This invitation is no longer open."))
        return redirect(return_url(request.user, seat.game))
    back_url = return_url(request.user, found.seat.game)
    if request.method != "POST":
        return _ask_to_withdraw(request, found, back_url)
    try:
        invitations.withdraw(found, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The invitation is withdrawn."))
    return redirect(back_url)


def _ask_to_withdraw(request: HttpRequest, found: SeatInvitation, back_url: str) -> HttpResponse:
    title = _("Withdraw the invitation for %(name)s to play %(power)s?")
    question = {
        "title": title % {"name": found.person, "power": wording.hand(found.seat)},
        "text": consequences.of_withdrawing_seat_invitation(),
        "action": _("Withdraw the invitation"),
        "cancel_url": back_url,
    }
    return render(request, "components/confirm.html", question)
