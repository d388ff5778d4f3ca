"""Examples of bodies, for the forms in which people try operations."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .described import Field

BY_TYPE: Mapping[str, Any] = {
    "boolean": True,
    "whole number": 1,
    "date": "2027-12-24",
    "time with zone": "2027-03-01T18:00:00Z",
}


def body(schema: Mapping[str, Any], fields: Sequence[Field]) -> str:
    """A body as JSON: the example of its schema, or else the fields that are required.

    The others are left out, so that trying an operation changes nothing unasked.
    """
    given = schema.get("examples")
    return json.dumps(given[0] if given else _required(fields), indent=1, ensure_ascii=False)


def _required(fields: Sequence[Field]) -> dict[str, Any]:
    return {field.name: _value(field) for field in fields if field.required}


def _value(field: Field) -> Any:
    if field.example is not None:
        return field.example
    if field.choices and field.type == "string":
        return field.choices[0]
    return _required(field.fields) if field.fields else BY_TYPE.get(field.type)
