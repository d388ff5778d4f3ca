"""The orders of a person who plays several powers: one page, one text, one “ready” for all."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.devices import device_traces
from accounts.requests import SignedInRequest

from ... import access
from ...models import Phase, Seat
from ...state import phases
from ..pages.game import board_with_orders
from ..pages.joint_order_entry import JointOrderEntry, joint_typing_feedback
from .ready import answer_ready


def _ordering(shown: Phase, seats: list[Seat]) -> list[Seat]:
    """The seats among `seats` that have something to order in a phase."""
    due = phases.orders_due(shown)
    return [seat for seat in seats if seat.power in due]


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "POST"])
def order_forms(request: SignedInRequest, slug: str, code: str) -> HttpResponse:
    """The order forms of all seats of a person. A text with errors comes back as it was typed."""
    seats = access.joint_seats_or_404(request.user, slug)
    shown = access.phase_or_404(seats[0].game, code)
    if request.method == "POST":
        return _answer_text(request, shown, _ordering(shown, seats))
    if not shown.is_open:
        return redirect(shown)
    ordering = _ordering(shown, seats)
    if not ordering:
        return _nothing_to_order(request, shown)
    return _order_page(request, JointOrderEntry(shown, ordering))


def _answer_text(request: SignedInRequest, shown: Phase, seats: list[Seat]) -> HttpResponse:
    if not seats:
        return _nothing_to_order(request, shown)
    entry = JointOrderEntry(shown, seats, request.POST)
    saved = False
    if rate_limits.exceeds_limit(request, "orders"):
        entry.status, entry.problem = 429, rate_limits.refusal_message()
    elif entry.wants_check:
        entry.check()
    else:
        saved = entry.submit(request.user)
    if not saved:
        return _order_page(request, entry)
    done = _("Your orders are saved. They count at the deadline.")
    messages.success(request, done, extra_tags=request.path)  # as for one seat
    answer = redirect(shown.game)
    device_traces.record(request, request.user, answer)
    return answer


def _nothing_to_order(request: HttpRequest, shown: Phase) -> HttpResponse:
    messages.info(request, _("You have no orders to give in this phase."))
    return redirect(shown.game)


def _order_page(request: HttpRequest, entry: JointOrderEntry) -> HttpResponse:
    for each in entry.entries:
        each.read_stored()
    context = {
        "game": entry.phase.game,
        "phase": entry.phase,
        "order_entries": entry.entries,
        "joint_entry": entry,
        "board": board_with_orders(
            entry.phase, [each.seat for each in entry.entries], entry.entries, None
        ),
    }
    return render(request, "games/order_entry/orders.html", context, status=entry.status)


@sensitive_post_parameters()
@never_cache
@login_required
@require_POST
@rate_limits.limited("feedback")
def order_feedback(request: SignedInRequest, slug: str, code: str) -> HttpResponse:
    """Feedback on each line that was typed for several seats, as HTML for the script."""
    seats = access.joint_seats_or_404(request.user, slug)
    shown = access.phase_or_404(seats[0].game, code)
    ordering = _ordering(shown, seats)
    feedback, status = joint_typing_feedback(shown, ordering, request.POST)
    context = {"feedback": feedback, "power": "all"}
    return render(request, "games/order_entry/_feedback.html", context, status=status)


@cache_control(private=True, no_store=True)
@login_required
@require_POST
@rate_limits.limited("orders")
def set_ready(request: SignedInRequest, slug: str, code: str) -> HttpResponse:
    """Make all powers of a person ready, or none."""
    seats = access.joint_seats_or_404(request.user, slug)
    shown = access.phase_or_404(seats[0].game, code)
    ordering = _ordering(shown, seats)
    if not ordering:
        return _nothing_to_order(request, shown)
    return answer_ready(request, shown, ordering)
