"""Outcomes of a board of the rules under each edition."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import RULES

from .known_boards import all_boards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator import Result

    from ..sandbox.line import Line


class EditionGroup(NamedTuple):
    """Editions under which a board ends in the same way, and the resolved line."""

    editions: Sequence[str]
    line: Line


@cache
def edition_groups(board_id: str) -> Sequence[EditionGroup]:
    """The editions grouped by how they end a board, in their order; raises `KeyError`."""
    board = all_boards()[board_id]
    groups: dict[object, EditionGroup] = {}
    for edition in RULES:
        line = board.resolved(edition)
        ending = _ending(line)
        known = groups.get(ending, EditionGroup((), line))
        groups[ending] = known._replace(editions=(*known.editions, edition))
    return tuple(groups.values())


def _ending(line: Line) -> object:
    results = sorted(
        (number, *_row_of(result), result.outcome.value, result.dislodged, result.destroyed)
        for number, phase in enumerate(line.phases)
        for result in phase.resolution.results
    )
    units = frozenset(
        (power, unit) for power, several in line.position.units.items() for unit in several
    )
    return tuple(results), units


class ComparedOrder(NamedTuple):
    """An order of a board with its result in each group of editions; None where it has none.

    `phase` is the number of its phase, from 0.
    """

    phase: int
    power: str
    order: str
    results: Sequence[Result | None]

    @property
    def differs(self) -> bool:
        """Whether it does not end in the same way in all groups."""
        endings = {
            (each.outcome, each.dislodged, each.destroyed) if each else None
            for each in self.results
        }
        return len(endings) > 1


def compared_orders(groups: Sequence[EditionGroup]) -> list[ComparedOrder]:
    """All orders of a board, with their results in each group."""
    tables = [dict(_results(group.line)) for group in groups]
    rows = dict.fromkeys(row for table in tables for row in table)
    return [
        ComparedOrder(
            phase, power, order, [table.get((phase, power, order, n)) for table in tables]
        )
        for phase, power, order, n in sorted(rows, key=lambda row: row[0])
    ]


def _results(line: Line) -> Iterator[tuple[tuple[int, str, str, int], Result]]:
    """The results of a line by phase, power and order; equal orders of a power are numbered."""
    for number, phase in enumerate(line.phases):
        seen: dict[tuple[str, str], int] = {}
        for result in phase.resolution.results:
            row = _row_of(result)
            seen[row] = seen.get(row, -1) + 1
            yield (number, *row, seen[row]), result


def _row_of(result: Result) -> tuple[str, str]:
    return result.power, result.text
