"""Middleware that activates the reader's language, notation, map patterns and time zone."""

import zoneinfo
from collections.abc import Callable
from contextlib import ExitStack

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import reader, time_zones
from accounts.models import User

Handler = Callable[[HttpRequest], HttpResponse]


def reader_middleware(get_response: Handler) -> Handler:
    """Activate a signed-in person's preferences; they win over what the browser asks for.

    Must come after AuthenticationMiddleware. LocaleMiddleware has already chosen a language by
    cookie and Accept-Language. An anonymous visitor's zone comes from a cookie that the page's
    script sets.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        with ExitStack() as stack:
            if isinstance(user, User):
                if user.language in dict(settings.LANGUAGES):
                    translation.activate(user.language)
                    request.LANGUAGE_CODE = translation.get_language()
                stack.callback(reader.person.reset, reader.person.set(user))
                zone = user.time_zone
            else:
                zone = request.COOKIES.get(settings.ZONE_COOKIE_NAME, "")
            if zone in time_zones.names():
                stack.enter_context(timezone.override(zoneinfo.ZoneInfo(zone)))
            return get_response(request)

    return middleware
