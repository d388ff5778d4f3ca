"""Answers about ratings of people, and statistics of games."""

from typing import Literal, TypedDict


class RatingLine(TypedDict):
    rank: int | None  # None while the rating is provisional
    name: str
    points: int
    games: int


class RatingPage(TypedDict):
    ladder: Literal["full", "gunboat", "few"]
    ratings: list[RatingLine]  # by points; the provisional ones come last
    next_cursor: str | None


class PersonRating(TypedDict):
    ladder: Literal["full", "gunboat", "few"]
    points: int
    games: int
    provisional: bool


class RatingChange(TypedDict):
    """A game that changed a rating. A game that you may not see has no name and no powers."""

    ladder: Literal["full", "gunboat", "few"]
    difference: int
    points: int  # the rating after the game
    ended_at: str | None
    result: str  # a sentence
    game: str | None
    title: str | None
    powers: list[str]


class PersonRatings(TypedDict):
    name: str
    ratings: list[PersonRating]
    changes: list[RatingChange]  # the newest first
    next_cursor: str | None


class GameYear(TypedDict):
    """Numbers of centers and units by power, at the end of a year or at another moment."""

    moment: str  # start, year, now or end
    year: int
    centers: dict[str, int]
    units: dict[str, int]


class PowerStab(TypedDict):
    power: str  # the power that was stabbed
    phase: str


class PowerDeeds(TypedDict):
    """The deeds of a power in the resolved phases; the numbers of others are by their powers."""

    power: str
    builds: int
    disbands: int
    lost: int
    supports: dict[str, int]  # orders to support units of another power
    useful_supports: dict[str, int]  # those of them that counted
    attacks: dict[str, int]
    stabs: list[PowerStab]


class MessageCounts(TypedDict):
    power: str
    private: dict[str, int]  # to each of the others
    public: int


class Correspondence(TypedDict):
    powers: list[MessageCounts]
    masters: int  # public messages of the game master
    unsigned: int


class GameStatistics(TypedDict):
    readable: bool  # false if a position of the game can’t be read
    years: list[GameYear]
    powers: list[PowerDeeds]
    messages: Correspondence | None  # None unless everyone may read all messages


class Results(TypedDict):
    """Numbers of games by their result for a power."""

    games: int
    won: int
    shared: int  # draws in which it had a share
    survived: int
    eliminated: int
    average_centers: float


class PowerResults(TypedDict):
    power: str
    name: str
    results: Results


class GamesByLength(TypedDict):
    years: int
    games: int


class GamesByEnd(TypedDict):
    end: str  # solo, concession, draw, limit or unknown
    text: str
    games: int


class SiteStatistics(TypedDict):
    setup: str
    games: int
    powers: list[PowerResults]
    lengths: list[GamesByLength]
    ends: list[GamesByEnd]


class Opening(TypedDict):
    orders: list[str]  # canonical
    text: str  # the orders in your notation
    results: Results


class OpeningList(TypedDict):
    games: int  # in which the power gave any of these orders
    most: list[Opening]  # the most frequent ones first, at most 100


class Openings(TypedDict):
    setup: str
    power: str
    name: str
    springs: OpeningList
    falls: OpeningList | None  # what followed the spring; None unless you asked for one
