"""Bodies of requests: JSON of a limited size and depth."""

import codecs
import json
from typing import Any, NoReturn

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from ninja.parser import Parser

from .problems import Problem

LARGEST = 256 * 1024  # bytes; a message has at most 20,000 characters
DEEPEST = 8


class JsonParser(Parser):
    """Parser of bodies that refuses what is no JSON."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        try:
            value = json.loads(request.body, parse_constant=_refuse)
            json.dumps(value, ensure_ascii=False).encode()  # fails for half a surrogate pair
        except (ValueError, RecursionError):
            raise Problem(400, "no_json", _("The body is not JSON.")) from None
        if not isinstance(value, dict):
            raise Problem(422, "wrong_field", _("The body must be a JSON object."))
        if _depth(value) > DEEPEST:
            text = _("The JSON is nested too deeply: %(most)d levels are allowed.")
            raise Problem(400, "too_deep", text % {"most": DEEPEST})
        return value


def body_of(request: HttpRequest) -> bytes:
    """The body of a request.

    Raises `Problem` if it declares another charset than UTF-8, is too large, or does not arrive
    whole.
    """
    if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
        raise Problem(400, "no_json", _("Send the body as JSON in UTF-8."))
    text = _("The body can have at most %(most)d KB.") % {"most": LARGEST // 1024}
    too_large = Problem(413, "too_large", text)
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
        raise too_large
    try:
        body = request.body
    except RequestDataTooBig:
        raise too_large from None
    except UnreadablePostError:
        raise Problem(400, "no_json", _("The body is not JSON.")) from None
    return body


def _refuse(_constant: str) -> NoReturn:
    """Refuse NaN and infinities, which are no JSON."""
    raise ValueError


def _depth(value: object) -> int:
    """The number of levels of objects and lists, counted no further than one is too many."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner.extend(each.values())
            elif isinstance(each, list):
                inner.extend(each)
        if not any(isinstance(each, (dict, list)) for each in level):
            break
        level, depth = inner, depth + 1
    return depth
