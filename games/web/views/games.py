"""The front page, the list of games, and a person's own games."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import SignedInRequest

from ... import access
from ...models import Game, Notification
from ..pages import game_lists
from ..pages.invitations import game_invitation_lines, invitation_lines

PAGE = 30


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    games = game_lists.with_list_columns(
        access.visible_games(request.user).filter(visibility=Game.Visibility.PUBLIC)
    )
    person = request.user if isinstance(request.user, User) else None
    context = {
        "my_games": game_lists.my_games(person) if person else [],
        "open_games": games.in_lobby()[:5],
        "running_games": games.filter(status__in=[Game.Status.PLAYING, Game.Status.PAUSED])[:5],
        "finished_games": games.finished()[:3],
    }
    return render(request, "games/game_lists/front.html", context)


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    status = request.GET.get("status", "")
    games = game_lists.with_list_columns(access.visible_games(request.user))
    if status in Game.Status.values:
        games = games.filter(status=status)
    else:
        status = ""
        games = games.exclude(status=Game.Status.EXPIRED)
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    shown = [choice for choice in Game.Status.choices if choice[0] != Game.Status.ASIDE]
    context = {"page": page, "status": status, "statuses": shown}
    return render(request, "games/game_lists/index.html", context)


def _site_notifications(person: User) -> QuerySet[Notification]:
    return Notification.objects.on_site_of(person).select_related(
        "game",
        "phase",
        *(f"event__{name}" for name in ("phase", "seat", "actor", "subject", "vote")),
    )


@login_required
@require_safe
def my_games(request: SignedInRequest) -> HttpResponse:
    finished = access.games_of(request.user).finished()
    context = {
        "my_games": game_lists.my_games(request.user),
        "invitations": invitation_lines(request.user),
        "game_invitations": game_invitation_lines(request.user),
        "finished": game_lists.with_list_columns(finished)[:PAGE],
        "notifications": _site_notifications(request.user)[:12],
    }
    return render(request, "games/game_lists/my_games.html", context)
