"""Answers about games against bots."""

from typing import TypedDict


class PracticeGame(TypedDict):
    slug: str
    title: str
    power: str  # one of your powers in it


class PracticeGames(TypedDict):
    games: list[PracticeGame]
    most: int  # how many you can have at once
