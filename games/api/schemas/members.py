"""Proposals to add a power to a private thread, and the answers to them."""

import datetime as dt
from typing import Annotated

from pydantic import Field

from .common import Input, Output, PowerCode


class MemberProposal(Output):
    key: str
    power: str = Field(description="The power that proposes it.")
    newcomer: str = Field(description="The power to add.")
    with_past: bool = Field(description="Whether it would read all messages of the thread.")
    made_at: dt.datetime
    is_open: bool
    outcome: str = Field(description="joined, refused or lapsed; empty while it is open.")
    answers: dict[str, bool] = Field(description="By power: whether it accepted.")
    text: str = Field(description="Its message; empty once the proposal is closed.")
    waits_for: list[str] = Field(description="Powers of yours that have not answered.")


class MemberProposals(Output):
    proposals: list[MemberProposal] = Field(description="The oldest first.")
    newcomers: list[str] = Field(description="Powers that you could propose to add now.")


class NewMember(Input):
    newcomer: PowerCode
    power: PowerCode | None = Field(
        None, description="The power of yours that proposes it; needed if you have several."
    )
    with_past: bool = Field(False, description="True lets it read all messages of the thread.")
    text: Annotated[str, Field(max_length=20_000)] = Field(
        description="The first message that it reads, once everyone accepts.",
        examples=["Welcome to our talks."],
    )


class MemberAnswer(Input):
    power: PowerCode
    agrees: bool
