"""Each page in its reader's language, notation of orders, look of maps and time zone."""

import zoneinfo
from collections.abc import Callable
from contextlib import ExitStack

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import notation, patterns, zones
from accounts.models import User

ZONE_COOKIE = "time_zone"

Handler = Callable[[HttpRequest], HttpResponse]


def reader_middleware(get_response: Handler) -> Handler:
    """Put what a person chose before what the browser says.

    Stands after AuthenticationMiddleware. LocaleMiddleware has chosen a language by cookie and
    Accept-Language already; a stranger's zone comes from a cookie that the page's script sets.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        with ExitStack() as reading:
            if isinstance(user, User):
                if user.language in dict(settings.LANGUAGES):
                    translation.activate(user.language)
                    request.LANGUAGE_CODE = translation.get_language()
                reading.enter_context(notation.override(user.notation))
                reading.enter_context(patterns.override(user.pattern_fills))
                zone = user.time_zone
            else:
                zone = request.COOKIES.get(ZONE_COOKIE, "")
            if zone in zones.names():
                reading.enter_context(timezone.override(zoneinfo.ZoneInfo(zone)))
            return get_response(request)

    return middleware
