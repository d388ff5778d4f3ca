"""A game being played: its page, a seat's orders."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits, traces
from accounts.models import User

from .. import access
from ..deadlines import readiness
from ..errors import Refused
from ..models import Phase, Seat
from ..orders.submission import Saved
from ..pages import conduct_words, contents
from ..pages.desk import Desk, answer, saved_message
from .lobby import lobby_page


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The lobby before the game begins; then its newest phase."""
    found = access.game_or_404(request.user, slug)
    if not found.has_begun:
        return lobby_page(request, found)
    return render(request, "games/game.html", contents.table(request.user, found))


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
@traces.noted
def orders(request: HttpRequest, slug: str, code: str, power: str) -> HttpResponse:
    """The order form of one seat. Whatever is wrong, what was typed comes back."""
    assert isinstance(request.user, User)
    found = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, found, power)
    shown = access.phase_or_404(found, code)
    desk = Desk(shown, seat, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        saved = _take(request, desk)
        if request.headers.get("X-Requested-With") == "map":
            return _answer_map(request, desk, saved)
        if saved:
            if saved.changed or not desk.wants_ready:
                messages.success(request, saved_message(saved))
            if desk.wants_ready:
                _say_ready(request, shown, seat, wanted=True)
            return redirect(found)
    elif not shown.is_open:
        return redirect(shown)
    context = {"game": found, "phase": shown, "desk": desk, "board": contents.board(shown, [seat])}
    return render(request, "games/orders.html", context, status=desk.status)


def _take(request: HttpRequest, desk: Desk) -> Saved | None:
    """Save or answer the sheet that was sent; the desk says what was wrong with it."""
    assert isinstance(request.user, User)
    if limits.exceeded(request, "orders"):
        desk.status, desk.problem = 429, limits.message()
    elif desk.wants_answer:
        desk.check()
    else:
        return desk.submit(request.user)
    return None


def _answer_map(request: HttpRequest, desk: Desk, saved: Saved | None) -> HttpResponse:
    """The desk and the board as they are now, for a page that puts them in the place of its own."""
    if saved:
        desk = Desk(desk.phase, desk.seat)
        desk.said = saved_message(saved)
    held = list(access.held_seats(request.user, desk.phase.game))
    context = {"desk": desk, "board": contents.board(desk.phase, held)}
    return render(request, "games/_desk_saved.html", context, status=desk.status)


@sensitive_post_parameters()
@never_cache
@login_required
@require_POST
@limits.limited("echo")
def echo(request: HttpRequest, slug: str, code: str, power: str) -> HttpResponse:
    """What was typed at the desk of a seat, line by line as it would be understood."""
    found = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, found, power)
    shown = access.phase_or_404(found, code)
    told, status = answer(shown, seat, request.POST)
    return render(request, "games/_echo.html", {"echo": told}, status=status)


@login_required
@require_POST
@limits.limited("orders")
def ready(request: HttpRequest, slug: str, code: str, power: str) -> HttpResponse:
    found = access.game_or_404(request.user, slug)
    seat = access.seat_or_404(request.user, found, power)
    shown = access.phase_or_404(found, code)
    _say_ready(request, shown, seat, wanted=request.POST.get("ready") == "yes")
    return redirect(found)


def _say_ready(request: HttpRequest, shown: Phase, seat: Seat, *, wanted: bool) -> None:
    assert isinstance(request.user, User)
    try:
        readiness.set_ready(shown, seat, ready=wanted, person=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        done = _("You are ready.") + " " + conduct_words.when_all_ready(shown.conduct)
        messages.success(request, done if wanted else _("You are no longer ready."))
