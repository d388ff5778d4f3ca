"""Computes all ratings from the rated games of the site, and stores what differs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from ...core import bulk
from ...models import Game, Rating, RatingChange
from . import rate, standings
from .rate import Skill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from django.db.models import Model

    from .standings import Standing

RATING_FIELDS = ("person", "ladder", "mu", "sigma", "points", "games")
CHANGE_FIELDS = (
    "game",
    "seat",
    "person",
    "ladder",
    "place",
    "tied",
    "mu_before",
    "sigma_before",
    "points_before",
    "mu_after",
    "sigma_after",
    "points_after",
)
BATCH = 5000
"""So many rows are stored or deleted by one statement."""


class Ratings(NamedTuple):
    """All ratings and changes, as values of `RATING_FIELDS` and `CHANGE_FIELDS`."""

    ratings: list[tuple[Any, ...]]
    changes: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Summary:
    """Numbers of the games that count, of the ratings, and of the rows that were written."""

    games: int
    ratings: int
    written: int


def compute(ended: Iterable[Standing]) -> Ratings:
    """The ratings after games that ended in this order, each beginning with newcomers."""
    skills: dict[tuple[int, str], Skill] = defaultdict(Skill)
    games: dict[tuple[int, str], int] = defaultdict(int)
    changes = []
    for standing in ended:
        people = [(each.person, str(standing.ladder)) for each in standing.entrants]
        before = [skills[person] for person in people]
        after = rate.rate(before, [each.place for each in standing.entrants])
        for each, key, old, new in zip(standing.entrants, people, before, after, strict=True):
            skills[key] = new
            games[key] += 1
            who = (standing.game, each.seat, *key, each.place, each.tied)
            then = (old.mu, old.sigma, old.points)
            changes.append((*who, *then, new.mu, new.sigma, new.points))
    ratings = [
        (*key, skill.mu, skill.sigma, skill.points, games[key]) for key, skill in skills.items()
    ]
    return Ratings(ratings, changes)


def recompute() -> Summary:
    """Compute all ratings again, and store those that differ in one transaction.

    All is read before it, so that nobody who saves orders waits for the computation. If another
    process stores ratings meanwhile, a constraint refuses these: `IntegrityError`.
    """
    computed = compute(standings.standings(standings.rated_games()))
    differences = (
        _differences(Rating, RATING_FIELDS, computed.ratings),
        _differences(RatingChange, CHANGE_FIELDS, computed.changes),
    )
    with transaction.atomic():
        written = sum(each.store() for each in differences)
    return Summary(len({each[0] for each in computed.changes}), len(computed.ratings), written)


def recompute_if_due() -> Summary | None:
    """Compute all ratings again if a game has ended for good since, or no longer counts.

    If another process does so at the same time, it is left to the next call to look again.
    """
    if not _is_due():
        return None
    try:
        return recompute()
    except IntegrityError:
        return None


def _is_due() -> bool:
    counted = Exists(RatingChange.objects.filter(game=OuterRef("pk")).order_by())
    rated = standings.rated_games()
    uncounted = rated.exclude(counted)
    if any(True for _standing in standings.standings(uncounted)):
        return True
    return Game.objects.filter(counted).exclude(pk__in=rated.order_by().values("pk")).exists()


@dataclass(frozen=True)
class _Differences:
    """Rows of a table to delete, by their keys, and rows to insert."""

    model: type[Model]
    names: Sequence[str]
    outdated: Sequence[int]
    missing: Sequence[tuple[Any, ...]]

    def store(self) -> int:
        """Write them, and return how many there are."""
        for keys in _batches(self.outdated):
            self.model._default_manager.filter(pk__in=keys).delete()
        for rows in _batches(self.missing):
            bulk.insert(self.model, self.names, rows)
        return len(self.outdated) + len(self.missing)


def _differences(
    model: type[Model], names: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> _Differences:
    """The differences between the stored rows and `rows`."""
    wanted, kept, outdated = set(rows), set(), []
    for key, *values in model._default_manager.order_by().values_list("pk", *names):
        row = tuple(values)
        if row in wanted:
            kept.add(row)
        else:
            outdated.append(key)
    return _Differences(model, names, outdated, [row for row in rows if row not in kept])


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    several = iter(rows)
    while batch := list(islice(several, BATCH)):
        yield batch
