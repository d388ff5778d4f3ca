"""Answers about votes."""

from typing import TypedDict


class PowerVote(TypedDict):
    power: str
    in_favour: bool | None  # None while it has not voted
    mine: bool


class Vote(TypedDict):
    id: str
    kind: str
    text: str
    proposed_by: str | None
    needed: int
    total: int
    secret: bool  # then only your own vote is listed
    votes: list[PowerVote]


class VoteList(TypedDict):
    phase: str
    votes: list[Vote]
    kinds: list[str]  # what can be proposed now
