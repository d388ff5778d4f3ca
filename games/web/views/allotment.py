"""Wishes of people in a lobby for powers, and powers that its master gives."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...lifecycle import lobby
from ...models import Game
from ..pages.lobby import lobby_page, powers_form, wish_form


@sensitive_post_parameters()
@sensitive_variables()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "POST"])
def give_wishes(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store the powers that a waiting person would like; answer errors with what was sent."""
    entry = access.wishing_entry_or_404(request.user, slug)
    form = wish_form(entry, request.POST)
    if request.method == "GET" or form is None:
        return redirect(entry.game)
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return _lobby(request, entry.game, status=429, wishes=form)
    if form.is_valid():
        try:
            lobby.wish(entry.game, request.user, form.hands)
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return _lobby(request, entry.game, status=409, wishes=form)
        messages.success(request, _("Your power preferences are saved."))
        return redirect(entry.game)
    return _lobby(request, entry.game, wishes=form)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "POST"])
def give_powers(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store the powers that the master gives, and begin the game if its button was pressed."""
    game = access.allotted_game_or_404(request.user, slug)
    form = powers_form(game, request.POST)
    if request.method == "GET" or form is None:
        return redirect(game)
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        return _lobby(request, game, status=429, powers=form)
    if form.is_valid():
        try:
            game = lobby.give_powers(
                game,
                form.hands,
                declared=form.declared_hands,
                by=request.user,
                rest_at_random=form.gives_rest,
                begin=form.begins,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
            return _lobby(request, game, status=409, powers=form)
        begun = _("All seats are taken. The game begins.")
        messages.success(request, begun if game.has_begun else _("The powers are saved."))
        return redirect(game)
    return _lobby(request, game, powers=form)


@sensitive_variables()
def _lobby(request: HttpRequest, game: Game, *, status: int = 200, **form: Any) -> HttpResponse:
    """The lobby as it is now, with a form that was refused."""
    game.refresh_from_db()
    context = lobby_page(request, game, **form)
    return render(request, "games/lobby/lobby.html", context, status=status)
