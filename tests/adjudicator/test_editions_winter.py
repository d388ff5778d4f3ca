"""Points on which the editions differ in retreats and adjustments (see `test_editions`)."""

from dataclasses import replace
from typing import TypeAlias

import pytest

from adjudicator import RULES, Dislodged, PhaseCode, Position, Rules, Unit, adjudicate, may_return

from .editions import ALL, changed, play, stand, those

Ways: TypeAlias = dict[str, tuple[str, ...]]
"""Dislodged unit -> where it may retreat."""


def retreat(rules: Rules, *orders: str, **lost: Ways) -> set[str]:
    """Return the units after these retreats, without the German units that dislodged them all."""
    dislodged_units = {
        power: tuple(Dislodged(Unit.parse(unit), None, ways) for unit, ways in units.items())
        for power, units in lost.items()
    }
    at = {"GERMANY": tuple(Unit.parse(f"A {u[2:]}") for units in lost.values() for u in units)}
    position = Position(PhaseCode.parse("S1902R"), at, None, dislodged_units)
    written = {p: [o for o in orders if o[:5] in units] for p, units in lost.items()}
    return stand(adjudicate(position, written, rules)) - {str(unit) for unit in at["GERMANY"]}


def test_a_unit_may_retreat_to_where_a_convoyed_attacker_came_from_by_the_book_of_2023() -> None:
    """DATC 4.A.5, 6.H.11.

    Seed 000, retreats, seed 003, XII, and seed 002, retreat: not to where the attack came from.
    """

    def open_to(rules: Rules) -> bool:
        done = play(
            rules,
            FRANCE="A GAS - MAR VIA, A BUR S A GAS - MAR, F MAO C A GAS - MAR,"
            " F WES C A GAS - MAR, F LYO C A GAS - MAR",
            ITALY="A MAR H",
        )
        return "GAS" in done.next.dislodged["ITALY"][0].retreats

    assert those(open_to) == {"2023", "datc"}
    assert open_to(changed("2000", may_retreat_to_convoyed_attackers_province=True))


BOTH_TO_TYROLIA: dict[str, Ways] = {"ITALY": {"A TRI": ("TYR",), "A VEN": ("TYR",)}}


def test_of_two_units_with_one_place_in_common_one_goes_in_the_italian_book() -> None:
    """Seed 002, appendix, retreat and disbanding: all but one must be given up.

    Seed 003, XII.2, and seed 000, disbanding: all units ordered there are lost.
    """
    orders = ["A TRI - TYR", "A VEN - TYR"]
    assert those(lambda rules: retreat(rules, *orders, **BOTH_TO_TYROLIA)) == {"italian"}
    one_goes = changed("2000", single_retreat_in_common="one goes")
    for rules in (RULES["italian"], one_goes):
        assert retreat(rules, *orders, **BOTH_TO_TYROLIA) == {"A TYR"}
        assert retreat(rules, *reversed(orders), **BOTH_TO_TYROLIA) == {"A TYR"}


def test_the_unit_that_retreats_is_the_one_that_would_be_removed_last() -> None:
    """Seed 002, revolt: the farthest from home, the fleet, the first of the alphabet go first."""

    def survivor(**lost: tuple[str, ...]) -> str:
        units = {name.replace("_", " "): ways for name, ways in lost.items()}
        at = {"GERMANY": tuple(Unit.parse(f"A {unit[2:]}") for unit in units)}
        gone = tuple(Dislodged(Unit.parse(unit), None, ways) for unit, ways in units.items())
        position = Position(PhaseCode.parse("S1902R"), at, None, {"ITALY": gone})
        orders = {"ITALY": [f"{unit} - {ways[0]}" for unit, ways in units.items()]}
        done = adjudicate(position, orders, RULES["italian"])
        return next(str(r.unit) for r in done.results if r.outcome.value == "succeeds")

    assert survivor(A_TRI=("TYR",), A_VEN=("TYR",)) == "A VEN"
    assert survivor(A_TYR=("VEN",), F_TRI=("VEN",)) == "A TYR"
    assert survivor(A_TRI=("VEN",), A_TYR=("VEN",)) == "A TYR"
    assert survivor(A_BUD=("VIE",), A_TRI=("VIE",), A_GAL=("VIE",)) == "A TRI"


def test_a_single_unit_may_retreat_to_a_common_province_in_every_edition() -> None:
    """Seed 003, XII.2; seed 000, disbanding; seed 002, retreat and disbanding."""
    for rules in RULES.values():
        ends = retreat(rules, "A TRI - TYR", **BOTH_TO_TYROLIA)
        assert ends == {"A TYR"}, rules.name


