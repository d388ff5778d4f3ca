"""The description of the API as OpenAPI, and the page on which people read and try it."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PREFIX = "/api/v1/"


@require_safe
@cache_control(public=True, max_age=3600)
def openapi_json(_request: HttpRequest) -> HttpResponse:
    """The OpenAPI document; it is the same for everyone."""
    return HttpResponse(openapi_text(), content_type="application/json")


@cache
def openapi_text() -> str:
    """The document as JSON, the same bytes each time."""
    return json.dumps(openapi_document(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def openapi_document() -> dict[str, Any]:
    """OpenAPI 3.1 of all operations, from the types of the code."""
    from .operations import api  # with the first request
    from .problems import MEDIA_TYPE

    document: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix=PREFIX)))
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                content = response.get("content", {})
                if status >= "400" and "application/json" in content:
                    content[MEDIA_TYPE] = content.pop("application/json")
    return document


@require_safe
def operations_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/api/operations.html", {"groups": _groups()})


def _groups() -> list[dict[str, Any]]:
    """The operations by resource, in the order of their addresses."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            shown = _operation(path, method, operation)
            groups.setdefault(operation["tags"][0], []).append(shown)
    return [{"name": name, "operations": found} for name, found in groups.items()]


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody")
    return {
        "id": operation["operationId"].rpartition("routes_")[2],
        "method": method.upper(),
        "path": path,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "parameters": operation.get("parameters", []),
        "has_body": body is not None,
    }
