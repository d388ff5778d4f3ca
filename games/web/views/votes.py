"""Votes of the players: proposing, voting and withdrawing."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import NeedsConfirmation, Refused
from ...models import Game, Seat, Vote
from ...state import phases
from ...votes import voting
from ...wording import endings
from ..pages.confirmation import sent_again
from ..pages.votes import Proposal, vote_form
from .play import render_game


@login_required
@require_POST
@rate_limits.limited("games")
def propose_vote(request: SignedInRequest, slug: str) -> HttpResponse:
    """Propose a vote. Errors of the form are shown on the page of the game."""
    seat = _seat_or_404(request, slug)
    game = seat.game
    phase = phases.current(game)
    if phase is None:
        messages.error(request, _("This game isn’t in progress."))
        return redirect(game)
    form = vote_form(seat, request.POST, phase=phase)
    if not form.is_valid():
        return render_game(request, game, vote_form=Proposal.from_form(form))
    is_sure = "sure" in request.POST
    return _answer(
        request,
        seat,
        lambda: voting.propose(
            phase, seat, **form.proposal(), person=request.user, may_end_game=is_sure
        ),
        _("The vote has started. You have voted yes."),
    )


@login_required
@require_POST
@rate_limits.limited("games")
def cast_vote(request: SignedInRequest, slug: str, vote: int) -> HttpResponse:
    seat = _seat_or_404(request, slug)
    found = _vote_or_404(seat, vote)
    answer = {"yes": True, "no": False}.get(request.POST.get("vote", ""))
    if answer is None:
        messages.error(request, _("Choose yes or no."))
        return redirect(seat.game)
    is_sure = "sure" in request.POST
    return _answer(
        request,
        seat,
        lambda: voting.cast_vote(
            found, seat, in_favour=answer, person=request.user, may_end_game=is_sure
        ),
        _("Your vote is saved."),
    )


@login_required
@require_POST
@rate_limits.limited("games")
def withdraw_vote(request: SignedInRequest, slug: str, vote: int) -> HttpResponse:
    seat = _seat_or_404(request, slug)
    found = _vote_or_404(seat, vote)
    return _answer(
        request,
        seat,
        lambda: voting.withdraw(found, seat, person=request.user),
        _("You have withdrawn your proposal."),
    )


def _seat_or_404(request: SignedInRequest, slug: str) -> Seat:
    """The reader's seat that the form names.

    It is no part of the path, which logs of a proxy have: nobody learns who voted in secret.
    """
    return access.seat_or_404(request.user, slug, request.POST.get("seat", ""))


def _vote_or_404(seat: Seat, key: int) -> Vote:
    """The vote of the seat's game with this primary key."""
    found = Vote.objects.filter(pk=key, phase__game=seat.game).select_related("phase").first()
    if found is None:
        raise Http404
    found.phase.game = seat.game
    return found


def _answer(
    request: SignedInRequest, seat: Seat, act: Callable[[], object], success: str
) -> HttpResponse:
    """Act, and lead to the game with the success or the refusal.

    Before an act that ends the game, a page names the result and asks.
    """
    try:
        act()
    except NeedsConfirmation as question:
        return _ask_to_end(request, seat.game, str(question))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, success)
    return redirect(seat.game)


def _ask_to_end(request: SignedInRequest, game: Game, result: str) -> HttpResponse:
    """The page that asks before a vote that ends the game; it sends the same form again."""
    question = {
        "title": _("End “%(game)s”?") % {"game": game},
        "text": result,
        "warning": endings.undoing_note(game),
        "hidden": sent_again(request),
        "action": _("Vote yes and end the game"),
        "danger": True,
        "cancel_url": game.get_absolute_url(),
    }
    return render(request, "components/confirm.html", question)
