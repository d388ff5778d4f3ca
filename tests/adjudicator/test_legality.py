"""The orders that may be given, and the orders offered: the two must agree."""

from itertools import product

import pytest

from adjudicator import (
    Convoy,
    Dislodged,
    Hold,
    IllegalOrder,
    Move,
    Order,
    PhaseCode,
    Position,
    SupportHold,
    SupportMove,
    Unit,
    UnitType,
    Waive,
    adjustment,
    check_order,
    legal_orders,
    parse_canonical,
    standard_board,
)

from .shapes import position

BOARD = standard_board()


def checked(text: str, start: Position, power: str) -> str:
    """Return the order as it was put right, or the code of its error."""
    try:
        return str(check_order(parse_canonical(text), start, power))
    except IllegalOrder as error:
        return error.code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A LON H", "no_such_unit"),
        ("A BER H", "not_your_unit"),
        ("A PAR - PAR", "move_to_own_province"),
        ("F MAO - MAO", "move_to_own_province"),
        ("A PAR - MAR", "not_adjacent"),
        ("A MAR - MUN", "not_adjacent"),
        ("F MAO - NTH", "not_adjacent"),
        ("A MAR - LYO", "army_to_sea"),
        ("F MAO - PAR", "fleet_inland"),
        ("F MAO - SPA", "coast_needed"),
        ("F BRE - LON", "not_adjacent"),
        ("A MAR - TUN", "no_convoy_route"),
        ("A PAR S A LON", "no_unit_to_support"),
        ("A PAR S A PAR", "support_of_itself"),
        ("A PAR S A PAR - BUR", "support_of_itself"),
        ("A PAR S A MAR", "support_unreachable"),
        ("A PAR S A BER - MUN", "support_unreachable"),
        ("A PAR S A BER - BUR", "support_of_impossible_move"),
        ("A MAR S F MAO - SPA/NC", "A MAR S F MAO - SPA/NC"),
        ("A MAR S F MAO - SPA", "A MAR S F MAO - SPA"),
        ("A PAR C A MAR - SPA", "army_cannot_convoy"),
        ("F BRE C A PAR - SPA", "fleet_not_at_sea"),
        ("F MAO C A LON - SPA", "no_army_to_convoy"),
        ("F MAO C F BRE - SPA", "convoyed_fleet"),
        ("F MAO C A MAR - TUN", "no_convoy_route"),
        ("F MAO C A MAR - MAR", "no_convoy_route"),
        ("F MAO C A MAR - LYO", "no_convoy_route"),
        ("A PAR R BUR", "wrong_phase"),
        ("A PAR D", "wrong_phase"),
        ("A PAR B", "wrong_phase"),
        ("WAIVE", "wrong_phase"),
    ],
)
def test_movement_orders_are_refused_for_the_right_reason(text: str, code: str) -> None:
    start = position("S1901M", FRANCE="A PAR, A MAR, F BRE, F MAO", GERMANY="A BER")
    assert checked(text, start, "FRANCE") == code


@pytest.mark.parametrize(
    ("text", "put_right"),
    [
        ("A SPA - LYO", "F SPA/SC - LYO"),
        ("F SPA/NC H", "F SPA/SC H"),
        ("F GAS - SPA", "F GAS - SPA/NC"),
        ("F GAS - BRE/NC", "F GAS - BRE"),
        ("A MAR - BUR/NC", "A MAR - BUR"),
        ("A MAR - BUR VIA", "no_convoy_route"),
        ("F GAS - BRE VIA", "F GAS - BRE"),
        ("F MAR S SPA", "A MAR S F SPA/SC"),
        ("A MAR S A GAS - BUR/EC", "support_of_impossible_move"),
        ("A MAR S A GAS", "A MAR S F GAS"),
        ("A MAO C A MAR - POR", "no_such_unit"),
        ("A WES C F MAR/NC - NAF/SC", "F WES C A MAR - NAF"),
    ],
)
def test_orders_with_one_meaning_are_put_right(text: str, put_right: str) -> None:
    start = position("S1901M", FRANCE="F SPA/SC, F GAS, A MAR, F WES, F LYO")
    assert checked(text, start, "FRANCE") == put_right


def test_the_coasts_to_choose_from_are_named() -> None:
    start = position("S1901M", FRANCE="F MAO, F GAS")
    with pytest.raises(IllegalOrder, match="NC, SC"):
        check_order(parse_canonical("F MAO - SPA"), start, "FRANCE")
    with pytest.raises(IllegalOrder, match="only NC"):
        check_order(parse_canonical("F GAS - SPA/SC"), start, "FRANCE")


