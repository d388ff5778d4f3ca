"""Phases, units, positions, set-ups and editions."""

from dataclasses import FrozenInstanceError

import pytest

from adjudicator import (
    RULES,
    SETUPS,
    AdjudicatorError,
    Dislodged,
    PhaseCode,
    PhaseCodeError,
    PhaseType,
    Position,
    PositionError,
    Season,
    SetupError,
    Unit,
    UnitError,
    adjudicate,
    find_rules,
    load_setup,
    must_order,
    opening,
    winner,
)

from .shapes import position

NO_PHASES = ["", "S1901", "X1901M", "S1901A", "W1901M", "s1901m", "S19M", "1"]
NO_YEARS = ["S0001M", "S0999M", "F10000M", "F999999999M", "S١٩٠١M"]


@pytest.mark.parametrize("text", NO_PHASES + NO_YEARS)
def test_what_is_no_phase_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(PhaseCodeError) as caught:
        PhaseCode.parse(text)
    assert f"“{text}”" in str(caught.value)


@pytest.mark.parametrize("text", ["S1000M", "W9999A"])
def test_the_first_and_the_last_phase_are_written_as_they_are_read(text: str) -> None:
    assert str(PhaseCode.parse(text)) == text


def test_no_phase_follows_the_last_year() -> None:
    with pytest.raises(PhaseCodeError, match="S10000M"):
        PhaseCode.parse("W9999A").following()
    with pytest.raises(PhaseCodeError, match="S999M"):
        PhaseCode(999, Season.SPRING, PhaseType.MOVEMENT)
    with pytest.raises(PhaseCodeError, match="S10000M"):
        adjudicate(position("F9999M", FRANCE="A PAR"), {})


def test_a_year_is_played_in_order() -> None:
    phase, year = PhaseCode.parse("S1901M"), []
    for _ in range(6):
        year.append(phase)
        phase = phase.following()
    assert [str(p) for p in year] == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
    assert sorted(set(year)) == year


@pytest.mark.parametrize("text", ["", "PAR", "A", "X PAR", "A PARIS", "A PAR BUR", "F SPA/S"])
def test_what_is_no_unit_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(UnitError, match="is not a unit") as caught:
        Unit.parse(text)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("units", "code"),
    [
        ("A XYZ", "unknown_province"),
        ("F SPA/EC", "unknown_province"),
        ("F PAR/NC", "unknown_province"),
        ("F SPAXSC", "unknown_province"),
        ("A SPAXSC", "unknown_province"),
        ("A NTH", "army_at_sea"),
        ("A SPA/NC", "army_on_coast"),
        ("F PAR", "fleet_on_land"),
        ("F SPA", "no_coast"),
        ("A BRE, F BRE", "two_units"),
        ("F STP/NC, A STP", "two_units"),
    ],
)
def test_units_that_cannot_stand_are_refused(units: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        position("S1901M", FRANCE=units)
    assert caught.value.code == code
    assert caught.value.params["unit"] in str(caught.value)


def test_two_powers_cannot_share_a_province() -> None:
    with pytest.raises(PositionError, match="more than one unit in PAR"):
        position("S1901M", FRANCE="A PAR", GERMANY="A PAR")


@pytest.mark.parametrize(
    ("centers", "code"),
    [
        ({"FRANCE": ("BUR",)}, "not_a_center"),
        ({"FRANCE": ("PAR",), "GERMANY": ("PAR",)}, "center_owned_twice"),
    ],
)
def test_centers_that_cannot_be_owned_are_refused(
    centers: dict[str, tuple[str, ...]], code: str
) -> None:
    with pytest.raises(PositionError) as caught:
        Position(PhaseCode.parse("S1901M"), {}, centers)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("phase", "dislodged", "code"),
    [
        ("S1901M", [("A BUR", ["PAR"])], "dislodged_out_of_season"),
        ("S1901R", [("A BUR", ["LON"])], "retreat_impossible"),
        ("S1901R", [("A BUR", ["MUN"])], "retreat_impossible"),
        ("S1901R", [("F BUR", [])], "fleet_on_land"),
        ("S1901R", [("A BUR", []), ("A BUR", [])], "two_units"),
    ],
)
def test_dislodged_units_that_cannot_be_are_refused(
    phase: str, dislodged: list[tuple[str, list[str]]], code: str
) -> None:
    entries = tuple(Dislodged(Unit.parse(unit), None, tuple(to)) for unit, to in dislodged)
    with pytest.raises(PositionError) as caught:
        Position(
            PhaseCode.parse(phase), {"GERMANY": (Unit.parse("A MUN"),)}, None, {"FRANCE": entries}
        )
    assert caught.value.code == code


