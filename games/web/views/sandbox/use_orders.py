"""The way back from the sandbox: orders of a private line in the order form of their game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from .... import access
from ....models import Phase, Seat
from ...forms.sandbox_private import Origin, PrivateLineForm
from ...pages.sandbox.use_orders import filled_page, ordering, refused_page, why_not
from .line import read_line


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def use_orders(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Fill the reader's order form with their orders in a private line; nothing is saved.

    If they may not order there now, they get the orders back as text.
    """
    if request.method != "POST":
        return redirect("games:game", slug)
    line = read_line(request, PrivateLineForm(request.POST).text)
    if isinstance(line, HttpResponse):
        return line
    shown, seats = _seats_in_hand(request, slug, code)
    problem = why_not(shown, seats, line)
    if problem or shown is None:
        context = refused_page(line, shown, Origin(slug, code), problem)
        return render(request, "games/sandbox/not_used.html", context, status=409)
    context = filled_page(shown, ordering(shown, seats), line)
    return render(request, "games/order_entry/orders.html", context)


def _seats_in_hand(request: HttpRequest, slug: str, code: str) -> tuple[Phase | None, list[Seat]]:
    """The phase, None if the reader does not see it, and the seats that they hold in its game."""
    try:
        game = access.game_or_404(request.user, slug)
        shown = access.phase_or_404(game, code)
    except Http404:
        return None, []
    seats = list(access.held_seats(request.user, game).order_by("place"))
    for seat in seats:
        seat.game = game
    return shown, seats
