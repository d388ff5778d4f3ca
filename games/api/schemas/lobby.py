"""Lobbies: who waits, joining and leaving, and wishes for powers."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from .common import Input, Output

InvitationKey = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{32}$",
        description="The last part of an invitation link.",
        examples=["0123456789abcdef" * 2],
    ),
]
Hand = Annotated[
    str, Field(max_length=200, description="What one person plays: FRANCE, or AUSTRIA.FRANCE.")
]


class WaitingPerson(Output):
    name: str = Field(description="A word if the name is hidden from you.")
    mine: bool
    reliability: str = Field(description="Empty if the name is hidden from you.")
    here: bool | None = Field(description="In a live game: whether they were seen lately.")


class Lobby(Output):
    slug: str
    title: str
    closed: bool = Field(description="True once the game has begun or its time is over.")
    closes_at: dt.datetime
    starts_at: dt.datetime | None = Field(description="The joining time of a live game.")
    seats: int
    free_seats: int
    waiting: list[WaitingPerson]
    allotment: str = Field(description="lot, wishes, master or draw.")
    hands: list[Hand] = Field(description="What people can wish for.")
    entered: bool = Field(description="Whether you have joined.")
    wishes: list[Hand] = Field(description="Your own, the first choice first.")
    house_rules: str
    questions: list[str] = Field(description="What you confirm by joining with “confirmed”.")


class Join(Input):
    invitation: InvitationKey | None = Field(None, description="Needed for a private game.")
    house_rules_accepted: bool = Field(False, description="Needed if the game has house rules.")
    confirmed: bool = Field(False, description="True if you have read the questions of the lobby.")


class Joined(Output):
    begun: bool = Field(description="True if yours was the last seat, and the game has begun.")
    message: str


class Wishes(Input):
    wishes: Annotated[list[Hand], Field(max_length=60)] = Field(
        description="The first choice first; empty if you have none.",
        examples=[["FRANCE", "ITALY"]],
    )
