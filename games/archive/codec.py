"""Dataclasses as JSON values, and back; and the JSON schema that describes them.

The types of a dataclass are the one description of the format: what they do not allow is refused.
A field that is `LATER` came into the format after others. Documents lack it where it has its
default, so that files of older sites are read, and older sites read most files of newer ones.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from .columns import (
    Columns,
    WrongShapeError,
    closed_object,
    read_date,
    read_moment,
    write_value,
)

T = TypeVar("T")

LATER = MappingProxyType({"later": True})
"""Metadata of a field, with a default, that older documents of the same version lack."""

LONGEST_TEXT = 100  # characters of a text whose type names no other limit
MOST_ITEMS = 50_000  # of a list, or of an object of arbitrary names
_NAMED: dict[type, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    dt.datetime: {"type": "string", "format": "date-time"},
    dt.date: {"type": "string", "format": "date"},
}


def encode(value: Any) -> Any:
    """A dataclass, or a value of one of its fields, as JSON."""
    if is_dataclass(value):
        return {
            each.name: encode(getattr(value, each.name))
            for each in fields(value)
            if not (_is_later(each) and getattr(value, each.name) == each.default)
        }
    if isinstance(value, dict):
        return {key: encode(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in value]
    return write_value(value)


def decode(kind: type[T], value: object, place: str = "game") -> T:
    """The dataclass `kind` that a JSON value describes. Raises `WrongShapeError`."""
    decoded: T = _decode(kind, value, place)
    return decoded


def _decode(kind: Any, value: Any, place: str, limit: int = LONGEST_TEXT) -> Any:
    if get_origin(kind) is Annotated:
        inner, detail = get_args(kind)
        if isinstance(detail, Columns):
            return detail.read(value, place)
        return _decode(inner, value, place, detail)
    if get_origin(kind) in (Union, UnionType):
        return None if value is None else _decode(_some(kind), value, place, limit)
    if is_dataclass(kind):
        return _decode_object(kind, value, place)
    decoder = _DECODERS.get(get_origin(kind) or kind)
    if decoder is not None:
        return decoder(kind, value, place)
    if type(value) is not kind or (kind is str and len(value) > limit):
        raise WrongShapeError(place)
    return value


def _some(kind: Any) -> Any:
    """The type of which `kind` is a value or None."""
    (some,) = (each for each in get_args(kind) if each is not NoneType)
    return some


def _decode_object(kind: Any, value: Any, place: str) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    required = hints.keys() - _later_names(kind)
    if not isinstance(value, dict) or not required <= value.keys() <= hints.keys():
        raise WrongShapeError(place)
    return kind(
        **{name: _decode(hints[name], each, f"{place}.{name}") for name, each in value.items()}
    )


def _is_later(field: Field[Any]) -> bool:
    return bool(field.metadata.get("later"))


def _later_names(kind: Any) -> set[str]:
    """Names of the fields of a dataclass that a document may lack."""
    return {each.name for each in fields(kind) if _is_later(each)}


def _decode_list(kind: Any, value: Any, place: str) -> Any:
    (item,) = get_args(kind)
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        raise WrongShapeError(place)
    return [_decode(item, each, f"{place}[{number}]") for number, each in enumerate(value)]


def _decode_mapping(kind: Any, value: Any, place: str) -> Any:
    _key, item = get_args(kind)
    if not isinstance(value, dict) or len(value) > MOST_ITEMS:
        raise WrongShapeError(place)
    if any(len(key) > LONGEST_TEXT for key in value):
        raise WrongShapeError(place)
    return {key: _decode(item, each, f"{place}.{key}") for key, each in value.items()}


_DECODERS: dict[Any, Callable[[Any, Any, str], Any]] = {
    list: _decode_list,
    dict: _decode_mapping,
    dt.datetime: lambda _kind, value, place: read_moment(value, place),
    dt.date: lambda _kind, value, place: read_date(value, place),
}


def schema(kind: Any) -> dict[str, Any]:
    """The JSON schema of a dataclass, or of the type of one of its fields."""
    limit = LONGEST_TEXT
    if get_origin(kind) is Annotated:
        kind, detail = get_args(kind)
        if isinstance(detail, Columns):
            return detail.schema()
        limit = detail
    if get_origin(kind) in (Union, UnionType):
        return {"anyOf": [schema(Annotated[_some(kind), limit]), {"type": "null"}]}
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        properties = {name: schema(hint) for name, hint in hints.items()}
        return closed_object(properties, optional=_later_names(kind))
    if get_origin(kind) is list:
        return {"type": "array", "items": schema(get_args(kind)[0]), "maxItems": MOST_ITEMS}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": schema(get_args(kind)[1])}
    return dict(_NAMED[kind]) if kind in _NAMED else {"type": "string", "maxLength": limit}