def test_a_fleet_ordered_from_another_coast_than_its_own_fails() -> None:
    start = position("S1901M", FRANCE="F SPA/NC")
    with pytest.raises(IllegalOrder) as caught:
        check_order(parse_canonical("F SPA/SC - LYO"), start, "FRANCE")
    assert caught.value.attempted


def test_unknown_locations_are_refused_without_any_other_error() -> None:
    start = position("S1901M", FRANCE="A PAR, F BRE, F MAO")
    army, fleet, sea = (start.at[code][1] for code in ("PAR", "BRE", "MAO"))
    nowhere = Unit(UnitType.ARMY, "XYZ")
    wild: list[Order] = [
        Hold(nowhere),
        Move(army, "XYZ"),
        Move(fleet, "XYZ/NC"),
        Move(army, ""),
        SupportHold(army, nowhere),
        SupportMove(army, fleet, "XYZ"),
        Convoy(sea, army, "XYZ"),
        Convoy(sea, nowhere, "PAR"),
    ]
    for order in wild:
        with pytest.raises(IllegalOrder):
            check_order(order, start, "FRANCE")


def test_a_convoy_that_others_can_do_without_is_told_from_an_impossible_one() -> None:
    start = position("S1901M", FRANCE="A BRE, F ENG, F MAO", TURKEY="F BLA")
    with pytest.raises(IllegalOrder) as refused:
        check_order(parse_canonical("F MAO C A BRE - LON"), start, "FRANCE")
    assert refused.value.code == "convoy_not_needed"
    assert refused.value.sentence == (
        "F MAO is not needed to convoy A BRE to LON: other fleets at sea could do it."
    )
    assert checked("F BLA C A BRE - LON", start, "TURKEY") == "convoy_not_needed"
    assert checked("F MAO C A BRE - NAP", start, "FRANCE") == "no_convoy_route"


POSITIONS = {
    "opening": position(
        "S1901M",
        ENGLAND="F LON, F EDI, A LVP",
        FRANCE="A PAR, A MAR, F BRE",
        RUSSIA="F STP/SC, A MOS",
    ),
    "convoys": position(
        "S1903M",
        ENGLAND="F ENG, F NTH, A LON, A YOR, F IRI",
        FRANCE="F MAO, A BRE, A SPA, F WES",
        GERMANY="A BEL, F HOL, A RUH",
    ),
    "coasts": position(
        "S1905M",
        TURKEY="F CON, F AEG, F BLA, A BUL, A RUM",
        ITALY="F GRE, A SER",
        FRANCE="F SPA/NC, F POR, F LYO, A GAS",
    ),
}


def every_order(unit: Unit, start: Position) -> set[Order]:
    """Return every movement order that can be written for a unit on this board."""
    places = sorted({*BOARD.army_moves, *BOARD.fleet_moves})
    others = [other for _, other in start.at.values()]
    return {
        Hold(unit),
        *(Move(unit, place, via) for place, via in product(places, (False, True))),
        *(SupportHold(unit, other) for other in others),
        *(SupportMove(unit, other, place) for other, place in product(others, places)),
        *(Convoy(unit, other, place) for other, place in product(others, places)),
    }


@pytest.mark.parametrize("name", POSITIONS)
def test_the_choices_offered_are_exactly_the_orders_that_may_be_given(name: str) -> None:
    start = POSITIONS[name]
    for power, unit in start.at.values():
        offered = list(legal_orders(start, unit))
        assert len(set(offered)) == len(offered)
        accepted = set()
        for order in every_order(unit, start):
            try:
                accepted.add(check_order(order, start, power))
            except IllegalOrder:
                continue
        assert accepted - set(offered) == needless(accepted, start)
        assert set(offered) <= accepted


def needless(accepted: set[Order], start: Position) -> set[Order]:
    """Return allowed orders that mean no more than an offered one: VIA over sea only."""
    return {
        order
        for order in accepted
        if isinstance(order, Move)
        and order.via
        and order.target not in BOARD.army_moves[order.unit.location]
    }


def test_nobody_is_offered_orders_for_units_that_are_not_theirs() -> None:
    start = POSITIONS["opening"]
    assert not list(legal_orders(start, Unit.parse("F PAR")))
    assert not list(legal_orders(start, Unit.parse("A BUR")))


def test_an_army_next_to_its_target_may_go_by_land_or_by_sea() -> None:
    start = position("S1901M", ENGLAND="A LON, F NTH")
    texts = {str(order) for order in legal_orders(start, Unit.parse("A LON"))}
    assert {"A LON - YOR", "A LON - YOR VIA", "A LON - NWY"} <= texts
    assert "A LON - NWY VIA" not in texts


