"""Answers about the orders of your powers."""

from typing import Literal, TypedDict


class ReadySeat(TypedDict):
    phase: str
    power: str
    ready: bool
    message: str


class LegalOrder(TypedDict):
    order: str  # canonical, such as A PAR - BUR
    text: str  # the order in your language


class LegalRow(TypedDict):
    """A unit, or one build or disband that is due, with the orders that it may get."""

    row: str
    label: str
    orders: list[LegalOrder]


class LegalOrders(TypedDict):
    phase: str
    power: str
    rows: list[LegalRow]


class StoredOrder(TypedDict):
    order: str  # canonical
    text: str  # the order in your language
    warnings: list[str]


class Orders(TypedDict):
    """The stored orders of a seat. They count at the deadline: there are no drafts."""

    phase: str
    power: str
    orders: list[StoredOrder]
    ready: bool
    receipt: str | None  # the digest of the newest receipt
    saved_at: str | None


class Question(TypedDict):
    """A doubtful line: the orders that its writer may mean. Answer it in `answers`."""

    province: str
    unit: str
    options: list[LegalOrder]


class Line(TypedDict):
    """A line of a text as it was understood."""

    line: int  # its number, from 1
    typed: str
    order: str  # canonical; empty if no order was understood, or several
    text: str  # the order in your language, or empty
    state: Literal["good", "doubtful", "asked", "wrong", "remark"]
    problem: str  # why it can't be accepted, or empty
    warnings: list[str]
    question: Question | None


class Saved(TypedDict):
    """The answer to a sheet that was taken as a whole, or only checked."""

    saved: bool
    changed: bool
    message: str
    lines: list[Line]
    stored: Orders
