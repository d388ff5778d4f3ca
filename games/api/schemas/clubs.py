"""Clubs: lists of them, one with its members, joining and leaving."""

import datetime as dt

from pydantic import Field

from .common import Input, Output
from .lobby import InvitationKey


class ClubLine(Output):
    """A club in a list."""

    slug: str = Field(description="Its name in addresses.")
    name: str
    listed: bool = Field(description="False: only its members can find it.")
    role: str | None = Field(description="Yours: member or master; null if you aren’t in it.")


class ClubPage(Output):
    clubs: list[ClubLine] = Field(description="By their names.")
    next_cursor: str | None


class ClubMember(Output):
    name: str
    is_master: bool
    since: dt.datetime | None = Field(description="Null unless you are in the club.")


class Club(Output):
    slug: str
    name: str
    about: str
    listed: bool
    role: str | None
    members: list[ClubMember] = Field(description="Those whose names you may see.")
    members_not_shown: int


class ClubInvitation(Input):
    invitation: InvitationKey
