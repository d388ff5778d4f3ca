"""A whole game as values: what an archive holds, and what every format is read into.

`columns` of a record are columns of the table that it becomes a row of. Powers, provinces, units,
orders and phases are the codes of the rules. Phases are named by their numbers in the game.
"""

import datetime as dt
from dataclasses import dataclass, field
from typing import Annotated, Any

from ..models import Game, GameSettings
from ..models.fields import LONGEST_IMPORTED_NAME
from ..models.game import HOUSE_RULES_LENGTH
from ..models.press import LONGEST_MESSAGE, LONGEST_TITLE
from .codec import LATER
from .columns import Columns

VERSION = 1
FORMAT = "entente-game"

Name = Annotated[str | None, LONGEST_IMPORTED_NAME]
"""A person's name. None: nobody, or the site. Empty: somebody whose name is hidden."""

# What the game is and what became of it.
GAME = Columns(
    Game,
    (
        "title",
        "language",
        "setup",
        "rules",
        "house_rules",
        "house_rules_since",
        "status",
        "ending",
        "created_at",
        "started_at",
        "ended_at",
        "final_at",
    ),
)
# What its players agreed to.
TERMS = Columns(
    Game,
    (
        "visibility",
        "allotment",
        "anonymous",
        "orders_watched_by",
        "publish_hours",
        "orders_by_master",
        "confirms_mail",
        "no_machine_help",
        "least_reliability",
        "refuses_new_players",
        "press",
        "unsigned_messages",
        "messages_open_at_end",
        "successors_read_messages",
        "solo_centers",
        "solo_after",
        "solo_of",
        "votes_on_end",
        "votes_on_extensions",
        "draw_shared_by",
        "secret_votes",
        "votes_stand",
        "stalemate_years",
        "ends",
        "ends_after",
        "ends_on",
        "ends_with",
        "provisional_days",
        "coin_hand",
    ),
)
SETTINGS = Columns(
    GameSettings,
    (
        "since",
        "weekdays",
        "at",
        "zone",
        "least_hours",
        "phase_hours",
        "window_hours",
        "live_minutes",
        "live_window_minutes",
        "build_hours",
        "live_build_minutes",
        "retreat_weekdays",
        "retreat_at",
        "build_weekdays",
        "build_at",
        "holidays",
        "absence_cap_days",
        "ready_minutes",
        "on_missed",
        "grace_hours",
        "disorder_after",
        "disorder_misses",
        "seats_open_to",
    ),
)


@dataclass
class RuleChangeRecord:
    """A point on which the game departs from its edition, from the phase with number `since` on."""

    field: Annotated[str, 60]
    value: Annotated[str, 40]
    since: int = 0


@dataclass
class SeatRecord:
    power: str
    name: Name = None
    result: str = ""


@dataclass
class SettingsRecord:
    """A version of the settings. `skipped` are dates without deadlines."""

    columns: Annotated[dict[str, Any], SETTINGS]
    skipped: list[dt.date] = field(default_factory=list)


@dataclass
class DislodgedRecord:
    """A dislodged unit: the province its attacker came from, if known, and its retreats."""

    unit: str
    attacked_from: str | None
    retreats: list[str]


@dataclass
class OrderRecord:
    """An order of a resolved phase. One that the rules supplied is not `given`.

    `bot` is the bot that gave it for a power in civil disorder, empty for orders of people. An
    empty `outcome` says that the source tells none: then it is that of our rules.
    """

    text: str
    given: bool = True
    outcome: str = ""
    fate: str = ""
    reason_code: str = ""
    reason_params: dict[str, str] = field(default_factory=dict)
    bot: str = field(default="", metadata=LATER)


@dataclass
class PhaseRecord:
    """A phase with the position in which it began. `settings` is the index of its settings.

    A resolved phase of which the source tells no time was opened and resolved at one moment.
    `took_orders` tells of a final phase whether it was open before the game ended in it.
    """

    number: int
    code: str
    status: str
    opened_at: dt.datetime
    settings: int = 0
    deadline: dt.datetime | None = None
    resolved_at: dt.datetime | None = None
    took_orders: bool = False
    units: dict[str, list[str]] = field(default_factory=dict)
    dislodged: dict[str, list[DislodgedRecord]] = field(default_factory=dict)
    centers: dict[str, list[str]] = field(default_factory=dict)
    orders: dict[str, list[OrderRecord]] = field(default_factory=dict)


