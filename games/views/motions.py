"""What the players of a game without a master vote on."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import limits
from accounts.models import User

from .. import access, phases
from ..errors import Refused
from ..models import Motion
from ..pages import contents
from ..votes import ballots, motions


@login_required
@require_POST
@limits.limited("games")
def propose(request: HttpRequest, slug: str) -> HttpResponse:
    """Put something to the vote. What is wrong with it is said on the game's page."""
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, game, request.POST.get("seat", ""))
    phase = phases.current(game)
    form = ballots.form_for(game, [seat], request.POST)
    if phase is None:
        messages.error(request, _("This game is not being played."))
    elif form.is_valid():
        kind, days = Motion.Kind(form.cleaned_data["kind"]), form.cleaned_data["days"]
        try:
            motions.propose(phase, seat, kind, days=days, person=request.user)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("All powers can vote on it now. Yours is in favour."))
    else:
        table = contents.table(request.user, game)
        return render(request, "games/game.html", table | {"motion_form": form})
    return redirect(game)


@login_required
@require_POST
@limits.limited("games")
def vote(request: HttpRequest, slug: str, motion: int, power: str) -> HttpResponse:
    assert isinstance(request.user, User)
    game = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, game, power)
    found = Motion.objects.filter(pk=motion, phase__game=game).select_related("phase").first()
    answer = {"yes": True, "no": False}.get(request.POST.get("vote", ""))
    if found is None:
        raise Http404
    found.phase.game = game
    if answer is None:
        messages.error(request, _("Say yes or no."))
        return redirect(game)
    try:
        motions.vote(found, seat, in_favour=answer, person=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Your vote is cast."))
    return redirect(game)
