"""Proposing new house rules, on which all players vote."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...state import phases
from ...votes import voting
from ..forms.amendments import AmendmentForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def propose_amendment(request: SignedInRequest, slug: str) -> HttpResponse:
    """Ask for new house rules, and put them to the vote. Errors keep what was typed."""
    game, seat = access.amended_game_or_404(request.user, slug)
    form = AmendmentForm(game, request.POST if request.method == "POST" else None)
    phase = phases.current(game)
    if phase is None:
        messages.error(request, _("This game isn’t in progress."))
        return redirect(game)
    context = {"game": game, "form": form}
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "games/votes/amend.html", context, status=429)
    if form.is_valid():
        try:
            voting.propose_amendment(phase, form.change(), seat=seat, person=request.user)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The vote has started. All players must agree."))
            return redirect(game)
    return render(request, "games/votes/amend.html", context)


@login_required
@require_POST
@rate_limits.limited("games")
def withdraw_amendment(request: SignedInRequest, slug: str) -> HttpResponse:
    """Withdraw the proposal of a game master."""
    game = access.run_game_or_404(request.user, slug)
    try:
        voting.withdraw_amendment(game, person=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The proposal is withdrawn."))
    return redirect(game)
