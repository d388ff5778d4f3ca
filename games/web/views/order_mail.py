"""Orders by mail: the address of a seat, and the order form with the text of a mail."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rate_limits
from accounts.requests import SignedInRequest
from accounts.sessions import reauthentication

from ... import access
from ...core import inbound_address
from ...core.errors import Refused
from ...models import Seat
from ...orders import mail_keys, mailed_text
from ..pages.order_entry import OrderEntry
from ..pages.order_mail import address_page
from .play import order_page


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
def order_address(request: SignedInRequest, slug: str, power: str) -> HttpResponseBase:
    """The page on which a player makes and deletes the address for the orders of a seat."""
    seat = access.seat_or_404(request.user, slug, power)
    if not inbound_address.is_on():
        raise Http404
    if not seat.game.is_running:
        return redirect(seat.game)
    reauthentication.require(request)
    if request.method == "POST":
        _change(request, seat)
        return redirect(request.path)
    return render(request, "games/order_entry/address.html", address_page(request.user, seat))


def _change(request: SignedInRequest, seat: Seat) -> None:
    if request.POST.get("act") == "delete":
        mail_keys.withdraw(seat, request.user)
        messages.success(request, _("The address is deleted. Emails to it no longer count."))
        return
    try:
        mail_keys.renew(seat, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You have a new address. An old one no longer works."))


@cache_control(private=True, no_store=True)
@login_required
@require_safe
def mailed_orders(request: SignedInRequest, token: str) -> HttpResponse:
    """The order form with the text of a mail that was not saved. It stores nothing."""
    found = mailed_text.unseal(token, request.user)
    if found is None:
        raise Http404
    phase, seat, text = found
    seat = access.seat_or_404(request.user, seat.game.slug, seat.power)
    if not phase.is_open:
        return redirect(phase)
    data = QueryDict(mutable=True)
    data.update({"mode": "text", "text": text, "then": "check"})
    entry = OrderEntry(access.phase_or_404(seat.game, phase.code), seat, data)
    entry.check()
    entry.problem = entry.problem or _("This is the text of your email. It isn’t saved yet.")
    return order_page(request, entry)
