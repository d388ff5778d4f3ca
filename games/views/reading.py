"""Reading a game: a page for the orders and results of a phase, and one for the position after."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from .. import access
from ..pages import contents


@require_safe
def phase(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if shown.is_open:
        return redirect(found)
    return render(request, "games/phase.html", contents.phase(request.user, shown))


@require_safe
def superseded(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """A phase that counts no more, as it was."""
    found = access.game_or_404(request.user, slug)
    shown = access.superseded_or_404(found, code, number)
    return render(request, "games/phase.html", contents.superseded(request.user, shown))


@require_safe
def after(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The position to which a phase led: that of the next one, without any orders."""
    found = access.game_or_404(request.user, slug)
    shown = access.phase_or_404(found, code)
    if not access.may_read_orders(shown):
        return redirect(found)
    return render(request, "games/phase.html", contents.after(request.user, shown))
