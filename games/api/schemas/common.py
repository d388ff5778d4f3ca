"""Parts that schemas share: closed inputs, problems, and the answers of an operation."""

from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field


class Input(Schema):
    """A body of a request: no other fields, and no values of other types than it says."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Output(Schema):
    """A part of an answer."""

    model_config = ConfigDict(extra="forbid")


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
