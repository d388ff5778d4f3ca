"""Making a game and the time before it begins."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import limits
from accounts.models import User

from .. import access, clock, lobby
from ..deadlines import upcoming
from ..errors import Refused
from ..forms.conduct import ConductForm
from ..forms.game import GameForm, JoinForm
from ..models import Game


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    sent = request.POST if request.method == "POST" else None
    looks = sent is not None and "show" in sent
    typed = sent.dict() if sent is not None and looks else {}
    form = GameForm(None if looks else sent, initial={"language": request.user.language, **typed})
    conduct = ConductForm(sent)
    context = {"form": form, "conduct": conduct}
    if limits.exceeded(request, "games"):
        conduct.add_error(None, limits.message())
        return render(request, "games/new.html", context, status=429)
    if conduct.is_valid() and form.is_valid():
        fields, skipped = conduct.agreed()
        game = lobby.create(
            request.user,
            as_master=form.cleaned_data["role"] == "master",
            conduct=fields,
            skipped=skipped,
            **form.game_fields(),
        )
        messages.success(request, _("The game is open. Players can join now."))
        return redirect(game)
    return render(request, "games/new.html", context)


@require_http_methods(["GET", "POST"])
@limits.limited("games")
def join(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """The lobby as someone sees it who may join; by invitation where there is a key."""
    game = _joinable_or_404(request, slug, key)
    form = JoinForm(game, request.POST or None)
    if not isinstance(request.user, User):
        return lobby_page(request, game, form=form)
    if request.method == "POST" and form.is_valid():
        try:
            game = lobby.join(game, request.user, house_rules_accepted=form.accepted)
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            begun = _("The table is full: the game begins!")
            messages.success(
                request, begun if game.has_begun else _("You are in. Welcome to the table!")
            )
        if access.visible_games(request.user).filter(pk=game.pk).exists():
            return redirect(game)
    return lobby_page(request, game, form=form)


def _joinable_or_404(request: HttpRequest, slug: str, key: str) -> Game:
    if key:
        return access.invited_game_or_404(slug, key)
    return access.game_or_404(request.user, slug)


def lobby_page(request: HttpRequest, game: Game, form: JoinForm | None = None) -> HttpResponse:
    """Who waits, what was agreed, and what the reader may do about it."""
    entries = list(game.entries.select_related("person"))
    is_master = access.is_master(request.user, game)
    names_open = access.sees_names(request.user, game)
    entered = any(entry.person_id == request.user.pk for entry in entries)
    context = {
        "game": game,
        "waiting": [
            (entry, access.waiting_name(request.user, entry, names_open=names_open))
            for entry in entries
        ],
        "places_left": lobby.places_left(game),
        "is_master": is_master,
        "entered": entered,
        "may_open": access.visible_games(request.user).filter(pk=game.pk).exists(),
        "plan": upcoming.of_lobby(game) if game.in_lobby else None,
        "closed": not game.in_lobby or game.lobby_closes_at <= clock.now(),
        "form": form or JoinForm(game),
        "action": request.path if form else reverse("games:join", args=[game.slug]),
        "masters": game.masterships.filter(until=None).select_related("person"),
        "invitation": request.build_absolute_uri(access.invitation_path(game))
        if is_master or entered
        else "",
    }
    return render(request, "games/lobby.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@limits.limited("games")
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    assert isinstance(request.user, User)
    if request.method == "GET":
        game = access.game_or_404(request.user, slug)
        asked = {
            "title": _("Leave “%(game)s”?") % {"game": game},
            "text": _("You can join again as long as a seat is free."),
            "action": _("Leave the game"),
            "danger": True,
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", asked)
    game = access.left_game_or_404(request.user, slug)
    try:
        lobby.leave(game, request.user)
    except Refused as refusal:
        # A private game is out of sight since the first click, and this is the second.
        if access.visible_games(request.user).filter(pk=game.pk).exists():
            messages.error(request, str(refusal))
            return redirect(game)
    messages.success(request, _("You have left “%(game)s”.") % {"game": game})
    return redirect("games:index")


@login_required
@require_http_methods(["GET", "POST"])
@limits.limited("games")
def remove(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    assert isinstance(request.user, User)
    game = access.mastered_game_or_404(request.user, slug)
    waiting = game.entries.select_related("person").filter(pk=entry).first()
    if waiting is None:
        messages.error(request, _("This person is no longer waiting in the game."))
        return redirect(game)
    person = waiting.person
    if request.method == "GET":
        asked = {
            "title": _("Remove %(name)s?") % {"name": person},
            "text": _("The seat becomes free, and %(name)s is told.") % {"name": person},
            "action": _("Remove"),
            "danger": True,
            "cancel_url": game.get_absolute_url(),
        }
        return render(request, "components/confirm.html", asked)
    try:
        lobby.remove(game, person, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(name)s was removed.") % {"name": person})
    return redirect(game)
