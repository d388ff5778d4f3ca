"""The fields of an operation as the page of the API lists them, from the OpenAPI document."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]
BODY = "body"
TYPES = {"date-time": "time with zone", "date": "date", "integer": "whole number"}
LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} entries",
    "maxItems": "at most {} entries",
    "pattern": "matches {}",
}


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of the body.

    `place` is path, query, header or body; `default` is JSON, empty without one.
    """

    name: str
    place: str
    type: str
    required: bool
    description: str
    choices: list[str]
    limits: str
    default: str


def fields_of(operation: Schema, schemas: Mapping[str, Schema]) -> list[Field]:
    """The parameters of an operation, then the fields of its body; `schemas` are the document's."""
    found = [
        _field(
            each["name"],
            each["schema"],
            each,
            place=each["in"],
            required=each.get("required", False),
        )
        for each in operation["parameters"]
    ]
    body = body_schema(operation, schemas)
    required = body.get("required", [])
    return found + [
        _field(name, _resolved(each, schemas), each, place=BODY, required=name in required)
        for name, each in body.get("properties", {}).items()
    ]


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a description, which its code has broken into lines."""
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def body_schema(operation: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """The schema of the body of an operation; empty if it takes none."""
    content = operation.get("requestBody", {}).get("content", {})
    return _resolved(content.get("application/json", {}).get("schema", {}), schemas)


def _resolved(schema: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """The schema itself, for one that refers to a part of the document."""
    reference = schema.get("$ref", "")
    return schemas[reference.rpartition("/")[2]] if reference else schema


def _field(name: str, schema: Schema, described: Schema, *, place: str, required: bool) -> Field:
    parts = list(_parts(schema))
    texts = (described.get("description"), *(each.get("description") for each in parts))
    default = schema.get("default")
    return Field(
        name=name,
        place=place,
        type=_type(schema),
        required=required,
        description=next(filter(None, texts), ""),
        choices=[_choice(value) for each in parts for value in each.get("enum", ())],
        limits=", ".join(_limits(schema)),
        default="" if default in (None, "", [], {}) else json.dumps(default).strip('"'),
    )


def _parts(schema: Schema) -> Iterator[Schema]:
    """A schema and those of its alternatives and entries."""
    yield schema
    for each in schema.get("anyOf", ()):
        yield from _parts(each)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), Mapping):
            yield from _parts(schema[name])


def _type(schema: Schema, *, many: bool = False) -> str:
    """A type in words; of `many` values in the plural."""
    if "anyOf" in schema:
        parts = [_type(each, many=many) for each in schema["anyOf"]]
        return " or ".join(dict.fromkeys(parts))
    kind: str = schema.get("type", "object")
    if kind == "array":
        return f"list of {_type(schema['items'], many=True)}"
    entries = schema.get("additionalProperties")
    if kind == "object" and isinstance(entries, Mapping):
        return f"object of {_type(entries, many=True)}"
    word: str = TYPES.get(schema.get("format", kind), kind)
    return f"{word}s" if many and word != "null" else word


def _choice(value: object) -> str:
    return "“”" if value == "" else str(value)


def _limits(schema: Schema) -> Iterator[str]:
    """The limits of a value, and of each entry of a list or object."""
    for name, text in LIMITS.items():
        if name not in schema:
            continue
        if name == "minLength" and schema[name] == 1:
            yield "not empty"
        elif name == "minimum" and "maximum" in schema:
            yield f"{schema[name]} to {schema['maximum']}"
        elif name != "maximum" or "minimum" not in schema:
            yield text.format(schema[name])
    for each in schema.get("anyOf", ()):
        yield from _limits(each)
    for entries in ("items", "additionalProperties"):
        if isinstance(schema.get(entries), Mapping):
            yield from (f"each {limit}" for limit in _limits(schema[entries]))
