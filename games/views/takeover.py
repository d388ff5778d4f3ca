"""Going on here with a game that runs elsewhere."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User

from .. import positions
from ..errors import Refused
from ..forms.conduct import ConductForm
from ..forms.takeover import TakeOverForm
from ..mastering import importing
from ..models import Game
from ..pages import prospect


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """Paste the position, look at it, begin. What was typed comes back until the game has begun."""
    form, conduct = _forms(request)
    context: dict[str, Any] = {"form": form, "conduct": conduct}
    if limits.exceeded(request, "games"):
        conduct.add_error(None, limits.message())
        return render(request, "games/take_over.html", context, status=429)
    agreed = all([conduct.is_valid(), form.is_valid()])
    if not agreed or "change" in request.POST:
        return render(request, "games/take_over.html", context)
    if "begin" not in request.POST:
        return render(request, "games/take_over_preview.html", context | _preview(form))
    try:
        game = _begin(form, conduct)
    except Refused as refusal:
        conduct.add_error(None, str(refusal))
        return render(request, "games/take_over.html", context)
    messages.success(request, _("The game goes on here, and its players are told."))
    return redirect(game)


def _forms(request: HttpRequest) -> tuple[TakeOverForm, ConductForm]:
    """What was sent; where only the deadlines are asked for, the rest stands there unjudged."""
    assert isinstance(request.user, User)
    sent = request.POST if request.method == "POST" else None
    asked = sent if "show" not in request.POST else None
    initial = {"language": request.user.language} | ({} if asked else request.POST.dict())
    return TakeOverForm(request.user, asked, initial=initial), ConductForm(sent)


def _preview(form: TakeOverForm) -> dict[str, Any]:
    """The position before anything is stored. Each look has a key of its own: only the button on
    one and the same page makes one game, however often it is pressed."""
    position = form.pasted.position
    assert position is not None
    setup = positions.setup_of(Game(setup=form.cleaned_data["setup"]))
    shown = prospect.page(position, form.players, setup, title=form.cleaned_data["title"])
    return shown | {"warnings": form.pasted.warnings, "fresh_key": uuid.uuid4()}


def _begin(form: TakeOverForm, conduct: ConductForm) -> Game:
    assert form.pasted.position is not None
    fields, skipped = conduct.agreed()
    return importing.take_over(
        form.pasted.position,
        form.players,
        master=form.master,
        conduct=fields,
        skipped=skipped,
        **form.game_fields(),
    )
