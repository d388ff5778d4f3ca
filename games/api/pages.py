"""The description of the API as OpenAPI, and the page on which people read and try it."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from html import escape as escaped
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from ..core.links import absolute_url
from ..state import variants
from . import described, examples, parameters, problem_codes
from .locations import HEADER, PREFIX

REFUSALS_OF_ALL = ("401", "403", "404", "422", "429")  # the page names them once
NOT_MODIFIED = {"description": "The answer still has the ETag that was sent as If-None-Match."}
OF_MASTERS = ("Game master", "Several games", "Webhooks")  # beginnings of the last groups


@require_safe
@cache_control(public=True, max_age=3600)
def openapi_json(_request: HttpRequest) -> HttpResponse:
    """The OpenAPI document; it is the same for everyone."""
    return HttpResponse(openapi_text(), content_type="application/json")


@cache
def openapi_text() -> str:
    """The document as JSON, the same bytes each time."""
    return json.dumps(openapi_document(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@cache
def openapi_document() -> dict[str, Any]:
    """OpenAPI 3.1 of all operations, from the types of the code."""
    from .description import Description  # with the first request
    from .operations import api
    from .problems import MEDIA_TYPE
    from .routes.archive import KIND as SENT_AS_WRITTEN  # and so without an ETag

    document: dict[str, Any] = json.loads(json.dumps(Description(api, PREFIX)))
    document["servers"] = [{"url": absolute_url("").rstrip("/")}]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method == "get" and SENT_AS_WRITTEN not in operation["responses"]["200"]["content"]:
                operation["responses"]["304"] = NOT_MODIFIED
            if "201" in operation["responses"]:
                operation["responses"]["201"]["headers"] = {"Location": HEADER}
            parameters.describe(path.removeprefix(PREFIX), operation)
            operation["operationId"] = operation["operationId"].rpartition("routes_")[2]
            for status, response in operation["responses"].items():
                content = response.get("content", {})
                if status >= "400" and "application/json" in content:
                    content[MEDIA_TYPE] = content.pop("application/json")
    return document


@require_safe
def operations_page(request: HttpRequest) -> HttpResponse:
    """The operations by resource, each with its fields and a form to try it."""
    context = {
        "prefix": PREFIX.rstrip("/"),
        "base": absolute_url(PREFIX.rstrip("/")),
        "places": _places(),
        "groups": _groups(),
        "objects": _objects(),
        "powers": variants.played_powers("standard"),
        "codes": problem_codes.CODES.items(),
        "refusals": REFUSALS_OF_ALL,
    }
    return render(request, "games/api/operations.html", context)


@cache
def _groups() -> list[dict[str, Any]]:
    """The operations by resource, in the order of the document."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            shown = _operation(path, method.upper(), operation)
            groups.setdefault(operation["tags"][0], []).append(shown)
    ordered = sorted(groups.items(), key=lambda group: group[0].startswith(OF_MASTERS))
    return [{"id": slugify(name), "name": name, "operations": found} for name, found in ordered]


@cache
def _objects() -> dict[str, list[described.Field]]:
    """The fields of objects in several answers or in parts of answers, by name."""
    schemas = openapi_document()["components"]["schemas"]
    operations = [each for group in _groups() for each in group["operations"]]
    answers = Counter(each["answer"] for each in operations)
    waiting = [name for name, number in answers.items() if name and number > 1]
    waiting += [field.schema for each in operations for field in each["answer_fields"]]
    found: dict[str, list[described.Field]] = {}
    while waiting:
        name = waiting.pop()
        if name and name not in found:
            found[name] = described.fields_of_answer(name, schemas)
            waiting += [field.schema for field in found[name]]
    return dict(sorted(found.items()))


@cache
def _senders() -> dict[str, str]:
    """The operations that take an object as their body, by its name."""
    return {
        name: operation["operationId"]
        for operations in openapi_document()["paths"].values()
        for operation in operations.values()
        if (name := described.body_of(operation))
    }


@cache
def _places() -> dict[str, described.Field]:
    """The parameters in addresses, each with what stands before it, such as `games/{slug}`."""
    return {
        f"{operation['path'].partition(name)[0].rsplit('/', 2)[1]}/{name}": field
        for group in _groups()
        for operation in group["operations"]
        for field in operation["parameters"]
        if field.place == "path" and (name := f"{{{field.name}}}")
    }


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    schemas = openapi_document()["components"]["schemas"]
    fields = described.fields_of(operation, schemas)
    sent = described.body_schema(operation, schemas)
    body = ""
    if "requestBody" in operation:
        body = examples.body(sent, [field for field in fields if field.place == described.BODY])
    answer = described.answer_of(operation)
    verb = "" if method == "GET" else f"-X {method} "
    command = [f"curl {verb}-H 'Authorization: Bearer entente_…'"]
    if body:
        command.append(f"-H 'Content-Type: application/json' -d '{json.dumps(json.loads(body))}'")
    command.append(absolute_url(path))
    return {
        "id": operation["operationId"],
        "method": method,
        "path": path.removeprefix(PREFIX.rstrip("/")),
        "summary": operation["summary"],
        "description": described.paragraphs(operation.get("description", "")),
        "about_body": described.paragraphs(sent.get("description", "")),
        "fields": [
            replace(field, same_as=_senders().get(field.schema, ""))
            for field in fields
            if field.place != "path"  # of these `_places` tells
        ],
        "parameters": [field for field in fields if field.place != described.BODY],
        "answer": answer,
        "answer_fields": described.fields_of_answer(answer, schemas) if answer else [],
        "has_body": "requestBody" in operation,
        "body": _text(body),
        "scopes": [scope for each in operation["security"] for scope in each["Key"]],
        "statuses": ", ".join(sorted(operation["responses"].keys() - set(REFUSALS_OF_ALL))),
        "curl": _text(" \\\n  ".join(command)),
    }


def _text(text: str) -> SafeString:
    """A text for the inside of an element, where quotes need no escaping: the page is long."""
    return SafeString(escaped(text, quote=False))
