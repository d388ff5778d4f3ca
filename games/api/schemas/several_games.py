"""One act of a game master in several games, and how each went."""

from typing import Annotated

from pydantic import Field

from .common import Input, Output, Reason
from .master import Announcement, SeenDeadline

MOST_GAMES = 100
Slug = Annotated[str, Field(max_length=80)]
Slugs = Annotated[
    list[Slug],
    Field(
        min_length=1,
        max_length=MOST_GAMES,
        description="Games that you run.",
        examples=[["the-balkan-table"]],
    ),
]


class LaterDeadlines(Input):
    """One of `days` and `hours`, or none of them: then to the next date of each game."""

    games: Annotated[dict[Slug, SeenDeadline], Field(min_length=1, max_length=MOST_GAMES)] = Field(
        description="The deadline that you know, by game. One that has moved since stays.",
        examples=[{"the-balkan-table": "2027-03-01T18:00:00Z"}],
    )
    days: Annotated[int, Field(ge=1, le=60)] | None = None
    hours: Annotated[int, Field(ge=1, le=1440)] | None = None
    reason: Reason = ""


class SeveralAnnouncements(Announcement):
    games: Slugs


class SeveralReminders(Input):
    games: Slugs


class Outcome(Output):
    slug: str
    done: bool = Field(description="False: nothing has changed in this game.")
    message: str


class Outcomes(Output):
    outcomes: list[Outcome]
