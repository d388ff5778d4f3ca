"""Importing a game with its history: the file, a preview of it, and the game."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...archive import importing
from ...archive.importing import CheckedGame
from ...core.errors import Refused
from ...models import Game
from ..forms.import_game import ImportForm, UploadForm
from ..pages.import_game import preview_page

TOO_LARGE = "entente.upload_too_large"  # set by config.http.uploads


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_game(request: SignedInRequest) -> HttpResponse:
    """Choose a file, preview its game, and import it."""
    if request.method != "POST":
        return _upload_page(request, UploadForm())
    form = UploadForm(request.POST, request.FILES, is_too_large=TOO_LARGE in request.META)
    if rate_limits.exceeds_limit(request, "imports"):
        return _upload_page(request, form, rate_limits.refusal_message(), status=429)
    try:
        if "key" in request.POST:
            return _import(request)
        if form.is_valid():
            file, size = form.source
            checked = importing.preview(file, size, by=request.user)
            return _preview_page(request, checked, ImportForm(request.user, checked))
    except Refused as refusal:
        return _upload_page(request, form, str(refusal))
    return _upload_page(request, form)


def _upload_page(
    request: SignedInRequest, form: UploadForm, refusal: str = "", *, status: int = 200
) -> HttpResponse:
    context = {"form": form, "refusal": refusal}
    return render(request, "games/archive/import.html", context, status=status)


def _preview_page(
    request: SignedInRequest, checked: CheckedGame, form: ImportForm, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {**preview_page(checked), "form": form}
    return render(request, "games/archive/preview.html", context, status=status)


def _import(request: SignedInRequest) -> HttpResponse:
    """Import the game that was previewed. A form with errors shows the preview again."""
    made = importing.made_before(request.POST.get("request_key", ""), by=request.user)
    if made is not None:
        return redirect(made)
    checked = importing.kept(request.POST["key"], by=request.user)
    form = ImportForm(request.user, checked, request.POST)
    if not form.is_valid():
        return _preview_page(request, checked, form)
    if rate_limits.exceeds_invitation_limit(request, "seat_invitations", len(form.players)):
        form.add_error(None, rate_limits.invitations_refusal_message())
        return _preview_page(request, checked, form, status=429)
    data = form.cleaned_data
    game = importing.import_game(
        checked,
        by=request.user,
        request_key=data["request_key"],
        title=data["title"],
        visibility=Game.Visibility(data["visibility"]),
        players=form.players,
        deadlines=form.chosen_deadlines,
        orders_by_master=data.get("orders_by_master"),
    )
    said = _("The game is imported with its history.")
    if game.is_running:
        said = _("The game is imported. Its clock starts when every power has a player.")
    messages.success(request, said)
    return redirect(game)
