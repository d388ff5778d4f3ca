"""The language of an answer: that of the request, else that of the key's owner."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import (
    get_supported_language_variant,
    parse_accept_lang_header,
)

from accounts.models import User


def asked_language(request: HttpRequest) -> str:
    """The language that a request asks for; without one, the first of the site."""
    return _asked(request) or settings.LANGUAGE_CODE


def activate_for(person: User, request: HttpRequest) -> None:
    """Activate the language of the key's owner, unless the request asks for one."""
    if not _asked(request) and person.language in dict(settings.LANGUAGES):
        translation.activate(person.language)


def _asked(request: HttpRequest) -> str:
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""
