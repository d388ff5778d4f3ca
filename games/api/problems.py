"""Problems: answers that refuse a request, as `application/problem+json` (RFC 9457).

`code` is for programs and never changes; `title` and `detail` are sentences in the caller's
language. `type` is the address of the code on the help page.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..core.links import absolute_url
from . import wrong_values

MEDIA_TYPE = "application/problem+json"

TITLES = {
    400: gettext_lazy("This isn’t a valid request"),
    401: gettext_lazy("A valid key is missing"),
    403: gettext_lazy("The key may not do this"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("This method isn’t allowed here"),
    409: gettext_lazy("This can’t be done now"),
    413: gettext_lazy("The request is too large"),
    422: gettext_lazy("Something in the request is wrong"),
    429: gettext_lazy("Too many requests"),
    503: gettext_lazy("This isn’t possible just now"),
}
QUESTIONS = {"needs_confirmation": gettext_lazy("Please confirm")}
"""The titles of codes whose problem is a question, instead of those of their status."""


class Problem(Exception):  # noqa: N818 - a normal answer, not a fault
    """The refusal of a request; `more` are further members of its answer."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        title: str = "",
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(f"{status} {code}")  # no text of the request: this may be logged
        self.status, self.code, self.detail, self.field = status, code, detail, field
        self.title = title or str(QUESTIONS.get(code, TITLES[status]))
        self.headers, self.more = headers or {}, more

    def response(self) -> HttpResponse:
        body = {
            "type": absolute_url(f"/api/#{self.code}"),
            "code": self.code,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **({"field": self.field} if self.field is not None else {}),
            **self.more,
        }
        content = json.dumps(body, ensure_ascii=False, cls=DjangoJSONEncoder)
        return HttpResponse(content, MEDIA_TYPE, self.status, headers=dict(self.headers))


def not_found() -> Problem:
    detail = _("There’s nothing at this address that you may see.")
    return Problem(404, "not_found", detail)


def of_validation(errors: list[dict[str, Any]]) -> Problem:
    """The problem of parameters or a body with fields that are unknown or of a wrong type.

    The field is that of the first error; all are in `errors`.
    """
    if any(each["type"] == "missing" and not _field(each["loc"]) for each in errors):
        return Problem(422, "wrong_field", _("The body is missing. Send a JSON object."))
    return of_fields([(_field(each["loc"]), _sentence(each)) for each in errors])


def of_fields(problems: Sequence[tuple[str, str]]) -> Problem:
    """The problem of fields that are wrong, each with its sentence."""
    found = [{"field": field, "detail": detail} for field, detail in problems]
    return Problem(422, "wrong_field", found[0]["detail"], field=found[0]["field"], errors=found)


@contextmanager
def fields_within(name: str) -> Iterator[None]:
    """Name fields that are wrong in a part of a body by their whole place, such as `game.zone`."""
    try:
        yield
    except Problem as problem:
        errors = problem.more.get("errors")
        if not errors:
            raise
        within = [(f"{name}.{each['field']}", each["detail"]) for each in errors]
        raise of_fields(within) from None


def _field(place: tuple[Any, ...]) -> str:
    """The name of a field, such as `orders.2`, without the part of the request and its variable."""
    parts = [str(part) for part in place]
    inner = parts[2:] if parts[:1] == ["body"] else parts[-1:]
    return ".".join(inner)


def _sentence(error: Mapping[str, Any]) -> str:
    match error["type"]:
        case "extra_forbidden":
            text = _("There’s no field “%(field)s” here.")
        case "missing":
            text = _("The field “%(field)s” is missing.")
        case _:
            text = _("The field “%(field)s” has a wrong value.")
    named = text % {"field": _field(error["loc"])}
    return f"{named} {wrong_values.expected(error)}".strip()
