"""The figures of a person's reliability, and the number that sums them up. No database.

The number is the share of turns met: turns met and credits, divided by the same plus the faults.
A fault weighs half as much after each `HALF_LIFE`; what was met is never forgotten. So the number
of a person who left a game years ago is nearly that of a person who never did.
"""

import datetime as dt
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

HALF_LIFE = dt.timedelta(days=182)
LATELY = dt.timedelta(days=365)
FEWEST_DUE = 10
"""Turns that must have been due before there is a number."""

# Turns that outweigh each of them.
MISSED, DISORDER, RESIGNED = 1, 3, 4
TAKEN_OVER = 5  # turns met that a power taken over counts for


class TurnDue(NamedTuple):
    """A movement phase in which a person had orders to give."""

    game: int
    at: dt.datetime
    is_met: bool


class Incident(NamedTuple):
    """A fault in a game: a power in civil disorder, or a seat given up."""

    game: int
    at: dt.datetime


@dataclass(frozen=True)
class Record:
    """Turns, faults and merits of a person in the games that count."""

    turns: Sequence[TurnDue] = ()
    disorders: Sequence[Incident] = ()
    resignations: Sequence[Incident] = ()
    taken_over: int = 0
    absences: int = 0


@dataclass(frozen=True)
class Reliability:
    """The parts of a person's reliability. `lately` is within the last 12 months.

    `percent` is from 0 to 100, rounded down; None for people who have had too few turns.
    """

    due: int = 0
    missed: int = 0
    due_lately: int = 0
    missed_lately: int = 0
    disorders: int = 0
    resigned: int = 0
    taken_over: int = 0
    absences: int = 0
    percent: int | None = None

    @property
    def has_record(self) -> bool:
        """Whether anything has been counted yet."""
        return self != Reliability()

    @property
    def met(self) -> int:
        return self.due - self.missed

    @property
    def met_lately(self) -> int:
        return self.due_lately - self.missed_lately


def reliability(record: Record, now: dt.datetime) -> Reliability:
    """Return the figures of a record at a moment."""
    turns = list(_counted(record.turns, record.disorders))
    lately = [turn for turn in turns if turn.at > now - LATELY]
    missed = [turn for turn in turns if not turn.is_met]
    faults = MISSED * _weight((turn.at for turn in missed), now)
    faults += DISORDER * _weight((each.at for each in record.disorders), now)
    faults += RESIGNED * _weight((each.at for each in record.resignations), now)
    good = len(turns) - len(missed) + TAKEN_OVER * record.taken_over
    has_number = len(turns) + len(record.resignations) >= FEWEST_DUE
    return Reliability(
        due=len(turns),
        missed=len(missed),
        due_lately=len(lately),
        missed_lately=sum(not turn.is_met for turn in lately),
        disorders=len(record.disorders),
        resigned=len(record.resignations),
        taken_over=record.taken_over,
        absences=record.absences,
        percent=int(100 * good / (good + faults)) if has_number and good + faults else None,
    )


def most_at_once(turns: Iterable[TurnDue]) -> int:
    """Return the most games with turns in one calendar month in which none was missed."""
    months: dict[tuple[int, int], list[TurnDue]] = defaultdict(list)
    for turn in turns:
        months[turn.at.year, turn.at.month].append(turn)
    kept = (month for month in months.values() if all(turn.is_met for turn in month))
    return max((len({turn.game for turn in month}) for month in kept), default=0)


def _counted(turns: Iterable[TurnDue], disorders: Iterable[Incident]) -> Iterable[TurnDue]:
    """Leave out turns missed in civil disorder: nobody waited for them, and it counts itself."""
    began: dict[int, list[dt.datetime]] = defaultdict(list)
    for game, at in disorders:
        began[game].append(at)
    last_met: dict[int, dt.datetime] = {}
    for turn in sorted(turns, key=attrgetter("at", "game")):
        since = last_met.get(turn.game, turn.at.min.replace(tzinfo=turn.at.tzinfo))
        if turn.is_met:
            last_met[turn.game] = turn.at
            yield turn
        elif not any(since < at < turn.at for at in began[turn.game]):
            yield turn


def _weight(moments: Iterable[dt.datetime], now: dt.datetime) -> float:
    """Return the number of faults, each halved after every half-life."""
    return math.fsum(0.5 ** (max(dt.timedelta(0), now - at) / HALF_LIFE) for at in moments)
