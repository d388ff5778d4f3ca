"""Games from elsewhere that go on here, from a position as text."""

from typing import Annotated, Any

from pydantic import Field

from ...lifecycle.position_text.reading import LONGEST_TEXT
from .common import Input, Output, Problem, with_example
from .corrections import POSITION
from .games import Game
from .new_game import NewGame


class TakeOver(Input):
    """A game with you as its master. `game` has its terms, without those of a lobby."""

    model_config = with_example(
        {"position": POSITION, "game": {"title": "The Balkan Table"}, "check": True}
    )

    position: Annotated[str, Field(max_length=LONGEST_TEXT)] = Field(
        description="The phase, units and centers by power, and the names of players, as on the "
        "page; or JSON of the rules’ command line."
    )
    game: NewGame
    check: bool = Field(False, description="Only read the position, and store nothing.")


class TakenOver(Output):
    game: Game | None = Field(description="Null if the position was only checked.")
    position: str = Field(description="The position as it was understood.")
    players: dict[str, str] = Field(description="The people who are invited, by power.")
    warnings: list[str]


class PositionProblem(Problem):
    """The answer to a position that can’t be used, with its wrong lines."""

    lines: list[Any] | None = None
