"""The page of a game master, and a page for each of a master's actions."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...deadlines import control
from ...lifecycle import master_actions
from ...models import Game
from ..forms.game_master import Action
from ..pages import game_master
from ..pages.press.message import message_alone


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def game_master_page(request: SignedInRequest, slug: str) -> HttpResponse:
    """The actions that a master may take, and the numbers that they need for them."""
    game = access.run_game_or_404(request.user, slug)
    context = game_master.game_master_page(request.user, game)
    return render(request, "games/game_master/game_master.html", context)


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def game_master_action(
    request: SignedInRequest, slug: str, kind: type[Action], **target: Any
) -> HttpResponse:
    """Show the form of an action, and carry it out. A form with errors keeps its input.

    `target` is the part of the URL that names the object of the action, such as a power.
    """
    game = _game_of(kind)(request.user, slug)
    if not kind.is_offered(game):
        messages.error(request, master_actions.not_possible(game))
        return redirect(kind.back_url(game, request.user))
    form = kind(game, request.user, request.POST if request.method == "POST" else None, **target)
    if rate_limits.exceeds_limit(request, "games"):
        form.refuse(rate_limits.refusal_message())
        return _action_page(request, form, status=429)
    if form.is_valid() and form.is_accepted:
        try:
            messages.success(request, form.perform())
        except Refused as refusal:
            game.refresh_from_db(fields=["status", "allotment", "final_at", "map_key"])
            if not kind.is_offered(game):  # a second click, or another master acted first
                messages.error(request, str(refusal))
                return redirect(kind.back_url(game, request.user))
            form.refuse(refusal)
        else:
            return redirect(form.next_url)
    return _action_page(request, form)


def _game_of(kind: type[Action]) -> Callable[[access.Viewer, str], Game]:
    """The function that finds the game if the person may take the action in it."""
    if not kind.for_masters:
        return access.administered_game_or_404
    in_lobby = master_actions.is_of_lobbies(kind.code)
    if kind.for_administrators:
        return access.governed_game_or_lobby_or_404 if in_lobby else access.governed_game_or_404
    return access.mastered_game_or_404 if in_lobby else access.run_game_or_404


def _action_page(request: HttpRequest, form: Action, *, status: int = 200) -> HttpResponse:
    """The page of an action, with the message that the action hides or shows, if any."""
    message = form.shown_message and message_alone(form.person, form.shown_message)
    context = {"game": form.game, "form": form, "message": message}
    return render(request, "games/game_master/action.html", context, status=status)


@login_required
@require_POST
def restart_game(request: SignedInRequest, slug: str) -> HttpResponse:
    """Restart the clock of a game that was set aside."""
    game = access.mastered_game_or_404(request.user, slug)
    try:
        control.restart_set_aside(game, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The clock is running again. The phase has its full time."))
    return redirect(game)
