"""The page on which masters change the settings of a game."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...lifecycle import master_actions
from ...lifecycle.rhythms import rhythms_for
from ...lifecycle.settings import change as change_settings
from ...models import Game
from ...state import phases
from ...wording.settings import changed_facts, facts
from ..forms.settings import ChangeForm


@login_required
@require_http_methods(["GET", "POST"])
def game_settings(request: SignedInRequest, slug: str) -> HttpResponse:
    """The settings in force, and the form for those from the next phase on."""
    game = access.mastered_game_or_404(request.user, slug)
    if not master_actions.is_possible("settings", game):
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = ChangeForm(sent, game_settings=game.settings, game=game, rhythms=rhythms_for(game))
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return render(request, "games/settings/change.html", _context(game, form), status=429)
    if sent is None or "show" in sent or not form.is_valid():
        return render(request, "games/settings/change.html", _context(game, form))
    fields, skipped = form.settings_values()
    reason = form.cleaned_data["reason"]
    if change_settings(game, fields, skipped, by=request.user, reason=reason):
        saved = _("Saved. The new settings apply from the next phase on.")
        messages.success(request, _("Saved.") if game.in_lobby else saved)
    else:
        messages.info(request, _("Nothing changed."))
    return redirect(game)


def _context(game: Game, form: ChangeForm) -> dict[str, Any]:
    phase = phases.current(game)
    now, newest = phase and phase.settings, game.settings
    return {
        "game": game,
        "phase": phase,
        "settings": form,
        "in_force": list(facts(now)) if now else [],
        "next_settings": changed_facts(now, newest) if now and newest else [],
    }
