"""An answer to a program: nothing in it depends on cookies, and what has not changed is not sent
again."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language

FRESH = 300  # seconds for which a network between may keep what everybody may read


def unchanged(
    request: HttpRequest, etag: str, modified: dt.datetime | None = None
) -> HttpResponse | None:
    """A 304 where the program has this version already; none where it has to be sent."""
    seconds = int(modified.timestamp()) if modified else None
    return get_conditional_response(request, etag=etag, last_modified=seconds)


def labelled(
    answer: HttpResponse, *, etag: str, key: str, modified: dt.datetime | None = None
) -> HttpResponse:
    """The answer, in the active language, saying who may keep it: theirs alone whose key it is."""
    answer.headers["Content-Language"] = get_language() or ""
    answer.headers["ETag"] = etag
    if modified:
        answer.headers["Last-Modified"] = http_date(modified.timestamp())
    answer.headers["Cache-Control"] = "private, no-cache" if key else f"public, max-age={FRESH}"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.by_address_alone = True  # type: ignore[attr-defined]  # read by config.headers
    return answer