@dataclass
class CorrectionRecord:
    """Another reading that a game master chose for the text of an order, with the reason.

    `typed` is the text; `before` and `after` are the readings as canonical texts.
    """

    phase: int
    power: str
    typed: Annotated[str, 200]
    before: Annotated[str, 40]
    after: Annotated[str, 40]
    reason: Annotated[str, LONGEST_MESSAGE]
    by: Annotated[str, LONGEST_IMPORTED_NAME]
    at: dt.datetime


@dataclass
class AmendedRuleRecord:
    """A point of the rules that an amendment changes, from `before`."""

    field: Annotated[str, 60]
    before: Annotated[str, 40]
    value: Annotated[str, 40]


@dataclass
class AmendmentRecord:
    """The house rules that a vote proposes: the whole text, and single rules.

    It applies from the phase with number `since` on, if all have agreed.
    """

    house_rules: Annotated[str, HOUSE_RULES_LENGTH]
    house_rules_before: Annotated[str, HOUSE_RULES_LENGTH]
    since: int | None
    rules: list[AmendedRuleRecord]


@dataclass
class VoteRecord:
    """A vote of the players that the log mentions; never how anyone voted."""

    phase: int
    kind: str
    days: int | None
    power: str | None
    winner: str | None
    sharers: list[str]
    made_at: dt.datetime
    closed_at: dt.datetime | None
    outcome: str
    amendment: AmendmentRecord | None = None


@dataclass
class EventRecord:
    """A line of the log that everyone may read. `vote` is the index of a vote."""

    kind: str
    at: dt.datetime
    phase: int | None = None
    power: str | None = None
    actor: Name = None
    subject: Name = None
    vote: int | None = None
    due_before: dt.datetime | None = None
    due_after: dt.datetime | None = None
    text: Annotated[str, LONGEST_MESSAGE] = ""


@dataclass
class MessageRecord:
    """A message of a power, or of the game master; an `unsigned` one has neither."""

    power: str | None
    author: Name
    text: Annotated[str, LONGEST_MESSAGE]
    sent_at: dt.datetime
    unsigned: bool = False


@dataclass
class ThreadRecord:
    """A thread that everyone may read. `powers` are empty for public press."""

    powers: list[str]
    title: Annotated[str, LONGEST_TITLE]
    phase: int | None
    opened_at: dt.datetime
    messages: list[MessageRecord]


@dataclass
class GameRecord:
    """A whole game. `origin` is the site or the program that it was played with."""

    origin: Annotated[str, 200]
    game: Annotated[dict[str, Any], GAME]
    terms: Annotated[dict[str, Any], TERMS]
    rule_changes: list[RuleChangeRecord]
    seats: list[SeatRecord]
    settings: list[SettingsRecord]
    phases: list[PhaseRecord]
    corrections: list[CorrectionRecord] = field(default_factory=list)
    votes: list[VoteRecord] = field(default_factory=list)
    events: list[EventRecord] = field(default_factory=list)
    threads: list[ThreadRecord] = field(default_factory=list)

    def rule_changes_in(self, number: int) -> dict[str, str]:
        """The changed rules that apply to the phase with this number, by field."""
        rows = sorted(self.rule_changes, key=lambda row: row.since)
        return {row.field: row.value for row in rows if row.since <= number}

    @property
    def title(self) -> str:
        return str(self.game["title"])

    @property
    def is_finished(self) -> bool:
        return bool(self.game["status"] == Game.Status.FINISHED)

    @property
    def last_phase(self) -> PhaseRecord:
        """The open phase, or the final position."""
        return max(self.phases, key=lambda phase: phase.number)


@dataclass
class Reading:
    """A game as it was read from a file.

    `source` names the format. `left_out` are sentences about what cannot be taken. `is_complete`
    says that the source tells all results, so that none is to be filled in.
    """

    record: GameRecord
    source: str
    left_out: list[str] = field(default_factory=list)
    is_complete: bool = True
