"""Columns of tables as JSON values, checked against the models that define them."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, Model

from accounts import clock

EARLIEST = dt.datetime(1950, 1, 1, tzinfo=dt.UTC)
FARTHEST = dt.timedelta(days=10 * 365)  # from now, for moments that are planned

AnyField: TypeAlias = "Field[Any, Any]"


class WrongShapeError(ValueError):
    """A value in a document is not as its description says. `place` is its path."""

    def __init__(self, place: str) -> None:
        super().__init__(f"{place} is not as described")
        self.place = place


@dataclass(frozen=True)
class Columns:
    """Some columns of the table of a model; a document has an object with exactly these names."""

    model: type[Model]
    names: tuple[str, ...]

    @property
    def fields(self) -> Mapping[str, AnyField]:
        return {name: self.model._meta.get_field(name) for name in self.names}  # type: ignore[misc]

    def values(self, row: Model) -> dict[str, Any]:
        return {name: getattr(row, name) for name in self.names}

    def read(self, body: object, place: str) -> dict[str, Any]:
        """The values in `body` as the model has them. Raises `WrongShapeError`."""
        if not isinstance(body, dict) or body.keys() != set(self.names):
            raise WrongShapeError(place)
        fields = self.fields
        return {name: _read(fields[name], body[name], f"{place}.{name}") for name in self.names}

    def schema(self) -> dict[str, Any]:
        properties = {name: _schema(field) for name, field in self.fields.items()}
        return closed_object(properties)


def closed_object(properties: Mapping[str, Any], optional: Collection[str] = ()) -> dict[str, Any]:
    """The JSON schema of an object with these properties alone, and with all but the `optional`."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def write_value(value: Any) -> Any:
    """A value of a column as JSON; moments are in UTC."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    return value


def read_moment(value: object, place: str) -> dt.datetime:
    """A moment with its zone that every zone can show. Raises `WrongShapeError`."""
    try:
        moment = dt.datetime.fromisoformat(value if isinstance(value, str) else "")
        if moment.tzinfo is None or not EARLIEST <= moment <= clock.now() + FARTHEST:
            raise ValueError
        return moment.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise WrongShapeError(place) from None


def read_date(value: object, place: str) -> dt.date:
    try:
        return dt.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise WrongShapeError(place) from None


def _read(field: AnyField, value: object, place: str) -> Any:
    if value is None and field.null:
        return None
    if isinstance(field, models.DateTimeField):
        return read_moment(value, place)
    if isinstance(field, models.DateField):
        return read_date(value, place)
    if type(value) is not _python_type(field):
        raise WrongShapeError(place)
    if isinstance(value, str) and len(value) > (field.max_length or len(value)):
        raise WrongShapeError(place)
    try:
        return field.clean(value, None)
    except ValidationError:
        raise WrongShapeError(place) from None


def _python_type(field: AnyField) -> type:
    if isinstance(field, models.BooleanField):
        return bool
    return int if isinstance(field, models.IntegerField) else str


def _schema(field: AnyField) -> dict[str, Any]:
    described: dict[str, Any] = {"type": "string"}
    if isinstance(field, models.DateTimeField):
        described["format"] = "date-time"
    elif isinstance(field, models.DateField):
        described["format"] = "date"
    elif isinstance(field, models.TimeField):
        described["format"] = "time"
    elif isinstance(field, models.BooleanField):
        described = {"type": "boolean"}
    elif isinstance(field, models.IntegerField):
        described = {"type": "integer", "minimum": 0}
    elif field.choices:
        values = [str(value) for value, _label in field.flatchoices]
        described["enum"] = ["", *values] if field.blank and "" not in values else values
    elif field.max_length:
        described["maxLength"] = field.max_length
    if field.null:
        described["type"] = [described["type"], "null"]
    return described
