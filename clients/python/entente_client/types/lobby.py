"""Answers about lobbies."""

from typing import TypedDict


class WaitingPerson(TypedDict):
    name: str  # a word if the name is hidden from you
    mine: bool
    reliability: str  # empty if the name is hidden from you
    here: bool | None  # in a live game: whether they were seen lately


class Lobby(TypedDict):
    slug: str
    title: str
    closed: bool  # True once the game has begun or its time is over
    closes_at: str
    starts_at: str | None  # the joining time of a live game
    seats: int
    free_seats: int
    waiting: list[WaitingPerson]
    allotment: str  # lot, wishes, master or draw
    hands: list[str]  # what people can wish for: FRANCE, or AUSTRIA.FRANCE
    entered: bool  # whether you have joined
    wishes: list[str]  # your own, the first choice first
    house_rules: str
    questions: list[str]  # what you confirm by joining with “confirmed”


class Joined(TypedDict):
    begun: bool  # True if yours was the last seat, and the game has begun
    message: str


class Wishes(TypedDict):
    wishes: list[str]  # the first choice first; empty if you have none


class LobbyInvitations(TypedDict):
    link: str | None  # None unless you have joined and the key may act there
    may_renew: bool
    invited: list[str]  # people who have not joined yet
