"""The lobby of a game: joining, leaving, removing someone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import rate_limits
from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...core.errors import Refused
from ...lifecycle import joining_time, lobby
from ...models import Game
from ...wording import consequences
from ..forms.game import JoinForm
from ..pages.lobby import lobby_page


@require_http_methods(["GET", "POST"])
@rate_limits.limited("games")
def join_game(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """The lobby for a person who may join. `key` is the key of an invitation, or empty."""
    try:
        game = _joinable_or_404(request, slug, key)
    except Http404:
        if not key:
            raise
        return _void_invitation(request, slug)
    form = JoinForm(game, request.POST or None)
    if not isinstance(request.user, User):
        return render_lobby(request, game, form=form)
    if request.method == "POST" and form.is_valid():
        try:
            game = lobby.join(game, request.user, house_rules_accepted=form.accepted)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            begun = _("All seats are taken. The game begins.")
            messages.success(request, begun if game.has_begun else _("You’ve joined the game."))
        if access.visible_games(request.user).filter(pk=game.pk).exists():
            return redirect(game)
    return render_lobby(request, game, form=form)


def _joinable_or_404(request: HttpRequest, slug: str, key: str) -> Game:
    if key:
        return access.invited_lobby_or_404(slug, key)
    return access.game_or_404(request.user, slug)


def _void_invitation(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to a game that has begun and that the viewer sees anyway; say nothing of any other."""
    known = access.visible_games(request.user).filter(slug=slug).first()
    if known is not None and known.has_begun:
        return redirect(known)
    return render(request, "games/lobby/void_invitation.html", status=404)


def render_lobby(request: HttpRequest, game: Game, form: JoinForm | None = None) -> HttpResponse:
    if isinstance(request.user, User):
        joining_time.note_here(game, request.user)  # as the script of the page does again and again
    context = lobby_page(request, game, form=form)
    return render(request, "games/lobby/lobby.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@rate_limits.limited("games")
def renew_invitation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Make a new invitation link, after a question."""
    game = access.inviting_game_or_404(request.user, slug)
    if request.method == "GET":
        question = {
            "title": _("Create a new invitation link?"),
            "text": consequences.of_new_link(),
            "action": _("Create a new link"),
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    lobby.renew_invitation(game)
    messages.success(request, _("There is a new invitation link. The old one no longer works."))
    return redirect(game)


@login_required
@require_http_methods(["GET", "POST"])
@rate_limits.limited("games")
def leave_lobby(request: SignedInRequest, slug: str) -> HttpResponse:
    if request.method == "GET":
        game = access.game_or_404(request.user, slug)
        question = {
            "title": _("Leave “%(game)s”?") % {"game": game},
            "text": consequences.of_leaving_lobby(),
            "action": _("Leave the game"),
            "danger": True,
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    game = access.left_game_or_404(request.user, slug)
    try:
        lobby.leave(game, request.user)
    except Refused as refusal:
        # After a double click the second request no longer sees a private game.
        if access.visible_games(request.user).filter(pk=game.pk).exists():
            messages.error(request, str(refusal))
            return redirect(game)
    messages.success(request, _("You have left “%(game)s”.") % {"game": game})
    return redirect("games:index")


@login_required
@require_POST
@rate_limits.limited("games")
def say_here(request: SignedInRequest, slug: str) -> HttpResponse:
    """Note that a person is in the lobby of a live game, as the script of its page does."""
    game = access.game_or_404(request.user, slug)
    if joining_time.note_here(game, request.user):
        messages.success(request, _("You’re marked as present."))
    elif game.in_lobby:
        messages.error(request, _("You haven’t joined this game. Join it first."))
    return redirect(game)


@login_required
@require_http_methods(["GET", "POST"])
@rate_limits.limited("games")
def remove_from_lobby(request: SignedInRequest, slug: str, entry: int) -> HttpResponse:
    game = access.mastered_game_or_404(request.user, slug)
    waiting = game.entries.select_related("person").filter(pk=entry).first()
    if waiting is None:
        messages.error(request, _("This person is no longer in the lobby."))
        return redirect(game)
    person = waiting.person
    if request.method == "GET":
        question = {
            "title": _("Remove %(name)s?") % {"name": person},
            "text": consequences.of_removal(person),
            "action": _("Remove"),
            "danger": True,
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", question)
    try:
        lobby.remove(game, person, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(name)s was removed.") % {"name": person})
    return redirect(game)
