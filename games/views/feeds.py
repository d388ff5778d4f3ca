"""Calendars and news for programs, which have no cookies: a key in the address says who reads."""

import hashlib
from collections import defaultdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import limits, reading
from accounts.models import User

from .. import access
from ..feeds import addresses, answering, atom, calendar, news
from ..models import Game


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("preferences")
def feeds(request: HttpRequest) -> HttpResponseBase:
    """Where a person makes and revokes the addresses of their own."""
    person = request.user
    assert isinstance(person, User)
    if request.method == "POST":
        if request.POST.get("act") == "revoke":
            addresses.revoke(person)
            messages.success(request, _("Your addresses are switched off."))
        else:
            addresses.renew(person)
            messages.success(request, _("You have new addresses. Old ones open nothing any more."))
        return redirect("games:feeds")
    key = person.feed_key
    games = access.games_in_hand(person).order_by("title", "pk") if key else []
    context = {
        "calendar": addresses.own_calendar(key) if key else "",
        "games": [
            (game, addresses.calendar(game, key), addresses.news(game, key)) for game in games
        ],
    }
    return render(request, "games/feeds.html", context)


@require_safe
def game_calendar(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """The deadlines of one game."""
    person = access.reader_or_404(key) if key else None
    game = access.game_or_404(person or AnonymousUser(), slug)
    with reading.of(person, language=game.language):
        games = Game.objects.filter(pk=game.pk)
        return _calendar(request, games, person, key, title=game.title)


@require_safe
def game_news(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """What has happened in one game, and what was written to all."""
    person = access.reader_or_404(key) if key else None
    viewer = person or AnonymousUser()
    game = access.game_or_404(viewer, slug)
    address = addresses.news(game, key or None)
    with reading.of(person, language=game.language):
        entries = news.News(viewer, game).entries
        etag = atom.etag(game, entries, address=address)
        answer = answering.unchanged(request, etag)
        if answer is None:
            body = atom.document(game, entries, address=address)
            answer = HttpResponse(body, content_type=atom.TYPE)
        return answering.labelled(answer, etag=etag, key=key)


@require_safe
def own_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The deadlines of all games that somebody plays or masters."""
    person = access.reader_or_404(key)
    with reading.of(person):
        games = access.games_in_hand(person)
        return _calendar(request, games, person, key, title=_("My Diplomacy games"))


def _calendar(
    request: HttpRequest, games: QuerySet[Game], person: User | None, key: str, *, title: str
) -> HttpResponse:
    powers: dict[int, list[str]] = defaultdict(list)
    for seat in access.seats_in_hand(person or AnonymousUser()):
        powers[seat.game_id].append(seat.power)
    body = calendar.document(list(calendar.phases(games)), name=title, powers=powers)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    answer = answering.unchanged(request, etag)
    if answer is None:
        answer = HttpResponse(body, content_type=calendar.TYPE)
    return answering.labelled(answer, etag=etag, key=key)
