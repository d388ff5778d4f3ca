"""Practice games against bots: beginning one, and ending it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...lifecycle import practice
from ...wording import consequences
from ..forms.practice import PracticeForm


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def practice_games(request: HttpRequest) -> HttpResponse:
    """Show a person's practice games, and begin another. Strangers are asked to sign up."""
    person = request.user if isinstance(request.user, User) else None
    if request.method == "POST" and person is None:
        return redirect_to_login(request.path)
    form = PracticeForm(request.POST if request.method == "POST" else None)
    if person and form.is_valid():
        try:
            return redirect(practice.begin(person, **form.terms()))
        except Refused as refusal:
            form.add_error(None, str(refusal))
    page = {
        "form": form,
        "own": practice.practice_games(person) if person else [],
        "most": practice.most_at_once(),
    }
    return render(request, "games/practice/practice.html", page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("games")
def end_practice(request: SignedInRequest, slug: str) -> HttpResponse:
    """End a practice game, after a question."""
    game = access.practice_game_or_404(request.user, slug)
    if request.method != "POST":
        question = {
            "title": _("End “%(game)s”?") % {"game": game},
            "text": consequences.of_ending_practice(),
            "action": _("End the game"),
            "danger": True,
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    try:
        practice.end(game, request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The game is over."))
    return redirect("games:practice")
