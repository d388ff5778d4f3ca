"""A game to be opened: its terms and settings, with the usual values of the site."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.conf import settings
from django.db.models import NOT_PROVIDED, Model
from django.utils import translation
from django.utils.text import capfirst
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
    """A field with the usual value of a column, described by its labels."""
    column: Any = model._meta.get_field(name)
    default = getattr(column, "default", NOT_PROVIDED)
    if default is NOT_PROVIDED:
        default = None
    value = str(default.value) if hasattr(default, "value") else default
    return Field(value, description=_description(column))


def _description(column: Any) -> str:
    """The labels of a column and of its choices, in English as all of the document."""
    with translation.override("en"):
        choices = "; ".join(f"{value}: {label}" for value, label in column.choices or ())
        said = (column.verbose_name, str(column.help_text).rstrip("."), choices)
        return " ".join(f"{capfirst(part)}." for part in said if part)


Answer = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=0, le=10_000)]


class NewGame(Input):
    """The terms of a new game. A field that is left out has the usual value of the site.

    Deadlines are those of a pace; a game with deadlines of its own is opened on the page.
    """

    title: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(without_nul)]
    role: Literal["master", "player"] = Field("master", description="Your role in the game.")
    pace: Annotated[str, Among(PACES)] = Field("weekly", description="The deadlines.")
    zone: Annotated[str, Field(max_length=64)] | None = Field(
        None, description="The time zone of the pace’s deadlines; null for yours."
    )
    starts_at: Moment | None = Field(None, description="The joining time of a live game.")
    lobby_days: Annotated[int, Field(ge=1, le=90)] = Field(
        14, description="For how long people can join. A live game has a joining time instead."
    )
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
    least_reliability: Annotated[int, Field(ge=1, le=100)] | None = _usual("least_reliability")
    refuses_new_players: bool = _usual("refuses_new_players")
    rated: bool = _usual("rated")
    press: Annotated[str, _of(Game, "press")] = _usual("press")
    unsigned_messages: bool = _usual("unsigned_messages")
    messages_open_at_end: bool = _usual("messages_open_at_end")
    successors_read_messages: bool = _usual("successors_read_messages")
    language: Annotated[str, Among(code for code, _name in settings.LANGUAGES)] | None = Field(
        None, description="The language of the press; null for yours."
    )
    votes_on_extensions: bool = _usual("votes_on_extensions")
    solo_centers: Number | None = _usual("solo_centers")
    solo_after: Annotated[str, _of(Game, "solo_after")] = _usual("solo_after")
    solo_of: Annotated[str, _of(Game, "solo_of")] = _usual("solo_of")
    votes_on_end: bool = _usual("votes_on_end")
    draw_shared_by: Annotated[str, _of(Game, "draw_shared_by")] = _usual("draw_shared_by")
    secret_votes: bool = _usual("secret_votes")
    votes_stand: bool = _usual("votes_stand")
    stalemate_years: Number | None = _usual("stalemate_years")
    ends: Annotated[str, _of(Game, "ends")] = _usual("ends")
    ends_after: Number | None = _usual("ends_after")
    ends_on: Annotated[dt.date, BeforeValidator(day)] | None = _usual("ends_on")
    ends_with: Annotated[str, _of(Game, "ends_with")] = _usual("ends_with")
    provisional_days: Number = _usual("provisional_days")
    publish_hours: Number | None = _usual("publish_hours")
    house_rules: Annotated[
        str, Field(max_length=HOUSE_RULES_LENGTH), AfterValidator(without_nul)
    ] = Field("", description="Everyone who joins must accept them.")
    ready_minutes: Annotated[int, Field(ge=0, le=LONGEST_READY_MINUTES)] = Field(
        30, description="Once all are ready, the phase ends after these minutes."
    )
    on_missed: Annotated[str, _of(GameSettings, "on_missed")] = _usual("on_missed", GameSettings)
    grace_hours: Annotated[int, Field(ge=1, le=LONGEST_GRACE_HOURS)] = Field(
        24, description="The length of a grace period."
    )
    absence_cap_days: Annotated[int, Field(ge=0, le=LONGEST_ABSENCE_DAYS)] = Field(
        7, description="The longest wait of a deadline for absent players."
    )
    disorder_after: Annotated[str, _of(GameSettings, "disorder_after")] = _usual(
        "disorder_after", GameSettings
    )
    disorder_misses: Annotated[int, Field(ge=FEWEST_MISSES, le=MOST_MISSES)] = Field(
        FEWEST_MISSES, description="The missed turns of “in_a_row” and “in_all”."
    )
    seats_open_to: Annotated[str, _of(GameSettings, "seats_open_to")] = _usual(
        "seats_open_to", GameSettings
    )
    orders_by_key: bool = _usual("orders_by_key", GameSettings)
    press_by_key: bool = _usual("press_by_key", GameSettings)
