"""Invitations to lobbies and to seats, and the waiting list."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from .common import Confirmed, Input, Output, without_nul
from .games import Fact
from .master import PersonName


class SeatInvitationLine(Output):
    """An invitation to a seat. Lists do not name the game; the invitation itself does."""

    key: str
    powers: list[str]
    invited_by: str
    expires_at: dt.datetime


class GameInvitation(Output):
    """An invitation to a game that has not begun. Join it with `invitation`."""

    game: str = Field(description="The slug of the game.")
    invited_by: str = Field(description="Empty if you may not know the name.")
    closes_at: dt.datetime
    invitation: str | None = Field(
        description="The key of its invitation link; null without the scope “account”."
    )


class InvitationList(Output):
    seats: list[SeatInvitationLine]
    games: list[GameInvitation]
    takes_invitations: bool = Field(description="False if you have refused all invitations.")


class SeatInvitation(Output):
    """An invitation to a seat, with what you need to decide."""

    key: str
    kind: str = Field(description="replace, lend (as a substitute), or take_over.")
    game: str = Field(description="The slug of the game.")
    title: str
    public: bool
    powers: list[str]
    invited_by: str
    phases: int | None = Field(description="For a substitute: the number of phases.")
    phase: str | None
    due_at: dt.datetime | None = Field(description="Null if the clock is stopped.")
    expires_at: dt.datetime
    masters: list[str]
    settings: list[Fact]
    house_rules: str
    questions: list[str] = Field(description="What you confirm by accepting with “confirmed”.")
    problem: str = Field(description="Why you can’t accept now; empty if you can.")


class AcceptedInvitation(Input):
    house_rules_accepted: bool = Field(False, description="Needed if the game has house rules.")
    confirmed: bool = Field(False, description="True if you have read the questions.")


class LobbyInvitations(Output):
    """The invitations of a lobby, as far as you may see them."""

    link: str | None = Field(
        description="The link to pass on; null unless you have joined and the key may act there."
    )
    may_renew: bool = Field(description="Whether you can replace the link.")
    invited: list[str] = Field(
        description="People who have not joined yet: for game masters all, for others their own."
    )


class InvitedName(Input):
    name: PersonName
    confirmed: Confirmed = False


class WaitingList(Output):
    """Your place on the list of people who take over seats, and what others read of you there."""

    since: dt.datetime | None = Field(description="Null if you are not on the list.")
    remark: str
    questions: list[str] = Field(description="What you confirm by entering with “confirmed”.")


class Remark(Input):
    remark: Annotated[
        str,
        StringConstraints(strip_whitespace=True, max_length=200),
        AfterValidator(without_nul),
        Field(description="For game masters, such as how much time you have."),
    ] = ""
    confirmed: Confirmed = False


class Volunteer(Output):
    name: str
    since: dt.datetime
    remark: str
    problem: str = Field(description="Why this person can’t take the seat; empty if they can.")


class VolunteerList(Output):
    volunteers: list[Volunteer] = Field(description="Those who have waited longest come first.")
