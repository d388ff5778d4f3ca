"""Ratings: the lists, and those of a person with the games that changed them."""

import datetime as dt
from typing import Literal

from pydantic import Field

from .common import Output

Ladder = Literal["full", "gunboat", "few"]


class RatingLine(Output):
    rank: int | None = Field(description="Null while the rating is provisional.")
    name: str
    points: int
    games: int


class RatingPage(Output):
    ladder: Ladder = Field(description="full (with messages), gunboat or few (players).")
    ratings: list[RatingLine] = Field(description="By points; the provisional ones come last.")
    next_cursor: str | None


class PersonRating(Output):
    ladder: Ladder
    points: int
    games: int
    provisional: bool


class RatingChange(Output):
    """A game that changed a rating. A game that you may not see has no name and no powers."""

    ladder: Ladder
    difference: int
    points: int = Field(description="The rating after the game.")
    ended_at: dt.datetime | None
    result: str = Field(description="A sentence.")
    game: str | None = Field(description="Its slug.")
    title: str | None
    powers: list[str]


class PersonRatings(Output):
    name: str
    ratings: list[PersonRating]
    changes: list[RatingChange] = Field(description="The newest first.")
    next_cursor: str | None
