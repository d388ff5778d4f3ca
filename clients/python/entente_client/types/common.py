"""Answers about several subjects."""

from typing import TypedDict


class Fact(TypedDict):
    name: str
    value: str


class Done(TypedDict):
    message: str
