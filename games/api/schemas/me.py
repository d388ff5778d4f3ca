"""The key's owner: preferences, notifications, and what is new in their games."""

import datetime as dt

from pydantic import Field

from .common import Output


class KeyInfo(Output):
    name: str
    prefix: str
    scopes: list[str] = Field(description="Of read, orders, press, master and account.")
    ends_at: dt.datetime | None


class Me(Output):
    name: str
    language: str
    time_zone: str
    notation: str = Field(description="The notation of orders; empty: as the language.")
    takes_invitations: bool
    about: str = Field(description="What you say about yourself on your profile.")
    profile_visibility: str
    key: KeyInfo


class Notification(Output):
    kind: str
    text: str
    game: str | None = Field(description="The slug of the game; null if you may not see it now.")
    phase: str | None
    at: dt.datetime


class NotificationList(Output):
    notifications: list[Notification] = Field(description="The newest first.")


class GameNews(Output):
    slug: str
    state: str = Field(description="It changes whenever something that you may see has changed.")
    phase: str | None
    due_at: dt.datetime | None
    waits_for_orders_of: list[str] = Field(description="Your powers that have not ordered yet.")


class News(Output):
    games: list[GameNews] = Field(description="Your games that are not over.")
    next_look_at: dt.datetime = Field(description="Ask again then, not sooner.")
