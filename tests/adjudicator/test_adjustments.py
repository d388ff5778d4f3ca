"""Adjustment phases from a fixed seed, judged by the checker, and the reason of each result."""

from typing import Any

import pytest
from hypothesis import strategies as st

from adjudicator import (
    RULES,
    Board,
    Build,
    Disband,
    Dislodged,
    Order,
    PhaseCode,
    Position,
    Province,
    Unit,
    UnitType,
    Waive,
    adjudicate,
    adjustment,
    load_setup,
    may_return,
    opening,
    standard_board,
)
from adjudicator.adjustments import adjustments_due

from . import situations as drawn
from .boards import on
from .checker import violations
from .editions import changed
from .samples import editions, sample
from .situations import Sheets, Situation

COUNT = 200
NOTHING_DUE = 0, 0
BOARD = standard_board()
POWERS = ("FRANCE", "GERMANY", "RUSSIA", "TURKEY")
WINTER = PhaseCode.parse("W1901A")
CENTERS = sorted(BOARD.centers)


@st.composite
def winters(draw: Any) -> Situation:
    """Draw units and centers anywhere, and lines with some builds and removals."""
    codes = draw(st.lists(st.sampled_from(sorted(BOARD.provinces)), max_size=20, unique=True))
    units: dict[str, list[Unit]] = {}
    for code in codes:
        power = POWERS[draw(st.integers(0, 2))]
        units.setdefault(power, []).append(drawn.unit_in(code, draw(st.integers(0, 9))))
    owned: dict[str, list[str]] = {}
    for code in draw(st.lists(st.sampled_from(CENTERS), max_size=14, unique=True)):
        home = BOARD.provinces[code].home
        owner = home if home and draw(st.booleans()) else POWERS[draw(st.integers(0, 3))]
        owned.setdefault(owner, []).append(code)
    position = Position(
        WINTER,
        {power: tuple(several) for power, several in units.items()},
        {power: tuple(several) for power, several in owned.items()},
    )
    sheets: Sheets = {}
    for power in (*POWERS, "NARNIA"):
        homes = [p.code for p in BOARD.provinces.values() if p.home in (power, "RUSSIA")]
        options: list[Order] = [Waive()]
        options += 2 * [Disband(unit) for unit in units.get(power, ())]
        options += [Build(drawn.unit_in(code, kind)) for code in homes for kind in (0, 2, 5)]
        options += [Build(Unit(UnitType.FLEET, code)) for code in homes]
        sheets[power] = draw(st.lists(st.sampled_from(options), max_size=6))
    return Situation(position, sheets)


def test_the_checker_accepts_the_sample_adjustments() -> None:
    for (position, sheets), rules in zip(sample(winters(), COUNT), editions(COUNT), strict=True):
        done = adjudicate(position, sheets, rules)
        assert violations(position, sheets, done, rules) == [], (position, sheets, rules)
        assert all(str(result.reason) for result in done.results)


def winter(
    orders: str, units: str, centers: str, power: str = "FRANCE", **fields: Any
) -> list[tuple[str, str, str]]:
    """Return text, outcome and reason of one power's lines; a German army stands in Kiel."""
    position = Position(
        WINTER,
        {power: tuple(map(Unit.parse, units.split(", "))), "GERMANY": (Unit.parse("A KIE"),)},
        {power: tuple(centers.split()), "GERMANY": ("MUN",)},
    )
    lines = orders.split(", ") if orders else []
    done = adjudicate(position, {power: lines}, changed("2000", **fields))
    return [(r.text, r.outcome.value, str(r.reason)) for r in done.results]


NONE_LEFT = "FRANCE has no builds left."
NONE_DUE = "FRANCE has no disbands left."
TOO_MANY = "FRANCE ordered too many builds or disbands, so these orders don’t count."


def test_each_build_has_its_reason() -> None:
    lines = (
        "A PAR B, A BUR B, A MUN B, F MAR B, F PAR B, A BRE B, A PAR D, A KIE D, A PAR H, WAIVE,"
        " A MAR B, WAIVE"
    )
    assert winter(lines, "A BRE", "PAR BRE MAR BEL") == [
        ("A PAR B", "succeeds", "It was built."),
        ("A BUR B", "illegal", "BUR is not a home center of FRANCE."),
        ("A MUN B", "illegal", "MUN is not a home center of FRANCE."),
        ("F MAR B", "succeeds", "It was built."),
        ("F PAR B", "illegal", "F PAR is a fleet and cannot enter PAR, which is inland."),
        ("A BRE B", "illegal", "BRE is occupied."),
        ("A PAR D", "illegal", "There is no unit in PAR (A PAR)."),
        ("A KIE D", "illegal", "A KIE belongs to GERMANY."),
        ("A PAR H", "illegal", "“A PAR H” cannot be ordered in this phase (W1901A)."),
        ("WAIVE", "illegal", NONE_LEFT),
        ("A MAR B", "illegal", "MAR is occupied."),
        ("WAIVE", "illegal", NONE_LEFT),
    ]


