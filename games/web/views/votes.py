"""Votes of the players: proposing and voting."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...models import Vote
from ...state import phases
from ...votes import voting
from ..pages.game import game_page
from ..pages.votes import vote_form


@login_required
@require_POST
@rate_limits.limited("games")
def propose_vote(request: SignedInRequest, slug: str) -> HttpResponse:
    """Propose a vote. Errors of the form are shown on the page of the game."""
    seat = access.seat_or_404(request.user, slug, request.POST.get("seat", ""))
    game = seat.game
    phase = phases.current(game)
    if phase is None:
        messages.error(request, _("This game is not being played."))
        return redirect(game)
    form = vote_form(seat, request.POST, phase=phase)
    if form.is_valid():
        kind, days = Vote.Kind(form.cleaned_data["kind"]), form.cleaned_data["days"]
        try:
            winner = game.seats.filter(power=form.cleaned_data["winner"]).first()
            voting.propose(phase, seat, kind, days=days, winner=winner, person=request.user)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("All powers can vote on it now. Yours is in favour."))
    else:
        table = game_page(request.user, game)
        return render(request, "games/game/game.html", table | {"vote_form": form})
    return redirect(game)


@login_required
@require_POST
@rate_limits.limited("games")
def cast_vote(request: SignedInRequest, slug: str, vote: int, power: str) -> HttpResponse:
    seat = access.seat_or_404(request.user, slug, power)
    game = seat.game
    found = Vote.objects.filter(pk=vote, phase__game=game).select_related("phase").first()
    answer = {"yes": True, "no": False}.get(request.POST.get("vote", ""))
    if found is None:
        raise Http404
    found.phase.game = game
    if answer is None:
        messages.error(request, _("Say yes or no."))
        return redirect(game)
    try:
        voting.cast_vote(found, seat, in_favour=answer, person=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your vote is cast."))
    return redirect(game)
