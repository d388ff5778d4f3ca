"""The answer to “Ready”: seats without any order are ready only after a question."""

from collections.abc import Sequence

import structlog
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.requests import SignedInRequest

from ... import wording
from ...core.errors import Refused, SaveFailedError
from ...deadlines import readiness
from ...models import Phase, Seat
from ...orders import holding, sheet_words

logger = structlog.get_logger(__name__)

HOLDING = "hold"
"""Field with the powers whose units shall hold, as the question named them."""
NUMBER = "number"
"""Field with the number of the phase that the question is about: its code may be used again."""


def answer_ready(request: SignedInRequest, shown: Phase, seats: Sequence[Seat]) -> HttpResponse:
    """Store whether the seats of a person are ready, as a form says in `ready`."""
    if request.POST.get("ready") == "yes":
        if HOLDING in request.POST and request.POST.get(NUMBER) != str(shown.number):
            messages.error(request, _("Another phase is open now. Nothing has changed."))
            return redirect(shown.game)
        return hold_question(request, shown, seats) or be_ready(request, shown, seats)
    try:
        readiness.set_ready(shown, seats, ready=False, person=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("You’re no longer ready."))
    return redirect(shown.game)


def hold_question(
    request: SignedInRequest, shown: Phase, seats: Sequence[Seat]
) -> HttpResponse | None:
    """Ask whether all units of seats without any order shall hold; None if that is answered.

    A power that has lost its orders since the question named others is asked about, too.
    """
    asked = holding.without_orders(shown, seats)
    if {seat.power for seat in asked} <= set(request.POST.getlist(HOLDING)):
        return None
    return render(request, "components/confirm.html", _question(shown, seats, asked))


def be_ready(request: SignedInRequest, shown: Phase, seats: Sequence[Seat]) -> HttpResponse:
    """Make the seats ready; the units of those that the question named hold."""
    named = request.POST.getlist(HOLDING)
    try:
        holding.be_ready(shown, seats, person=request.user, holding=named)
    except Refused as refusal:
        messages.error(request, str(refusal))
    except SaveFailedError as failure:
        logger.error("orders_not_saved", game=shown.game.slug, error=str(failure))
        messages.error(request, _("Your orders couldn’t be saved just now. Try again."))
    else:
        if not shown.game.practice:  # there the page itself says so
            messages.success(request, sheet_words.now_ready(shown, seats))
    return redirect(shown.game)


def _question(shown: Phase, seats: Sequence[Seat], asked: Sequence[Seat]) -> dict[str, object]:
    """Context of the page that asks whether all units of the powers `asked` shall hold."""
    names = wording.listed([wording.power(seat.power) for seat in asked])
    where = [shown.game.slug, shown.code]
    own = reverse("games:ready", args=[*where, seats[0].power])
    return {
        "title": _("Hold with all units?"),
        "text": ngettext(
            "%(powers)s has no orders. An order to hold is saved for each of its units, and "
            "you’re ready.",
            "%(powers)s have no orders. An order to hold is saved for each of their units, and "
            "you’re ready.",
            len(asked),
        )
        % {"powers": names},
        "action": _("Hold with all units"),
        "url": own if len(seats) == 1 else reverse("games:joint_ready", args=where),
        "hidden": [
            ("ready", "yes"),
            (NUMBER, shown.number),
            *((HOLDING, seat.power) for seat in asked),
        ],
        "cancel_url": shown.game.get_absolute_url(),
    }
