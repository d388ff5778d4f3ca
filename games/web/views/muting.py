"""Muting and unmuting a power, by a link below one of its messages."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ... import access, wording
from ...models import Seat
from ...press import locations, muting


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def mute_or_unmute(request: SignedInRequest, slug: str, key: str, *, wanted: bool) -> HttpResponse:
    """Mute the power that signed a message, or unmute it if `wanted` is false."""
    game = access.begun_game_or_404(request.user, slug)
    message = access.others_message_or_404(access.Role(request.user, game), key)
    if message.seat is None or not access.sees_author(request.user, message):
        raise Http404
    back = locations.message_url(request.user, message)
    if request.method != "POST":
        return render(request, "components/confirm.html", _question(message.seat, back, wanted))
    power = {"power": wording.power(message.seat.power)}
    if wanted:
        muting.mute(message.seat, request.user)
        messages.success(request, _("%(power)s is muted.") % power)
    else:
        muting.unmute(message.seat, request.user)
        messages.success(request, _("%(power)s is no longer muted.") % power)
    return redirect(back)


def _question(seat: Seat, back: str, wanted: bool) -> dict[str, Any]:
    power = {"power": wording.power(seat.power)}
    text = _("You see its messages again, and get notifications of new ones.")
    if wanted:
        text = _(
            "The messages it signs in this game are folded up and count as read, and you "
            "get no emails about them. Only you know this. Anyone who plays the power "
            "later is muted too. To unmute, use the link below any of its messages."
        )
    title = _("Mute %(power)s?") if wanted else _("Unmute %(power)s?")
    action = _("Mute") if wanted else _("Unmute")
    return {"title": title % power, "text": text, "action": action, "cancel_url": back}
