"""Pages about all games."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User

from .. import access
from ..models import Game, Notice
from ..pages import contents
from ..pages import mine as mine_page

PAGE = 30


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    games = contents.listed(
        access.visible_games(request.user).filter(visibility=Game.Visibility.PUBLIC)
    )
    person = request.user if isinstance(request.user, User) else None
    context = {
        "mine": mine_page.games(person) if person else [],
        "open_games": games.filter(status=Game.Status.LOBBY)[:5],
        "running_games": games.filter(status__in=[Game.Status.PLAYING, Game.Status.PAUSED])[:5],
        "finished_games": games.filter(status=Game.Status.FINISHED)[:3],
    }
    return render(request, "games/front.html", context)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    status = request.GET.get("status", "")
    games = contents.listed(access.visible_games(request.user))
    if status in Game.Status.values:
        games = games.filter(status=status)
    else:
        status = ""
        games = games.exclude(status=Game.Status.EXPIRED)
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    shown = [choice for choice in Game.Status.choices if choice[0] != Game.Status.ASIDE]
    context = {"page": page, "status": status, "statuses": shown}
    return render(request, "games/index.html", context)


def _told_on_site(person: User) -> QuerySet[Notice]:
    told = Notice.objects.filter(person=person, channel=Notice.Channel.SITE)
    return told.select_related(
        "game",
        "phase",
        *(f"event__{name}" for name in ("phase", "seat", "actor", "subject", "motion")),
    )


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    over = access.games_of(request.user).filter(status=Game.Status.FINISHED)
    context = {
        "mine": mine_page.games(request.user),
        "finished": contents.listed(over)[:PAGE],
        "notices": _told_on_site(request.user)[:12],
    }
    return render(request, "games/mine.html", context)
