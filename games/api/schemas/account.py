"""Settings and profile of the key's owner, and profiles of others."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from .common import Input, Output
from .orders import Language

Notation = Literal["", "en", "es", "it", "bg"]
Visibility = Literal["everyone", "signed_in", "nobody"]
Way = Literal["at_once", "without_text", "summary", "off"]
KindName = Annotated[str, Field(max_length=16)]


class Settings(Output):
    name: str = Field(description="The name that everyone sees.")
    language: str
    time_zone: str
    notation: str = Field(description="The notation of orders; empty: as the language.")
    pattern_fills: bool = Field(description="Patterns on the map besides colors.")
    takes_invitations: bool
    emails: dict[str, str] = Field(
        description="By kind of notification: at_once, without_text, summary or off."
    )
    push: list[str] = Field(description="The kinds that your browsers show.")


class SettingsChange(Input):
    """The fields to change; the others stay."""

    name: Annotated[str, Field(max_length=200)] | None = None
    language: Language | None = None
    time_zone: Annotated[str, Field(max_length=64, description="Such as Europe/Madrid.")] | None = (
        None
    )
    notation: Notation | None = None
    pattern_fills: bool | None = None
    takes_invitations: bool | None = None
    emails: dict[KindName, Way] = Field(default_factory=dict)
    push: Annotated[list[KindName], Field(max_length=40)] | None = None


class OwnProfile(Output):
    about: str = Field(description="What you say about yourself.")
    visibility: str = Field(description="everyone, signed_in or nobody.")
    lists_games: bool
    languages: list[str]


class ProfileChange(Input):
    """The fields to change; the others stay."""

    about: Annotated[str, Field(max_length=600)] | None = None
    visibility: Visibility | None = None
    lists_games: bool | None = None
    languages: Annotated[list[Language], Field(max_length=20)] | None = None


class PersonFact(Output):
    name: str
    value: str


class PersonGame(Output):
    slug: str
    title: str
    powers: list[str]
    since: dt.datetime
    until: dt.datetime | None = Field(description="Null while the person plays.")
    result: str = Field(description="In words; empty while the game goes on.")


class Person(Output):
    """A profile as you may see it. A private one has a name and nothing else."""

    name: str
    private: bool
    about: str
    languages: list[str]
    here_since: dt.date | None
    reliability: list[PersonFact] = Field(description="In words.")
    lists_games: bool
    running: list[PersonGame] = Field(description="Games with hidden names are in no list.")
    past: list[PersonGame] = Field(description="The latest first.")
    next_cursor: str | None = Field(description="For the page with earlier games.")
