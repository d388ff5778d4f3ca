"""The diagrams and the sample game of the rulebook of 2000."""

from functools import cache
from typing import NamedTuple, TypeAlias

import pytest

from adjudicator import PhaseCode, Position, Resolution, Unit, adjudicate, load_setup, opening


class Diagram(NamedTuple):
    """The units that move or are dislodged in a diagram; the others stay where they are."""

    orders: dict[str, str]
    moved: set[str] = set()
    dislodged: set[str] = set()
    cut: set[str] = set()


DIAGRAMS = {
    4: Diagram({"GERMANY": "A BER - SIL", "RUSSIA": "A WAR - SIL"}),
    5: Diagram({"GERMANY": "F KIE - BER, A BER - PRU", "RUSSIA": "A PRU H"}),
    6: Diagram({"GERMANY": "F BER - PRU, A PRU - BER"}),
    7: Diagram(
        {"ENGLAND": "A HOL - BEL, F BEL - NTH", "FRANCE": "F NTH - HOL"}, {"HOL", "BEL", "NTH"}
    ),
    8: Diagram(
        {"FRANCE": "A MAR - BUR, A GAS S A MAR - BUR", "GERMANY": "A BUR H"}, {"MAR"}, {"BUR"}
    ),
    9: Diagram(
        {"GERMANY": "A SIL - PRU, F BAL S A SIL - PRU", "RUSSIA": "A PRU H"}, {"SIL"}, {"PRU"}
    ),
    10: Diagram(
        {
            "FRANCE": "F LYO - TYS, F WES S F LYO - TYS",
            "ITALY": "F NAP - TYS, F ROM S F NAP - TYS",
        }
    ),
    11: Diagram({"FRANCE": "F LYO - TYS, F WES S F LYO - TYS", "ITALY": "F TYS H, F ROM S F TYS"}),
    12: Diagram(
        {
            "AUSTRIA": "A BOH - MUN, A TYR S A BOH - MUN",
            "GERMANY": "A MUN - SIL, A BER S A MUN - SIL",
            "RUSSIA": "A WAR - SIL, A PRU S A WAR - SIL",
        },
        {"BOH"},
        {"MUN"},
    ),
    13: Diagram(
        {"TURKEY": "A BUL - RUM", "RUSSIA": "A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM"},
        {"RUM", "SEV"},
        {"BUL"},
    ),
    14: Diagram(
        {
            "TURKEY": "A BUL - RUM, F BLA S A BUL - RUM",
            "RUSSIA": "A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
        },
        {"RUM", "SEV"},
        {"BUL"},
    ),
    15: Diagram(
        {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR H, A BOH - SIL"},
        cut={"SIL"},
    ),
    16: Diagram(
        {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR - SIL"}, {"PRU"}, {"WAR"}
    ),
    17: Diagram(
        {
            "GERMANY": "F BER - PRU, A SIL S F BER - PRU",
            "RUSSIA": "A PRU - SIL, A WAR S A PRU - SIL, F BAL - PRU",
        },
        {"PRU"},
        {"SIL"},
        {"SIL"},
    ),
    18: Diagram(
        {
            "GERMANY": "A BER H, A MUN - SIL",
            "RUSSIA": "A PRU - BER, A SIL S A PRU - BER, A BOH - MUN, A TYR S A BOH - MUN",
        },
        {"BOH"},
        {"MUN"},
        {"SIL"},
    ),
    19: Diagram({"ENGLAND": "A LON - NWY, F NTH C A LON - NWY"}, {"LON"}),
    20: Diagram(
        {
            "ENGLAND": "A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN",
            "FRANCE": "F WES C A LON - TUN",
        },
        {"LON"},
    ),
    21: Diagram(
        {
            "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
            "ITALY": "F ION - TYS, F TUN S F ION - TYS",
        },
        {"ION"},
        {"TYS"},
    ),
    22: Diagram({"FRANCE": "A PAR - BUR, A MAR S A PAR - BUR, A BUR H"}),
    23: Diagram(
        {
            "FRANCE": "A PAR - BUR, A BUR - MAR",
            "GERMANY": "A RUH S A PAR - BUR",
            "ITALY": "A MAR - BUR",
        }
    ),
    24: Diagram({"GERMANY": "A RUH - BUR, A MUN H", "FRANCE": "A PAR S A RUH - BUR, A BUR H"}),
    25: Diagram(
        {
            "GERMANY": "A MUN - TYR, A RUH - MUN, A SIL - MUN",
            "AUSTRIA": "A TYR - MUN, A BOH S A SIL - MUN",
        }
    ),
    26: Diagram(
        {
            "ENGLAND": "F DEN - KIE, F NTH - DEN, F HEL S F NTH - DEN",
            "RUSSIA": "A BER - KIE, F SKA - DEN, F BAL S F SKA - DEN",
        }
    ),
    27: Diagram({"AUSTRIA": "A SER - BUD, A VIE - BUD", "RUSSIA": "A GAL S A SER - BUD"}, {"SER"}),
    28: Diagram(
        {
            "ENGLAND": "A LON - BEL, F NTH C A LON - BEL",
            "FRANCE": "A BEL - LON, F ENG C A BEL - LON",
        },
        {"LON", "BEL"},
    ),
    29: Diagram(
        {
            "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
            "FRANCE": "F BRE - ENG, F IRI S F BRE - ENG",
        },
        {"LON", "BRE"},
        {"ENG"},
    ),
    30: Diagram(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP",
            "ITALY": "F ION - TYS, F NAP S F ION - TYS",
        },
        {"ION"},
        {"TYS"},
    ),
    31: Diagram(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
            "ITALY": "F ROM - TYS, F NAP S F ROM - TYS",
        },
        cut={"NAP"},
    ),
    32: Diagram(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP, A APU S A TUN - NAP",
            "ITALY": "F ROM - TYS, F NAP S F ROM - TYS",
        },
        {"TUN"},
        {"NAP"},
        {"NAP"},
    ),
}


