"""Parameters in the query of a request: those that an operation lacks are refused by name.

Otherwise a misspelled filter would be ignored, and its program take the whole list for its part.
"""

import re
from functools import cache

from django.http import HttpRequest
from django.utils.translation import gettext as _

from .. import wording
from .problems import Problem

_CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")


def must_be_known(request: HttpRequest) -> None:
    """Raise `Problem` for a parameter that the operation of the request does not have."""
    route = _described(getattr(request, "api_route", ""))
    known = _known()[str(request.method), route]
    for name in request.GET:
        if name not in known:
            shown = wording.truncated(name)
            text = _("There’s no parameter “%(name)s” here.") % {"name": shown}
            raise Problem(422, "wrong_field", text, field=shown)


@cache
def _known() -> dict[tuple[str, str], frozenset[str]]:
    """The names of parameters in the query, by method and route."""
    from .pages import PREFIX, openapi_document  # it needs the operations, which need this module

    return {
        (method.upper(), path.removeprefix(PREFIX)): frozenset(
            each["name"] for each in operation["parameters"] if each["in"] == "query"
        )
        for path, operations in openapi_document()["paths"].items()
        for method, operation in operations.items()
    }


def _described(route: str) -> str:
    """A route as the description has it: `games/{slug}` for `^games/<slug:slug>`."""
    return _CONVERTER.sub(r"{\1}", route.removeprefix("^"))
