"""Answers about tournaments."""

from typing import TypedDict

from .common import Fact


class TournamentLine(TypedDict):
    """A tournament in a list."""

    slug: str
    title: str
    status: str  # open, running, finished or cancelled
    setup: str
    press: str
    entered: int  # also people who have left
    rounds_drawn: int
    rounds_planned: int
    entries_until: str | None
    created_at: str


class TournamentPage(TypedDict):
    tournaments: list[TournamentLine]  # those that go on come first
    next_cursor: str | None


class TournamentRound(TypedDict):
    number: int
    drawn_at: str
    games: int
    games_over: int


class Tournament(TypedDict):
    slug: str
    title: str
    about: str
    status: str
    scoring: str
    settings: list[Fact]  # what was agreed, in words
    house_rules: str  # those of all its games
    organizers: list[str]
    rounds: list[TournamentRound]
    rounds_planned: int
    rounds_counting: int | None  # a person’s best rounds; None: all count
    entries_until: str | None
    entered: bool  # whether you are in it
    can_enter: bool
    has_teams: bool
    team: str | None  # yours


class PersonStanding(TypedDict):
    rank: int
    name: str
    team: str | None
    points: float
    rounds: list[float | None]  # None where a round gave no points yet
    wins: int
    has_left: bool  # false as long as names of players are hidden


class TeamStanding(TypedDict):
    rank: int
    name: str
    points: float


class Standings(TypedDict):
    people: list[PersonStanding]
    teams: list[TeamStanding]


class TablePlayer(TypedDict):
    name: str
    powers: list[str]


class TournamentTable(TypedDict):
    number: int
    game: str
    title: str
    status: str
    players: list[TablePlayer]  # as they were drawn; empty while names are hidden


class RoundTables(TypedDict):
    number: int
    drawn_at: str
    tables: list[TournamentTable]