@pytest.mark.parametrize("number", DIAGRAMS)
def test_the_diagram_ends_as_the_rulebook_says(number: int) -> None:
    diagram = DIAGRAMS[number]
    orders = {power: text.split(", ") for power, text in diagram.orders.items()}
    units = {p: tuple(Unit.parse(text[:5]) for text in texts) for p, texts in orders.items()}
    resolution = adjudicate(Position(PhaseCode.parse("S1901M"), units), orders)
    ended = {r.unit.province: r for r in resolution.results if r.unit}
    assert {place for place, r in ended.items() if r.outcome == "succeeds"} == diagram.moved
    assert {place for place, r in ended.items() if r.dislodged} == diagram.dislodged
    assert {place for place, r in ended.items() if r.outcome == "cut"} == diagram.cut


YEARS = [
    {  # spring 1901
        "AUSTRIA": "A VIE - TRI, A BUD - GAL, F TRI - ALB",
        "ENGLAND": "A LVP - YOR, F LON - NTH, F EDI - NWG",
        "FRANCE": "A PAR - BUR, A MAR - SPA, F BRE - PIC",
        "GERMANY": "A BER - KIE, A MUN - RUH, F KIE - DEN",
        "ITALY": "A VEN - PIE, A ROM - VEN, F NAP - ION",
        "RUSSIA": "A MOS - UKR, A WAR - GAL, F STP - BOT, F SEV - BLA",
        "TURKEY": "A CON - BUL, A SMY - CON, F ANK - BLA",
    },
    {  # fall 1901
        "AUSTRIA": "A TRI H, A BUD - SER, F ALB - GRE",
        "ENGLAND": "A YOR - NWY, F NTH C A YOR - NWY, F NWG - BAR",
        "FRANCE": "A BUR - MAR, A SPA - POR, F PIC - BEL",
        "GERMANY": "A KIE - HOL, A RUH - BEL, F DEN H",
        "ITALY": "A VEN H, A PIE - MAR, F ION - TUN",
        "RUSSIA": "A UKR S F SEV - RUM, A WAR - GAL, F BOT - SWE, F SEV - RUM",
        "TURKEY": "A BUL - SER, A CON - BUL, F ANK - BLA",
    },
    {  # winter 1901
        "AUSTRIA": "A VIE B",
        "ENGLAND": "F EDI B",
        "FRANCE": "F MAR B",
        "GERMANY": "F KIE B, A MUN B",
        "ITALY": "F NAP B",
        "RUSSIA": "A STP B, A SEV B",
        "TURKEY": "A SMY B",
    },
    {  # spring 1902
        "AUSTRIA": "A TRI - BUD, A VIE - BUD, A BUD - SER, F GRE H",
        "ENGLAND": "A NWY - STP, F NTH - NWY, F BAR S A NWY - STP, F EDI - NTH",
        "FRANCE": "A BUR S F PIC - BEL, A POR - SPA, F PIC - BEL, F MAR H",
        "GERMANY": "A HOL - BEL, A RUH S A HOL - BEL, A MUN - BUR, F DEN H, F KIE - HOL",
        "ITALY": "A VEN H, A PIE - MAR, F TUN - WES, F NAP - TYS",
        "RUSSIA": "A UKR S F RUM, A GAL - BUD, A STP - NWY, A SEV S F RUM, "
        "F SWE S A STP - NWY, F RUM H",
        "TURKEY": "A BUL - RUM, A CON - BUL, A SMY - ARM, F BLA S A BUL - RUM",
    },
    {  # fall 1902
        "AUSTRIA": "A VIE - GAL, A TRI - BUD, A SER S A BUL - RUM, F GRE H",
        "ENGLAND": "A NWY - STP, F BAR S A NWY - STP, F NTH - NWY, F EDI - NTH",
        "FRANCE": "A BUR - BEL, F PIC S A BUR - BEL, A SPA S F MAR, F MAR S A SPA",
        "GERMANY": "A RUH - BUR, A MUN S A RUH - BUR, A BEL S A RUH - BUR, F DEN - SWE, "
        "F HOL S A BEL",
        "ITALY": "A VEN - PIE, A PIE - MAR, F WES - NAF, F TYS - LYO",
        "RUSSIA": "A STP - NWY, F SWE S A STP - NWY, F RUM S A SEV, A SEV S F RUM, "
        "A GAL S F RUM, A UKR S A SEV",
        "TURKEY": "A BUL - RUM, A CON - BUL, A ARM - SEV, F BLA S A BUL - RUM",
    },
    {"RUSSIA": "A STP R MOS", "FRANCE": "A BUR R GAS"},
    {  # winter 1902
        "GERMANY": "F KIE B",
        "RUSSIA": "A GAL D",
        "TURKEY": "F SMY B",
        "AUSTRIA": "A TRI B",
        "FRANCE": "A PAR B",
        "ENGLAND": "F LON B",
    },
]


