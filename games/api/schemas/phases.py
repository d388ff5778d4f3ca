"""Phases: positions, orders and results. The map is a resource of its own."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from .common import Output

Status = Annotated[str, Field(json_schema_extra={"enum": ["open", "resolved", "final"]})]


class PhaseLine(Output):
    code: str
    name: str
    status: Status
    opened_at: dt.datetime
    due_at: dt.datetime | None
    resolved_at: dt.datetime | None


class PhaseList(Output):
    phases: list[PhaseLine] = Field(description="In the order of play.")


class Reason(Output):
    code: str
    params: dict[str, str | int | bool | None]
    text: str
    rule: str = Field(description="The number of the rule behind it, or empty.")


class Result(Output):
    """An order of a resolved phase with its outcome."""

    order: str = Field(description="Canonical, such as A PAR - BUR.")
    text: str = Field(description="In your notation.")
    outcome: str
    outcome_text: str
    succeeded: bool
    given: bool = Field(description="False if the rules supplied it.")
    bot: str = Field(
        description="The bot that gave it for a power in civil disorder, such as novice, or empty."
    )
    dislodged: bool
    destroyed: bool
    reason: Reason | None


class Pictures(Output):
    """Addresses of the map as a picture. A program fetches them with its key."""

    svg: str
    png: str


class Phase(Output):
    code: str
    name: str
    status: Status
    opened_at: dt.datetime
    deadline: dt.datetime | None
    due_at: dt.datetime | None
    resolved_at: dt.datetime | None
    units: dict[str, list[str]] = Field(description="By power, before the orders.")
    dislodged: dict[str, dict[str, list[str]]] = Field(
        description="By power: each dislodged unit, and where it may retreat to."
    )
    centers: dict[str, list[str]]
    orders_due: dict[str, int] = Field(description="How many orders each power owes.")
    results: dict[str, list[Result]] | None = Field(
        description="By power, once everyone may read the orders; null before."
    )
    no_moves_received: list[str]
    next: str | None = Field(description="The phase after this one.")
    pictures: Pictures


class Province(Output):
    code: str
    name: str
    type: Literal["inland", "coastal", "sea"]
    coasts: list[str]
    center: bool
    home: str | None
    army_moves: list[str]
    fleet_moves: dict[str, list[str]] = Field(description="By coast; “” where it has only one.")


class Map(Output):
    board: str = Field(description="Its name, as the game has it.")
    pictures: Pictures | None = Field(description="Of the newest phase; null before the first.")
    provinces: list[Province]
