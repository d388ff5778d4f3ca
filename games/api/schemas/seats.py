"""Seats: those that are open, taking and leaving one, and absences."""

import datetime as dt
from typing import Annotated

from pydantic import BeforeValidator, Field

from .common import Confirmed, Input, Output, day
from .lobby import InvitationKey


class OpenSeat(Output):
    """A seat that you could take over; of several that one person plays, the first."""

    game: str = Field(description="The slug of the game.")
    title: str
    power: str = Field(description="Take this one; “powers” come with it.")
    powers: list[str]
    units: int
    centers: int
    phase: str | None
    due_at: dt.datetime | None


class OpenSeatPage(Output):
    seats: list[OpenSeat] = Field(description="Those open longest come first.")
    next_cursor: str | None


class Take(Input):
    invitation: InvitationKey | None = Field(None, description="If the seat is not for anyone.")
    house_rules_accepted: bool = Field(False, description="Needed if the game has house rules.")
    confirmed: bool = Field(False, description="True if you have read what the site asks first.")


class Resignation(Input):
    confirmed: bool = Field(False, description="True if you know the consequences.")


class Acceptance(Input):
    confirmed: bool = Field(False, description="True if your acceptance may make the result final.")


class Accepted(Output):
    final: bool
    message: str


Day = Annotated[dt.date, BeforeValidator(day), Field(description="Such as 2027-12-24.")]


class NewAbsence(Input):
    first: Day
    last: Day = Field(description="You are still away on this day.")


class Absence(Output):
    first: dt.date = Field(description="Its name in addresses.")
    last: dt.date


class AbsenceList(Output):
    absences: list[Absence] = Field(description="The latest first.")
    waits: bool = Field(description="Whether deadlines of the game wait for absent players.")


class OrderConsent(Output):
    """Consent to a game master who enters your orders, and so reads them."""

    offered: bool = Field(description="Whether the game has agreed to such orders.")
    allowed: bool


class OrderConsentChange(Input):
    allowed: bool
    confirmed: Confirmed = False
