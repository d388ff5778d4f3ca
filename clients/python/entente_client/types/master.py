"""Answers to game masters."""

from typing import TypedDict

from .games import Deadline, Game, Power, Result
from .orders import Line, Orders


class PlayersAbsence(TypedDict):
    first: str
    last: str


class MasteredPower(Power):
    """A power with its player, for the game masters. Orders are not shown."""

    orders_missing: bool
    last_seen: str | None  # the last day on which the player was here
    missed_turns: int
    missed_last_turn: str | None  # a sentence if they missed it and stay
    absence: PlayersAbsence | None
    suspended: bool
    reminded_at: str | None  # in this phase, within a day
    may_be_reminded: bool
    invited: str | None  # the person who is invited to the seat
    substitute: bool
    replaced: bool
    without_account: bool
    orders_by_master: bool


class MasteredLobby(TypedDict):
    """A game that has not begun."""

    closes_at: str
    free_seats: int
    waiting: list[str]
    without_account: list[str]
    invited: list[str]
    invitation: str  # the link to pass on
    hands: list[str]  # what each person plays: FRANCE, or AUSTRIA.FRANCE
    allotment: str  # lot, wishes, master or draw


class Clock(TypedDict):
    """The answer to an act on the clock: how it runs since."""

    message: str
    status: str  # playing or paused
    time: Deadline | None  # its deadline is the next `seen`
    paused_until: str | None


class Master(TypedDict):
    """A game as its masters see it."""

    slug: str
    title: str
    status: str
    phase: str | None
    time: Deadline | None
    paused_until: str | None
    earliest_deadline: str | None  # None if no extension can be undone
    powers: list[MasteredPower]
    lobby: MasteredLobby | None  # None once the game has begun
    masters: list[str]
    actions: list[str]  # what can be done now, by the ends of addresses


class DoubtfulOrder(TypedDict):
    """An order that can be read in another way."""

    power: str
    province: str
    typed: str
    order: str
    readings: list[str]


class MissedTurn(TypedDict):
    """A power whose orders are missing, and what follows from it."""

    power: str
    text: str


class Preview(TypedDict):
    """The results of a closed phase before they come out."""

    phase: str
    seen: str  # needed to publish them
    results: dict[str, list[Result]]
    doubtful: list[DoubtfulOrder]
    ends_game: bool
    warning: str  # who misses the turn, and how the game ends
    missed: list[MissedTurn]


class EnteredList(TypedDict):
    phase: str
    powers: list[Orders]  # those whose orders you enter


class SectionQuestion(TypedDict):
    """A section of a text that is not read before its question is answered."""

    key: str
    kind: str  # stranger: did a player write it? copy: how many lines are quoted?
    named: str
    powers: list[str]
    choices: list[str]
    answer: str
    lines: dict[str, str]


class SkippedSection(TypedDict):
    reason: str
    named: str
    lines: dict[str, str]


class EnteredPart(TypedDict):
    power: str
    lines: list[Line]


class EnteredOrders(TypedDict):
    saved: bool
    message: str
    parts: list[EnteredPart]
    questions: list[SectionQuestion]
    skipped: list[SkippedSection]
    not_entered: list[str]  # powers whose players give the orders themselves


class DeadlineRule(TypedDict):
    """The rule for deadlines; None is what does not count."""

    weekdays: list[str] | None
    at: str | None
    least_hours: int | None
    phase_hours: int | None
    window_hours: int | None
    build_hours: int | None
    retreat_weekdays: list[str] | None
    retreat_at: str | None
    build_weekdays: list[str] | None
    build_at: str | None
    live_minutes: int | None
    live_window_minutes: int | None
    live_build_minutes: int | None


class GameSettingsValues(TypedDict):
    """The newest settings of a game, under the names by which they are changed."""

    pace: str | None  # None if the deadlines are those of no pace
    deadlines: DeadlineRule
    zone: str | None
    skipped: list[str]  # dates
    holidays: str  # the code of a country, or empty
    absence_cap_days: int
    ready_minutes: int
    on_missed: str
    grace_hours: int
    disorder_after: str
    disorder_misses: int
    seats_open_to: str
    bots_in_disorder: bool
    orders_by_key: bool
    press_by_key: bool


class PositionAsText(TypedDict):
    phase: str
    position: str


class Outcome(TypedDict):
    """An act in one of several games."""

    slug: str
    done: bool
    message: str


class Outcomes(TypedDict):
    outcomes: list[Outcome]


class Declared(TypedDict):
    """A player without an account, for the masters of the game."""

    power: str
    powers: list[str]  # all that the person plays
    name: str  # empty if it was removed
    email: str
    email_confirmed: bool
    link: str | None  # the link to an account


class DeclaredLink(TypedDict):
    link: str
    message: str


class Volunteer(TypedDict):
    name: str
    since: str
    remark: str
    problem: str  # why this person can’t take the seat; empty if they can


class VolunteerList(TypedDict):
    volunteers: list[Volunteer]


class TakenOver(TypedDict):
    """A game that goes on here, or the position of one that was only checked."""

    game: Game | None
    position: str  # as it was understood
    players: dict[str, str]  # the people who are invited, by power
    warnings: list[str]
