"""The page of a game, and the orders of a seat: form, feedback while typing, and readiness."""

from collections.abc import Sequence
from http import HTTPStatus

import structlog
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import rate_limits
from accounts.devices import device_traces
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...models import Game, Seat
from ...orders.sheet_words import saved_message
from ...orders.submission import Saved
from ..pages.game import (
    GameReading,
    board_with_orders,
    game_page,
    newest_phase,
    order_signs,
)
from ..pages.joint_order_entry import joint_entry
from ..pages.order_choices import (
    CHOICES_KEPT,
    OrderChoices,
    digest_of,
    remember_wish,
    wants_all_choices,
)
from ..pages.order_entry import OrderEntry
from ..pages.shared_parts import SharedParts
from ..pages.typing_feedback import typing_feedback
from ..pages.visitor_tag import has_tag, visitor_tag
from .lobby import render_lobby
from .ready import answer_ready, be_ready, hold_question


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The lobby, or the newest phase once the game has begun."""
    found = access.game_or_404(request.user, slug)
    answer = render_game(request, found) if found.has_begun else render_lobby(request, found)
    if not answer.has_header("ETag"):
        patch_cache_control(answer, private=True, no_store=True)
    return answer


def render_game(request: HttpRequest, game: Game, **more: object) -> HttpResponse:
    """The page of a game that has begun; `more` is added to its context.

    A visitor's browser that has this page already is told so.
    """
    reading = GameReading(access.Role(request.user, game))
    is_for_visitor = not more and not isinstance(request.user, User)
    tag = visitor_tag(request, reading) if is_for_visitor else ""
    answer = get_conditional_response(request, etag=tag) if tag else None
    if answer is None:
        context = game_page(reading) | {"choices_apart": not wants_all_choices(request)} | more
        answer = render(request, "games/game/game.html", context)
        if context["order_entries"]:
            remember_wish(request, answer)
        reading.parts.keep()
        tag = tag if has_tag(reading) else ""
    if tag:
        answer.headers["ETag"] = tag
        patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@login_required
@require_safe
def order_choices(request: SignedInRequest, slug: str, code: str, power: str) -> HttpResponse:
    """All choices of a seat's order form, which the script of a game's page loads.

    The browser keeps them under an address that names their content, and no other. A phase that
    ended while its page was loading has none left: that is no error.
    """
    seat = access.seat_or_404(request.user, slug, power)
    parts = SharedParts(seat.game)
    shown = newest_phase(seat.game, parts)
    if shown.code != code or not shown.is_open:
        access.phase_or_404(seat.game, code)
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-store"})
    content = OrderChoices(shown, seat, parts).html
    answer = HttpResponse(content)
    is_named = request.GET.get("v") == digest_of(content)
    kept = (
        {"max_age": int(CHOICES_KEPT.total_seconds()), "immutable": True}
        if is_named
        else {"no_store": True}
    )
    patch_cache_control(answer, private=True, **kept)
    parts.keep()
    return answer


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@login_required
@require_http_methods(["GET", "POST"])
def order_form(request: SignedInRequest, slug: str, code: str, power: str) -> HttpResponse:
    """The order form of one seat. A sheet with errors comes back as it was typed."""
    seat, held = access.own_seats_or_404(request.user, slug, power)
    shared = SharedParts(seat.game)
    parts: SharedParts | None = shared
    shown = newest_phase(seat.game, shared)
    if shown.code != code:  # what is shared is about the newest phase
        shown, parts = access.phase_or_404(seat.game, code), None
    structlog.contextvars.bind_contextvars(phase=shown.code)
    if request.method == "POST":
        entry = OrderEntry(shown, seat, request.POST, parts=parts)
        answer = _answer_sheet(request, entry, held)
        if answer.status_code < 400:
            device_traces.record(request, request.user, answer)
    elif shown.is_open:
        answer = order_page(request, OrderEntry(shown, seat, parts=parts))
    else:
        return redirect(shown)
    shared.keep()
    return answer


def order_page(request: HttpRequest, entry: OrderEntry) -> HttpResponse:
    entry.read_stored()
    context = {
        "game": entry.phase.game,
        "phase": entry.phase,
        "order_entries": [entry],
        "board": board_with_orders(entry.phase, [entry.seat], [entry], entry.parts),
    }
    return render(request, "games/order_entry/orders.html", context, status=entry.status)


def _answer_sheet(
    request: SignedInRequest, entry: OrderEntry, held: Sequence[Seat]
) -> HttpResponse:
    saved = _save_or_answer(request, entry)
    if request.headers.get("X-Requested-With") == "map":
        return _answer_map(request, entry, saved, held)
    if saved is None:
        return order_page(request, entry)
    if saved.changed or not entry.wants_ready:
        # Its address tells the script whose text the browser need not keep any more.
        messages.success(request, saved_message(saved), extra_tags=request.path)
    if entry.wants_ready:
        seats = [entry.seat]
        return hold_question(request, entry.phase, seats) or be_ready(request, entry.phase, seats)
    return redirect(entry.phase.game)


def _save_or_answer(request: SignedInRequest, entry: OrderEntry) -> Saved | None:
    """Save the sheet, or only check it if that was asked. Errors are stored in `entry`."""
    if rate_limits.exceeds_limit(request, "orders"):
        entry.status, entry.problem = 429, rate_limits.refusal_message()
    elif entry.wants_check:
        entry.check()
    else:
        return entry.submit(request.user)
    return None


def _answer_map(
    request: HttpRequest, entry: OrderEntry, saved: Saved | None, held: Sequence[Seat]
) -> HttpResponse:
    """The parts of the page that saved orders change, as HTML for the map's script."""
    if saved:
        entry = OrderEntry(entry.phase, entry.seat, parts=entry.parts, saved=saved)
        entry.status_message = saved_message(saved)
    joint = joint_entry(entry.phase, held, parts=entry.parts)
    signs = order_signs(entry.phase, joint.entries if joint else [entry])
    context = {
        "entry": entry,
        "joint_entry": joint,
        "signs": signs.lines + signs.badges,
    }
    return render(request, "games/order_entry/saved.html", context, status=entry.status)


@sensitive_post_parameters()
@never_cache
@login_required
@require_POST
@rate_limits.limited("feedback")
def order_feedback(request: SignedInRequest, slug: str, code: str, power: str) -> HttpResponse:
    """Feedback on each line that was typed for a seat, as HTML for the script."""
    seat = access.seat_or_404(request.user, slug, power)
    shown = access.phase_or_404(seat.game, code)
    feedback, status = typing_feedback(shown, seat, request.POST)
    context = {"feedback": feedback, "power": seat.power}
    return render(request, "games/order_entry/_feedback.html", context, status=status)


@cache_control(private=True, no_store=True)
@login_required
@require_POST
@rate_limits.limited("orders")
def set_ready(request: SignedInRequest, slug: str, code: str, power: str) -> HttpResponse:
    seat = access.seat_or_404(request.user, slug, power)
    shown = access.phase_or_404(seat.game, code)
    return answer_ready(request, shown, [seat])
