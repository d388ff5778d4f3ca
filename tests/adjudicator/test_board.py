from collections import Counter

import pytest

from adjudicator import UnitType, standard_board

BOARD = standard_board()


def test_the_board_has_the_provinces_of_the_rulebook() -> None:
    kinds = Counter(province.type for province in BOARD.provinces.values())
    assert kinds == {"inland": 14, "coastal": 42, "sea": 19}
    assert len(BOARD.centers) == 34


def test_every_power_has_three_home_centers_and_russia_four() -> None:
    homes = Counter(province.home for province in BOARD.provinces.values() if province.home)
    assert homes.pop("RUSSIA") == 4
    assert set(homes.values()) == {3}
    assert len(homes) == 6


def test_six_provinces_lie_on_the_soil_of_every_power_and_seven_of_russia() -> None:
    soil = Counter(province.homeland for province in BOARD.provinces.values() if province.homeland)
    assert soil.pop("RUSSIA") == 7
    assert soil.pop("TURKEY") == 5
    assert set(soil.values()) == {6}


@pytest.mark.parametrize("ways", [BOARD.army_moves, BOARD.fleet_moves], ids=["army", "fleet"])
def test_every_border_is_crossed_both_ways(ways: dict[str, frozenset[str]]) -> None:
    one_way = [(a, b) for a, targets in ways.items() for b in targets if a not in ways[b]]
    assert one_way == []


def test_the_borders_are_as_many_as_on_the_printed_board() -> None:
    assert sum(map(len, BOARD.army_moves.values())) == 2 * 111
    assert sum(map(len, BOARD.fleet_moves.values())) == 2 * 141
    assert sum(map(len, BOARD.neighbours.values())) == 2 * 206


def test_only_three_coasts_are_split() -> None:
    split = {code: p.coasts for code, p in BOARD.provinces.items() if p.coasts}
    assert split == {"BUL": ("EC", "SC"), "SPA": ("NC", "SC"), "STP": ("NC", "SC")}


def test_armies_never_stand_at_sea_nor_fleets_inland() -> None:
    for code, province in BOARD.provinces.items():
        assert BOARD.can_stand(UnitType.ARMY, code) == (province.type != "sea")
        afloat = [code, *(f"{code}/{coast}" for coast in province.coasts)]
        stands = [BOARD.can_stand(UnitType.FLEET, location) for location in afloat]
        assert any(stands) == (province.type != "inland")
        assert not (province.coasts and stands[0])


@pytest.mark.parametrize(
    ("a", "b"),
    [("ROM", "VEN"), ("ROM", "APU"), ("BAL", "SKA"), ("DEN", "BER"), ("SPA/NC", "MAR")],
)
def test_fleets_keep_to_the_coasts_that_the_rulebook_explains(a: str, b: str) -> None:
    assert b not in BOARD.fleet_moves[a]


@pytest.mark.parametrize(
    ("a", "b"), [("SWE", "DEN"), ("CON", "BLA"), ("KIE", "BER"), ("CON", "AEG"), ("MAO", "NAF")]
)
def test_fleets_pass_the_straits_and_canals_that_the_rulebook_explains(a: str, b: str) -> None:
    assert b in BOARD.fleet_moves[a]
