"""Parts that schemas share: closed inputs, problems, and the answers of an operation."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from ninja import Schema
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
)

from ...models.event import LONGEST_REASON


class Input(Schema):
    """A body of a request: no other fields, and no values of other types than it says.

    No text in it has NUL, which the database cannot store or look for.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*")
    @classmethod
    def _has_no_nul(cls, value: Any) -> Any:
        for text in _texts(value):
            without_nul(text)
        return value


def with_example(body: dict[str, Any]) -> ConfigDict:
    """The configuration of an input with an example besides those of its fields."""
    return ConfigDict(json_schema_extra={"examples": [body]})


class Output(BaseModel):
    """A part of an answer.

    Not ninja’s `Schema`, which validates each part again, and parts of parts more often still.
    """

    model_config = ConfigDict(extra="forbid")


def _moment(value: object) -> dt.datetime:
    """Read a moment with its zone. Raises `ValueError` for anything else, such as a number."""
    try:
        moment = dt.datetime.fromisoformat(value) if isinstance(value, str) else None
        if moment is None or moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        raise ValueError("moment") from None  # the kind of value, for `wrong_values`


def day(value: object) -> dt.date:
    """Read a day such as 2027-12-24. Raises `ValueError` for anything else, such as a number."""
    try:
        if not isinstance(value, str) or len(value) != 10:
            raise ValueError
        return dt.date.fromisoformat(value)
    except ValueError:
        raise ValueError("date") from None


def without_nul(text: str) -> str:
    """Return a text that the database can store, as the fields of forms do."""
    if "\x00" in text:
        raise ValueError
    return text


def _texts(value: object) -> Iterator[str]:
    """The texts of a field, also in its lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)


Moment = Annotated[dt.datetime, BeforeValidator(_moment)]
Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_REASON),
    AfterValidator(without_nul),
    Field(
        description="Everyone can read it in the game’s log.",
        examples=["As agreed with all players."],
    ),
]
NeededReason = Annotated[Reason, StringConstraints(min_length=1)]
PowerCode = Annotated[
    str,
    StringConstraints(to_upper=True),
    Field(max_length=20, description="Such as FRANCE.", examples=["FRANCE"]),
]
PhaseCode = Annotated[
    str,
    StringConstraints(to_upper=True),
    Field(max_length=8, description="Such as F1901M.", examples=["S1901M"]),
]
Confirmed = Annotated[
    bool,
    Field(description="True once you know the consequences: without it, the problem has them."),
]


class Confirmation(Input):
    confirmed: Confirmed = False


class FieldError(Output):
    field: str
    detail: str


class Problem(Schema):
    """A refusal (RFC 9457). `code` is for programs, `title` and `detail` are for people."""

    type: str
    code: str
    title: str
    status: int
    detail: str
    field: str | None = Field(None, description="The field that is wrong, if one is.")
    errors: list[FieldError] | None = None


class HouseRulesProblem(Problem):
    """The answer to a person who has to confirm something first."""

    house_rules: str | None = Field(None, description="The house rules to read and accept.")


class Done(Output):
    """The answer to an act that leaves nothing else to tell."""

    message: str


def answers(success: Any, *more: int, status: int = 200) -> dict[int, Any]:
    """The answers of an operation: `success`, the problems of each, and `more` of its own."""
    refusals = sorted({401, 403, 404, 422, 429, *more})
    return {status: success, **dict.fromkeys(refusals, Problem)}


def acts(success: Any, *more: int, status: int = 200) -> dict[int, Any]:
    """The answers of an operation that has a body and changes something."""
    return answers(success, 400, 403, 409, 413, *more, status=status)
