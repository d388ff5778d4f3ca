"""Settings of a game: its deadlines, missed orders, open seats, and programs of players."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.db.models import NOT_PROVIDED, Model
from django.utils import translation
from django.utils.text import capfirst
from pydantic import BeforeValidator, Field, GetCoreSchemaHandler

from ...lifecycle.paces import PACES
from ...models import Game, GameSettings
from ...models.settings import (
    FEWEST_MISSES,
    LONGEST_ABSENCE_DAYS,
    LONGEST_GRACE_HOURS,
    LONGEST_LEAST_HOURS,
    LONGEST_LIVE_MINUTES,
    LONGEST_PHASE_HOURS,
    LONGEST_READY_MINUTES,
    MOST_MISSES,
    MOST_SKIPPED_DATES,
    SHORTEST_LIVE_MINUTES,
)
from .common import Input, Output, Reason, day


class Among:
    """Mark of a text that is one of `values`: at run time its type is a `Literal`."""

    def __init__(self, values: Iterable[str]) -> None:
        self.values = tuple(values)

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> Any:
        return handler.generate_schema(Literal[self.values])


def choices_of(model: type[Model], name: str) -> Among:
    """Mark of a text that is one of the choices of a column."""
    choices = getattr(model._meta.get_field(name), "choices", None) or ()
    return Among(str(value) for value, _label in choices)


def usual(name: str, model: type[Model] = Game) -> Any:
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
        is_named = column.verbose_name != column.name.replace("_", " ")
        name = column.verbose_name if is_named or not column.choices else ""
        said = (name, str(column.help_text).rstrip("."))
        sentences = [f"{capfirst(part)}." for part in said if part]
        choices = [
            f"“{value}”: {str(label).removeprefix(f'{str(value).capitalize()}: ')}"
            for value, label in column.choices or ()
        ]
        return " ".join([*sentences, f"{'; '.join(choices)}." if choices else ""]).strip()


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
Date = Annotated[dt.date, BeforeValidator(day)]
Weekday = Annotated[str, Among(WEEKDAYS)]
TimeOfDay = Annotated[
    str,
    Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="In the zone of the game."),
]
Hours = Annotated[int, Field(ge=1, le=LONGEST_PHASE_HOURS)]
LiveMinutes = Annotated[int, Field(ge=SHORTEST_LIVE_MINUTES, le=LONGEST_LIVE_MINUTES)]
Minutes = Annotated[int, Field(ge=1, le=LONGEST_LIVE_MINUTES)]


class OwnDeadlines(Input):
    """Deadlines that are those of no pace.

    Phases end on `weekdays`, after `phase_hours`, or after `live_minutes`: send one of them, and
    what goes with it. `null` is the same as leaving a field out.
    """

    weekdays: Annotated[list[Weekday], Field(min_length=1, max_length=7)] | None = None
    at: TimeOfDay | None = Field(None, description="The time of day; needed with “weekdays”.")
    least_hours: Annotated[int, Field(ge=0, le=LONGEST_LEAST_HOURS)] | None = Field(
        None, description="The least time to negotiate; needed with “weekdays”."
    )
    phase_hours: Hours | None = None
    window_hours: Hours | None = Field(
        None,
        description="The time for retreats and builds; needed with “weekdays”. Otherwise null is "
        "the time of other phases.",
    )
    build_hours: Hours | None = Field(None, description="Null: the time of retreats.")
    retreat_weekdays: list[Weekday] | None = Field(
        None, description="The days on which retreats end; null: any."
    )
    retreat_at: TimeOfDay | None = None
    build_weekdays: list[Weekday] | None = Field(
        None, description="The days on which builds end; null: any."
    )
    build_at: TimeOfDay | None = None
    live_minutes: LiveMinutes | None = None
    live_window_minutes: Minutes | None = Field(
        None, description="The time for retreats and builds; needed with “live_minutes”."
    )
    live_build_minutes: Minutes | None = Field(None, description="Null: the time of retreats.")


Zone = Annotated[str, Field(max_length=64)]
Country = Annotated[str, Field(pattern="^([A-Z]{2})?$")]
Skipped = Annotated[list[Date], Field(max_length=MOST_SKIPPED_DATES)]
AbsenceDays = Annotated[int, Field(ge=0, le=LONGEST_ABSENCE_DAYS)]
ReadyMinutes = Annotated[int, Field(ge=0, le=LONGEST_READY_MINUTES)]
GraceHours = Annotated[int, Field(ge=1, le=LONGEST_GRACE_HOURS)]
Misses = Annotated[int, Field(ge=FEWEST_MISSES, le=MOST_MISSES)]
Pace = Annotated[str, Among(PACES)]
OnMissed = Annotated[str, choices_of(GameSettings, "on_missed")]
DisorderAfter = Annotated[str, choices_of(GameSettings, "disorder_after")]
SeatsOpenTo = Annotated[str, choices_of(GameSettings, "seats_open_to")]


class NewSettings(Input):
    """The settings of a new game. A field that is left out has the usual value of the site."""

    pace: Pace = Field("weekly", description="The deadlines.")
    deadlines: OwnDeadlines | None = Field(
        None, description="Deadlines of the game’s own, instead of a pace."
    )
    zone: Zone | None = Field(
        None, description="The time zone of deadlines on weekdays; null for yours."
    )
    skipped: Skipped = Field(
        default_factory=list, description="Dates without a deadline, for deadlines on weekdays."
    )
    holidays: Country = Field(
        "",
        description="The code of the country whose public holidays have no deadline, for deadlines "
        "on weekdays; or empty.",
    )
    absence_cap_days: AbsenceDays = Field(
        7, description="The longest wait of a deadline for absent players."
    )
    ready_minutes: ReadyMinutes | None = Field(
        None,
        description="Once all are ready, the phase ends after these minutes; null: 30, in a live "
        "game 0.",
    )
    on_missed: OnMissed = usual("on_missed", GameSettings)
    grace_hours: GraceHours = Field(24, description="The length of a grace period.")
    disorder_after: DisorderAfter = usual("disorder_after", GameSettings)
    disorder_misses: Misses = Field(
        FEWEST_MISSES, description="The missed turns of “in_a_row” and “in_all”."
    )
    seats_open_to: SeatsOpenTo = usual("seats_open_to", GameSettings)
    bots_in_disorder: bool = usual("bots_in_disorder", GameSettings)
    orders_by_key: bool = usual("orders_by_key", GameSettings)
    press_by_key: bool = usual("press_by_key", GameSettings)


class GameSettingsChange(Input):
    """New settings of a game. A field that is left out, or null, keeps its value."""

    pace: Pace | None = Field(None, description="The deadlines of a pace.")
    deadlines: OwnDeadlines | None = Field(None, description="All deadlines, instead of a pace.")
    zone: Zone | None = None
    skipped: Skipped | None = Field(None, description="All dates without a deadline.")
    holidays: Country | None = None
    absence_cap_days: AbsenceDays | None = None
    ready_minutes: ReadyMinutes | None = None
    on_missed: OnMissed | None = None
    grace_hours: GraceHours | None = None
    disorder_after: DisorderAfter | None = None
    disorder_misses: Misses | None = None
    seats_open_to: SeatsOpenTo | None = None
    bots_in_disorder: bool | None = Field(None, description="Fixed once the game has begun.")
    orders_by_key: bool | None = None
    press_by_key: bool | None = None
    reason: Reason = ""


class DeadlineRule(Output):
    """The rule for deadlines, as `deadlines` of a change takes it. Null is what does not count."""

    weekdays: list[str] | None
    at: str | None
    least_hours: int | None
    phase_hours: int | None
    window_hours: int | None
    build_hours: int | None
    retreat_weekdays: list[str] | None
    retreat_at: str | None
    build_weekdays: list[str] | None
    build_at: str | None
    live_minutes: int | None
    live_window_minutes: int | None
    live_build_minutes: int | None


class GameSettingsValues(Output):
    """The newest settings of a game, under the names by which they are changed."""

    pace: str | None = Field(
        description="The pace whose deadlines these are; null if there’s none."
    )
    deadlines: DeadlineRule
    zone: str | None = Field(description="Null unless deadlines are on weekdays.")
    skipped: list[dt.date]
    holidays: str
    absence_cap_days: int
    ready_minutes: int
    on_missed: str
    grace_hours: int
    disorder_after: str
    disorder_misses: int
    seats_open_to: str
    bots_in_disorder: bool
    orders_by_key: bool
    press_by_key: bool
