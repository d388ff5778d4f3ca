"""The front page, the list of games, and a person's own games."""

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.requests import SignedInRequest

from ...models import Notification
from ..pages import front, game_lists
from ..pages import my_games as pages_my_games


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/game_lists/front.html", front.front_page(request.user))


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    context = game_lists.list_page(request.user, request.GET)
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
    page, finished = pages_my_games.finished_games(request.user, request.GET.get("page"))
    context = {
        "mine": pages_my_games.my_games(request.user),
        "page": page,
        "finished": finished,
        "shows_finished": "page" in request.GET,
        "notifications": _site_notifications(request.user)[:12],
    }
    return render(request, "games/game_lists/my_games.html", context)
