"""Parameters and fields that an operation lacks: they are refused by name.

Otherwise a misspelled filter would be ignored, and its program take the whole list for its part.
django-ninja refuses unknown fields of a body, but does not read that of an operation without one.
"""

import re
from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest
from django.utils.translation import gettext as _

from .. import wording
from .bodies import JsonParser
from .locations import PREFIX
from .problems import Problem

_CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")


def must_be_known(request: HttpRequest) -> None:
    """Raise `Problem` for a parameter or a field that the operation of the request lacks."""
    route = _described(getattr(request, "api_route", ""))
    known = _known()[str(request.method), route]
    for name in request.GET:
        if name not in known.parameters:
            shown = wording.truncated(name)
            text = _("There’s no parameter “%(name)s” here.") % {"name": shown}
            raise Problem(422, "wrong_field", text, field=shown)
    if request.method != "GET" and not known.has_body and request.body:
        for name in JsonParser().parse_body(request):
            shown = wording.truncated(name)
            text = _("There’s no field “%(field)s” here.") % {"field": shown}
            raise Problem(422, "wrong_field", text, field=shown)


@dataclass(frozen=True)
class _Known:
    """An operation: the names of its parameters in the query, and whether it has a body."""

    parameters: frozenset[str]
    has_body: bool


@cache
def _known() -> dict[tuple[str, str], _Known]:
    """The operations by method and route."""
    from .pages import openapi_document  # it needs the operations, which need this module

    return {
        (method.upper(), path.removeprefix(PREFIX)): _Known(
            frozenset(each["name"] for each in operation["parameters"] if each["in"] == "query"),
            "requestBody" in operation,
        )
        for path, operations in openapi_document()["paths"].items()
        for method, operation in operations.items()
    }


def _described(route: str) -> str:
    """A route as the description has it: `games/{slug}` for `^games/<slug:slug>`."""
    return _CONVERTER.sub(r"{\1}", route.removeprefix("^"))