def retreat_phase() -> Position:
    bounced = Dislodged(Unit.parse("F MAO"), "ENG", ("NAF", "SPA/NC", "SPA/SC"))
    army = Dislodged(Unit.parse("A BUR"), "MUN", ("GAS",))
    return Position(
        PhaseCode.parse("F1901R"),
        {"FRANCE": (Unit.parse("A PAR"),), "ENGLAND": (Unit.parse("F MAO"),)},
        None,
        {"FRANCE": (army, bounced)},
    )


@pytest.mark.parametrize(
    ("text", "put_right"),
    [
        ("A BUR R GAS", "A BUR R GAS"),
        ("A BUR - GAS", "A BUR R GAS"),
        ("A BUR - GAS/NC", "A BUR R GAS"),
        ("A BUR D", "A BUR D"),
        ("F MAO R SPA/SC", "F MAO R SPA/SC"),
        ("A BUR R PAR", "retreat_to_occupied"),
        ("F MAO R SPA", "coast_needed"),
        ("F MAO R IRI", "retreat_to_standoff"),
        ("A PAR R GAS", "not_dislodged"),
        ("A BUR H", "wrong_phase"),
        ("A BUR S A PAR", "wrong_phase"),
        ("WAIVE", "wrong_phase"),
    ],
)
def test_only_open_retreats_are_carried_out(text: str, put_right: str) -> None:
    start = retreat_phase()
    assert checked(text, start, "FRANCE") == put_right


def test_a_dislodged_unit_is_offered_its_retreats_and_to_disband() -> None:
    orders = list(legal_orders(retreat_phase(), Unit.parse("A BUR")))
    assert [str(order) for order in orders] == ["A BUR R GAS", "A BUR D"]
    assert not list(legal_orders(retreat_phase(), Unit.parse("A PAR")))


def winter(centers: str, units: str, power: str = "RUSSIA", **others: str) -> Position:
    texts = {power: units, **others}
    standing = {p: tuple(map(Unit.parse, t.split(", "))) for p, t in texts.items() if t}
    return Position(PhaseCode.parse("W1901A"), standing, {power: tuple(centers.split())})


@pytest.mark.parametrize(
    ("text", "put_right"),
    [
        ("A MOS B", "A MOS B"),
        ("Build A STP/NC", "A STP B"),
        ("F STP/NC B", "F STP/NC B"),
        ("F STP B", "build_coast_needed"),
        ("F MOS B", "fleet_inland"),
        ("A WAR B", "center_occupied"),
        ("A SEV B", "center_not_owned"),
        ("A BER B", "not_a_home_center"),
        ("A UKR B", "not_a_home_center"),
        ("A WAR D", "no_removals_due"),
        ("A PAR D", "not_your_unit"),
        ("A MUN D", "no_such_unit"),
        ("A WAR H", "wrong_phase"),
        ("WAIVE", "WAIVE"),
    ],
)
def test_builds_are_checked(text: str, put_right: str) -> None:
    start = winter("MOS STP WAR BER", "A WAR", FRANCE="A PAR")
    assert checked(text, start, "RUSSIA") == put_right


def test_builds_are_limited_by_the_vacant_home_centers_one_owns() -> None:
    due = adjustment(winter("MOS STP BER PAR", "A UKR"), "RUSSIA")
    assert (due.builds, due.removals) == (2, 0)
    texts = [str(order) for order in due.options]
    assert texts == ["A MOS B", "A STP B", "F STP/NC B", "F STP/SC B"]


def test_too_many_units_must_be_removed_and_any_may() -> None:
    start = winter("MOS", "A MOS, F SEV, A UKR")
    due = adjustment(start, "RUSSIA")
    assert (due.builds, due.removals) == (0, 2)
    assert {str(order) for order in due.options} == {"A MOS D", "F SEV D", "A UKR D"}
    orders = list(legal_orders(start, Unit.parse("F SEV")))
    assert [str(order) for order in orders] == ["F SEV D"]


def test_nobody_builds_with_all_homes_taken_or_as_many_units_as_centers() -> None:
    nothing = (0, 0, ())
    assert adjustment(winter("BER KIE", "A UKR"), "RUSSIA") == nothing
    assert adjustment(winter("MOS", "A UKR"), "RUSSIA") == nothing
    assert adjustment(position("W1901A", RUSSIA="A MOS"), "RUSSIA") == nothing
    with pytest.raises(IllegalOrder, match="no builds left"):
        check_order(Waive(), winter("MOS", "A UKR"), "RUSSIA")
    with pytest.raises(IllegalOrder, match="no builds left"):
        check_order(parse_canonical("A MOS B"), winter("MOS", "A UKR"), "RUSSIA")
