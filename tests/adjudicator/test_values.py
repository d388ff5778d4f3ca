"""Phases, units, positions, set-ups and editions."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

import adjudicator
from adjudicator import (
    RULES,
    AdjudicatorError,
    Board,
    Dislodged,
    IllegalOrder,
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
    check_order,
    find_rules,
    load_setup,
    must_order,
    opening,
    parse_canonical,
    standard_board,
    winner,
)
from adjudicator.json_lines import read_position

from .boards import on
from .shapes import Json, by_command_line, position

NO_PHASES = ["", "S1901", "X1901M", "S1901A", "W1901M", "s1901m", "S19M", "1"]
NO_YEARS = ["S0001M", "S0999M", "F10000M", "F999999999M", "S١٩٠١M"]


@pytest.mark.parametrize("text", NO_PHASES + NO_YEARS)
def test_a_text_that_is_not_a_phase_is_refused_with_the_text(text: str) -> None:
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
def test_a_text_that_is_not_a_unit_is_refused_with_the_text(text: str) -> None:
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


def test_the_standard_setup_is_for_seven_people_and_won_with_eighteen_centers() -> None:
    setup = load_setup("standard")
    assert (len(setup.players), setup.victory) == (7, 18)
    assert must_order(opening(setup)) == dict.fromkeys(setup.powers, 3) | {"RUSSIA": 4}


@pytest.mark.parametrize(("owned", "wins"), [(17, ()), (18, ("FRANCE",))])
def test_eighteen_centers_win(owned: int, wins: tuple[str, ...]) -> None:
    setup = load_setup("standard")
    codes = sorted(opening(setup).board.centers)
    centers = {"FRANCE": tuple(codes[:owned]), "TURKEY": tuple(codes[owned:])}
    if not wins:
        centers["TURKEY"], centers["ITALY"] = centers["TURKEY"][:-1], centers["TURKEY"][-1:]
    assert winner(Position(PhaseCode.parse("S1910M"), {}, centers), setup.victory) == wins


def test_nobody_wins_where_ownership_is_not_tracked() -> None:
    assert winner(position("S1901M", FRANCE="A PAR"), 18) == ()


def test_unknown_setups_and_editions_are_refused() -> None:
    with pytest.raises(SetupError, match=r"“chess”\. Choose one of these: standard"):
        load_setup("chess")
    with pytest.raises(SetupError, match=r"“1066”\. Choose one of these: 2000, 1982, 1971, "):
        find_rules("1066")


def test_editions_are_found_under_their_own_names() -> None:
    assert all(rules.name == name and find_rules(name) is rules for name, rules in RULES.items())


ERRORS = [each for each in vars(adjudicator).values() if isinstance(each, type)]
ERRORS = [each for each in ERRORS if issubclass(each, Exception)]


def test_there_is_an_error_for_each_cause_and_all_are_value_errors() -> None:
    assert len(ERRORS) == 8
    assert all(issubclass(each, AdjudicatorError) for each in ERRORS)
    assert issubclass(AdjudicatorError, ValueError)


def test_the_message_of_an_error_about_an_order_can_be_asked_again_as_it_is() -> None:
    start = opening(load_setup("standard"))
    order = parse_canonical("A PAR - MOS")
    params = {"unit": "A PAR", "province": "MOS"}
    error = IllegalOrder("not_adjacent", params).about(start, "FRANCE", order)
    assert (error.position, error.power, error.order) == (start, "FRANCE", order)
    assert error.sentence == "A PAR is not next to MOS."
    sentence, brace, rest = str(error).partition(" {")
    assert sentence == error.sentence
    [answer], _ = by_command_line([brace + rest])
    row = next(row for row in answer["results"]["FRANCE"] if row["unit"] == "A PAR")
    assert (row["outcome"], row["reason"]["code"]) == ("illegal", "not_adjacent")


def test_a_message_stays_short_whatever_the_input() -> None:
    with pytest.raises(UnitError) as caught:
        Unit.parse("A" * 10**6)
    assert len(str(caught.value)) < 300
    assert len(caught.value.params["text"]) == 10**6
    strange = Position(PhaseCode.parse("S1901M"), {"X" * 10**6: (Unit.parse("A PAR"),)})
    assert len(str(caught.value.about(strange))) < 4300


@pytest.mark.parametrize("error", ERRORS)
def test_errors_are_pickled_unchanged(error: type[AdjudicatorError]) -> None:
    made = error("no_such_unit_text", {"text": "Q"})
    again = pickle.loads(pickle.dumps(made))
    assert (type(again), str(again), again.params) == (error, str(made), made.params)


def test_an_order_that_cannot_be_given_is_told_with_its_position() -> None:
    start = position("S1901M", FRANCE="A PAR")
    for text, code in (("A PAR - MOS", "not_adjacent"), ("A BUR H", "no_such_unit")):
        with pytest.raises(IllegalOrder) as caught:
            check_order(parse_canonical(text), start, "FRANCE")
        error = caught.value
        assert (error.code, error.position, error.power) == (code, start, "FRANCE")
        assert str(error.order) == text
        assert str(error).endswith(
            '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "dislodged": {},'
            f' "orders": {{"FRANCE": ["{text}"]}}}}'
        )


@pytest.mark.parametrize(
    "bad",
    [
        {"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}},
        {"units": {"FRANCE": ["A ENG"]}},
        {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["BUR"]}},
        {"units": {}, "dislodged": {"FRANCE": {"A PAR": ["LON"]}}},
    ],
    ids=str,
)
def test_an_impossible_position_is_reported_in_a_line_with_the_same_fault(bad: Json) -> None:
    with pytest.raises(PositionError) as caught:
        read_position({"phase": "F1901R", **bad})
    _, brace, rest = str(caught.value).partition(" {")
    [again], status = by_command_line([brace[1:] + rest])
    assert (again["error"], status) == (str(caught.value), 1)


def test_the_end_of_the_calendar_is_reported_with_its_position() -> None:
    last = position("F9999M", FRANCE="A PAR")
    with pytest.raises(PhaseCodeError) as caught:
        adjudicate(last, {})
    assert caught.value.position == last


def test_a_position_is_pickled_unchanged() -> None:
    start = opening(load_setup("standard"))
    again = pickle.loads(pickle.dumps(start))
    assert again == start
    assert again.board is start.board
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    assert adjudicate(again, orders) == adjudicate(start, orders)


def test_a_custom_board_is_pickled_with_its_position() -> None:
    standard = standard_board()
    ours = Board("standard", standard.provinces, standard.army_moves, standard.fleet_moves)
    units = {"FRANCE": (Unit.parse("A PAR"),)}
    start = Position(PhaseCode.parse("S1901M"), units, setup=on(ours))
    again = pickle.loads(pickle.dumps(start))
    assert again.board is not standard
    assert again.board.army_moves == standard.army_moves
