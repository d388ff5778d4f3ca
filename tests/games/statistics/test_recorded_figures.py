"""The figures of recorded games, against counts that are made of positions alone."""

from collections import Counter
from itertools import pairwise

from adjudicator import Position, adjudicate
from games.statistics import figures
from games.statistics.figures import PlayedOrder, PlayedPhase
from tests.adjudicator import recorded


def number_of_units(position: Position) -> Counter[str]:
    """All units of each power, also those that must retreat."""
    standing = {power: len(units) for power, units in position.units.items()}
    return Counter(standing) + Counter(
        {power: len(units) for power, units in position.dislodged.items()}
    )


def test_each_power_has_the_units_that_it_had_built_and_has_not_lost() -> None:
    for position, row in zip(recorded.positions(), recorded.rows(), strict=True):
        if "orders" not in row:  # the last position of a game
            continue
        resolution = adjudicate(position, row["orders"])
        orders = [
            PlayedOrder(each.power, each.order, str(each.outcome), each.destroyed)
            for each in resolution.results
            if each.order is not None
        ]
        done = figures.powers([PlayedPhase(position, orders)])
        expected = number_of_units(position)
        for power, each in done.items():
            expected[power] += each.builds - each.disbands - each.lost
        assert +expected == +number_of_units(resolution.next), (position.phase, row["orders"])


def test_the_centers_of_each_year_are_those_of_the_first_phase_after_it() -> None:
    positions = recorded.positions()
    begins = [place for place, each in enumerate(positions) if str(each.phase) == "S1901M"]
    for begin, end in pairwise([*begins, len(positions)]):
        game = positions[begin:end]
        years = figures.years(game, is_over=True)
        found = {each.year: each.centers for each in years if each.moment == "year"}
        first = {each.phase.year: each for each in reversed(game)}
        assert found.keys() == {year - 1 for year in first} - {1900}
        for year, centers in found.items():
            owned = (first[year + 1].centers or {}).items()
            counted = {power: len(several) for power, several in owned if several}
            assert {power: number for power, number in centers.items() if number} == counted
