"""Set-ups: their files, powers that nobody plays, and builds outside of home centers."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import (
    RULES,
    SETUPS,
    IllegalOrder,
    PhaseCode,
    Position,
    Resolution,
    SetupError,
    Unit,
    adjudicate,
    adjustment,
    check_order,
    legal_orders,
    load_setup,
    must_order,
    opening,
    parse_order,
    setups,
    winner,
)
from adjudicator.json_lines import setup_lines
from adjudicator.notation import LANGUAGES

from .shapes import by_command_line

STANDARD = (setups.FOLDER / "standard.toml").read_text("utf-8")


def position(name: str, phase: str, units: str, centers: str = "") -> Position:
    """Return a position from texts such as ``FRANCE: A PAR, A MAR; ITALY: A VEN``."""

    def by_power(text: str) -> dict[str, list[str]]:
        pairs = [part.split(": ") for part in text.split("; ") if part]
        return {power: several.split(", ") for power, several in pairs}

    standing = {
        power: tuple(map(Unit.parse, several)) for power, several in by_power(units).items()
    }
    owned = {power: tuple(codes) for power, codes in by_power(centers).items()}
    return Position(PhaseCode.parse(phase), standing, owned, setup=load_setup(name))


def outcomes(done: Resolution) -> dict[str, str]:
    return {str(result.unit): f"{result.text}: {result.outcome}" for result in done.results}


# Files


@pytest.mark.parametrize("name", SETUPS)
def test_every_setup_opens_on_its_board_and_is_not_won_yet(name: str) -> None:
    setup = load_setup(name)
    start = opening(setup)
    assert start.phase == setup.start
    assert set(start.at) <= set(start.owners)
    assert winner(start, setup.victory) == ()
    assert must_order(start).keys() == {power for hand in setup.players for power in hand}


@pytest.mark.parametrize("name", SETUPS)
def test_every_setup_has_its_name_and_a_sentence_in_each_language(name: str) -> None:
    setup = load_setup(name)
    for texts in (setup.names, setup.sentences):
        assert list(texts) == list(LANGUAGES)
        assert all(texts.values())
    assert all(sentence.endswith(".") for sentence in setup.sentences.values())


def test_the_standard_setup_comes_first() -> None:
    assert SETUPS[0] == "standard"
    assert list(SETUPS[1:]) == sorted(SETUPS[1:])


@pytest.mark.parametrize(
    ("players", "neutral"),
    [
        ("standard 7", ""),
        ("six 6", "ITALY"),
        ("five 5", "GERMANY ITALY"),
        ("four 4", ""),
        ("three 3", ""),
        ("three_russia 3", ""),
        ("two 2", "ITALY"),
        ("france_austria 2", ""),
        ("germany_italy 2", ""),
        ("winter_1900 7", ""),
        ("fleet_rome 7", ""),
        ("build_anywhere 7", ""),
        ("chaos 34", ""),
    ],
)
def test_so_many_people_play_and_the_other_powers_are_neutral(players: str, neutral: str) -> None:
    name, number = players.split()
    setup = load_setup(name)
    assert len(setup.players) == int(number)
    assert setup.neutral == set(neutral.split())
    assert (setup.victory, setup.together) == ((24, True) if name == "two" else (18, False))


FAULTY = [
    ('map = "standard"', 'map = "atlantis"', "line 3", "there is no board “atlantis”"),
    ('map = "standard"', "map = 3", "line 3", "“map” has to be the name of a board"),
    ('map = "standard"', "", "faulty.toml has", "“map” has to be the name of a board"),
    ('map = "standard"', "map =", "faulty.toml has", "at line 3"),
    ('start = "S1901M"', 'start = "S01M"', "line 4", "“S01M” is not a phase"),
    ("victory = 18", "victory = 35", "line 5", "it has to be a number from 1 to 34"),
    ("victory = 18", 'victory = "18"', "line 5", "“victory” has to be a number of centers"),
    ("victory = 18", 'victory = 18\nbuilds = "at sea"', "line 6", "it has to be “home centers” or"),
    ('powers = ["AUSTRIA"', 'powers = ["FRANCE", "AUSTRIA"', "line 6", "FRANCE stands there twice"),
    ('powers = ["AUSTRIA"', 'powers = ["ST_P", "AUSTRIA"', "line 6", "“ST_P” is not written in 4"),
    ('powers = ["AUSTRIA"', 'powers = ["NARNIA", "AUSTRIA"', "line 6", "NARNIA needs its names"),
    ('"TURKEY"]\nplayers', "7]\nplayers", "line 6", "“powers” has to be a list of texts"),
    ('["TURKEY"]]', '["FRANCE"]]', "line 7", "FRANCE is played by two people"),
    ('["TURKEY"]]', '["MARS"]]', "line 7", "MARS is not among the powers"),
    ('["TURKEY"]]', "[]]", "line 7", "at least two people need at least one power each"),
    ('"A PAR"', '"A ENG"', "line 24", "A ENG cannot stand there"),
    ('"A PAR"', '"Paris"', "line 24", "“Paris” is not a unit"),
    ('"A PAR"', '"A MUN"', "line 21", "two units stand in MUN"),
    ('FRANCE = ["A', 'MARS = ["A', "line 24", "MARS is not among the powers"),
    ('["BRE"', '["BUR"', "line 33", "BUR is not a supply center"),
    ('["BRE"', '["LON"', "line 30", "LON belongs to two powers"),
    ("[units]", "[unit]", "faulty.toml has", "“units” has to be a table"),
]


@pytest.mark.parametrize(("right", "wrong", "where", "why"), FAULTY)
def test_a_faulty_file_is_named_with_its_line_and_what_would_be_right(
    tmp_path: Path, right: str, wrong: str, where: str, why: str
) -> None:
    assert STANDARD.count(right) == 1
    file = tmp_path / "faulty.toml"
    file.write_text(STANDARD.replace(right, wrong), "utf-8")
    with pytest.raises(SetupError) as caught:
        setups.read_setup(file)
    sentence = caught.value.sentence
    assert sentence.startswith("The set-up in faulty.toml")
    assert where in sentence
    assert why in sentence
    assert not sentence.endswith("..")


def test_an_unknown_setup_names_the_known_ones() -> None:
    with pytest.raises(SetupError, match=r"“seven”\. Choose one of these: standard, build"):
        load_setup("seven")


# Powers that nobody plays (rulebook 2000, games for fewer than seven players)

ITALY_AND_FRANCE = "FRANCE: A PIE, A TUS; ITALY: A VEN, A ROM, F NAP; AUSTRIA: A TYR, A TRI"


def test_units_of_a_neutral_power_hold_whatever_is_ordered_for_them() -> None:
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    done = adjudicate(start, {"ITALY": ["A VEN - TYR", "F NAP - ION"]})
    assert done.next.units["ITALY"] == start.units["ITALY"]
    told = {result.text: result.reason for result in done.results if result.power == "ITALY"}
    assert told.keys() == {"A VEN - TYR", "F NAP - ION", "A VEN H", "A ROM H", "F NAP H"}
    assert str(told["A VEN - TYR"]) == "Nobody plays ITALY, so its units get no orders."
    assert str(told["A VEN H"]) == (
        "Nobody plays ITALY, so its units hold and are disbanded if dislodged."
    )
    assert {reason.rule for reason in told.values()} == {"fewer players"}


@pytest.mark.parametrize("order", ["A VEN - TYR", "A VEN - MOS"])
def test_an_order_for_a_neutral_unit_takes_no_support_from_it(order: str) -> None:
    """In some editions a unit with an impossible move cannot be supported to hold."""
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    orders = {
        "ITALY": [order],
        "FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"],
        "AUSTRIA": ["A TRI S A VEN"],
    }
    rules = replace(RULES["2000"], impossible_move="tried to move")
    assert outcomes(adjudicate(start, orders, rules))["A PIE"] == "A PIE - VEN: fails"


def test_units_of_a_neutral_power_do_not_support_each_other() -> None:
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    orders = {"ITALY": ["A ROM S A VEN"], "FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"]}
    done = adjudicate(start, orders)
    assert outcomes(done)["A PIE"] == "A PIE - VEN: succeeds"


def test_a_dislodged_unit_of_a_neutral_power_is_disbanded_although_it_could_retreat() -> None:
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    done = adjudicate(start, {"FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"]})
    assert [(power, str(unit)) for power, unit in done.destroyed] == [("ITALY", "A VEN")]
    assert str(done.next.phase) == "F1902M"
    [reason] = [str(each.reason) for each in done.results if str(each.unit) == "A VEN"]
    assert reason.startswith(
        "Nobody plays ITALY, so its units hold and are disbanded if dislodged."
    )
    assert "A PIE" in reason
    played = adjudicate(
        position("standard", "S1902M", ITALY_AND_FRANCE),
        {"FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"]},
    )
    assert (played.destroyed, str(played.next.phase)) == ((), "S1902R")


def test_anyone_may_support_a_unit_of_a_neutral_power_to_hold() -> None:
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    orders = {
        "FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"],
        "AUSTRIA": ["A TRI S A VEN", "A TYR S A VEN"],
    }
    assert outcomes(adjudicate(start, orders))["A PIE"] == "A PIE - VEN: fails"


@pytest.mark.parametrize(
    ("power", "order"),
    [("AUSTRIA", "A TRI S A VEN - TYR"), ("TURKEY", "F TYS C A ROM - TUN")],
)
def test_a_unit_of_a_neutral_power_is_neither_supported_to_move_nor_convoyed(
    power: str, order: str
) -> None:
    units = ITALY_AND_FRANCE.replace("A TYR, ", "") + "; TURKEY: F TYS"
    here = position("six", "S1902M", units)
    with pytest.raises(IllegalOrder) as caught:
        check_order(parse_order(order), here, power)
    army = "A VEN" if power == "AUSTRIA" else "A ROM"
    assert caught.value.sentence == f"{army} never moves, because nobody plays ITALY."
    check_order(parse_order(order), position("standard", "S1902M", units), power)
    [refused] = [each for each in adjudicate(here, {power: [order]}).results if each.given]
    assert refused.reason.code == "neutral_never_moves"
    unit = parse_order(order).unit
    assert unit is not None
    offered = {str(each) for each in legal_orders(here, unit)}
    assert order not in offered
    assert offered < {
        str(each) for each in legal_orders(position("standard", "S1902M", units), unit)
    }


def test_a_neutral_power_has_nothing_to_order_in_any_phase() -> None:
    start = position("six", "S1902M", ITALY_AND_FRANCE)
    assert must_order(start) == {"FRANCE": 2, "AUSTRIA": 2}
    assert list(legal_orders(start, Unit.parse("A VEN"))) == []
    winter = position("six", "W1902A", "ITALY: A VEN", "")
    winter = Position(
        winter.phase, winter.units, {"ITALY": ("NAP", "ROM", "VEN")}, setup=winter.setup
    )
    assert adjustment(winter, "ITALY") == (0, 0, ())
    assert must_order(winter) == {}
    with pytest.raises(IllegalOrder, match="Nobody plays ITALY"):
        check_order(parse_order("A ROM B"), winter, "ITALY")


def test_the_centers_of_a_neutral_power_are_taken_like_any_other() -> None:
    owned = "FRANCE: MAR; ITALY: ROM, VEN"
    start = position("six", "F1902M", "FRANCE: A TUS; ITALY: A VEN", owned)
    done = adjudicate(start, {"FRANCE": ["A TUS - ROM"]})
    assert done.next.centers == {"FRANCE": ("MAR", "ROM"), "ITALY": ("VEN",)}


# Several powers a person (rulebook 2000, games for fewer than seven players)

PAIRS = [["ENGLAND"], ["AUSTRIA", "FRANCE"]]


@pytest.mark.parametrize(
    ("england", "france", "sides", "wins"),
    [
        (9, 8, None, []),
        (9, 18, None, ["FRANCE"]),
        (10, 8, PAIRS, PAIRS[1]),  # France with 8 and Austria with 16 of the other centers
        (18, 8, PAIRS, PAIRS[0]),  # Austria has 8, so that its side has 16
        (17, 8, PAIRS, []),  # both sides have 17
    ],
)
def test_centers_count_for_each_power_or_for_a_side(
    england: int, france: int, sides: list[list[str]] | None, wins: list[str]
) -> None:
    codes = sorted(opening(load_setup("standard")).board.centers)
    owned = {"ENGLAND": england, "FRANCE": france, "AUSTRIA": 34 - england - france}
    centers = {}
    for power, count in owned.items():
        centers[power], codes = tuple(codes[:count]), codes[count:]
    here = Position(PhaseCode.parse("S1910M"), {}, centers)
    assert list(winner(here, 17 if sides is PAIRS else 18, sides)) == wins


# Two players: Italy is closed in 1914, and a coin decides who commands it from 1915 on

GREAT_WAR = "FRANCE: A MAR, F LYO, F TYS; AUSTRIA: A TYR, F TRI; ITALY: A VEN, A ROM, F NAP"


@pytest.mark.parametrize(
    "order",
    [
        "A MAR - PIE",
        "A MAR - ROM",
        "F LYO C A MAR - TUS",
        "F LYO S A MAR - PIE",
        "F TYS S F NAP",
        "F TYS - NAP",
    ],
)
def test_no_order_into_italy_is_possible_before_1915(order: str) -> None:
    here = position("two", "F1914M", GREAT_WAR)
    with pytest.raises(IllegalOrder, match=r"No unit can enter \w+ before 1915") as told:
        check_order(parse_order(order), here, "FRANCE")
    assert told.value.code == "closed_province"
    unit = Unit.parse(order[:5])
    assert order not in {str(each) for each in legal_orders(here, unit)}
    later = position("two", "S1915M", GREAT_WAR)
    assert str(check_order(parse_order(order), later, "FRANCE")) == order
    assert order in {str(each) for each in legal_orders(later, unit)}


def test_italy_holds_until_the_coin_and_obeys_from_1915_on() -> None:
    orders = {"ITALY": ["A VEN - TYR", "F NAP - ION"], "FRANCE": ["F TYS S F NAP - ION"]}
    before = position("two", "F1914M", GREAT_WAR)
    assert adjudicate(before, orders).next.units["ITALY"] == before.units["ITALY"]
    assert "ITALY" not in must_order(before)
    after = position("two", "S1915M", GREAT_WAR)
    assert must_order(after)["ITALY"] == 3
    moved = {str(unit) for unit in adjudicate(after, orders).next.units["ITALY"]}
    assert moved == {"A VEN", "A ROM", "F ION"}  # Austria holds in Tyrolia


def test_nobody_retreats_into_italy_before_1915() -> None:
    attack = {"GERMANY": ["A MUN - TYR", "A BOH S A MUN - TYR"]}
    for phase, opened in (("F1914M", False), ("F1915M", True)):
        units = "AUSTRIA: A TYR; GERMANY: A MUN, A BOH; TURKEY: A TRI, A VIE"
        done = adjudicate(position("two", phase, units), attack)
        [beaten] = done.next.dislodged["AUSTRIA"] if opened else [None]
        assert opened == bool(beaten and {"PIE", "VEN"} <= set(beaten.retreats))


def test_italys_centers_count_for_the_side_that_won_the_coin() -> None:
    setup = load_setup("two")
    assert setup.coin is not None
    assert (setup.coin.power, str(setup.coin.tossed)) == ("ITALY", "W1914A")
    assert str(setup.coin.joins) == "S1915M"
    centers = sorted(setup.board.centers - {"NAP", "ROM", "VEN"})
    owned = {"ENGLAND": tuple(centers[:21]), "TURKEY": tuple(centers[21:])}
    owned["ITALY"] = ("NAP", "ROM", "VEN")
    here = Position(PhaseCode.parse("S1916M"), {}, owned, setup=setup)
    east, west = setup.players[::-1]
    assert winner(here, setup.victory, [west, east]) == ()
    assert winner(here, setup.victory, [[*west, "ITALY"], east]) == (*west, "ITALY")
    assert winner(here, setup.victory, [west, [*east, "ITALY"]]) == ()


# Where and when units are built


def test_in_build_anywhere_a_unit_is_built_in_any_vacant_center_that_is_owned() -> None:
    units = {"FRANCE": (Unit.parse("A PAR"),)}
    centers = {"FRANCE": ("PAR", "SPA", "BEL"), "GERMANY": ("MUN",)}
    winter = PhaseCode.parse("W1901A")
    here = Position(winter, units, centers, setup=load_setup("build_anywhere"))
    assert adjustment(here, "FRANCE").builds == 2
    offered = {str(order) for order in adjustment(here, "FRANCE").options}
    assert offered == {"A SPA B", "F SPA/NC B", "F SPA/SC B", "A BEL B", "F BEL B"}
    done = adjudicate(here, {"FRANCE": ["F SPA/SC B", "A BEL B"]})
    assert [str(unit) for unit in done.next.units["FRANCE"]] == ["A BEL", "A PAR", "F SPA/SC"]
    for order, code in (
        ("A MUN B", "center_not_owned"),
        ("A PAR B", "center_occupied"),
        ("A BUR B", "center_not_owned"),
    ):
        with pytest.raises(IllegalOrder) as caught:
            check_order(parse_order(order), here, "FRANCE")
        assert caught.value.code == code
    at_home = Position(winter, units, centers)
    assert adjustment(at_home, "FRANCE").builds == 0


def test_winter_1900_begins_with_builds_of_ones_choice() -> None:
    start = opening(load_setup("winter_1900"))
    assert str(start.phase) == "W1900A"
    assert must_order(start)["RUSSIA"] == 4
    done = adjudicate(start, {"ITALY": ["F ROM B", "A VEN B"], "RUSSIA": ["F STP/NC B"]})
    assert str(done.next.phase) == "S1901M"
    assert [str(unit) for unit in done.next.units["ITALY"]] == ["F ROM", "A VEN"]
    assert done.next.units.keys() == {"ITALY", "RUSSIA"}


def test_in_chaos_each_power_builds_one_unit_in_its_center_and_later_wherever_it_owns_one() -> None:
    chaos = load_setup("chaos")
    assert sorted(code for (code,) in chaos.centers.values()) == sorted(chaos.board.centers)
    start = opening(chaos)
    assert (str(start.phase), start.at) == ("W1900A", {})
    assert set(must_order(start).values()) == {1}
    offered = {str(order) for order in adjustment(start, "STPETERSBURG").options}
    assert offered == {"A STP B", "F STP/NC B", "F STP/SC B"}
    done = adjudicate(start, {"STPETERSBURG": ["F STP/NC B"], "VIENNA": ["A VIE B"]})
    assert done.next.units == {
        "STPETERSBURG": (Unit.parse("F STP/NC"),),
        "VIENNA": (Unit.parse("A VIE"),),
    }
    later = Position(
        PhaseCode.parse("W1901A"),
        {"VIENNA": (Unit.parse("A TYR"),)},
        {"VIENNA": ("VIE", "BUD")},
        setup=chaos,
    )
    assert {str(order) for order in adjustment(later, "VIENNA").options} == {"A VIE B", "A BUD B"}


def test_fleet_rome_differs_in_one_unit() -> None:
    standard, fleet = load_setup("standard").units, load_setup("fleet_rome").units
    assert {power for power in standard if standard[power] != fleet[power]} == {"ITALY"}
    assert set(map(str, fleet["ITALY"])) == {"F ROM", "A VEN", "F NAP"}


@pytest.mark.parametrize("name", ["france_austria", "germany_italy"])
def test_in_a_duel_the_two_powers_are_alone(name: str) -> None:
    setup = load_setup(name)
    assert setup.units.keys() == setup.centers.keys() == set(setup.powers)
    assert len(opening(setup).owners) == 6


# The command line


def test_the_setups_are_listed() -> None:
    lines = {line["setup"]: line for line in setup_lines()}
    assert list(lines) == list(SETUPS)
    assert lines["six"]["neutral"] == ["ITALY"]
    assert lines["six"]["phase"] == "S1901M"
    assert lines["six"]["units"]["ITALY"] == ["F NAP", "A ROM", "A VEN"]
    assert lines["build_anywhere"]["builds"] == "owned centers"
    assert lines["standard"]["victory"] == 18
    json.dumps(lines)


def test_a_line_is_resolved_in_its_own_setup_or_in_that_of_the_command() -> None:
    question = {
        "id": 1,
        "phase": "S1902M",
        "units": {"FRANCE": ["A PIE", "A TUS"], "ITALY": ["A VEN"]},
        "orders": {"FRANCE": ["A PIE - VEN", "A TUS S A PIE - VEN"]},
    }
    lines = [
        json.dumps(question),
        json.dumps(question | {"setup": "six"}),
        json.dumps(question | {"setup": "seven"}),
        json.dumps(question | {"setup": 7}),
    ]
    (played, neutral, unknown, wrong), status = by_command_line(lines)
    assert played["next"]["phase"] == "S1902R"
    assert "setup" not in played["next"]
    assert neutral["next"]["phase"] == "F1902M"
    assert neutral["next"]["setup"] == "six"
    assert neutral["destroyed"] == {"ITALY": ["A VEN"]}
    assert "There is no set-up “seven”" in unknown["error"]
    assert "“setup” must be a text" in wrong["error"]
    assert status == 1
    [chosen], _ = by_command_line(lines[:1], "--setup", "six")
    assert chosen["next"]["setup"] == "six"
