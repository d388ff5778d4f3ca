"""Players without an account: as their masters declare them, and the offer of a seat to one."""

import datetime as dt
from typing import Annotated

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from pydantic import AfterValidator, Field, StringConstraints

from ...models.declared_player import LONGEST_NAME
from .common import Confirmed, Input, Output, without_nul


def _email(text: str) -> str:
    """Return an address or an empty text. Raises `ValueError` for anything else."""
    try:
        if text:
            validate_email(text)
    except ValidationError:
        raise ValueError from None
    return text


Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=254),
    AfterValidator(_email),
    Field(
        description="For results and reminders, once its owner has confirmed it; may be empty.",
        examples=["anna@example.org"],
    ),
]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_NAME),
    AfterValidator(without_nul),
    Field(examples=["Anna"]),
]
NeededName = Annotated[Name, StringConstraints(min_length=1)]


class NewDeclared(Input):
    """A player without an account, whose orders you enter."""

    name: NeededName = Field(description="Everyone sees that you gave the name.")
    email: Email = ""
    confirmed: Confirmed = False


class DeclaredChange(Input):
    """Name and address of a player. Without a name, the old one is removed everywhere."""

    name: Name
    email: Email


class DeclaredRemoval(Input):
    name: NeededName
    confirmed: Confirmed = False


class Declared(Output):
    """A player without an account, for the masters of the game."""

    power: str
    powers: list[str] = Field(description="All that the person plays.")
    name: str = Field(description="Empty if it was removed.")
    email: str
    email_confirmed: bool = Field(description="Whether the owner of the address confirmed it.")
    link: str | None = Field(description="The link to an account, if you have made one.")


class DeclaredLink(Output):
    link: str = Field(description="Pass it on only to this player.")
    message: str


class DeclaredOffer(Output):
    """The seat that a player without an account can take over with one."""

    game: str = Field(description="The slug of the game.")
    title: str
    name: str = Field(description="As the game master declared it; empty if removed.")
    powers: list[str]
    masters: list[str]
    phase: str | None
    due_at: dt.datetime | None
    house_rules: str
    problem: str = Field(description="Why you can’t take the seat; empty if you can.")


class DeclaredTake(Input):
    house_rules_accepted: bool = Field(False, description="Needed if the game has house rules.")
