"""A game to be opened: its terms and settings, with the usual values of the site."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.conf import settings
from django.db.models import NOT_PROVIDED, Model
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
)

from ...lifecycle.paces import PACES
from ...models import Game, GameSettings
from ...models.game import HOUSE_RULES_LENGTH
from ...models.settings import (
    FEWEST_MISSES,
    LONGEST_ABSENCE_DAYS,
    LONGEST_GRACE_HOURS,
    LONGEST_READY_MINUTES,
    MOST_MISSES,
)
from ...state import variants
from .common import Input, Moment, day, without_nul
from .master import PersonName


class Among:
    """Mark of a text that is one of `values`: at run time its type is a `Literal`."""

    def __init__(self, values: Iterable[str]) -> None:
        self.values = tuple(values)

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(Literal[self.values])


def _of(model: type[Model], name: str) -> Among:
    """Mark of a text that is one of the choices of a column."""
    choices = getattr(model._meta.get_field(name), "choices", None) or ()
    return Among(str(value) for value, _label in choices)


def _usual(name: str, model: type[Model] = Game) -> Any:
    """The usual value of a column."""
    default = getattr(model._meta.get_field(name), "default", NOT_PROVIDED)
    if default is NOT_PROVIDED:
        return None
    return str(default.value) if hasattr(default, "value") else default


Answer = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=0, le=10_000)]


class NewGame(Input):
    """The terms of a new game. A field that is left out has the usual value of the site.

    Deadlines are those of a pace; a game with deadlines of its own is opened on the page.
    """

    title: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(without_nul)]
    role: Literal["master", "player"] = Field("master", description="Your role in the game.")
    pace: Annotated[str, Among(PACES)] = "weekly"
    zone: Annotated[str, Field(max_length=64)] | None = Field(
        None, description="The time zone of the pace’s deadlines; null for yours."
    )
    starts_at: Moment | None = Field(None, description="The joining time of a live game.")
    lobby_days: Annotated[int, Field(ge=1, le=90)] = 14
    names: Annotated[list[PersonName], Field(max_length=40)] = Field(
        default_factory=list, description="People to invite."
    )
    allotment: Annotated[str, _of(Game, "allotment")] = _usual("allotment")
    setup: Annotated[str, Among(variants.offered_setups())] = _usual("setup")
    rules: Annotated[str, _of(Game, "rules")] = _usual("rules")
    rule_changes: dict[Answer, Answer] = Field(
        default_factory=dict, description="Answers by point of the rules."
    )
    visibility: Annotated[str, _of(Game, "visibility")] = _usual("visibility")
    anonymous: bool = _usual("anonymous")
    orders_watched_by: Annotated[str, _of(Game, "orders_watched_by")] = _usual("orders_watched_by")
    orders_by_master: bool = _usual("orders_by_master")
    no_machine_help: bool = _usual("no_machine_help")
    least_reliability: Annotated[int, Field(ge=1, le=100)] | None = None
    refuses_new_players: bool = _usual("refuses_new_players")
    rated: bool = _usual("rated")
    press: Annotated[str, _of(Game, "press")] = _usual("press")
    unsigned_messages: bool = _usual("unsigned_messages")
    messages_open_at_end: bool = _usual("messages_open_at_end")
    successors_read_messages: bool = _usual("successors_read_messages")
    language: Annotated[str, Among(code for code, _name in settings.LANGUAGES)] | None = None
    votes_on_extensions: bool = _usual("votes_on_extensions")
    solo_centers: Number | None = None
    solo_after: Annotated[str, _of(Game, "solo_after")] = _usual("solo_after")
    solo_of: Annotated[str, _of(Game, "solo_of")] = _usual("solo_of")
    votes_on_end: bool = _usual("votes_on_end")
    draw_shared_by: Annotated[str, _of(Game, "draw_shared_by")] = _usual("draw_shared_by")
    secret_votes: bool = _usual("secret_votes")
    votes_stand: bool = _usual("votes_stand")
    stalemate_years: Number | None = None
    ends: Annotated[str, _of(Game, "ends")] = _usual("ends")
    ends_after: Number | None = None
    ends_on: Annotated[dt.date, BeforeValidator(day)] | None = None
    ends_with: Annotated[str, _of(Game, "ends_with")] = _usual("ends_with")
    provisional_days: Number = _usual("provisional_days")
    publish_hours: Number | None = None
    house_rules: Annotated[
        str, Field(max_length=HOUSE_RULES_LENGTH), AfterValidator(without_nul)
    ] = ""
    ready_minutes: Annotated[int, Field(ge=0, le=LONGEST_READY_MINUTES)] = 30
    on_missed: Annotated[str, _of(GameSettings, "on_missed")] = _usual("on_missed", GameSettings)
    grace_hours: Annotated[int, Field(ge=1, le=LONGEST_GRACE_HOURS)] = 24
    absence_cap_days: Annotated[int, Field(ge=0, le=LONGEST_ABSENCE_DAYS)] = 7
    disorder_after: Annotated[str, _of(GameSettings, "disorder_after")] = "first"
    disorder_misses: Annotated[int, Field(ge=FEWEST_MISSES, le=MOST_MISSES)] = FEWEST_MISSES
    seats_open_to: Annotated[str, _of(GameSettings, "seats_open_to")] = "anyone"
    orders_by_key: bool = True
    press_by_key: bool = True
