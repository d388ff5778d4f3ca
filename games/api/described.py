"""The fields of an operation as the page of the API lists them, from the OpenAPI document."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Schema = Mapping[str, Any]
BODY, ANSWER = "body", "answer"
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

    `place` is path, query, header, body or answer; `default` is JSON, empty without one; `example`
    is None without one. `schema` is the name of the object that it is or holds, empty if none, and
    `fields` are the fields of that object in a body; `same_as` is an operation that lists them.
    """

    name: str
    place: str
    type: str
    required: bool
    description: str
    choices: list[str]
    limits: str
    default: str
    example: Any = None
    schema: str = ""
    fields: Sequence["Field"] = ()
    same_as: str = ""


def fields_of(operation: Schema, schemas: Mapping[str, Schema]) -> list[Field]:
    """The parameters of an operation, then the fields of its body; `schemas` are the document's.

    Of each, those that are required come first.
    """
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
    found.sort(key=lambda field: not field.required)
    return found + _fields(body_schema(operation, schemas), schemas, place=BODY)


def answer_of(operation: Schema) -> str:
    """The name of the object that an operation answers with; empty if it has none."""
    for status, response in operation["responses"].items():
        if status < "300":
            content = response.get("content", {}).get("application/json", {})
            return _name(content.get("schema", {}))
    return ""


def fields_of_answer(name: str, schemas: Mapping[str, Schema]) -> list[Field]:
    """The fields of an object in answers, without those of the objects in it."""
    return _fields(schemas[name], schemas, place=ANSWER)


def _fields(of: Schema, schemas: Mapping[str, Schema], *, place: str) -> list[Field]:
    """The fields of an object; those of a body come with the fields in them, the required first."""
    required = of.get("required", [])
    found = []
    for name, each in of.get("properties", {}).items():
        field = _field(name, _resolved(each, schemas), each, place=place, required=name in required)
        if place == BODY and field.schema:
            inner = _fields(schemas[field.schema], schemas, place=place)
            field = replace(field, fields=inner)
        found.append(field)
    return found if place == ANSWER else sorted(found, key=lambda field: not field.required)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a description, which its code has broken into lines."""
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def body_schema(operation: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """The schema of the body of an operation; empty if it takes none."""
    name = body_of(operation)
    return schemas[name] if name else {}


def body_of(operation: Schema) -> str:
    """The name of the object that an operation takes as its body; empty if it takes none."""
    content = operation.get("requestBody", {}).get("content", {})
    return _name(content.get("application/json", {}).get("schema", {}))


def _name(schema: Schema) -> str:
    """The name of the object to which a schema refers, empty if to none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _resolved(schema: Schema, schemas: Mapping[str, Schema]) -> Schema:
    """The schema itself, for one that refers to a part of the document."""
    name = _name(schema)
    return schemas[name] if name else schema


def _field(name: str, schema: Schema, described: Schema, *, place: str, required: bool) -> Field:
    parts = list(_parts(schema))
    examples = [example for each in (described, *parts) for example in each.get("examples", ())]
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
        example=examples[0] if examples else None,
        schema=next(filter(None, map(_name, (described, *parts))), ""),
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
