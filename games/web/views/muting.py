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
        messages.success(request, _("%(power)s is muted no longer.") % power)
    return redirect(back)


def _question(seat: Seat, back: str, wanted: bool) -> dict[str, Any]:
    power = {"power": wording.power(seat.power)}
    text = _("Its messages are shown again, and you are told of new ones.")
    if wanted:
        text = _(
            "The messages that it signs in this game are folded up, you get no mail of them, and"
            " they count as read. Only you know. Whoever plays the power later is muted too. A link"
            " below each of its messages ends it."
        )
    title = _("Mute %(power)s?") if wanted else _("Mute %(power)s no longer?")
    action = _("Mute") if wanted else _("Mute no longer")
    return {"title": title % power, "text": text, "action": action, "cancel_url": back}
