"""The figures of a game, counted by hand for short games."""

from adjudicator import PhaseCode, Position, load_setup, opening, parse_canonical
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


def test_an_attack_on_whom_one_supported_within_two_movements_is_one_stab() -> None:
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


def test_each_year_has_what_powers_had_at_its_end() -> None:
    positions = [
        at("S1901M", {"FRANCE": "A PAR"}, {"FRANCE": "PAR"}),
        at("F1901M", {"FRANCE": "A SPA"}, {"FRANCE": "PAR"}),
        at("W1901A", {"FRANCE": "A SPA"}, {"FRANCE": "PAR SPA"}),
        at("S1902M", {"FRANCE": "A SPA, A PAR"}, {"FRANCE": "PAR SPA"}),
        at("F1902M", {"FRANCE": "A POR, A PAR"}, {"FRANCE": "PAR SPA"}),
    ]
    rows = [
        (each.year, each.centers["FRANCE"], each.units["FRANCE"], each.is_over)
        for each in figures.years(positions, is_over=False)
    ]
    assert rows == [(1900, 1, 1, True), (1901, 2, 2, True), (1902, 2, 2, False)]
    assert figures.years(positions, is_over=True)[-1].is_over
    assert len(figures.years(positions[:1], is_over=False)) == 1
    assert figures.years([], is_over=False) == []
