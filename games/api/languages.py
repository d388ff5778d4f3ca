"""The language and time zone of an answer.

The language is that of the request, else that of the key's owner; the zone, for times in
sentences, is the owner's.
"""

import zoneinfo

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation.trans_real import (
    get_supported_language_variant,
    parse_accept_lang_header,
)

from accounts import time_zones
from accounts.models import User


def asked_language(request: HttpRequest) -> str:
    """The language that a request asks for; without one, the first of the site."""
    return _asked(request) or settings.LANGUAGE_CODE


def activate_for(person: User, request: HttpRequest) -> None:
    """Activate the zone of the key's owner, and the language unless the request asks for one."""
    if person.time_zone in time_zones.names():
        timezone.activate(zoneinfo.ZoneInfo(person.time_zone))
    if not _asked(request) and person.language in dict(settings.LANGUAGES):
        translation.activate(person.language)


def _asked(request: HttpRequest) -> str:
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""
