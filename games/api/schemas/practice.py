"""Practice games against bots, and proposals to a bot."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from accounts.models import Bot

from ...models import Game
from ...state import variants
from .common import Input, Output, PowerCode
from .orders import LegalRow, OrderText
from .settings import Among

PRESS = (Game.Press.NONE.value, Game.Press.FULL.value)


class PracticeGame(Output):
    slug: str
    title: str
    power: str = Field(description="One of your powers in it.")


class PracticeGames(Output):
    games: list[PracticeGame] = Field(description="Those of yours in progress, the newest first.")
    most: int = Field(description="How many you can have at once; 0 if the site has none.")


class NewPractice(Input):
    """A game of you alone against bots. It is private and unrated."""

    bot: Annotated[str, Among(Bot.values)] = Bot.NOVICE.value
    setup: Annotated[str, Among(variants.offered_setups())] = "standard"
    power: PowerCode | None = Field(
        None, description="One of the powers that you play; null leaves it to chance."
    )
    rules: Annotated[str, Among(Game.Edition.values)] = Game.Edition.RULES_2000.value
    press: Annotated[str, Among(PRESS)] = Field(
        Game.Press.NONE.value, description="With “full”, the bots answer proposals."
    )


class NamedProvince(Output):
    code: str
    name: str


class BotProposals(Output):
    """Proposals that a bot understands in a thread now."""

    phase: str | None = Field(description="Null if nothing can be proposed now.")
    power: str | None = Field(description="The power of the bot.")
    until: int | None = Field(description="The year at whose end agreements are over.")
    supports: list[LegalRow] = Field(description="Supports by the bot, by its units.")
    provinces: list[NamedProvince] = Field(description="Provinces to be kept free of units.")


class BotProposal(Input):
    kind: Literal["peace", "support", "demilitarise"]
    order: OrderText | None = Field(
        None, description="The support by the bot; needed for “support”, and for it alone."
    )
    province: Annotated[str, StringConstraints(to_upper=True), Field(max_length=3)] | None = Field(
        None,
        description="The province to keep free; needed for “demilitarise”, and for it alone.",
    )
