"""The games that a person masters, and actions on several of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ..forms.several_games import SeveralGamesForm
from ..pages import mastered_games as pages_mastered_games


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def mastered_games(request: SignedInRequest) -> HttpResponse:
    context = {
        "games": pages_mastered_games.mastered_games(request.user),
        "all_chosen": "all" in request.GET,
    }
    return render(request, "games/game_master/mastered_games.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def act_on_several(request: SignedInRequest, kind: type[SeveralGamesForm]) -> HttpResponse:
    """Show the form of an action on the chosen games, carry it out, and say how each game went.

    The address names the games, when the form is sent too.
    """
    games, deadlines = pages_mastered_games.chosen_games(request.user, request.GET)
    if not games:
        messages.error(request, _("Choose at least one game that has begun."))
        return redirect("games:mastered")
    data = request.POST if request.method == "POST" else None
    form = kind(games, request.user, data, deadlines=deadlines)
    status = 200
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        outcomes = form.perform()
        context = {"form": form, "outcomes": outcomes}
        return render(request, "games/game_master/several_outcomes.html", context)
    context = {"form": form, **pages_mastered_games.chosen_page(games, deadlines)}
    return render(request, "games/game_master/several_games.html", context, status=status)
