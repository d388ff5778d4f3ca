"""Statistics: those of a game, those of the site, and openings."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import AfterValidator, Field

from ...models import Game
from ...models.results import LONGEST_OPENING
from ...state import variants
from ...statistics.site_figures import Selection
from .common import Output, without_nul
from .settings import Among


class GameYear(Output):
    """Numbers of centers and units by power, at the end of a year or at another moment."""

    moment: str = Field(description="start, year, now or end.")
    year: int
    centers: dict[str, int]
    units: dict[str, int]


class PowerStab(Output):
    power: str = Field(description="The power that was stabbed.")
    phase: str


class PowerDeeds(Output):
    """The deeds of a power in the resolved phases; the numbers of others are by their powers."""

    power: str
    builds: int
    disbands: int
    lost: int
    supports: dict[str, int] = Field(description="Orders to support units of another power.")
    useful_supports: dict[str, int] = Field(description="Those of them that counted.")
    attacks: dict[str, int]
    stabs: list[PowerStab]


class MessageCounts(Output):
    """The messages of a power: to each of the others, and to all."""

    power: str
    private: dict[str, int]
    public: int


class Correspondence(Output):
    powers: list[MessageCounts]
    masters: int = Field(description="Public messages of the game master.")
    unsigned: int = Field(description="Unsigned public messages.")


class GameStatistics(Output):
    readable: bool = Field(description="False if a position of the game can’t be read.")
    years: list[GameYear]
    powers: list[PowerDeeds]
    messages: Correspondence | None = Field(
        description="Null unless everyone may read all messages of the game."
    )


class Games(Schema):
    """The games that are counted: finished public ones, and recorded ones."""

    setup: Annotated[str, Among(variants.offered_setups())] = "standard"
    source: Literal["here", "recorded"] | None = None
    edition: Annotated[str, Among(Game.Edition.values)] | None = None
    press: Literal["full", "rulebook", "public", "none"] | None = None
    pace: Literal["live", "day", "days", "week"] | None = None

    def selection(self) -> Selection:
        return Selection(
            setup=self.setup,
            source=self.source or "",
            edition=self.edition or "",
            press=self.press or "",
            pace=self.pace or "",
        )


class OpeningGames(Games):
    spring: (
        Annotated[str, AfterValidator(without_nul), Field(max_length=LONGEST_OPENING)] | None
    ) = Field(None, description="Orders of a first spring, joined by “, ”: see “orders”.")


class Results(Output):
    """Numbers of games by their result for a power."""

    games: int
    won: int
    shared: int = Field(description="Draws in which it had a share.")
    survived: int
    eliminated: int
    average_centers: float


class PowerResults(Output):
    power: str
    name: str
    results: Results


class GamesByLength(Output):
    years: int
    games: int


class GamesByEnd(Output):
    end: str = Field(description="solo, concession, draw, limit or unknown.")
    text: str
    games: int


class SiteStatistics(Output):
    setup: str
    games: int
    powers: list[PowerResults]
    lengths: list[GamesByLength]
    ends: list[GamesByEnd]


class Opening(Output):
    orders: list[str] = Field(description="Canonical orders.")
    text: str = Field(description="The orders in your notation.")
    results: Results


class OpeningList(Output):
    games: int = Field(description="Games in which the power gave any of these orders.")
    most: list[Opening] = Field(description="The most frequent ones first, at most 100.")


class Openings(Output):
    setup: str
    power: str
    name: str
    springs: OpeningList
    falls: OpeningList | None = Field(
        description="Orders of the first fall that followed “spring”; null without it."
    )
