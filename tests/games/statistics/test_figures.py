"""The figures of a game, counted by hand for short games."""

import pytest

from adjudicator import (
    Dislodged,
    PhaseCode,
    Position,
    Unit,
    load_setup,
    opening,
    parse_canonical,
)
from adjudicator.json_lines import read_position
from games.statistics import figures
from games.statistics.figures import PlayedOrder, PlayedPhase, Stab

STANDARD = load_setup("standard")
START = opening(STANDARD)


def played(code: str, *orders: str, position: Position = START) -> PlayedPhase:
    """A phase with orders such as “FRANCE A PAR - BUR succeeds”, or “… fails destroyed”."""
    phase = PhaseCode.parse(code)
    found = []
    for line in orders:
        power, rest = line.split(" ", 1)
        is_lost = rest.endswith(" destroyed")
        text, outcome = rest.removesuffix(" destroyed").rsplit(" ", 1)
        order = parse_canonical(text, phase.type, position.board)
        found.append(PlayedOrder(power, order, outcome, is_lost))
    return PlayedPhase(Position(phase, position.units, position.centers, {}, position.setup), found)


def at(code: str, units: dict[str, str], centers: dict[str, str]) -> Position:
    """A position with units such as “A PAR, F BRE” and centers such as “PAR BRE”."""
    question = {
        "phase": code,
        "units": {power: text.split(", ") for power, text in units.items()},
        "centers": {power: text.split() for power, text in centers.items()},
    }
    return read_position(question, STANDARD)


def test_builds_and_losses_of_units_are_counted() -> None:
    done = figures.powers(
        [
            played("F1901M", "FRANCE A PAR H fails destroyed", "ITALY A ROM - APU succeeds"),
            played("F1901R", "FRANCE A MAR R SPA fails", "ITALY A VEN R TYR succeeds"),
            played("F1901R", "RUSSIA A WAR D succeeds"),
            played(
                "W1901A",
                "FRANCE A PAR B succeeds",
                "FRANCE F BRE B illegal",
                "ITALY A ROM D succeeds",
            ),
        ]
    )
    counts = {power: (each.builds, each.disbands, each.lost) for power, each in done.items()}
    assert counts == {"FRANCE": (1, 0, 2), "ITALY": (0, 1, 0), "RUSSIA": (0, 0, 1)}


def test_a_dislodged_unit_that_does_not_retreat_is_lost_whatever_was_ordered() -> None:
    done = figures.powers(
        [played("F1901R", "FRANCE A MAR D succeeds", "FRANCE A PAR R GAS illegal")]
    )
    assert done["FRANCE"].lost == 2


def test_supports_for_others_are_counted_with_those_that_were_of_use() -> None:
    phase = played(
        "S1901M",
        "FRANCE A MAR S A VEN - TYR given",
        "FRANCE A PAR S A MUN cut",
        "FRANCE F BRE S A PAR given",
        "GERMANY A BER S A WAR invalid",
        "GERMANY F KIE S A PAR - BUR illegal",
    )
    done = figures.powers([phase])
    assert done["FRANCE"].supports == {"ITALY": 1, "GERMANY": 1}
    assert +done["FRANCE"].useful_supports == {"ITALY": 1}
    assert done["GERMANY"].supports == {"RUSSIA": 1}


def test_attacks_are_moves_to_units_and_to_empty_centers_of_others() -> None:
    start = at("S1905M", {"FRANCE": "A BUR, A PIC", "GERMANY": "A MUN"}, {"GERMANY": "MUN BEL"})
    phase = played(
        "S1905M",
        "FRANCE A BUR - MUN fails",
        "FRANCE A PIC - BEL succeeds",
        "GERMANY A MUN - RUH succeeds",
        position=start,
    )
    done = figures.powers([phase])
    assert done["FRANCE"].attacks == {"GERMANY": 2}
    assert done["GERMANY"].attacks == {}


def test_void_moves_attack_nobody() -> None:
    phase = played("S1901M", "ENGLAND A LVP - PAR invalid", "FRANCE A PAR - VEN illegal")
    assert not any(each.attacks for each in figures.powers([phase]).values())


HANDS = {"FRANCE": 0, "GERMANY": 0, "RUSSIA": 1, "ITALY": None}


def test_nothing_counts_between_powers_of_one_player() -> None:
    phases = [
        played("S1901M", "FRANCE A PAR S A MUN given"),
        played("F1901M", "FRANCE A MAR - MUN fails"),
    ]
    france = figures.powers(phases, HANDS)["FRANCE"]
    assert (france.supports, france.attacks, france.stabs) == ({}, {}, [])


