"""Answers about invitations to you, and the waiting list."""

from typing import TypedDict

from .common import Fact


class SeatInvitationLine(TypedDict):
    key: str
    powers: list[str]
    invited_by: str
    expires_at: str


class GameInvitation(TypedDict):
    """An invitation to a game that has not begun. Join it with `invitation`."""

    game: str  # the slug of the game
    invited_by: str  # empty if you may not know the name
    closes_at: str
    invitation: str | None  # None without the scope “account”


class InvitationList(TypedDict):
    seats: list[SeatInvitationLine]
    games: list[GameInvitation]
    takes_invitations: bool


class SeatInvitation(TypedDict):
    """An invitation to a seat, with what you need to decide."""

    key: str
    kind: str  # replace, lend, take_over
    game: str  # the slug of the game
    title: str
    public: bool
    powers: list[str]
    invited_by: str
    phases: int | None  # for a substitute
    phase: str | None
    due_at: str | None
    expires_at: str
    masters: list[str]
    settings: list[Fact]
    house_rules: str
    questions: list[str]  # confirmed by accepting with `confirmed`
    problem: str  # why you can’t accept now; empty if you can


class WaitingList(TypedDict):
    since: str | None  # None if you are not on the list
    remark: str
    questions: list[str]  # confirmed by entering with `confirmed`
