"""The drawn borders are exactly those of the rules."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import pytest

from tests.games.board.shapes import Step, areas, borders, sides
from tests.games.board.shores import BOARD, LANDS, STRAITS, ends, meets, shared, stretches

COASTAL = [code for code in LANDS if BOARD.provinces[code].type == "coastal"]
SPLIT = {code: one.coasts for code, one in BOARD.provinces.items() if one.coasts}


def test_the_straits_of_constantinople_denmark_and_messina_are_the_only_special_waters() -> None:
    assert {name for name in areas() if name not in BOARD.provinces} == {*STRAITS, "neutral"}


def test_every_step_of_an_outline_is_a_neighbour_s_too_or_lies_on_the_rim_of_the_page() -> None:
    def on_rim(step: Step) -> bool:
        (ax, ay), (bx, by) = step.start, step.end
        return (ax == bx and ax in {0, 16000}) or (ay == by and ay in {0, 14000})

    alone = [step for step in sides() if step.back() not in sides()]
    assert alone
    assert [step for step in alone if not on_rim(step) or step.bend is not None] == []
    # The edge of the page has one area on one side only.
    assert round(sum(step.length() for step in alone), 6) == 2 * (1600 + 1400)


def test_no_two_lines_cross_so_that_nothing_overlaps() -> None:
    lines = [
        (step, line)
        for step in sides()
        if step <= step.back() or step.back() not in sides()
        for line in step.lines()
    ]
    squares: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for i, (_, ((ax, ay), (bx, by))) in enumerate(lines):
        for x in range(int(min(ax, bx) // 8), int(max(ax, bx) // 8) + 1):
            for y in range(int(min(ay, by) // 8), int(max(ay, by) // 8) + 1):
                squares[x, y].append(i)
    crossing = {
        (lines[i][0], lines[j][0])
        for square in squares.values()
        for i, j in combinations(square, 2)
        if _cross(*lines[i][1], *lines[j][1])
    }
    assert crossing == set()


def _cross(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    """Whether the inner parts of two lines meet in one point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False

    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < -1e-9 and turn(c, d, a) * turn(c, d, b) < -1e-9


def test_armies_go_exactly_where_lands_share_a_border() -> None:
    drawn = {(a, b) for a, b in combinations(LANDS, 2) if meets(a, b)}
    ruled = {(a, b) for a, b in combinations(LANDS, 2) if b in BOARD.army_moves[a]}
    assert drawn == ruled


def test_lands_and_seas_that_do_not_touch_in_the_rules_do_not_touch_at_all() -> None:
    assert {pair for pair in shared() if pair[1] not in BOARD.neighbours[pair[0]]} == set()


def test_fleets_cross_exactly_the_borders_of_seas_with_seas_and_coasts() -> None:
    drawn = {(sea, other) for sea in BOARD.seas for other in BOARD.codes if meets(sea, other)}
    ruled = {(sea, to[:3]) for sea in BOARD.seas for to in BOARD.fleet_moves[sea]}
    assert drawn == ruled


def _along(a: str, b: str) -> bool:
    """Whether a fleet can follow the shore from one land to the other.

    Their border reaches a sea that both touch, or they face each other across a strait.
    """
    if {a, b} & set(STRAITS.values()) and any(
        STRAITS.get(one) in {a, b} and other in {a, b} for one, other in borders()
    ):
        return True
    corners = ends(shared()[a, b])
    seas = [sea for sea in BOARD.seas if meets(a, sea) and meets(b, sea)]
    return any(corners & ends(shared()[a, sea]) & ends(shared()[b, sea]) for sea in seas)


def test_fleets_follow_the_shore_exactly_where_two_coasts_meet_at_a_sea() -> None:
    reach = {
        (code, to)
        for location, targets in BOARD.fleet_reach.items()
        for code, to in ((location[:3], target) for target in targets)
        if code in COASTAL and to in COASTAL
    }
    drawn = {
        pair
        for a, b in combinations(COASTAL, 2)
        if meets(a, b) and _along(a, b)
        for pair in ((a, b), (b, a))
    }
    assert drawn == reach


@pytest.mark.parametrize("code", SPLIT)
def test_each_coast_is_one_stretch_of_shore_with_its_own_neighbours(code: str) -> None:
    found = []
    for seas, spots in stretches(code):
        lands = {
            other
            for other in COASTAL
            if other != code and meets(code, other) and ends(shared()[code, other]) & spots
        }
        found.append(frozenset(seas | lands))
    assert sorted(map(sorted, found)) == sorted(
        sorted(BOARD.fleet_reach[f"{code}/{coast}"]) for coast in SPLIT[code]
    )
