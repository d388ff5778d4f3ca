"""Orders of a seat: what it may order, what it has ordered, and sheets to save."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from .common import Input, Output, PhaseCode, Problem, with_example

Language = Literal["en", "es", "it", "bg"]
OrderText = Annotated[str, Field(max_length=200)]


Canonical = Annotated[str, Field(description="Canonical, such as A PAR - BUR.")]
Sentence = Annotated[str, Field(description="The order in your language.")]


class LegalOrder(Output):
    order: Canonical
    text: Sentence


class LegalRow(Output):
    """A unit, or one build or disband that is due, with the orders that it may get."""

    row: str
    label: str
    orders: list[LegalOrder]


class LegalOrders(Output):
    phase: str
    power: str
    rows: list[LegalRow]


class StoredOrder(Output):
    order: Canonical
    text: Sentence
    warnings: list[str]


class Orders(Output):
    """The stored orders of a seat. They count at the deadline: there are no drafts."""

    phase: str
    power: str
    orders: list[StoredOrder]
    ready: bool
    receipt: str | None = Field(description="The digest of the newest receipt.")
    saved_at: dt.datetime | None


class Sheet(Input):
    """All orders of the seat in a phase: as a list of canonical orders, or as one text.

    A text may be written in any notation that the site reads. Exactly one of both is given. An
    empty list or text removes all orders.
    """

    model_config = with_example({"phase": "S1901M", "orders": ["A PAR - BUR"], "check": True})

    phase: PhaseCode
    orders: Annotated[list[OrderText], Field(max_length=200)] | None = Field(
        None, description="Canonical orders, such as A PAR - BUR."
    )
    text: Annotated[str, Field(max_length=20_000)] | None = Field(
        None, description="Orders in any notation, one a line; instead of “orders”."
    )
    language: Language | None = Field(
        None, description="The notation of the text; without one it is recognized."
    )
    answers: dict[str, OrderText] = Field(
        default_factory=dict, description="Answers to questions: the order meant, by province."
    )
    seen: str | None = Field(
        None, description="The receipt that you know; then other orders are not overwritten."
    )
    check: bool = Field(False, description="Only read the orders, and store nothing.")


class Question(Output):
    """A doubtful line: the orders that its writer may mean. Answer it in `answers`."""

    province: str
    unit: str
    options: list[LegalOrder]


State = Annotated[
    str, Field(json_schema_extra={"enum": ["good", "doubtful", "asked", "wrong", "remark"]})
]


class Line(Output):
    """A line of a text as it was understood."""

    line: int = Field(description="Its number, from 1.")
    typed: str
    order: str = Field(description="Canonical; empty if no order was understood, or several.")
    text: str = Field(description="The order in your language, or empty.")
    state: State
    problem: str = Field(description="Why it can’t be accepted, or empty.")
    warnings: list[str]
    question: Question | None


class Saved(Output):
    """The answer to a sheet that was taken as a whole, or only checked."""

    saved: bool
    changed: bool
    message: str
    lines: list[Line]
    stored: Orders


class SheetProblem(Problem):
    """The answer to a sheet with wrong or doubtful lines. `saved` says whether the others were."""

    saved: bool = False
    ready: bool | None = Field(None, description="False once a part was saved.")
    stored: Orders | None = Field(
        None, description="Once a part was saved: the orders that count now, with those that stay."
    )
    lines: list[Line] = Field(default_factory=list)
    open_phase: str | None = None


class PhaseProblem(Problem):
    """The answer to an act in a phase that is over: `open_phase` takes orders now, if any does."""

    open_phase: str | None = None


class Readiness(Input):
    phase: PhaseCode
    ready: bool


class ReadySeat(Output):
    phase: str
    power: str
    ready: bool
    message: str
