"""A game to be opened: its terms and settings, with the usual values of the site."""

from typing import Annotated, Any, Literal

from django.conf import settings
from django.utils import translation
from pydantic import Field

from ...models import Game
from ...models.endings import LONGEST_PROVISIONAL_DAYS
from ...models.game import HOUSE_RULES_LENGTH
from ...state import variants
from ...state.edition_texts import RULE_POINTS
from .common import Moment
from .master import PersonName
from .settings import Among, Date, NewSettings, choices_of, usual

Answer = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=0, le=10_000)]
ProvisionalDays = Annotated[int, Field(ge=0, le=LONGEST_PROVISIONAL_DAYS)]


def _points_of_rules() -> dict[str, Any]:
    """The schemas of answers to the points of the rules, in English as all of the document."""
    with translation.override("en"):
        return {
            field: {"description": str(point.question), "enum": [*point.answers, ""]}
            for field, point in RULE_POINTS.items()
        }


class NewGame(NewSettings):
    """The terms of a new game. A field that is left out has the usual value of the site."""

    title: Annotated[str, Field(min_length=1, max_length=80)] = Field(examples=["The Balkan Table"])
    role: Literal["master", "player"] = Field("master", description="Your role in the game.")
    starts_at: Moment | None = Field(None, description="The joining time of a live game.")
    lobby_days: Annotated[int, Field(ge=1, le=90)] = Field(
        14, description="For how long people can join. A live game has a joining time instead."
    )
    names: Annotated[list[PersonName], Field(max_length=40)] = Field(
        default_factory=list, description="People to invite."
    )
    club: Annotated[str, Field(max_length=80)] | None = Field(
        None, description="The last part of the address of a club of yours: only members can join."
    )
    allotment: Annotated[str, choices_of(Game, "allotment")] = usual("allotment")
    setup: Annotated[str, Among(variants.offered_setups())] = usual("setup")
    rules: Annotated[str, choices_of(Game, "rules")] = usual("rules")
    rule_changes: dict[Answer, Answer] = Field(
        default_factory=dict,
        description="Answers by point of the rules; an empty one is the edition’s.",
        examples=[{"surplus_builds": "first"}],
        json_schema_extra={"properties": _points_of_rules()},
    )
    visibility: Annotated[str, choices_of(Game, "visibility")] = usual("visibility")
    anonymous: bool = usual("anonymous")
    orders_watched_by: Annotated[str, choices_of(Game, "orders_watched_by")] = usual(
        "orders_watched_by"
    )
    confirms_mail: bool = usual("confirms_mail")
    orders_by_master: bool = usual("orders_by_master")
    no_machine_help: bool = usual("no_machine_help")
    least_reliability: Annotated[int, Field(ge=1, le=100)] | None = usual("least_reliability")
    refuses_new_players: bool = usual("refuses_new_players")
    rated: bool = usual("rated")
    press: Annotated[str, choices_of(Game, "press")] = usual("press")
    unsigned_messages: bool = usual("unsigned_messages")
    messages_open_at_end: bool = usual("messages_open_at_end")
    successors_read_messages: bool = usual("successors_read_messages")
    language: Annotated[str, Among(code for code, _name in settings.LANGUAGES)] | None = Field(
        None, description="The language of the press; null for yours."
    )
    votes_on_extensions: bool = usual("votes_on_extensions")
    solo_centers: Number | None = usual("solo_centers")
    solo_after: Annotated[str, choices_of(Game, "solo_after")] = usual("solo_after")
    solo_of: Annotated[str, choices_of(Game, "solo_of")] = usual("solo_of")
    votes_on_end: bool = usual("votes_on_end")
    draw_shared_by: Annotated[str, choices_of(Game, "draw_shared_by")] = usual("draw_shared_by")
    secret_votes: bool = usual("secret_votes")
    votes_stand: bool = usual("votes_stand")
    stalemate_years: Number | None = usual("stalemate_years")
    ends: Annotated[str, choices_of(Game, "ends")] = usual("ends")
    ends_after: Number | None = usual("ends_after")
    ends_on: Date | None = usual("ends_on")
    ends_with: Annotated[str, choices_of(Game, "ends_with")] = usual("ends_with")
    provisional_days: ProvisionalDays = usual("provisional_days")
    publish_hours: Number | None = usual("publish_hours")
    house_rules: Annotated[str, Field(max_length=HOUSE_RULES_LENGTH)] = Field(
        "", description="Everyone who joins must accept them."
    )