def test_nobody_is_kept_where_one_has_another_retreat_or_a_foreign_unit_comes_too() -> None:
    """Seed 002, appendix, retreat and disbanding: one place, the same for all, of one player."""
    another: dict[str, Ways] = {"ITALY": {"A TRI": ("ALB", "TYR"), "A VEN": ("TYR",)}}
    foreign: dict[str, Ways] = {**BOTH_TO_TYROLIA, "AUSTRIA": {"A VIE": ("TYR",)}}
    orders = ["A TRI - TYR", "A VEN - TYR"]
    for rules in RULES.values():
        assert retreat(rules, *orders, **another) == set()
        assert retreat(rules, *orders, "A VIE - TYR", **foreign) == set()
        assert retreat(rules, "A VEN - TYR", "A VIE - TYR", **foreign) == set()


# Adjustments


def winter(
    rules: Rules, power: str, units: str, centers: str, *orders: str
) -> tuple[set[str], set[str]]:
    """Return the units that a power gained and lost in its adjustments."""
    before = {power: tuple(Unit.parse(unit) for unit in units.split(", ") if unit)}
    owned = {power: tuple(centers.split())}
    position = Position(PhaseCode.parse("W1901A"), before, owned)
    after = stand(adjudicate(position, {power: orders}, rules))
    old = {str(unit) for unit in before[power]}
    return after - old, old - after


def lost(rules: Rules, power: str, units: str, centers: str) -> str:
    """Return the one unit that is removed without an order."""
    (unit,) = winter(rules, power, units, centers)[1]
    return unit


def test_the_way_home_ends_at_a_home_center_or_anywhere_in_the_homeland() -> None:
    """Seed 003, XV.5: the nearest home center (so 1971, DATC 4.D.8).

    Seed 000 and seed 001, civil disorder: the country; seed 002, revolt: the national territory.
    Livonia is Russian soil.
    """
    ends = {name: lost(rules, "RUSSIA", "A LVN, A PRU", "STP") for name, rules in RULES.items()}
    assert {name for name, unit in ends.items() if unit == "A LVN"} == {"1982", "1971"}
    assert {name for name, unit in ends.items() if unit == "A PRU"} == ALL - {"1982", "1971"}


def test_in_2023_the_way_ends_at_any_center_that_the_power_owns() -> None:
    """DATC 4.D.8 c."""
    farthest = those(lambda rules: lost(rules, "ITALY", "A SIL, A TUS", "WAR") == "A TUS")
    assert farthest == {"2023", "datc"}
    owned = changed("2000", removal_measured_to="owned centers")
    assert lost(owned, "ITALY", "A SIL, A TUS", "WAR") == "A TUS"


def test_a_fleets_way_home_is_its_own_in_1982() -> None:
    """Seed 003, XV.5: the shortest route, convoys included.

    So 1971 (DATC 4.D.8), and the Italian book, which does not say. In 2023 steps are counted
    whichever unit could take them, as in 2000, which does not say either. From Marseilles to Munich
    it is two steps, but no fleet can take them.
    """
    by_sea = those(lambda rules: lost(rules, "GERMANY", "F MAR, A SEV", "KIE") == "F MAR")
    assert by_sea == {"1982", "1971", "italian"}
    assert (
        lost(changed("2000", removal_measured_over="its own way"), "GERMANY", "F MAR, A SEV", "KIE")
        == "F MAR"
    )
    over = changed("1982", removal_measured_over="any border")
    assert lost(over, "GERMANY", "F MAR, A SEV", "KIE") == "A SEV"


def test_an_armys_way_home_may_lead_over_the_sea_in_every_edition() -> None:
    """Seed 003, XV.5; DATC 6.J.11.

    From Albania it is two steps over the Ionian Sea to Naples, and from Tyrolia three over land.
    """
    for rules in RULES.values():
        centers_only = replace(rules, removal_measured_to="owned centers")
        assert lost(centers_only, "ITALY", "A ALB, A TYR", "NAP") == "A TYR"


def test_a_unit_on_a_center_is_removed_last_by_the_book_of_2023() -> None:
    """DATC 4.D.8 c."""
    assert those(lambda rules: lost(rules, "ENGLAND", "A SWE, A YOR", "LON") == "A YOR") == {
        "2023",
        "datc",
    }
    spared = changed("2000", removal_spares_units_on_centers=True)
    assert lost(spared, "ENGLAND", "A SWE, A YOR", "LON") == "A YOR"


def test_of_units_equally_far_the_fleet_goes_first_in_every_edition() -> None:
    """Seed 000 and seed 001, civil disorder; seed 002, revolt; seed 003, XV.5."""
    for rules in RULES.values():
        assert lost(rules, "AUSTRIA", "A ALB, F ADR", "TRI") == "F ADR", rules.name


