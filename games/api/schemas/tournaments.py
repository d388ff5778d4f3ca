"""Tournaments: their terms, rounds and standings, and taking part in one."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, Field

from .common import Input, Output, without_nul
from .games import Fact


class TournamentLine(Output):
    """A tournament in a list."""

    slug: str = Field(description="Its name in addresses.")
    title: str
    status: str = Field(description="open, running, finished or cancelled.")
    setup: str
    press: str
    entered: int = Field(description="People who have entered, also those who have left.")
    rounds_drawn: int
    rounds_planned: int
    entries_until: dt.datetime | None
    created_at: dt.datetime


class TournamentPage(Output):
    tournaments: list[TournamentLine] = Field(description="Those that go on come first.")
    next_cursor: str | None


class TournamentRound(Output):
    number: int
    drawn_at: dt.datetime
    games: int
    games_over: int


class Tournament(Output):
    slug: str
    title: str
    about: str
    status: str
    scoring: str
    settings: list[Fact] = Field(description="What was agreed, in words.")
    house_rules: str = Field(description="Those of all its games.")
    organizers: list[str]
    rounds: list[TournamentRound]
    rounds_planned: int
    rounds_counting: int | None = Field(description="A person’s best rounds; null: all count.")
    entries_until: dt.datetime | None
    entered: bool = Field(description="Whether you are in it.")
    can_enter: bool
    has_teams: bool
    team: str | None = Field(description="The name of your team.")


class PersonStanding(Output):
    rank: int
    name: str
    team: str | None
    points: float
    rounds: list[float | None] = Field(description="Null where a round gave no points yet.")
    wins: int
    has_left: bool = Field(description="False as long as names of players are hidden.")


class TeamStanding(Output):
    rank: int
    name: str
    points: float


class Standings(Output):
    people: list[PersonStanding]
    teams: list[TeamStanding]


class TablePlayer(Output):
    name: str
    powers: list[str]


class TournamentTable(Output):
    number: int
    game: str = Field(description="The slug of the game.")
    title: str
    status: str
    players: list[TablePlayer] = Field(description="As they were drawn; empty while hidden.")


class RoundTables(Output):
    number: int
    drawn_at: dt.datetime
    tables: list[TournamentTable]


class Entry(Input):
    house_rules_accepted: bool = Field(False, description="Needed if there are house rules.")


class TeamChoice(Input):
    name: Annotated[str, Field(max_length=40), AfterValidator(without_nul)] = Field(
        description="People who give the same name play together. Empty: no team.",
        examples=["Vienna"],
    )
