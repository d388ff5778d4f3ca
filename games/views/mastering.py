"""What a game master does: the desk, and a page for each act."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.models import User

from .. import access
from ..acts import Act
from ..errors import Refused
from ..mastering import clockwork, office


@login_required
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """All that a master may do, and what they need to know for it."""
    game = access.run_game_or_404(request.user, slug)
    return render(request, "games/master.html", office.page(request.user, game))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, slug: str, kind: type[Act], **of: Any) -> HttpResponse:
    """Ask what an act needs, and do it. Whatever is wrong, what was typed comes back."""
    assert isinstance(request.user, User)
    game = access.run_game_or_404(request.user, slug)
    if not kind.is_offered(game):
        told = _("That cannot be done now. This game: %(status)s.")
        messages.error(request, told % {"status": game.get_status_display()})
        return redirect("games:master", slug)
    form = kind(game, request.user, request.POST if request.method == "POST" else None, **of)
    if limits.exceeded(request, "games"):
        form.refuse(limits.message())
        return render(request, "games/act.html", {"game": game, "form": form}, status=429)
    if form.is_valid() and form.is_accepted:
        try:
            messages.success(request, form.perform())
        except Refused as refusal:
            game.refresh_from_db(fields=["status", "map_key"])
            if not kind.is_offered(game):  # a second click, or another master was quicker
                messages.error(request, str(refusal))
                return redirect("games:master", slug)
            form.refuse(refusal)
        else:
            return redirect(form.back)
    return render(request, "games/act.html", {"game": game, "form": form})


@login_required
@require_POST
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the clock of a game that was set aside."""
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    try:
        clockwork.restart(game, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The clock runs again, with a whole phase to go."))
    return redirect(game)
