"""Players without an account: their place in a lobby, their address, and the link to an account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...lifecycle import lobby
from ...notifications.mail import declared_addresses, declared_links, declared_order_addresses
from ...seats import declared_players
from ...wording import consequences
from ..forms.declared_players import DeclaredPlayerFields
from ..forms.game import JoinForm
from ..pages.declared_players import address_page, taking_page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def declare_in_lobby(request: SignedInRequest, slug: str) -> HttpResponse:
    """Give a place in the lobby to a person without an account."""
    game = access.mastered_game_or_404(request.user, slug)
    if not game.orders_by_master:
        raise Http404
    form = DeclaredPlayerFields(request.POST if request.method == "POST" else None)
    status = 200
    if rate_limits.exceeds_limit(request, "games"):
        form.add_error(None, rate_limits.refusal_message())
        status = 429
    elif form.is_valid():
        try:
            game = lobby.declare(game, by=request.user, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The player without an account has a place now."))
            return redirect(game)
    question = {
        "title": _("Add a player without an account"),
        "text": consequences.of_declaring_in_lobby(),
        "action": _("Add the player"),
        "cancel_url": game.get_absolute_url(),
        "form": form,
    }
    return render(request, "components/confirm.html", question, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def withdraw_from_lobby(request: SignedInRequest, slug: str, player: int) -> HttpResponse:
    """Take a person without an account out of the lobby, after a question."""
    found = access.declared_player_or_404(request.user, slug, player)
    name = access.declared_name(found)
    if request.method != "POST":
        question = {
            "title": _("Remove %(name)s?") % {"name": name},
            "text": consequences.of_leaving_declared_place(),
            "action": _("Remove"),
            "danger": True,
            "cancel_url": found.game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    try:
        lobby.withdraw_declared(found, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(name)s was removed.") % {"name": name})
    return redirect(found.game)


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def declared_address(request: HttpRequest, token: str) -> HttpResponse:
    """Let the owner of an address confirm it, stop its mails, or remove the name.

    Where the site takes orders by mail, the owner sees the address for them, and can get a new one.
    A GET changes nothing: mail scanners follow the links of mails.
    """
    player = declared_links.player_of(token)
    if player is None:
        return render(request, "games/declared_players/void_link.html", status=404)
    answer = request.POST.get("answer", "")
    if answer == "confirm" and declared_links.may_confirm(player):
        declared_addresses.confirm(player)
        player.refresh_from_db(fields=["confirmed_at"])
    elif answer == "renew":
        declared_order_addresses.renew(player)
    elif answer in ("stop", "remove"):
        declared_addresses.stop(player, remove_names=answer == "remove")
        return render(
            request, "games/declared_players/stopped.html", {"removed": answer == "remove"}
        )
    page = "address" if player.email else "name"
    return render(request, f"games/declared_players/{page}.html", address_page(player))


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def take_declared_seat(request: SignedInRequest, slug: str, key: str) -> HttpResponse:
    """Let the reader take, with their account, the seat that was declared for them."""
    player = access.declared_by_key_or_404(slug, key)
    form = JoinForm(player.game, request.POST if request.method == "POST" else None)
    page = taking_page(player, request.user) | {"form": form}
    if not page["problem"] and form.is_valid():
        try:
            declared_players.accept_link(player, request.user)
        except Refused as refusal:
            page["problem"] = str(refusal)
        else:
            messages.success(
                request, _("The seat is yours. You have a whole phase for your orders.")
            )
            return redirect(player.game)
    return render(request, "games/declared_players/take.html", page)
