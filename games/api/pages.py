"""The description of the API as OpenAPI, and the page on which people read and try it."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from ..core.links import absolute_url
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
    for operations in document["paths"].values():
        for operation in operations.values():
            if "201" in operation["responses"]:
                operation["responses"]["201"]["headers"] = {"Location": HEADER}
            operation["operationId"] = operation["operationId"].rpartition("routes_")[2]
            for status, response in operation["responses"].items():
                content = response.get("content", {})
                if status >= "400" and "application/json" in content:
                    content[MEDIA_TYPE] = content.pop("application/json")
    return document


@require_safe
def operations_page(request: HttpRequest) -> HttpResponse:
    """The operations with their parameters, each with a form to try it."""
    return render(request, "games/api/operations.html", {"groups": _groups()})


@cache
def _groups() -> list[dict[str, Any]]:
    """The operations by resource, in the order of the document."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in openapi_document()["paths"].items():
        for method, operation in operations.items():
            shown = _operation(path, method.upper(), operation)
            groups.setdefault(operation["tags"][0], []).append(shown)
    return [{"name": name, "operations": found} for name, found in groups.items()]


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = _example(operation)
    verb = "" if method == "GET" else f"-X {method} "
    command = [f"curl {verb}-H 'Authorization: Bearer entente_…'"]
    if body:
        command.append(f"-H 'Content-Type: application/json' -d '{json.dumps(json.loads(body))}'")
    command.append(absolute_url(path))
    return {
        "id": operation["operationId"],
        "method": method,
        "path": path,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "parameters": operation["parameters"],
        "body": body,
        "scopes": [scope for each in operation["security"] for scope in each["Key"]],
        "statuses": ", ".join(operation["responses"]),
        "curl": " \\\n  ".join(command),
    }


def _example(operation: dict[str, Any]) -> str:
    """A body that shows the fields of an operation, as JSON; empty if it takes none."""
    content = operation.get("requestBody", {}).get("content", {})
    if not content:
        return ""
    schema = content["application/json"]["schema"]
    name = schema["$ref"].rpartition("/")[2]
    properties = openapi_document()["components"]["schemas"][name]["properties"]
    return json.dumps({key: _value(key, each) for key, each in properties.items()}, indent=1)


EXAMPLES = {
    "phase": "S1901M",
    "orders": ["A PAR - BUR"],
    "power": "FRANCE",
    "kind": "draw",
    "text": None,
}


def _value(name: str, schema: dict[str, Any]) -> Any:
    """An example of a field: one for its name, else its default, else one for its type."""
    if name in EXAMPLES:
        return EXAMPLES[name] if schema.get("type") != "string" or EXAMPLES[name] else "Hello."
    if "default" in schema:
        return schema["default"]
    return {"boolean": True, "object": {}, "array": []}.get(schema.get("type", ""))
