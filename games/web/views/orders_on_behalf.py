"""Orders that a game master enters for players, and a player's consent to it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...models import Game
from ...seats import declared_players
from ...state import phases
from ..pages.orders_on_behalf import OrdersOnBehalf, saved_message


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter_orders(request: SignedInRequest, slug: str) -> HttpResponse:
    """Preview a pasted text with orders of several players, and store it when it is sent again."""
    game = access.entered_game_or_404(request.user, slug)
    seats = list(access.seats_entered_by(request.user, game))
    phase = phases.current(game)
    if phase is None:
        return redirect(game)
    phase.game = game
    if request.method != "POST":
        return _entry_page(request, game, OrdersOnBehalf(phase, seats, request.user))
    entry = OrdersOnBehalf(phase, seats, request.user, request.POST)
    if rate_limits.exceeds_limit(request, "orders"):
        entry.status, entry.problem = 429, rate_limits.refusal_message()
    elif entry.submit(request.user):
        messages.success(request, saved_message(entry))
        return redirect("games:enter_orders", slug)
    return _entry_page(request, game, entry)


def _entry_page(request: HttpRequest, game: Game, entry: OrdersOnBehalf) -> HttpResponse:
    context = {
        "game": game,
        "phase": entry.phase,
        "entry": entry,
        "is_master": True,
        "board": entry.board,
    }
    return render(request, "games/orders_on_behalf/enter.html", context, status=entry.status)


@login_required
@require_POST
@rate_limits.limited("games")
def let_master_order(request: SignedInRequest, slug: str, power: str) -> HttpResponse:
    """Let the game master enter the reader's orders, or no longer."""
    seat = access.seat_or_404(request.user, slug, power)
    allowed = request.POST.get("allowed") == "yes"
    try:
        declared_players.let_master_order(seat, request.user, allowed=allowed)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request,
            _("The game master can enter your orders now, and reads them.")
            if allowed
            else _("The game master can no longer enter or read your orders."),
        )
    return redirect(seat.game)
