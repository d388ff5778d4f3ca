"""Answers about games, their phases and their boards."""

from typing import Literal, TypedDict

from .common import Fact


class GameLine(TypedDict):
    """A game in a list."""

    slug: str  # its lasting name in all addresses
    title: str
    status: str  # lobby, playing, paused, aside, finished, expired
    setup: str
    rules: str  # the edition of the rules
    press: str
    language: str
    visibility: str
    anonymous: bool
    phase: str | None  # the newest phase, such as F1901M
    due_at: str | None  # when the open phase ends; None if it has no end
    free_seats: int  # seats that you could take


class GamePage(TypedDict):
    games: list[GameLine]
    next_cursor: str | None


class Deadline(TypedDict):
    deadline: str | None  # as it was promised
    due_at: str | None  # when it ends: sooner if all are ready
    is_due: bool
    waits_for_publication: bool


class ByKey(TypedDict):
    """Rights of players’ programs in the game."""

    orders: bool
    press: bool


class Power(TypedDict):
    """A power in the newest phase. A field is None if it is secret from you."""

    power: str
    name: str
    player: str  # the name, or a word for a hidden or missing player
    neutral: bool
    mine: bool
    units: int
    centers: int
    in_civil_disorder: bool
    orders_due: int
    has_ordered: bool | None
    is_ready: bool | None
    result: str | None  # won or drew, once the game is over


class ChangedRule(TypedDict):
    question: str
    answer: str
    instead_of: str  # the answer that it replaces


class Coming(TypedDict):
    """Changes from the next phase on; empty lists if there are none."""

    settings: list[Fact]
    rules: list[ChangedRule]
    house_rules: str | None  # the new ones; None if they stay


class Game(TypedDict):
    slug: str
    title: str
    status: str
    setup: str
    board: str  # the name of its map: see /games/{slug}/map
    rules: str
    press: str
    language: str
    visibility: str
    anonymous: bool
    created_at: str
    started_at: str | None
    ended_at: str | None
    ending: str | None  # how it ended, as a sentence
    phase: str | None
    phase_name: str | None
    time: Deadline | None  # the clock of the open phase
    by_key: ByKey
    settings: list[Fact]  # all settings in words, as the page has them
    changed_rules: list[ChangedRule]
    house_rules: str  # those that count in the newest phase
    coming: Coming | None  # None unless a phase is open
    powers: list[Power]
    my_powers: list[str]
    is_master: bool
    masters: list[str]


class PhaseLine(TypedDict):
    code: str
    name: str
    status: Literal["open", "resolved", "final"]
    opened_at: str
    due_at: str | None
    resolved_at: str | None


class PhaseList(TypedDict):
    phases: list[PhaseLine]  # in the order of play


class Reason(TypedDict):
    code: str
    params: dict[str, str | int | bool | None]
    text: str
    rule: str  # the number of the rule behind it, or empty


class Result(TypedDict):
    """An order of a resolved phase with its outcome."""

    order: str  # canonical, such as A PAR - BUR
    text: str  # in your notation
    outcome: str
    outcome_text: str
    succeeded: bool
    given: bool  # false if the rules supplied it
    bot: str  # the bot that gave it for a power in civil disorder, such as novice, or empty
    dislodged: bool
    destroyed: bool
    reason: Reason | None


class Pictures(TypedDict):
    """Addresses of the map as a picture; `Client.picture` fetches it."""

    svg: str
    png: str


class Phase(TypedDict):
    code: str
    name: str
    status: Literal["open", "resolved", "final"]
    opened_at: str
    deadline: str | None
    due_at: str | None
    resolved_at: str | None
    units: dict[str, list[str]]  # by power, before the orders
    # by power: each dislodged unit, and where it may retreat to
    dislodged: dict[str, dict[str, list[str]]]
    centers: dict[str, list[str]]
    orders_due: dict[str, int]  # how many orders each power owes
    # by power, once everyone may read the orders; None before
    results: dict[str, list[Result]] | None
    no_moves_received: list[str]
    next: str | None  # the phase after this one
    pictures: Pictures


class Province(TypedDict):
    code: str
    name: str
    type: Literal["inland", "coastal", "sea"]
    coasts: list[str]
    center: bool
    home: str | None
    army_moves: list[str]
    fleet_moves: dict[str, list[str]]  # by coast; “” where it has only one


class Map(TypedDict):
    board: str  # its name
    pictures: Pictures | None  # of the newest phase
    provinces: list[Province]


class LogEntry(TypedDict):
    """A line of the log, as the page has it."""

    at: str
    kind: str  # a code such as phase_resolved
    phase: str | None
    power: str | None
    sentence: str  # in your language, with times in UTC
    author: str  # the game master who acted; empty if the sentence names them
    reason: str  # the reason that was given, or the text that was announced
    changes: list[str]  # settings or house rules that were changed
    superseded: list[str]  # phases that no longer count since then


class LogPage(TypedDict):
    events: list[LogEntry]
    next_cursor: str | None
