"""Facts about a board that players need again and again: pieces, reach and distances."""

from __future__ import annotations

import heapq
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import UnitType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator import Board, Unit

ARMY = UnitType.ARMY
FAR = 99
"""Steps to a place that cannot be reached."""
EMBARKING = 2
"""Steps that it takes an army to enter a sea: it has to wait for a fleet."""


class Step(NamedTuple):
    """A move by land or by sea without a convoy."""

    target: str
    place: int
    bit: int
    arrived: str
    """Canonical text of the unit once it is there."""


class Piece(NamedTuple):
    """A unit in a place, with what it can do there. Places are numbers of provinces, sets masks."""

    unit: Unit
    place: int
    bit: int
    reach: int
    reach_in_two: int
    """The provinces that it can enter within two moves."""
    steps: tuple[Step, ...]
    distances: tuple[int, ...]
    """Steps to each center of the board, in the order of `Terrain.centers`."""


class Terrain(NamedTuple):
    """Facts about one board."""

    board: Board
    centers: tuple[int, ...]
    """The numbers of the centers."""
    center_mask: int
    pieces: Mapping[str, Piece]
    """Canonical text -> piece, for every unit that can stand on the board."""
    armies: tuple[Piece, ...]
    """The pieces that are armies."""


@cache
def terrain_of(board: Board) -> Terrain:
    """Return the facts about a board, computed once a process."""
    centers = tuple(sorted(board.number[code] for code in board.centers))
    pieces = {}
    for text, post in board.posts.items():
        unit = post.unit
        stands = board.armies if unit.type is ARMY else board.fleets
        steps = tuple(
            Step(target, place, 1 << place, stands[target].text)
            for target, place in post.moves.items()
        )
        reach = sum(1 << place for place in post.reach)
        in_two = reach
        for step in steps:
            in_two |= sum(
                1 << near for near in board.posts[step.arrived].reach if not in_two >> near & 1
            )
        found = _distances(board, unit)
        distances = tuple(found.get(center, FAR) for center in centers)
        pieces[text] = Piece(unit, post.place, 1 << post.place, reach, in_two, steps, distances)
    armies = tuple(piece for piece in pieces.values() if piece.unit.type is ARMY)
    return Terrain(board, centers, sum(1 << center for center in centers), pieces, armies)


def _distances(board: Board, unit: Unit) -> dict[int, int]:
    """Number of a province -> the steps in which such a unit gets there."""
    found: dict[int, int] = {}
    edge = [(0, unit.location)]
    done: set[str] = set()
    while edge:
        steps, location = heapq.heappop(edge)
        if location in done:
            continue
        done.add(location)
        place = board.number[location]
        found[place] = min(steps, found.get(place, FAR))
        for cost, target in _ways(board, unit, location):
            heapq.heappush(edge, (steps + cost, target))
    return found


def _ways(board: Board, unit: Unit, location: str) -> Iterator[tuple[int, str]]:
    """The neighbours of a location and the steps that it takes to go there."""
    if unit.type is not ARMY:
        yield from ((1, target) for target in board.fleet_moves[location])
        return
    for target in board.neighbours[location]:
        if target in board.seas:
            yield (1 if location in board.seas else EMBARKING), target
        elif location in board.seas or target in board.army_moves[location]:
            yield (0 if location in board.seas else 1), target
