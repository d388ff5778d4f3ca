"""Answers about the news of your games."""

from typing import TypedDict


class GameNews(TypedDict):
    slug: str
    state: str  # it changes whenever something that you may see has changed
    phase: str | None
    due_at: str | None
    waits_for_orders_of: list[str]  # your powers that have not ordered yet


class News(TypedDict):
    games: list[GameNews]  # your games that are not over
    next_look_at: str  # ask again then, not sooner
