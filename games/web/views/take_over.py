"""Taking over a game that has been played elsewhere."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...core.errors import Refused
from ...lifecycle import creation, rhythms, take_over
from ...models import Game
from ...state import variants
from ..forms.settings import SettingsForm
from ..forms.take_over import TakeOverForm
from ..pages.take_over import take_over_page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over_game(request: SignedInRequest) -> HttpResponse:
    """Paste a position, preview it, and begin the game. A form with errors keeps its input."""
    form, settings = _forms(request)
    context: dict[str, Any] = {"form": form, "settings": settings}
    if rate_limits.exceeds_limit(request, "games"):
        settings.add_error(None, rate_limits.refusal_message())
        return render(request, "games/take_over/take_over.html", context, status=429)
    are_valid = all([settings.is_valid(), form.is_valid()])
    if not are_valid or "change" in request.POST:
        return render(request, "games/take_over/take_over.html", context)
    if "begin" not in request.POST:
        return render(request, "games/take_over/preview.html", context | _preview(form))
    is_new = creation.created_with(form.cleaned_data["request_key"]) is None
    if is_new and rate_limits.exceeds_invitation_limit(
        request, "seat_invitations", len(form.players)
    ):
        settings.add_error(None, rate_limits.invitations_refusal_message())
        return render(request, "games/take_over/take_over.html", context, status=429)
    try:
        game = _begin(form, settings)
    except Refused as refusal:
        settings.add_error(None, str(refusal))
        return render(request, "games/take_over/take_over.html", context)
    messages.success(request, _message(form))
    return redirect(game)


def _forms(request: SignedInRequest) -> tuple[TakeOverForm, SettingsForm]:
    """The two forms with the data that was sent.

    If only the deadlines are to be shown, the position form is filled in but not validated.
    """
    sent = request.POST if request.method == "POST" else None
    validated = sent if "show" not in request.POST else None
    initial = {"language": request.user.language} | ({} if validated else request.POST.dict())
    settings = SettingsForm(sent, rhythms=rhythms.NOT_LIVE)
    return TakeOverForm(request.user, validated, initial=initial), settings


def _preview(form: TakeOverForm) -> dict[str, Any]:
    """Context of the position as a preview, before anything is stored.

    Each preview has a new key, so that repeated clicks on one preview make one game.
    """
    position = form.pasted.position
    assert position is not None
    setup = variants.setup_of(Game(setup=form.cleaned_data["setup"]))
    shown = take_over_page(position, form.players, setup, title=form.cleaned_data["title"])
    return shown | {"warnings": form.pasted.warnings, "fresh_key": uuid.uuid4()}


def _message(form: TakeOverForm) -> str:
    if form.players:
        return _("The game continues here. Its players are invited, and the clock waits for them.")
    return _("The game continues here.")


def _begin(form: TakeOverForm, settings: SettingsForm) -> Game:
    assert form.pasted.position is not None
    fields, skipped = settings.settings_values()
    return take_over.take_over(
        form.pasted.position,
        form.players,
        master=form.master,
        game_settings=fields,
        skipped=skipped,
        **form.game_fields(),
    )
