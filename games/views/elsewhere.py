"""Where the news of a game goes by itself: for its masters alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import limits
from accounts.models import User

from .. import access
from ..errors import Refused
from ..forms.hooks import HookForm
from ..hooks import keeping
from ..models import Game, Hook
from ..pages import elsewhere


@login_required
@require_safe
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The places, and what became of the last news there."""
    game = access.mastered_game_or_404(request.user, slug)
    context = {"game": game, "places": elsewhere.places(game), "kinds": Hook.Kind.choices}
    return render(request, "games/elsewhere.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The form for one more place. Whatever is wrong, what was typed comes back."""
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    if kind not in Hook.Kind.values:
        raise Http404
    form = HookForm(kind, game, request.POST if request.method == "POST" else None)
    status = 200
    if limits.exceeded(request, "games"):
        form.add_error(None, limits.message())
        status = 429
    elif form.is_valid():
        try:
            keeping.add(game, by=request.user, **form.fields_of_hook)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("News goes there from now on. Send a test to see it."))
            return redirect("games:elsewhere", slug)
    context = {"game": game, "form": form, "label": Hook.Kind(kind).label}
    return render(request, "games/elsewhere_add.html", context, status=status)


@login_required
@require_POST
@limits.limited("games")
def try_out(request: HttpRequest, slug: str, hook: int) -> HttpResponse:
    game = access.mastered_game_or_404(request.user, slug)
    try:
        keeping.try_out(_hook(game, hook))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test is on its way. Load this page anew in half a minute."))
    return redirect("games:elsewhere", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("games")
def switch_off(request: HttpRequest, slug: str, hook: int) -> HttpResponse:
    """Ask first, for nobody gets the address back."""
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    found = _hook(game, hook)
    if request.method == "POST":
        try:
            keeping.switch_off(found, by=request.user)
        except Refused as refusal:  # another master was quicker
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("It is switched off."))
        return redirect("games:elsewhere", slug)
    return render(request, "components/confirm.html", _question(found))


def _question(hook: Hook) -> dict[str, Any]:
    return {
        "title": _("Send no more news there?"),
        "text": f"{hook.get_kind_display()}: {elsewhere.address(hook)}",
        "warning": _(
            "What waits to be sent there is dropped, and the site forgets the address and its key."
        ),
        "action": _("Switch it off"),
        "danger": True,
        "cancel_url": reverse("games:elsewhere", args=[hook.game.slug]),
    }


def _hook(game: Game, key: int) -> Hook:
    """A hook of the game that is on, with its game."""
    found = get_object_or_404(game.hooks.filter(off_at=None), pk=key)
    found.game = game
    return found