def test_a_fleet_is_built_on_a_coast_and_an_army_on_none() -> None:
    russian = ("F STP B, F STP/NC B, A STP/NC B, F SEV/SC B, WAIVE", "A MOS", "STP SEV MOS")
    built, needed = "It was built.", "A fleet in STP needs a coast: NC, SC."
    assert winter(*russian, "RUSSIA") == [
        ("F STP B", "fails", needed),
        ("F STP/NC B", "succeeds", built),
        ("A STP B", "illegal", "STP is occupied."),
        ("F SEV B", "succeeds", built),
        ("WAIVE", "illegal", "RUSSIA has no builds left."),
    ]
    wrong = winter("F STP/EC B, A STP/EC B", "A MOS", "STP SEV MOS", "RUSSIA")
    assert [text for text, outcome, _ in wrong if outcome == "succeeds"] == ["A STP B"]
    first = {"build_coast_omitted": "first coast"}
    assert winter("F STP B", "A MOS", "STP MOS", "RUSSIA", **first) == [
        ("F STP/NC B", "succeeds", built)
    ]
    unasked = winter("F STP/WC B", "A MOS", "STP MOS", "RUSSIA", **first)
    assert [outcome for _, outcome, _ in unasked] != ["succeeds"]


def test_a_build_in_a_lost_home_center_says_that_it_is_lost() -> None:
    assert winter("A MUN B", "A PIC", "PAR BRE", "ITALY") == [
        ("A MUN B", "illegal", "MUN is not a home center of ITALY.")
    ]
    assert winter("A MAR B, A PAR B", "A PIC", "PAR BRE") == [
        ("A MAR B", "illegal", "FRANCE does not own MAR now."),
        ("A PAR B", "succeeds", "It was built."),
    ]


def test_each_removal_has_its_reason() -> None:
    lines = "A PAR B, F BRE D, A GAS D, A BUR D, A BUR D, A KIE D, A PIC D, A GAS D, WAIVE"
    assert winter(lines, "A BUR, A GAS, A PIC", "PAR") == [
        ("A PAR B", "illegal", NONE_LEFT),
        ("F BRE D", "illegal", "There is no unit in BRE (F BRE)."),
        ("A GAS D", "succeeds", "The unit was disbanded."),
        ("A BUR D", "succeeds", "The unit was disbanded."),
        ("A BUR D", "illegal", "A BUR is already disbanded."),
        ("A KIE D", "illegal", "A KIE belongs to GERMANY."),
        ("A PIC D", "illegal", NONE_DUE),
        ("A GAS D", "illegal", "A GAS is already disbanded."),
        ("WAIVE", "illegal", NONE_LEFT),
    ]
    assert winter("A PIC D", "A PIC", "PAR") == [("A PIC D", "illegal", NONE_DUE)]


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("first", ["built", "PAR is occupied.", "built", NONE_LEFT, NONE_LEFT]),
        ("last", [NONE_LEFT, NONE_LEFT, NONE_LEFT, "waived", "built"]),
        ("none", 5 * [TOO_MANY]),
    ],
)
def test_surplus_builds_have_their_reason(choice: str, told: list[str]) -> None:
    full = {"built": "It was built.", "waived": "A build was waived."}
    found = winter(
        "A PAR B, A PAR B, A MAR B, WAIVE, F BRE B", "A BUR", "PAR BRE MAR", surplus_builds=choice
    )
    assert [reason for _, _, reason in found] == [full.get(each, each) for each in told]


def test_two_builds_in_one_province_make_only_one_another_void() -> None:
    found = winter("A PAR B, A PAR B, A MAR B, xyz", "A BUR", "PAR BRE MAR", surplus_builds="none")
    assert [(text, reason) for text, _, reason in found] == [
        ("A PAR B", TOO_MANY),
        ("A PAR B", TOO_MANY),
        ("A MAR B", "It was built."),
        ("xyz", "“xyz” was not understood in “xyz”."),
    ]
    three = winter(
        "A PAR B, A PAR B, A MAR B, A BRE B, WAIVE", "A BUR", "PAR BRE MAR", surplus_builds="none"
    )
    assert {reason for _, _, reason in three} == {TOO_MANY}


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("first", ["removed", "A BUR is already disbanded.", "removed", NONE_DUE]),
        ("last", [NONE_DUE, NONE_DUE, "removed", "removed"]),
        ("civil disorder", 4 * [TOO_MANY]),
    ],
)
def test_surplus_removals_have_their_reason(choice: str, told: list[str]) -> None:
    found = winter(
        "A BUR D, A BUR D, A GAS D, A PIC D", "A BUR, A GAS, A PIC", "PAR", surplus_removals=choice
    )
    reasons = ["The unit was disbanded." if each == "removed" else each for each in told]
    assert [reason for text, _, reason in found if "Orders were missing" not in reason] == reasons


