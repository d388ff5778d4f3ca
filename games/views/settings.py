"""How a game is run: the page on which its masters change it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User

from .. import access, phases
from ..forms.conduct import ConductForm
from ..mastering import settings as conducts
from ..models import Game
from ..pages import conduct_words


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What counts now, and the form for what counts from the next phase on."""
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    if not (game.in_lobby or game.is_running):
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = ConductForm(sent, conduct=game.conduct, game=game)
    if limits.exceeded(request, "games"):
        form.add_error(None, limits.message())
        return render(request, "games/settings.html", _context(game, form), status=429)
    if sent is None or "show" in sent or not form.is_valid():
        return render(request, "games/settings.html", _context(game, form))
    fields, skipped = form.agreed()
    if conducts.change(game, fields, skipped, by=request.user):
        saved = _("Saved. The new settings count from the next phase on.")
        messages.success(request, _("Saved.") if game.in_lobby else saved)
    else:
        messages.info(request, _("Nothing changed."))
    return redirect(game)


def _context(game: Game, form: ConductForm) -> dict[str, Any]:
    phase = phases.current(game)
    now, newest = phase and phase.conduct, game.conduct
    return {
        "game": game,
        "phase": phase,
        "conduct": form,
        "in_force": list(conduct_words.facts(now)) if now else [],
        "news": conduct_words.news(now, newest) if now and newest else [],
    }
