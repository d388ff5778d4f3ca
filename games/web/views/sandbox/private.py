"""A private line of the sandbox: it comes in the body of a form; no address sent here holds it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from .... import access
from ....sandbox.begin import line_with_orders_of
from ....sandbox.line import Line
from ...forms.sandbox_private import Origin, PrivateLineForm
from ...pages.sandbox.line import Go
from ...pages.sandbox.private import sharing_page
from .line import answer_orders, line_page, read_line, results_page


@sensitive_post_parameters()
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def sandbox_private(request: HttpRequest) -> HttpResponse:
    """Begin a private line with one's own orders, show a page of it, or answer its forms."""
    form = PrivateLineForm(request.POST)
    origin = form.origin
    if request.method != "POST":
        return render(request, "games/sandbox/private.html")
    if "line" not in request.POST and origin:
        return _begin(request, origin)
    line = read_line(request, form.text)
    if isinstance(line, HttpResponse):
        return line
    if "share" in request.POST:
        return _share(request, line, form.number("share", len(line.phases)), origin)
    if "mode" in request.POST:
        return answer_orders(request, line, origin)
    number = form.number("show", len(line.phases))
    if number is not None:
        return results_page(request, line, number, origin)
    return line_page(request, line, origin=origin)


def _begin(request: HttpRequest, origin: Origin) -> HttpResponse:
    """A line with the reader's stored orders of an open phase.

    For others the same phase begins an ordinary line, which has no orders.
    """
    game = access.game_or_404(request.user, origin.slug)
    shown = access.phase_or_404(game, origin.phase)
    seats = list(access.held_seats(request.user, game))
    if not seats or not shown.is_open:
        return redirect("games:phase_in_sandbox", origin.slug, origin.phase)
    return line_page(request, line_with_orders_of(shown, seats), origin=origin)


def _share(request: HttpRequest, line: Line, number: int | None, origin: Origin) -> HttpResponse:
    """Ask which orders the address of a line may hold; once that is answered, lead to it."""
    match request.POST.get("with"):
        case "orders":
            return redirect(Go(line, number).url)
        case "position":
            return redirect(Go(line.back_to(0).with_orders({})).url)
    return render(request, "games/sandbox/share.html", sharing_page(line, number, origin))
