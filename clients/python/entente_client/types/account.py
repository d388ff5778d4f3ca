"""Answers about your account, and profiles of people."""

from typing import TypedDict


class Settings(TypedDict):
    name: str  # the name that everyone sees
    language: str
    time_zone: str
    notation: str  # the notation of orders; empty: as the language
    pattern_fills: bool  # patterns on the map besides colors
    takes_invitations: bool
    emails: dict[str, str]  # by kind of notification: at_once, without_text, summary or off
    push: list[str]  # the kinds that your browsers show


class OwnProfile(TypedDict):
    about: str  # what you say about yourself
    visibility: str  # everyone, signed_in or nobody
    lists_games: bool
    languages: list[str]


class PersonFact(TypedDict):
    name: str
    value: str


class PersonGame(TypedDict):
    slug: str
    title: str
    powers: list[str]
    since: str
    until: str | None  # None while the person plays
    result: str  # in words; empty while the game goes on


class Person(TypedDict):
    """A profile as you may see it. A private one has a name and nothing else."""

    name: str
    private: bool
    about: str
    languages: list[str]
    here_since: str | None
    reliability: list[PersonFact]  # in words
    lists_games: bool
    running: list[PersonGame]  # games with hidden names are in no list
    past: list[PersonGame]  # the latest first
    next_cursor: str | None  # for the page with earlier games


class KeyInfo(TypedDict):
    name: str
    prefix: str
    scopes: list[str]  # of read, orders, press, master and account
    ends_at: str | None


class Me(TypedDict):
    name: str
    language: str
    time_zone: str
    notation: str  # the notation of orders; empty: as the language
    takes_invitations: bool
    about: str  # what you say about yourself on your profile
    profile_visibility: str
    key: KeyInfo


class Notification(TypedDict):
    kind: str
    text: str
    game: str | None  # the slug of the game; None if you may not see it now
    phase: str | None
    at: str


class NotificationList(TypedDict):
    notifications: list[Notification]  # the newest first
