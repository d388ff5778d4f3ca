"""The diagrams of the rulebooks, and the sample game of that of 2000."""

from functools import cache
from itertools import chain
from typing import TypeAlias

import pytest

from adjudicator import Resolution, adjudicate, find_rules, load_setup, opening

from .diagrams import DIAGRAMS, position_of


@pytest.mark.parametrize("name", DIAGRAMS)
def test_the_diagram_ends_as_the_rulebook_says(name: str) -> None:
    board = DIAGRAMS[name]
    orders = {power: [text for text, _ in given] for power, given in board["orders"].items()}
    resolution = adjudicate(position_of(board), orders, find_rules(board["edition"]))
    ended = {r.text: str(r.outcome) for r in resolution.results if r.given}
    assert ended == dict(chain.from_iterable(board["orders"].values()))
    dislodged = {str(r.unit) for r in resolution.results if r.dislodged}
    assert dislodged == set(board.get("dislodged", ()))


def test_every_numbered_diagram_is_there() -> None:
    assert [name for name in DIAGRAMS if name[:3] == "000"] == [f"000-{n:02}" for n in range(4, 33)]
    assert [name for name in DIAGRAMS if name[:3] == "003"] == [f"003-{n:02}" for n in range(1, 14)]


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