Phases: TypeAlias = tuple[Resolution, ...]


@cache
def played_sample_game() -> Phases:
    """Return the phases of the sample game."""
    position, phases = opening(load_setup("standard")), []
    for orders in YEARS:
        phases.append(adjudicate(position, {p: text.split(", ") for p, text in orders.items()}))
        position = phases[-1].next
    return tuple(phases)


@pytest.fixture
def sample_game() -> Phases:
    return played_sample_game()


def ended(resolution: Resolution, *outcomes: str) -> set[str]:
    return {r.unit.province for r in resolution.results if r.unit and r.outcome in outcomes}


def test_the_sample_game_plays_its_phases(sample_game: Phases) -> None:
    codes = [str(phase.position.phase) for phase in sample_game]
    assert codes == ["S1901M", "F1901M", "W1901A", "S1902M", "F1902M", "F1902R", "W1902A"]
    assert all(result.outcome != "illegal" for phase in sample_game for result in phase.results)


def test_the_sample_game_bounces_where_the_comments_say(
    sample_game: Phases,
) -> None:
    spring, fall, _, spring_1902, fall_1902, *_ = sample_game
    assert ended(spring, "fails") == {"BUD", "WAR", "SEV", "ANK"}
    assert ended(fall, "fails") == {"BUD", "BUL", "CON", "PIE", "BUR", "PIC", "RUH"}
    assert {"NTH", "EDI", "VIE", "TRI", "GAL", "BUL"} <= ended(spring_1902, "fails")
    assert "HOL" in ended(spring_1902, "succeeds")
    assert ended(fall_1902, "cut") == {"SWE", "MAR", "SEV", "GAL", "RUM"}


def test_the_sample_game_loses_three_units_one_without_a_retreat(
    sample_game: Phases,
) -> None:
    fall = sample_game[4]
    dislodged = {d.unit.province for ds in fall.next.dislodged.values() for d in ds}
    assert dislodged == {"STP", "BUR"}
    assert [(power, str(unit)) for power, unit in fall.destroyed] == [("RUSSIA", "F RUM")]


def test_the_sample_game_ends_with_all_builds_carried_out(
    sample_game: Phases,
) -> None:
    winter = sample_game[-1]
    assert all(result.given and result.outcome == "succeeds" for result in winter.results)
    assert len(winter.next.units["RUSSIA"]) == 4
    assert len(winter.next.units["ITALY"]) == 4