def test_centers_and_retreats_named_twice_count_once() -> None:
    lost = Dislodged(Unit.parse("A GAS"), None, ("SPA", "BRE", "SPA"))
    start = Position(
        PhaseCode.parse("F1901R"), {}, {"FRANCE": ("PAR", "BRE", "PAR")}, {"FRANCE": (lost,)}
    )
    assert start.centers == {"FRANCE": ("BRE", "PAR")}
    assert start.dislodged["FRANCE"][0].retreats == ("BRE", "SPA")


def test_a_power_without_dislodged_units_may_be_named_in_any_phase() -> None:
    start = Position(PhaseCode.parse("S1901M"), {}, None, {"FRANCE": ()})
    assert start == Position(PhaseCode.parse("S1901M"), {})


def test_positions_are_equal_however_their_units_are_listed() -> None:
    assert position("S1901M", FRANCE="A PAR, F BRE") == position("S1901M", FRANCE="F BRE, A PAR")


def test_values_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Unit.parse("A PAR").location = "BUR"  # type: ignore[misc]


def test_a_dislodged_unit_and_its_attacker_may_share_a_province() -> None:
    bounced = Dislodged(Unit.parse("A BUR"), "MUN", ("PAR",))
    after = Position(
        PhaseCode.parse("F1901R"), {"GERMANY": (Unit.parse("A BUR"),)}, None, {"FRANCE": (bounced,)}
    )
    assert after.powers == ("GERMANY", "FRANCE")
    assert must_order(after) == {"FRANCE": 1}


@pytest.mark.parametrize("name", SETUPS)
def test_every_setup_opens_on_its_board_with_a_unit_in_each_center(name: str) -> None:
    setup = load_setup(name)
    start = opening(setup)
    assert start.phase == setup.start
    assert {power for powers in setup.players for power in powers} == set(setup.powers)
    assert set(start.owners) == set(start.at)
    assert winner(start, setup) is None


def test_the_standard_setup_is_for_seven_people_and_won_with_eighteen_centers() -> None:
    setup = load_setup("standard")
    assert (len(setup.players), setup.victory) == (7, 18)
    assert must_order(opening(setup)) == dict.fromkeys(setup.powers, 3) | {"RUSSIA": 4}


@pytest.mark.parametrize(("owned", "wins"), [(17, None), (18, "FRANCE")])
def test_eighteen_centers_win(owned: int, wins: str | None) -> None:
    setup = load_setup("standard")
    codes = sorted(opening(setup).board.centers)
    centers = {"FRANCE": tuple(codes[:owned]), "TURKEY": tuple(codes[owned:])}
    if wins is None:
        centers["TURKEY"], centers["ITALY"] = centers["TURKEY"][:-1], centers["TURKEY"][-1:]
    assert winner(Position(PhaseCode.parse("S1910M"), {}, centers), setup) == wins


def test_nobody_wins_where_ownership_is_not_tracked() -> None:
    assert winner(position("S1901M", FRANCE="A PAR"), load_setup("standard")) is None


def test_setups_and_editions_that_do_not_exist_are_refused_by_name() -> None:
    with pytest.raises(SetupError, match="“chess”; there are standard"):
        load_setup("chess")
    with pytest.raises(SetupError, match="“1066”; there are 2000, datc"):
        find_rules("1066")


def test_editions_are_found_under_their_own_names() -> None:
    assert all(rules.name == name and find_rules(name) is rules for name, rules in RULES.items())


def test_all_errors_are_value_errors() -> None:
    assert issubclass(AdjudicatorError, ValueError)
