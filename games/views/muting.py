"""Muting a power, and hearing it again: from the foot of one of its letters."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User

from .. import access, wording
from ..models import Seat
from ..press import muting, threads


@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def mute(request: HttpRequest, slug: str, key: str, *, wanted: bool) -> HttpResponse:
    """Mute the power that signs a letter, or end that."""
    assert isinstance(request.user, User)
    game = access.begun_game_or_404(request.user, slug)
    letter = access.others_letter_or_404(access.Part(request.user, game), key)
    if letter.seat is None or not access.signs(request.user, letter):
        raise Http404
    back = threads.address_of(request.user, letter)
    if request.method != "POST":
        return render(request, "components/confirm.html", _question(letter.seat, back, wanted))
    power = {"power": wording.power(letter.seat.power)}
    if wanted:
        muting.mute(letter.seat, request.user)
        messages.success(request, _("%(power)s is muted.") % power)
    else:
        muting.unmute(letter.seat, request.user)
        messages.success(request, _("%(power)s is muted no longer.") % power)
    return redirect(back)


def _question(seat: Seat, back: str, wanted: bool) -> dict[str, Any]:
    power = {"power": wording.power(seat.power)}
    text = _("Its letters are shown again, and you are told of new ones.")
    if wanted:
        text = _(
            "The letters that it signs in this game are folded up, you get no mail of them, and"
            " they count as read. Only you know. Whoever plays the power later is muted too. A link"
            " below each of its letters ends it."
        )
    title = _("Mute %(power)s?") if wanted else _("Mute %(power)s no longer?")
    action = _("Mute") if wanted else _("Mute no longer")
    return {"title": title % power, "text": text, "action": action, "cancel_url": back}
