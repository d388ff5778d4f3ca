"""Answers about clubs."""

from typing import TypedDict


class ClubLine(TypedDict):
    """A club in a list."""

    slug: str
    name: str
    listed: bool  # false: only its members can find it
    role: str | None  # yours: member or master


class ClubPage(TypedDict):
    clubs: list[ClubLine]  # by their names
    next_cursor: str | None


class ClubMember(TypedDict):
    name: str
    is_master: bool
    since: str | None  # None unless you are in the club


class Club(TypedDict):
    slug: str
    name: str
    about: str
    listed: bool
    role: str | None
    members: list[ClubMember]  # those whose names you may see
    members_not_shown: int
