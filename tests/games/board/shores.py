"""The drawn borders between provinces, and the stretches of their shores."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from adjudicator import standard_board
from tests.games.board.shapes import Step, borders

BOARD = standard_board()
LEAST = 8  # units of the page: shorter borders cannot be seen and must not exist
# Waters that belong to a province: their neighbours are neighbours of the province.
STRAITS = {"strait-CON": "CON", "strait-DEN": "DEN", "strait-NAP": "NAP"}
LANDS = sorted(set(BOARD.provinces) - BOARD.seas)


@cache
def shared() -> dict[tuple[str, str], list[Step]]:
    """Map two provinces to the steps that they share; a strait counts as its province."""
    found: defaultdict[tuple[str, str], list[Step]] = defaultdict(list)
    for (a, b), steps in borders().items():
        pair = STRAITS.get(a, a), STRAITS.get(b, b)
        if pair[0] != pair[1] and "neutral" not in pair:
            found[pair] += steps
    return dict(found)


def length(a: str, b: str) -> float:
    return sum(step.length() for step in shared().get((a, b), []))


def ends(steps: list[Step]) -> set[tuple[int, int]]:
    return {spot for step in steps for spot in (step.start, step.end)}


def meets(a: str, b: str) -> bool:
    return length(a, b) >= LEAST


def stretches(code: str) -> list[tuple[set[str], set[tuple[int, int]]]]:
    """Return the shores of a province between its land borders, without islands.

    A shore is its seas and its points.
    """
    pieces = [
        ({sea}, ends([step]))
        for sea in sorted(BOARD.seas)
        for step in shared().get((code, sea), [])
    ]
    by_spot: dict[tuple[int, int], int] = {}
    groups: dict[int, list[int]] = {}
    for i, (_, spots) in enumerate(pieces):
        groups[i] = [i]
        for spot in spots:
            other = by_spot.setdefault(spot, i)
            if other != i:
                for member in groups.pop(other):
                    groups[i].append(member)
                    by_spot |= dict.fromkeys(pieces[member][1], i)
            by_spot[spot] = i
    land = {
        spot for other in LANDS if other != code for spot in ends(shared().get((code, other), []))
    }
    found = []
    for members in groups.values():
        spots = set().union(*(pieces[i][1] for i in members))
        if spots & land:
            found.append((set().union(*(pieces[i][0] for i in members)), spots))
    return found