def test_nobody_stabs_a_neutral_power() -> None:
    phases = [
        played("S1901M", "FRANCE A MAR S A VEN given"),
        played("F1901M", "FRANCE A MAR - VEN fails"),
    ]
    france = figures.powers(phases, HANDS)["FRANCE"]
    assert (france.supports, france.attacks, france.stabs) == ({"ITALY": 1}, {"ITALY": 1}, [])


def test_a_support_that_matched_nothing_shows_no_trust() -> None:
    phases = [
        played("S1901M", "FRANCE A MAR S A VEN - TYR invalid"),
        played("F1901M", "FRANCE A MAR - VEN fails"),
    ]
    assert figures.powers(phases)["FRANCE"].stabs == []


def test_an_attack_after_a_support_of_the_last_two_movements_is_one_stab() -> None:
    support, attack = "FRANCE A MAR S A VEN given", "FRANCE A MAR - VEN fails"
    phases = [
        played("S1901M", support),
        played("F1901M", "FRANCE A MAR H stands"),
        played("S1902M", attack, "FRANCE A PAR - ROM illegal"),
        played("F1902M", attack),
        played("S1903M", support),
        played("F1903M", "FRANCE A MAR H stands"),
        played("S1904M", "FRANCE A MAR H stands"),
        played("F1904M", attack),
    ]
    done = figures.powers(phases)
    assert done["FRANCE"].stabs == [Stab("ITALY", "S1902M")]


def test_who_supports_and_attacks_a_power_at_once_shows_no_trust() -> None:
    both = played("S1901M", "FRANCE A PAR S A VEN - TYR given", "FRANCE A MAR - VEN fails")
    after = played("F1901M", "FRANCE A MAR - VEN fails")
    assert figures.powers([both, after])["FRANCE"].stabs == []


FRANCE = [
    at("S1901M", {"FRANCE": "A PAR"}, {"FRANCE": "PAR"}),
    at("F1901M", {"FRANCE": "A SPA"}, {"FRANCE": "PAR"}),
    at("W1901A", {"FRANCE": "A SPA"}, {"FRANCE": "PAR SPA"}),
    at("S1902M", {"FRANCE": "A SPA, A PAR"}, {"FRANCE": "PAR SPA"}),
    at("F1902M", {"FRANCE": "A POR, A PAR"}, {"FRANCE": "PAR SPA"}),
]


@pytest.mark.parametrize(
    ("number", "is_over", "expected"),
    [
        (0, False, []),
        (1, False, [("start", 1901, 1, 1)]),
        (2, False, [("start", 1901, 1, 1), ("now", 1901, 1, 1)]),
        (4, False, [("start", 1901, 1, 1), ("year", 1901, 2, 2)]),
        (4, True, [("start", 1901, 1, 1), ("year", 1901, 2, 2)]),
        (5, False, [("start", 1901, 1, 1), ("year", 1901, 2, 2), ("now", 1902, 2, 2)]),
        (5, True, [("start", 1901, 1, 1), ("year", 1901, 2, 2), ("end", 1902, 2, 2)]),
    ],
)
def test_each_year_has_the_figures_of_its_end(
    number: int, is_over: bool, expected: list[tuple[str, int, int, int]]
) -> None:
    rows = [
        (str(each.moment), each.year, each.centers["FRANCE"], each.units["FRANCE"])
        for each in figures.years(FRANCE[:number], is_over=is_over)
    ]
    assert rows == expected


def test_a_game_that_begins_in_winter_has_a_start_and_no_year_before() -> None:
    winter = at("W1900A", {"FRANCE": "A PAR"}, {"FRANCE": "PAR BRE"})
    found = figures.years([winter, FRANCE[0], FRANCE[1]], is_over=False)
    assert [(str(each.moment), each.year) for each in found] == [
        ("start", 1900),
        ("year", 1900),
        ("now", 1901),
    ]


def test_a_dislodged_unit_counts_until_its_retreat() -> None:
    beaten = {"FRANCE": (Dislodged(Unit.parse("A MAR"), "PIE", ("GAS",)),)}
    retreat = Position(PhaseCode.parse("F1901R"), START.units, START.centers, beaten, STANDARD)
    assert figures.years([START, retreat], is_over=False)[-1].units["FRANCE"] == 4
