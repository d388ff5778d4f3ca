"""Calendars and news feeds for programs without cookies: a key in the URL names the reader."""

import hashlib
from collections import defaultdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import feed_keys, rate_limits, reader_locale
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.sessions import reauthentication

from ... import access
from ...models import Game
from ..feeds import addresses, atom, news


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limits.limited("preferences")
@reauthentication.required
def feed_addresses(request: SignedInRequest) -> HttpResponseBase:
    """The page on which a person makes and revokes the keyed URLs of their calendars and feeds."""
    person = request.user
    if request.method == "POST":
        if request.POST.get("act") == "revoke":
            feed_keys.revoke(person)
            messages.success(request, _("Your addresses are switched off."))
        else:
            feed_keys.renew(person)
            messages.success(request, _("You have new addresses. The old ones no longer work."))
        return redirect("games:feeds")
    key = person.feed_key
    games = access.games_in_hand(person).among_people().order_by("title", "pk") if key else []
    context = {
        "calendar": addresses.own_calendar_url(key) if key else "",
        "games": [
            (game, addresses.calendar_url(game, key), addresses.news_url(game, key))
            for game in games
        ],
    }
    return render(request, "games/feeds/addresses.html", context)


@require_safe
def game_calendar(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """The deadlines of one game as a calendar."""
    person = access.reader_or_404(key) if key else None
    game = access.game_or_404(person or AnonymousUser(), slug)
    with reader_locale.override(person, language=game.language):
        games = Game.objects.filter(pk=game.pk)
        return _calendar_response(request, games, person, key, title=game.title)


@require_safe
def game_news(request: HttpRequest, slug: str, key: str = "") -> HttpResponse:
    """The Atom feed of a game: its news and its public messages."""
    person = access.reader_or_404(key) if key else None
    viewer = person or AnonymousUser()
    game = access.game_or_404(viewer, slug)
    address = addresses.news_url(game, key or None)
    with reader_locale.override(person, language=game.language):
        entries = news.GameNews(viewer, game).entries
        etag = atom.etag(game, entries, address=address)
        answer = not_modified(request, etag)
        if answer is None:
            body = atom.document(game, entries, address=address)
            answer = HttpResponse(body, content_type=atom.TYPE)
        return with_feed_headers(answer, etag=etag, key=key)


@require_safe
def own_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The deadlines of all games that the owner of the key plays or masters, as a calendar."""
    person = access.reader_or_404(key)
    with reader_locale.override(person):
        games = access.games_in_hand(person).among_people()
        return _calendar_response(request, games, person, key, title=_("My Diplomacy games"))


def _calendar_response(
    request: HttpRequest, games: QuerySet[Game], person: User | None, key: str, *, title: str
) -> HttpResponse:
    from ..feeds import calendar  # few sites are asked for one: the others save 2 MB of memory

    powers: dict[int, list[str]] = defaultdict(list)
    for seat in access.seats_in_hand(person or AnonymousUser()):
        powers[seat.game_id].append(seat.power)
    body = calendar.document(list(calendar.calendar_phases(games)), name=title, powers=powers)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    answer = not_modified(request, etag)
    if answer is None:
        answer = HttpResponse(body, content_type=calendar.TYPE)
    return with_feed_headers(answer, etag=etag, key=key)


FRESH = 300  # seconds for which a shared cache may keep a public answer


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return a 304 if the program has this version already, otherwise None.

    There is no Last-Modified: two things may happen in one second.
    """
    return get_conditional_response(request, etag=etag)


def with_feed_headers(answer: HttpResponse, *, etag: str, key: str) -> HttpResponse:
    """Add the headers of language, version and caching. An answer to a key is private."""
    answer.headers["Content-Language"] = get_language() or ""
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, no-cache" if key else f"public, max-age={FRESH}"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.same_for_everyone = True  # type: ignore[attr-defined]  # read by config.http.middleware
    return answer