def test_units_alike_are_removed_in_the_alphabetical_order_of_full_english_names() -> None:
    """Seed 003, XV.5: full names; DATC 4.D.8: English ones. Gulf of Lyon, Ionian Sea."""
    for rules in RULES.values():
        assert lost(rules, "AUSTRIA", "A SER, A VEN", "TRI") == "A SER", rules.name
        assert lost(rules, "ITALY", "F ION, F LYO", "NAP") == "F LYO", rules.name


def test_the_alphabet_may_be_that_of_another_language() -> None:
    """DATC 4.D.8: the language of the board may count.

    In the Bulgarian of seed 001 Venice comes before Serbia.
    """
    for alphabet in (("VEN", "SER"), ("VEN",)):
        bulgarian = changed("2000", removal_alphabet=alphabet)
        assert lost(bulgarian, "AUSTRIA", "A SER, A VEN", "TRI") == "A VEN"
    assert (
        lost(changed("2000", removal_alphabet=("ION", "LYO")), "ITALY", "F ION, F LYO", "NAP")
        == "F ION"
    )


@pytest.mark.parametrize(
    ("says", "one_due", "same_place"),
    [
        ("first", {"A BRE"}, {"A BRE", "A MAR"}),
        ("last", {"A MAR"}, {"F BRE", "A MAR"}),
        ("none", set(), {"A MAR"}),
    ],
)
def test_which_of_too_many_builds_count_is_decided_by_the_rules(
    says: str, one_due: set[str], same_place: set[str]
) -> None:
    """DATC 4.D.4, 4.D.5; no seed speaks of it, and every preset takes the first."""
    rules = changed("2000", surplus_builds=says)
    more = winter(rules, "FRANCE", "A PIC", "BRE MAR", "Build A BRE", "Build A MAR")
    assert more == (one_due, set())
    twice = ("Build A BRE", "Build F BRE", "Build A MAR")
    assert winter(rules, "FRANCE", "A PIC, A BUR", "BRE MAR PAR SPA", *twice) == (same_place, set())
    enough = winter(rules, "FRANCE", "A PIC", "BRE MAR PAR", "Build A BRE", "Build A MAR")
    assert enough == ({"A BRE", "A MAR"}, set())
    assert {each.surplus_builds for each in RULES.values()} == {"first"}


@pytest.mark.parametrize(
    ("says", "gone"), [("first", "A PIC"), ("last", "A PAR"), ("civil disorder", "F BEL")]
)
def test_which_of_too_many_removals_count_is_decided_by_the_rules(says: str, gone: str) -> None:
    """DATC 4.D.6; no seed speaks of it, and every preset takes the first."""
    rules = changed("2000", surplus_removals=says)
    units = "A PAR, A PIC, F BEL"
    orders = ("Disband A PIC", "Disband A PIC", "Disband A PAR")
    assert winter(rules, "FRANCE", units, "PAR BRE", *orders) == (set(), {gone})
    assert winter(rules, "FRANCE", units, "PAR BRE", "Disband A PIC") == (set(), {"A PIC"})
    assert {each.surplus_removals for each in RULES.values()} == {"first"}


def test_a_fleet_is_not_built_without_its_coast() -> None:
    """Seed 000, building; seed 003, XIV.2; DATC 4.B.7."""
    assert not those(lambda rules: winter(rules, "RUSSIA", "", "STP", "Build F STP")[0])
    first = changed("2000", build_coast_omitted="first coast")
    assert winter(first, "RUSSIA", "", "STP", "Build F STP") == ({"F STP/NC"}, set())


def test_a_build_may_be_waived_in_every_edition() -> None:
    """Seed 000, building, says so; seed 002 and seed 003, XIV.2: a power may build; DATC 4.D.7."""
    for rules in RULES.values():
        for orders in ((), ("Waive",), ("Waive", "Build A PAR")):
            built = {"A PAR"} if len(orders) == 2 else set()
            assert winter(rules, "FRANCE", "", "PAR BRE", *orders) == (built, set())


def test_a_player_comes_back_from_civil_disorder_in_1982_while_a_unit_is_left() -> None:
    """Seed 003, XV.4; seed 000, seed 001 and seed 002 leave it to the players."""
    phase = PhaseCode.parse("S1903M")
    centers = {"FRANCE": ("PAR",), "ITALY": ("ROM",)}
    position = Position(phase, {"FRANCE": (Unit.parse("A PAR"),)}, centers)
    assert those(lambda rules: may_return(position, "FRANCE", rules)) == ALL
    assert those(lambda rules: may_return(position, "ITALY", rules)) == ALL - {"1982"}
    bound = changed("2000", return_from_civil_disorder="with a unit left")
    assert not may_return(position, "ITALY", bound)
    routed = {"ITALY": (Dislodged(Unit.parse("A ROM"), None, ("TUS",)),)}
    fleeing = Position(PhaseCode.parse("S1903R"), {"FRANCE": (Unit.parse("A ROM"),)}, None, routed)
    assert may_return(fleeing, "ITALY", bound)
