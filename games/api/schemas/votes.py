"""Votes of the players: what is proposed, how powers have voted, and one's own acts."""

from typing import Annotated, Literal

from pydantic import Field

from .common import Confirmed, Input, Output, PowerCode, with_example


class PowerVote(Output):
    power: str
    in_favour: bool | None = Field(description="Null while it has not voted.")
    mine: bool


class Vote(Output):
    id: str
    kind: str
    text: str
    proposed_by: str | None
    needed: int
    total: int
    secret: bool = Field(description="Then only your own vote is listed.")
    votes: list[PowerVote]


class VoteList(Output):
    phase: str
    votes: list[Vote]
    kinds: list[str] = Field(description="What can be proposed now.")


class Proposal(Input):
    """A proposal by one of your powers. It votes for it at once."""

    model_config = with_example({"power": "FRANCE", "kind": "draw"})

    power: PowerCode
    kind: Literal["extend", "pause", "resume", "draw", "concede"]
    days: Annotated[int, Field(ge=1, le=14)] | None = Field(None, description="To extend or pause.")
    winner: PowerCode | None = Field(None, description="To concede.")
    sharers: Annotated[list[PowerCode], Field(max_length=60)] = Field(
        default_factory=list, description="Powers that share a draw; empty: all survivors."
    )
    confirmed: Confirmed = False


class Ballot(Input):
    power: PowerCode
    in_favour: bool
    confirmed: Confirmed = False


class Withdrawal(Input):
    power: PowerCode
