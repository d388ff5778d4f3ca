"""A game as its masters see it, and what they send to run it."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, Field

from accounts.names import spelling

from ...game_master import comments
from ...models.event import LONGEST_ANNOUNCEMENT
from ...models.game import HOUSE_RULES_LENGTH
from ...seats.substitutes import LONGEST_SUBSTITUTION
from .common import (
    Confirmed,
    Input,
    Moment,
    NeededReason,
    Output,
    PhaseCode,
    PowerCode,
    Problem,
    Reason,
    without_nul,
)
from .games import Deadline, Power
from .lobby import Hand
from .orders import OrderText
from .phases import Result

SeenDeadline = Annotated[
    Moment,
    Field(description="The deadline that you know; if it is another now, nothing changes."),
]


class PlayersAbsence(Output):
    first: dt.date
    last: dt.date


class MasteredPower(Power):
    """A power with its player, for the masters. It says whether orders are in, never which."""

    orders_missing: bool = Field(description="The phase waits for them.")
    last_seen: dt.date | None = Field(description="The last day on which the player was here.")
    missed_turns: int = Field(description="Those of the present player.")
    missed_last_turn: str | None = Field(description="A sentence if they missed it and stay.")
    absence: PlayersAbsence | None = Field(description="The present or next one.")
    suspended: bool
    reminded_at: dt.datetime | None = Field(description="In this phase, within a day.")
    may_be_reminded: bool
    invited: str | None = Field(description="The person who is invited to the seat.")
    substitute: bool = Field(description="A substitute plays until the seat returns.")
    replaced: bool = Field(description="The player has replaced somebody.")
    without_account: bool = Field(description="The player has no account: you declared them.")
    orders_by_master: bool = Field(description="You enter the orders, and so read them.")


class MasteredLobby(Output):
    """A game that has not begun."""

    closes_at: dt.datetime
    free_seats: int
    waiting: list[str] = Field(description="The people in the lobby.")
    without_account: list[str] = Field(
        description="The names of players whom you declared; empty if removed."
    )
    invited: list[str] = Field(description="People who have not joined yet.")
    invitation: str = Field(description="The link to pass on.")
    hands: list[Hand] = Field(description="What each person plays, by the set-up.")
    allotment: str = Field(description="lot, wishes, master or draw.")


class Master(Output):
    """A game as the page of its masters shows it."""

    slug: str
    title: str
    status: str
    phase: str | None
    time: Deadline | None = Field(description="The clock of the open phase.")
    paused_until: dt.datetime | None
    earliest_deadline: dt.datetime | None = Field(
        description="How far an extension of the deadline can be undone; null if it can’t."
    )
    powers: list[MasteredPower]
    lobby: MasteredLobby | None = Field(description="Null once the game has begun.")
    masters: list[str]
    actions: list[str] = Field(
        description="What can be done now, by the ends of addresses. Acts on a seat or a message "
        "also depend on it."
    )


class Clock(Output):
    """The answer to an act on the clock: how it runs since."""

    message: str
    status: str = Field(description="playing or paused.")
    time: Deadline | None = Field(description="Its `deadline` is the next `seen`.")
    paused_until: dt.datetime | None


class LaterDeadline(Input):
    """Exactly one of `to`, `days` and `hours`, or none of them: then to the game’s next date."""

    seen: SeenDeadline
    to: Moment | None = None
    days: Annotated[int, Field(ge=1, le=60)] | None = None
    hours: Annotated[int, Field(ge=1, le=1440)] | None = None
    reason: Reason = ""


class EarlierDeadline(Input):
    seen: SeenDeadline
    to: Moment
    reason: Reason = ""


class NewPause(Input):
    seen: SeenDeadline
    until: Moment
    reason: Reason = ""


class Nothing(Input):
    """An empty object."""


class PhaseEnd(Input):
    seen: SeenDeadline
    reason: Reason = ""
    confirmed: list[Annotated[str, Field(max_length=80)]] | None = Field(
        None, description="The codes of the consequences that the problem without it lists."
    )


class Consequence(Output):
    """A power whose orders are missing, and what it means for it."""

    code: str = Field(
        description="The power, and orders_missing, turns_left_1 and so on until civil disorder, "
        "civil_disorder or master_decides, as in FRANCE.civil_disorder."
    )
    power: str
    text: str


class PhaseEndProblem(Problem):
    """The answer to ending a phase. `consequences` are those that have to be confirmed."""

    open_phase: str | None = None
    consequences: list[Consequence] | None = None


PersonName = Annotated[
    str,
    Field(min_length=1, max_length=spelling.MAX_LENGTH, examples=["Anna"]),
    AfterValidator(without_nul),
]


class LobbyRemoval(Input):
    name: PersonName
    confirmed: Confirmed = False


class Deletion(Input):
    reason: Reason = ""
    confirmed: Confirmed = False


PowersByName = dict[PersonName, Hand | None]


class GivenPowers(Input):
    """The powers that you give to people in a lobby. People who are not named keep theirs."""

    powers: PowersByName = Field(
        default_factory=dict,
        description="What each person plays, by name: {“Anna”: “FRANCE”}. Null takes it back. "
        "“hands” lists what there is; one of its powers is enough.",
    )
    declared: PowersByName = Field(
        default_factory=dict, description="The same for players without an account."
    )
    rest_at_random: bool = False
    begin: bool = Field(False, description="True begins the game: then everybody needs a power.")


class ConfirmedReason(Input):
    reason: NeededReason
    confirmed: Confirmed = False


class Replacement(Input):
    """The person who gets a seat. Others than those on the waiting list are invited."""

    name: PersonName
    waiting_list: bool = Field(False, description="True for a person on the waiting list.")
    phases: Annotated[int, Field(ge=1, le=LONGEST_SUBSTITUTION)] | None = Field(
        None, description="For a substitute: the number of phases. Null gives the seat for good."
    )
    reason: NeededReason
    confirmed: Confirmed = False


class Announcement(Input):
    text: Annotated[
        str, Field(min_length=1, max_length=LONGEST_ANNOUNCEMENT), AfterValidator(without_nul)
    ] = Field(examples=["The next phase is short."])


class Comment(Input):
    phase: PhaseCode = Field(description="The one that was resolved last.")
    text: Annotated[str, Field(max_length=comments.LONGEST), AfterValidator(without_nul)] = Field(
        description="Empty removes the comment.", examples=["A quick opening."]
    )


class Title(Input):
    title: Annotated[str, Field(min_length=1, max_length=80), AfterValidator(without_nul)] = Field(
        examples=["The Balkan Table"]
    )
    reason: Reason = ""


SeenQuestion = Annotated[
    str, Field(max_length=64, description="From the problem that asked; needed with `confirmed`.")
]


class Ending(Input):
    reason: NeededReason
    seen: SeenQuestion = ""
    confirmed: Confirmed = False


class Draw(Input):
    powers: Annotated[list[PowerCode], Field(max_length=60)] = Field(
        description="The powers that share the draw.", examples=[["FRANCE", "ITALY"]]
    )
    reason: Reason = ""
    seen: SeenQuestion = ""
    confirmed: Confirmed = False


class EndingProblem(Problem):
    """The answer to ending a game, or to undoing its end."""

    open_phase: str | None = None
    phase: str | None = Field(None, description="The phase in which this would happen.")
    seen: str | None = Field(None, description="To send with `confirmed`.")


class Newcomer(Input):
    name: PersonName
    confirmed: Confirmed = False


class NewRules(Input):
    """New house rules, and answers to single points of the rules. All players vote on them."""

    house_rules: (
        Annotated[str, Field(max_length=HOUSE_RULES_LENGTH), AfterValidator(without_nul)] | None
    ) = Field(None, description="All house rules, old and new; null leaves them.")
    rules: dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)]] = Field(
        default_factory=dict,
        description="Answers by point, as “rule_changes” of a new game has them; an empty one is "
        "the edition’s.",
    )


class DoubtfulOrder(Output):
    """An order that can be read in another way."""

    power: str
    province: str
    typed: str
    order: str
    readings: list[str]


class MissedTurn(Output):
    """A power whose orders are missing, and what follows from it."""

    power: str
    text: str


class Preview(Output):
    """The results of a closed phase, as everyone will have them. Nothing is stored yet."""

    phase: str
    seen: str = Field(description="Send it to publish these results.")
    results: dict[str, list[Result]]
    doubtful: list[DoubtfulOrder]
    ends_game: bool
    warning: str = Field(description="Who misses the turn, and how the game ends; or empty.")
    missed: list[MissedTurn]


class Publication(Input):
    seen: Annotated[str, Field(max_length=64)] = Field(
        description="From the preview.", examples=["0123456789abcdef"]
    )


class Reading(Input):
    reading: OrderText = Field(examples=["A PAR - BUR"])
    reason: NeededReason
