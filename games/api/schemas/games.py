"""Games: their settings, powers, and lists of them."""

import datetime as dt

from pydantic import Field

from .common import Output


class Fact(Output):
    name: str
    value: str


class GameLine(Output):
    """A game in a list."""

    slug: str = Field(description="Its lasting name in all addresses.")
    title: str
    status: str = Field(description="lobby, playing, paused, aside, finished, expired.")
    setup: str
    rules: str = Field(description="The edition of the rules.")
    press: str
    language: str
    visibility: str
    anonymous: bool
    phase: str | None = Field(description="The newest phase, such as F1901M.")
    due_at: dt.datetime | None = Field(description="When the open phase ends; null if it stands.")
    free_seats: int = Field(description="Seats that you could take.")


class GamePage(Output):
    games: list[GameLine]
    next_cursor: str | None


class Power(Output):
    """A power in the newest phase. Fields are null if you may not know them."""

    power: str
    name: str
    player: str = Field(description="The name, or a word for a hidden or missing player.")
    neutral: bool
    mine: bool
    units: int
    centers: int
    in_civil_disorder: bool
    orders_due: int
    has_ordered: bool | None
    is_ready: bool | None
    result: str | None = Field(description="won or drew, once the game is over.")


class Deadline(Output):
    deadline: dt.datetime | None = Field(description="As it was promised.")
    due_at: dt.datetime | None = Field(description="When it ends: sooner if all are ready.")
    is_due: bool
    waits_for_publication: bool


class ByKey(Output):
    """Rights of players’ programs in the game."""

    orders: bool
    press: bool


class ChangedRule(Output):
    """A point of the rules on which the game departs from its edition."""

    question: str
    answer: str
    instead_of: str = Field(description="The answer that it replaces.")


class Coming(Output):
    """Changes from the next phase on; empty lists if there are none."""

    settings: list[Fact]
    rules: list[ChangedRule]
    house_rules: str | None = Field(description="The new house rules; null if they stay.")


class Game(Output):
    slug: str
    title: str
    status: str
    setup: str
    board: str = Field(description="The name of its map: see /games/{slug}/map.")
    rules: str
    press: str
    language: str
    visibility: str
    anonymous: bool
    created_at: dt.datetime
    started_at: dt.datetime | None
    ended_at: dt.datetime | None
    ending: str | None = Field(description="How it ended, as a sentence.")
    phase: str | None
    phase_name: str | None
    time: Deadline | None = Field(description="The clock of the open phase.")
    by_key: ByKey
    settings: list[Fact] = Field(description="All settings in words, as the page has them.")
    changed_rules: list[ChangedRule]
    house_rules: str = Field(description="Those that count in the newest phase.")
    coming: Coming | None = Field(description="Null unless a phase is open.")
    powers: list[Power]
    my_powers: list[str]
    is_master: bool
    masters: list[str]
