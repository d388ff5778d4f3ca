"""An answer to a program: nothing in it depends on cookies, and what has not changed is not sent
again."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

FRESH = 300  # seconds for which a network between may keep what everybody may read


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """A 304 where the program has this version already; none where it has to be sent.

    No date says which version it is: two things may happen in one second.
    """
    return get_conditional_response(request, etag=etag)


def labelled(answer: HttpResponse, *, etag: str, key: str) -> HttpResponse:
    """The answer, in the active language, saying who may keep it: theirs alone whose key it is."""
    answer.headers["Content-Language"] = get_language() or ""
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "private, no-cache" if key else f"public, max-age={FRESH}"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.by_address_alone = True  # type: ignore[attr-defined]  # read by config.headers
    return answer
