"""Answers about seats, and your absences from them."""

from typing import TypedDict


class OpenSeat(TypedDict):
    """A seat that you could take over; of several that one person plays, the first."""

    game: str  # the slug of the game
    title: str
    power: str  # take this one; “powers” come with it
    powers: list[str]
    units: int
    centers: int
    phase: str | None
    due_at: str | None


class OpenSeatPage(TypedDict):
    seats: list[OpenSeat]  # those open longest come first
    next_cursor: str | None


class Accepted(TypedDict):
    final: bool
    message: str


class Absence(TypedDict):
    first: str  # its name in addresses
    last: str


class AbsenceList(TypedDict):
    absences: list[Absence]  # the latest first
    waits: bool  # whether deadlines of the game wait for absent players


class OrderConsent(TypedDict):
    """Consent to a game master who enters your orders, and so reads them."""

    offered: bool  # whether the game has agreed to such orders
    allowed: bool


class DeclaredOffer(TypedDict):
    """The seat that a player without an account can take over with one."""

    game: str  # the slug of the game
    title: str
    name: str
    powers: list[str]
    masters: list[str]
    phase: str | None
    due_at: str | None
    house_rules: str
    problem: str  # why you can’t take the seat; empty if you can