def test_a_removal_written_twice_is_one_where_too_many_are_void() -> None:
    found = winter(
        "A BUR D, A BUR D, A GAS D", "A BUR, A GAS, A PIC", "PAR", surplus_removals="civil disorder"
    )
    assert [outcome for _, outcome, _ in found] == ["succeeds", "illegal", "succeeds"]


def test_a_unit_removed_without_an_order_has_its_reason() -> None:
    [farthest] = winter("", "A PIC, A MUN", "PAR")
    assert farthest == (
        "A MUN D",
        "succeeds",
        (
            "Orders were missing, so this unit was disbanded: it was the farthest away."
            " Its distance to the homeland of FRANCE was 1."
        ),
    )
    lost = adjudicate(
        Position(WINTER, {"FRANCE": (Unit.parse("A PIC"),)}, {"FRANCE": ()}), {}
    ).results[0]
    assert (lost.given, lost.order) == (False, Disband(Unit.parse("A PIC")))


def test_every_unit_that_can_stand_in_a_vacant_home_center_may_be_built() -> None:
    position = Position(
        WINTER,
        {"RUSSIA": (Unit.parse("A SEV"),), "TURKEY": (Unit.parse("A WAR"), Unit.parse("A SYR"))},
        {"RUSSIA": ("MOS", "SEV", "STP", "WAR", "RUM"), "TURKEY": ("CON",)},
    )
    russian = adjustment(position, "RUSSIA")
    assert (russian.builds, russian.removals) == (2, 0)  # Moscow and St Petersburg are vacant
    assert list(map(str, russian.options)) == [
        "A MOS B",
        "A STP B",
        "F STP/NC B",
        "F STP/SC B",
    ]
    turkish = adjustment(position, "TURKEY")
    assert (turkish.builds, turkish.removals) == (0, 1)
    assert list(map(str, turkish.options)) == ["A SYR D", "A WAR D"]
    assert adjustment(position, "NARNIA") == (0, 0, ())
    smyrna = adjustment(Position(WINTER, {}, {"TURKEY": ("SMY",)}), "TURKEY")
    assert list(map(str, smyrna.options)) == ["A SMY B", "F SMY B"]
    unowned = adjustment(Position(WINTER, {"TURKEY": (Unit.parse("A SYR"),)}), "TURKEY")
    assert unowned == (0, 0, ())


def test_a_player_returns_where_the_edition_and_what_is_left_allow_it() -> None:
    lost = Dislodged(Unit.parse("A BUR"), None, ("PAR",))
    position = Position(
        PhaseCode.parse("F1901R"), {"ITALY": (Unit.parse("A BUR"),)}, None, {"FRANCE": (lost,)}
    )
    with_a_unit = changed("2000", return_from_civil_disorder="with a unit left")
    for power, left in (("ITALY", True), ("FRANCE", True), ("TURKEY", False)):
        assert may_return(position, power, with_a_unit) is left
        assert may_return(position, power, RULES["2000"]) is True


def islands() -> Board:
    """Return a board with a home center, the sea around it, and two unconnected provinces."""
    provinces = {
        "HOM": Province("HOM", "Home", "coastal", (), True, "FRANCE", "FRANCE"),
        "SEA": Province("SEA", "Sea", "sea"),
        "FAR": Province("FAR", "Far", "inland"),
        "OFF": Province("OFF", "Off", "inland"),
    }
    land = {"HOM": frozenset[str](), "FAR": frozenset({"OFF"}), "OFF": frozenset({"FAR"})}
    sea = {"HOM": frozenset({"SEA"}), "SEA": frozenset({"HOM"})}
    return Board("islands", provinces, land, sea)


@pytest.mark.parametrize("over", ["any border", "its own way"])
def test_a_unit_that_cannot_come_home_is_the_farthest_away(over: str) -> None:
    units = {"FRANCE": (Unit.parse("A FAR"), Unit.parse("F SEA"), Unit.parse("A HOM"))}
    position = Position(WINTER, units, {"FRANCE": ("HOM",)}, setup=on(islands()))
    first, second = adjudicate(position, {}, changed("2000", removal_measured_over=over)).results
    assert (str(first.unit), str(second.unit)) == ("A FAR", "F SEA")
    assert "no route" in str(first.reason)
    assert "was 1." in str(second.reason)


def test_for_a_power_without_a_home_here_all_its_units_are_at_home() -> None:
    [(_, _, reason)] = winter("", "A PIC, A MUN", "PAR", "NARNIA")
    assert reason.endswith("Its distance to the homeland of NARNIA was 0.")


def test_nothing_is_due_where_nobody_owns_centers_or_a_neutral_power_has_too_many() -> None:
    start = opening(load_setup("six"))
    assert adjustments_due(Position(WINTER, start.units), "FRANCE") == NOTHING_DUE
    (power,) = start.neutral
    owned = tuple(code for code, owner in start.owners.items() if owner == power)
    rich = Position(WINTER, {}, {power: owned}, setup=start.setup)
    assert owned
    assert adjustments_due(rich, power) == NOTHING_DUE
