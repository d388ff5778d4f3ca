"""Examples of bodies, for the forms in which people try operations."""

import json
from collections.abc import Sequence
from typing import Any

from .described import Field

BY_NAME: dict[str, Any] = {
    "phase": "S1901M",
    "orders": ["A PAR - BUR"],
    "power": "FRANCE",
    "kind": "draw",
    "text": "Hello.",
}
BY_TYPE: dict[str, Any] = {
    "boolean": True,
    "whole number": 1,
    "string": "",
    "date": "2027-12-24",
    "time with zone": "2027-03-01T18:00:00Z",
}


def body(fields: Sequence[Field]) -> str:
    """A body with the fields that an operation needs, or else all, as JSON; empty without any."""
    if not fields:
        return ""
    names = {field.name for field in fields}
    needed = [field for field in fields if field.required or field.name in BY_NAME] or fields
    if "orders" in names:  # instead of a text
        needed = [field for field in needed if field.name != "text"]
    return json.dumps({field.name: _value(field) for field in needed}, indent=1)


def _value(field: Field) -> Any:
    if field.name in BY_NAME and field.type != "boolean":
        return BY_NAME[field.name]
    if field.choices and field.type == "string":
        return field.default or field.choices[0]
    if field.type.startswith("list"):
        return []
    if field.type.startswith("object"):
        return {}
    if field.type == "boolean":
        return field.default == "true"
    return None if "null" in field.type else BY_TYPE.get(field.type, "")
