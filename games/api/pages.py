"""The description of the API as OpenAPI, and the page on which people read and try it."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from ..core.links import absolute_url
from ..state import variants
from . import described, examples, parameters, problem_codes
from .locations import HEADER, PREFIX


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

    document: dict[str, Any] = json.loads(json.dumps(Description(api, PREFIX)))
    for path, operations in document["paths"].items():
        for operation in operations.values():
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
        "groups": _groups(),
        "powers": variants.played_powers("standard"),
        "codes": problem_codes.CODES.items(),
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
    return [
        {"id": slugify(name), "name": name, "operations": found} for name, found in groups.items()
    ]


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    schemas = openapi_document()["components"]["schemas"]
    fields = described.fields_of(operation, schemas)
    body = examples.body([field for field in fields if field.place == described.BODY])
    about = described.body_schema(operation, schemas).get("description", "")
    verb = "" if method == "GET" else f"-X {method} "
    command = [f"curl {verb}-H 'Authorization: Bearer entente_…'"]
    if body:
        command.append(f"-H 'Content-Type: application/json' -d '{json.dumps(json.loads(body))}'")
    command.append(absolute_url(path))
    return {
        "id": operation["operationId"],
        "method": method,
        "path": path.removeprefix(PREFIX),
        "address": path,
        "summary": operation["summary"],
        "description": described.paragraphs(operation.get("description", "")),
        "about_body": described.paragraphs(about),
        "fields": fields,
        "parameters": [field for field in fields if field.place != described.BODY],
        "has_body": "requestBody" in operation,
        "body": body,
        "scopes": [scope for each in operation["security"] for scope in each["Key"]],
        "statuses": ", ".join(operation["responses"]),
        "curl": " \\\n  ".join(command),
    }
