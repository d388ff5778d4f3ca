"""The one view of the API: it finds the operation, and gives each answer its headers."""

import re
from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLResolver
from django.urls.resolvers import RegexPattern
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from accounts import reader

# Codes of powers, phases and provinces in addresses; the keys of other things are lower-case.
_CODES = re.compile(
    r"^(games/[^/]+/(?:master/)?(?:seats|phases)/|games/.+/readings/|statistics/openings/)([^/]+)"
)


@csrf_exempt
def answer(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer a request of a program. Who has signed in in a browser does not matter."""
    from . import languages, limits  # with the first request

    request.user = AnonymousUser()
    token = reader.person.set(None)
    try:
        with timezone.override("UTC"), translation.override(languages.asked_language(request)):
            response = _answer(request, rest)
            response.headers["Content-Language"] = translation.get_language()
    finally:
        reader.person.reset(token)
    limits.set_headers(request, response)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Authorization, Accept-Language"
    return _conditional(request, response)


def _answer(request: HttpRequest, rest: str) -> HttpResponse:
    from . import bodies, problems

    is_head = request.method == "HEAD"
    if is_head:  # Django sends the answer without its content
        request.method = "GET"
    try:
        if request.method != "GET":  # whose body means nothing, and is not read
            bodies.body_of(request)
        match = _resolver().resolve(_CODES.sub(_in_capitals, rest))
        request.api_route = match.route  # type: ignore[attr-defined]
        response: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except Http404:  # no such address, or the one without an operation's name
        return problems.not_found().response()
    except problems.Problem as problem:
        return problem.response()
    finally:
        if is_head:
            request.method = "HEAD"
    if response.status_code == 405:
        text = _("Here you can use: %(methods)s.") % {"methods": response.headers["Allow"]}
        allowed = {"Allow": response.headers["Allow"]}
        return problems.Problem(405, "wrong_method", text, headers=allowed).response()
    return response


def _in_capitals(found: re.Match[str]) -> str:
    return found[1] + found[2].upper()


@cache
def _resolver() -> URLResolver:
    """The addresses of the operations, beneath `/api/v1/`."""
    from .operations import api

    return URLResolver(RegexPattern(r"^"), api.urls[0])


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give the answer to a read its tag, or 304 if the program has it already.

    An operation may have given it a tag that costs less. A file that is written while it is sent
    has none.
    """
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.streaming:
        return response
    if not response.has_header("ETag"):
        mark = salted_hmac("games.api", response.content.decode(), algorithm="sha256")
        response.headers["ETag"] = quote_etag(mark.hexdigest()[:32])
    tag = response.headers["ETag"]
    found = get_conditional_response(request, etag=tag, response=response)
    if found is None or found.status_code != 304:
        return response
    for name in ("RateLimit", "RateLimit-Policy", "Retry-After"):
        if name in response.headers:
            found.headers[name] = response.headers[name]
    answer: HttpResponse = found
    return answer
