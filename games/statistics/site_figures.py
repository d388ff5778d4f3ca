"""Figures of the site: results by power, lengths, and openings, counted by the database.

They are counted from the rows of `games.statistics.results`, which a sweep keeps complete. Each
process keeps the figures that were asked for last until there is another row.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.core.cache import caches
from django.db.models import Avg, Count, Max, Q

from ..models import GameResult, PowerResult
from ..state import variants

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.models import QuerySet

    from ..models.results import GameResultQuerySet

Figures = TypeVar("Figures")

HERE, RECORDED = "here", "recorded"
MOST_OPENINGS = 100
"""Sets of orders in a list of openings: the most frequent ones."""


@dataclass(frozen=True)
class Selection:
    """The games that are counted: those of a set-up; other empty values do not narrow them.

    `source` is `HERE` for games of this site, or `RECORDED`.
    """

    setup: str
    edition: str = ""
    press: str = ""
    pace: str = ""
    source: str = ""

    def games(self) -> GameResultQuerySet:
        found = GameResult.objects.filter(setup=self.setup)
        for name in ("edition", "press", "pace"):
            if value := getattr(self, name):
                found = found.filter(**{name: value})
        if self.source == HERE:
            found = found.of_this_site()
        elif self.source == RECORDED:
            found = found.recorded()
        return found.counting()

    def powers(self) -> QuerySet[PowerResult]:
        return PowerResult.objects.filter(of__in=self.games().order_by()).order_by()


class Totals(NamedTuple):
    """The results of a power in a number of games; `centers` is their average at the end."""

    games: int
    won: int
    shared: int
    survived: int
    eliminated: int
    centers: float


class Opening(NamedTuple):
    """A set of orders, as `PowerResult.spring` has it, with its results."""

    orders: str
    totals: Totals


class Openings(NamedTuple):
    """The most frequent sets of orders, and the number of games in which any was played."""

    games: int
    most: list[Opening]


def _counted() -> dict[str, Any]:
    by_result = {each.value: Count("pk", filter=Q(result=each)) for each in PowerResult.Result}
    return {"games": Count("pk"), **by_result, "average": Avg("centers")}


def _totals(row: Mapping[str, Any]) -> Totals:
    return Totals(
        games=row["games"],
        won=row[PowerResult.Result.WON],
        shared=row[PowerResult.Result.SHARED],
        survived=row[PowerResult.Result.SURVIVED],
        eliminated=row[PowerResult.Result.ELIMINATED],
        centers=float(row["average"]),
    )


class SiteFigures(NamedTuple):
    """Results by power, and numbers of games by their length in years and by their end."""

    powers: dict[str, Totals]
    lengths: dict[int, int]
    ends: dict[str, int]

    @property
    def games(self) -> int:
        return sum(self.ends.values())


def site(chosen: Selection) -> SiteFigures:
    """The figures of all games of a selection, by three queries at most."""
    return _kept(("site", chosen), lambda: SiteFigures(_by_power(chosen), *_by_game(chosen)))


def springs(chosen: Selection, power: str) -> Openings:
    """The sets of orders of a power in the first spring, the most frequent first."""
    rows = chosen.powers().filter(power=power)
    return _kept(("springs", chosen, power), lambda: _openings(rows, "spring"))


def falls(chosen: Selection, power: str, spring: str) -> Openings:
    """The sets of orders that followed one of the first spring, in the first fall."""
    rows = chosen.powers().filter(power=power, spring=spring)
    return _kept(("falls", chosen, power, spring), lambda: _openings(rows, "fall"))


class Explored(NamedTuple):
    """The openings of a power; `falls` are those that followed the spring that was asked for."""

    springs: Openings
    falls: Openings | None


def explore(chosen: Selection, power: str, spring: str = "", fall: str = "") -> Explored | None:
    """The openings of a power, and what followed one of its springs.

    None if the set-up has no such power, or nobody gave the orders `spring`, or `fall` after them.
    """
    if power not in variants.played_powers(chosen.setup):
        return None
    found = springs(chosen, power)
    is_known = spring in {"", *(each.orders for each in found.most)}
    if not is_known and not is_played(chosen, power, spring):
        return None
    followed = falls(chosen, power, spring) if spring else None
    if fall and (followed is None or fall not in {each.orders for each in followed.most}):
        return None
    return Explored(found, followed)


def is_played(chosen: Selection, power: str, spring: str) -> bool:
    """Whether a power gave these orders in a first spring."""
    return chosen.powers().filter(power=power, spring=spring).exists()


def _kept(name: tuple[object, ...], make: Callable[[], Figures]) -> Figures:
    """The figures of this name, which `make` makes unless they are kept of the same rows."""
    version = tuple(GameResult.objects.aggregate(number=Count("pk"), last=Max("pk")).values())
    key = hashlib.sha256(repr(name).encode()).hexdigest()
    kept_version, figures = caches["statistics"].get(key, (None, None))
    if kept_version != version:
        figures = make()
        caches["statistics"].set(key, (version, figures))
    found: Figures = figures
    return found


def _by_power(chosen: Selection) -> dict[str, Totals]:
    rows = chosen.powers().values("power").annotate(**_counted())
    return {row["power"]: _totals(row) for row in rows}


def _by_game(chosen: Selection) -> tuple[dict[int, int], dict[str, int]]:
    """The numbers of games by length, the shortest first, and by end."""
    lengths, ends = Counter[int](), Counter[str]()
    rows = chosen.games().order_by("years").values_list("years", "end")
    for years, end, number in rows.annotate(number=Count("pk")):
        lengths[years] += number
        ends[end] += number
    return dict(lengths), dict(ends.most_common())


def _openings(rows: QuerySet[PowerResult], name: str) -> Openings:
    counted = rows.exclude(**{name: ""}).values(name).annotate(**_counted())
    several = [Opening(row[name], _totals(row)) for row in counted.order_by("-games", name)]
    return Openings(sum(each.totals.games for each in several), several[:MOST_OPENINGS])
