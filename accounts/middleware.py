"""Each page in its reader's language and time zone."""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import zones
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
        if isinstance(user, User):
            if user.language in dict(settings.LANGUAGES):
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
            zone = user.time_zone
        else:
            zone = request.COOKIES.get(ZONE_COOKIE, "")
        if zone not in zones.names():
            return get_response(request)
        with timezone.override(zoneinfo.ZoneInfo(zone)):
            return get_response(request)

    return middleware
