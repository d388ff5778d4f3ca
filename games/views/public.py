"""Pages about all games."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User

from .. import access
from ..models import Game, Notice, Phase

PAGE = 30


def _listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """With what a list shows: how many wait, and the open phase and its deadline."""
    current = Phase.objects.filter(game=OuterRef("pk")).order_by("-number")
    return games.annotate(
        waiting=Count("entries"),
        phase_code=Subquery(current.values("code")[:1]),
        due_at=Subquery(current.values("due_at")[:1]),
    ).order_by("-created_at", "-pk")


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    games = _listed(access.visible_games(request.user).filter(visibility=Game.Visibility.PUBLIC))
    context = {
        "open_games": games.filter(status=Game.Status.LOBBY)[:5],
        "running_games": games.filter(status=Game.Status.PLAYING)[:5],
    }
    return render(request, "games/front.html", context)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    status = request.GET.get("status", "")
    games = _listed(access.visible_games(request.user))
    if status in Game.Status.values:
        games = games.filter(status=status)
    else:
        status = ""
        games = games.exclude(status=Game.Status.EXPIRED)
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    shown = [choice for choice in Game.Status.choices if choice[0] != Game.Status.ASIDE]
    context = {"page": page, "status": status, "statuses": shown}
    return render(request, "games/index.html", context)


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    games = _listed(access.games_of(request.user)).exclude(status=Game.Status.EXPIRED)
    notices = Notice.objects.filter(person=request.user).select_related("game", "phase")[:12]
    return render(request, "games/mine.html", {"games": games, "notices": notices})
