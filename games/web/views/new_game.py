"""Opening a game."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.requests import SignedInRequest

from ...lifecycle import creation
from ...models import Club, Game
from ..forms.game import GameForm
from ..forms.pace import PaceForm
from ..pages.new_game import RepeatedGame, new_game_page, repeated_game


@login_required
@require_http_methods(["GET", "POST"])
def open_game(request: SignedInRequest) -> HttpResponse:
    """Open a game, or with `show` only review its form: then nothing is checked or stored.

    `again` names a finished game whose settings and people the form begins with.
    """
    again = repeated_game(request.user, request.GET.get("again", ""))
    form, settings = _forms(request, again)
    if "show" in request.POST:
        part = "_review_parts.html" if "part" in request.POST else "new_game.html"
        return _page(request, form.unchecked(), settings, again, template=part)
    if rate_limits.exceeds_limit(request, "games"):
        settings.add_error(None, rate_limits.refusal_message())
        return _page(request, form, settings, again, status=429)
    if not all([settings.is_valid(), form.is_valid()]):
        return _page(request, form, settings, again)
    agreed, skipped = settings.settings_values()
    fields = {"game_settings": agreed, "skipped": skipped, **form.game_fields()}
    number = creation.number_invited(request.user, **fields)
    if rate_limits.exceeds_invitation_limit(request, "lobby_invitations", number):
        settings.add_error(None, rate_limits.invitations_refusal_message())
        return _page(request, form, settings, again, status=429)
    game = creation.create(request.user, **fields)
    messages.success(request, _opened(game, number))
    return redirect(game)


def _opened(game: Game, invited: int) -> str:
    """Message that a game was opened, and how people get to it."""
    if invited:
        message = ngettext(
            "The game is open. %(count)d person is invited.",
            "The game is open. %(count)d people are invited.",
            invited,
        )
        return message % {"count": invited}
    if game.visibility == Game.Visibility.PRIVATE:
        return _("The game is open. Share its invitation link with your players.")
    return _("The game is open. Players can join now.")


def _forms(request: SignedInRequest, again: RepeatedGame | None) -> tuple[GameForm, PaceForm]:
    sent = request.POST if request.method == "POST" else None
    initial = again.initial if again else {"language": request.user.language}
    if club := Club.objects.of_person(request.user.pk).filter(slug=request.GET.get("club")).first():
        initial = initial | {"club": club.pk}
    settings = PaceForm(
        sent,
        game_settings=again.game.settings if again else None,
        checked="show" not in request.POST,
        has_master=(sent or initial).get("role") != "player",
    )
    form = GameForm(sent, initial=initial, opener=request.user, live=settings.is_live)
    return form, settings


def _page(
    request: SignedInRequest,
    form: GameForm,
    settings: PaceForm,
    again: RepeatedGame | None,
    *,
    status: int = 200,
    template: str = "new_game.html",
) -> HttpResponse:
    usual = GameForm(initial={"language": request.user.language})
    asks_deadlines = request.POST.get("show") == "deadlines"
    page = new_game_page(form, settings, usual=usual, asks_deadlines=asks_deadlines)
    return render(request, f"games/lobby/{template}", page | {"again": again}, status=status)
