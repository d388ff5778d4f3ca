"""The results of each order in whole phases, and the phase that follows."""

from dataclasses import replace

import pytest

from adjudicator import (
    RULES,
    Dislodged,
    PhaseCode,
    Position,
    Resolution,
    Rules,
    Unit,
    adjudicate,
    must_order,
    parse_canonical,
)

from .shapes import position, sheets


def reasons(resolution: Resolution) -> dict[str, str]:
    """Return the sentence for each order."""
    return {result.text: str(result.reason) for result in resolution.results}


def play(phase: str, centers: dict[str, str] | None = None, **orders: str) -> Resolution:
    """Adjudicate orders written as ``FRANCE="A PAR - BUR, F BRE H"`` by the units they name."""
    texts = sheets(**orders)
    units = {
        power: tuple(unit for text in sheet if (unit := parse_canonical(text).unit))
        for power, sheet in texts.items()
    }
    owned = None if centers is None else {p: tuple(c.split()) for p, c in centers.items()}
    return adjudicate(Position(PhaseCode.parse(phase), units, owned), texts)


def test_every_sentence_of_a_movement_phase_says_why() -> None:
    said = reasons(
        play(
            "S1901M",
            ENGLAND="F NTH C A LON - NWY, A LON - NWY, F EDI S F NWG - NAO, F NWG H, F IRI H",
            FRANCE="A PAR - BUR, A MAR - BUR, A GAS S A SPA - MAR, A SPA H, A BRE - LON",
            GERMANY="A MUN S A MAR, A RUH - BUR, A BEL S A RUH - BUR, F KIE C A LON - NWY",
            AUSTRIA="A VIE - BUD, A BUD H",
        )
    )
    assert said == {
        "F NTH C A LON - NWY": "It convoyed A LON to NWY.",
        "A LON - NWY": "It was convoyed to NWY by F NTH.",
        "F EDI S F NWG - NAO": "F EDI cannot give support in NAO, because it could not move there.",
        "F NWG H": "It held.",
        "F IRI H": "It held.",
        "A PAR - BUR": "It lost BUR to A RUH: strength 1 against 2 (with A BEL).",
        "A MAR - BUR": "It lost BUR to A RUH: strength 1 against 2 (with A BEL).",
        "A GAS S A SPA - MAR": "A SPA had no valid order to move to MAR.",
        "A SPA H": "It held.",
        "A BRE - LON": "No fleets at sea could convoy A BRE to LON.",
        "A MUN S A MAR": "A MUN cannot give support in MAR, because it could not move there.",
        "A RUH - BUR": "It beat A MAR to BUR: strength 2 (with A BEL) against 1.",
        "A BEL S A RUH - BUR": "Thanks to this support, A RUH entered BUR.",
        "F KIE C A LON - NWY": "F KIE is not at sea and cannot convoy.",
        "A VIE - BUD": "It bounced off A BUD, which did not move: strength 1 against 1.",
        "A BUD H": "It held against A VIE: strength 1 against 1.",
    }


def test_the_reasons_of_dislodged_units_name_the_attacker() -> None:
    said = reasons(
        play(
            "S1901M",
            ENGLAND="F ENG C A WAL - BEL, A WAL - BEL, F NTH C A LON - HOL, F LON H",
            FRANCE="F BRE - ENG, F MAO S F BRE - ENG, A BUR S A PIC, A PIC H, A GAS S A BUR",
            GERMANY="A MUN - BUR, A RUH S A MUN - BUR, F BEL - PIC, A KIE - RUH",
        )
    )
    assert said["F ENG C A WAL - BEL"] == (
        "The convoy was disrupted when F BRE dislodged the fleet: strength 2 (with F MAO) against"
        " 1."
    )
    assert said["A WAL - BEL"] == "Its convoy to BEL was disrupted: F BRE dislodged F ENG."
    assert said["F NTH C A LON - HOL"] == "F LON is a fleet; only armies can be convoyed."
    assert said["A BUR S A PIC"] == "The support was cut by an attack from A MUN."
    assert said["A MUN - BUR"] == (
        "It bounced off A BUR: strength 2 (with A RUH) against 2 (with A GAS)."
    )
    assert said["F BEL - PIC"] == (
        "It bounced off A PIC: strength 1 against 1 (support cut: A BUR)."
    )
    assert said["A KIE - RUH"] == "It bounced off A RUH, which did not move: strength 1 against 1."


@pytest.mark.parametrize(
    ("french", "said"),
    [
        ("A BUR H", "support_not_against_own"),  # diagram 24
        ("A BUR - GAS, A GAS H", "support_not_against_own"),
        ("A BUR - RUH", "support_not_against_own"),
        ("A BUR - GAS", "support_needless_move"),
        ("A GAS H", "support_needless_move"),
    ],
)
def test_a_support_against_a_unit_of_its_own_power_says_so(french: str, said: str) -> None:
    resolution = play(
        "S1901M", GERMANY="A RUH - BUR, A MUN H", FRANCE=f"A PAR S A RUH - BUR, {french}"
    )
    [support] = [result for result in resolution.results if result.text[:7] == "A PAR S"]
    assert (support.reason.code, support.outcome) == (said, "given")


def test_a_support_that_ends_with_its_unit_says_so() -> None:
    said = reasons(
        play(
            "S1901M",
            RUSSIA="F BLA - ANK, F CON S F BLA - ANK",
            TURKEY="F ANK - CON, A SMY S F ANK - CON, A ARM H",
        )
    )
    assert said["F CON S F BLA - ANK"] == (
        "The support was cut when F ANK dislodged the unit: strength 2 (with A SMY) against 1."
    )
    said = reasons(play("S1901M", ITALY="A ROM S A VEN, A VEN - TRI, A PIE H"))
    assert said["A ROM S A VEN"] == (
        "A VEN was ordered to move to TRI and could not be supported to hold."
    )


def test_a_dislodged_hold_fails_and_says_how_strong_both_were() -> None:
    resolution = play("S1901M", FRANCE="A PAR H", GERMANY="A BUR - PAR, A PIC S A BUR - PAR")
    [held] = [result for result in resolution.results if result.power == "FRANCE"]
    assert (held.outcome, held.dislodged, held.destroyed) == ("fails", True, False)
    assert str(held.reason) == (
        "The unit was dislodged by A BUR: strength 2 (with A PIC) against 1."
    )


def test_a_convoy_ended_by_the_szykman_rule_says_so() -> None:
    orders = sheets(
        ENGLAND="F NTH C A LON - BEL, A LON - BEL, F ENG S A LON - BEL",
        FRANCE="F BEL S F NTH",
        GERMANY="F HEL S F SKA - NTH, F SKA - NTH",
    )
    start = position(
        "S1901M", ENGLAND="F NTH, A LON, F ENG", FRANCE="F BEL", GERMANY="F HEL, F SKA"
    )
    for rules in (RULES["2000"], RULES["datc"]):  # the betrayal paradox, DATC 6.F.18
        said = reasons(adjudicate(start, orders, rules))
        assert said["F NTH C A LON - BEL"] == (
            "The convoy was disrupted to resolve a paradox (Szykman rule)."
        )


def test_units_without_an_order_hold_and_the_reason_says_so() -> None:
    resolution = adjudicate(position("S1901M", FRANCE="A PAR, F BRE"), {"FRANCE": ["A PAR H"]})
    assert [(r.text, r.given, r.outcome) for r in resolution.results] == [
        ("F BRE H", False, "stands"),
        ("A PAR H", True, "stands"),
    ]


@pytest.mark.parametrize("useless", ["A PAR B", "A PAR D", "A PAR R GAS", "A PAR - LON", "WAIVE"])
def test_an_illegal_order_does_not_replace_a_legal_one(useless: str) -> None:
    start = position("S1901M", FRANCE="A PAR")
    for sheet in (["A PAR - BUR", useless], [useless, "A PAR - BUR"]):
        first, second = adjudicate(start, {"FRANCE": sheet}).results
        assert (first.text, first.outcome) == ("A PAR - BUR", "succeeds")
        assert (second.text, second.outcome) == (useless, "illegal")
    twice = adjudicate(start, {"FRANCE": ["A PAR - BUR", useless, "A PAR - GAS"]})
    assert twice.next.units == start.units
    assert len(twice.results) == 3


def test_each_of_several_illegal_orders_has_its_reason() -> None:
    start = position("S1901M", FRANCE="A PAR")
    for sheet in (["A PAR - LON", "A PAR B"], ["A PAR B", "A PAR - LON"]):
        assert reasons(adjudicate(start, {"FRANCE": sheet})) == {
            "A PAR - LON": "A PAR is not next to LON.",
            "A PAR B": "“A PAR B” cannot be ordered in this phase (S1901M).",
        }


def test_a_refused_retreat_does_not_replace_an_open_one() -> None:
    lost = Dislodged(Unit.parse("A BUR"), "MUN", ("PAR",))
    start = Position(PhaseCode.parse("S1901R"), {}, None, {"FRANCE": (lost,)})
    done = adjudicate(start, {"FRANCE": ["A BUR R PAR", "A BUR R GAS"]})
    assert done.next.units == {"FRANCE": (Unit.parse("A PAR"),)}
    assert [result.outcome for result in done.results] == ["succeeds", "illegal"]


@pytest.mark.parametrize("written", [7, None, 1.5, ["A PAR H"], b"A PAR H", ("A PAR H",)])
@pytest.mark.parametrize("phase", ["S1901M", "S1901R", "W1901A"])
def test_other_values_are_read_as_the_text_of_an_order(phase: str, written: object) -> None:
    done = adjudicate(position(phase, FRANCE="A PAR"), {"FRANCE": [written]})
    result = done.results[-1]
    assert (result.text, result.order, result.outcome) == (str(written), None, "illegal")
    assert done.next.units == {"FRANCE": (Unit.parse("A PAR"),)}


def test_texts_that_no_unit_can_use_get_results_of_their_own() -> None:
    start = position("S1901M", FRANCE="A PAR", GERMANY="A MUN")
    orders = {"FRANCE": ["rubbish", "A MUN - BUR"], "NARNIA": ["A PAR H"], "GERMANY": ["A MUN X"]}
    results = adjudicate(start, orders).results
    unused = [(r.power, r.text, r.order is None, r.outcome.value) for r in results[2:]]
    assert unused == [
        ("FRANCE", "rubbish", True, "illegal"),
        ("FRANCE", "A MUN - BUR", False, "illegal"),
        ("NARNIA", "A PAR H", False, "illegal"),
        ("GERMANY", "A MUN X", True, "illegal"),
    ]
    assert [r.given for r in results[:2]] == [False, False]


def test_of_two_orders_for_a_unit_none_counts_whichever_comes_first() -> None:
    start = position("S1901M", FRANCE="A PAR")
    for sheet in (["A PAR - BUR", "A PAR - GAS"], ["A PAR - GAS", "A PAR - BUR"]):
        held, other = adjudicate(start, {"FRANCE": sheet}).results
        assert (held.text, other.text) == ("A PAR - BUR", "A PAR - GAS")
        assert held.outcome == other.outcome == "illegal"
        assert held.reason.code == other.reason.code == "orders_conflict"


def test_of_two_orders_for_a_unit_the_last_counts_where_the_rules_say_so() -> None:
    start = position("S1901M", FRANCE="A PAR")
    orders = {"FRANCE": ["A PAR - BUR", "A PAR - GAS"]}
    used, unused = adjudicate(start, orders, replace(RULES["2000"], order_repeated="last")).results
    assert (used.text, used.outcome, unused.text) == ("A PAR - GAS", "succeeds", "A PAR - BUR")
    assert str(unused.reason) == "Another order for A PAR replaced this one."


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_same_order_twice_is_one_order(rules: Rules) -> None:
    start = position("S1901M", FRANCE="A PAR")
    done, again = adjudicate(start, {"FRANCE": ["A PAR - BUR", "par-bur"]}, rules).results
    assert (done.outcome, again.outcome, again.reason.code) == (
        "succeeds",
        "illegal",
        "ordered_again",
    )


def test_the_army_of_a_power_goes_by_its_own_fleet_only_where_a_route_is_ordered() -> None:
    start = position("S1901M", ENGLAND="A LVP, F ENG, F IRI", FRANCE="F NTH", RUSSIA="A EDI")
    orders = sheets(
        ENGLAND="A LVP - EDI, F ENG C A LVP - EDI, F IRI H", FRANCE="F NTH H", RUSSIA="A EDI - LVP"
    )
    by_land = adjudicate(start, orders)
    assert {r.text: r.reason.code for r in by_land.results}["A LVP - EDI"] == "head_to_head"
    by_sea = adjudicate(start, orders, RULES["datc"])
    assert {r.text: r.reason.code for r in by_sea.results}["A LVP - EDI"] == "convoy_incomplete"


def test_via_without_a_convoy_goes_by_land_unless_the_rules_say_otherwise() -> None:
    start = position("S1901M", FRANCE="A BEL", ENGLAND="F NTH")
    orders = sheets(FRANCE="A BEL - HOL VIA", ENGLAND="F NTH H")
    assert [r.outcome for r in adjudicate(start, orders).results] == ["succeeds", "stands"]
    strict = replace(RULES["2000"], via_without_route="fails")
    assert [r.outcome for r in adjudicate(start, orders, strict).results] == ["invalid", "stands"]


RETREATS = Position(
    PhaseCode.parse("F1901R"),
    {"GERMANY": (Unit.parse("A BUR"), Unit.parse("F MAO"))},
    {"FRANCE": ("PAR", "SPA")},
    {
        "FRANCE": (
            Dislodged(Unit.parse("A BUR"), "MUN", ("GAS", "PAR")),
            Dislodged(Unit.parse("F MAO"), "ENG", ("GAS", "SPA/NC")),
        ),
        "ITALY": (Dislodged(Unit.parse("A MAR"), None, ("GAS", "SPA")),),
    },
)


def test_retreats_that_meet_are_disbanded_also_on_different_coasts() -> None:
    orders = sheets(FRANCE="A BUR R PAR, F MAO - SPA/NC", ITALY="A MAR R SPA")
    resolution = adjudicate(RETREATS, orders)
    outcomes = {r.text: r.outcome.value for r in resolution.results}
    assert outcomes == {
        "A BUR R PAR": "succeeds",
        "F MAO R SPA/NC": "fails",
        "A MAR R SPA": "fails",
    }
    assert [str(unit) for unit in resolution.next.units["FRANCE"]] == ["A PAR"]
    assert resolution.year_ended


def test_units_without_a_retreat_or_with_a_bad_one_are_disbanded() -> None:
    orders = sheets(FRANCE="A BUR R LON, F MAO D, xyz")
    results = adjudicate(RETREATS, orders).results
    said = {r.text: (r.given, r.outcome.value, r.reason.code) for r in results}
    assert said == {
        "A BUR R LON": (True, "illegal", "retreat_not_adjacent"),
        "F MAO D": (True, "succeeds", "disbanded"),
        "A MAR D": (False, "succeeds", "disbanded_without_order"),
        "xyz": (True, "illegal", "word_not_understood"),
    }


def test_ownership_follows_the_fall_and_phases_without_anything_to_do_are_passed_over() -> None:
    spring = play("S1901M", {"FRANCE": "PAR"}, FRANCE="A PAR - PIC")
    assert (str(spring.next.phase), spring.year_ended) == ("F1901M", False)
    fall = play("F1901M", {"FRANCE": "PAR"}, FRANCE="A PIC - BEL")
    assert fall.year_ended
    assert str(fall.next.phase) == "W1901A"
    assert fall.next.centers == {"FRANCE": ("BEL", "PAR")}
    taken = play("F1901M", {"FRANCE": "PAR"}, GERMANY="A BUR - PAR")
    assert taken.next.centers == {"GERMANY": ("PAR",)}
    assert str(taken.next.phase) == "S1902M"


def test_there_is_no_retreat_phase_for_units_with_nowhere_to_go() -> None:
    resolution = play("S1901M", ENGLAND="F MAO S A SPA - POR, A SPA - POR", FRANCE="A POR H")
    assert str(resolution.next.phase) == "F1901M"
    assert [(power, str(unit)) for power, unit in resolution.destroyed] == [("FRANCE", "A POR")]


def test_without_centers_no_winter_is_played() -> None:
    resolution = play("F1901M", FRANCE="A PAR - BUR, A MAR H")
    assert str(resolution.next.phase) == "S1902M"
    assert resolution.next.centers is None


def winter(rules: str, orders: str, units: str, centers: str, power: str) -> Resolution:
    start = Position(
        PhaseCode.parse("W1901A"),
        {power: tuple(map(Unit.parse, units.split(", ")))},
        {power: tuple(centers.split())},
    )
    return adjudicate(start, {power: orders.split(", ")} if orders else {}, RULES[rules])


def test_builds_are_carried_out_one_by_one_until_none_is_left() -> None:
    orders = "A MOS B, F MOS B, A MOS B, WAIVE, A SEV B, WAIVE"
    resolution = winter("2000", orders, "A UKR", "MOS SEV BER", "RUSSIA")
    assert [(r.text, r.outcome.value, r.reason.code) for r in resolution.results] == [
        ("A MOS B", "succeeds", "built"),
        ("F MOS B", "illegal", "fleet_inland"),
        ("A MOS B", "illegal", "center_occupied"),
        ("WAIVE", "succeeds", "waived"),
        ("A SEV B", "illegal", "no_builds_left"),
        ("WAIVE", "illegal", "no_builds_left"),
    ]
    assert [str(unit) for unit in resolution.next.units["RUSSIA"]] == ["A MOS", "A UKR"]


def test_builds_that_are_not_ordered_are_waived_without_a_result() -> None:
    resolution = winter("2000", "", "A UKR", "MOS SEV BER", "RUSSIA")
    assert resolution.results == ()
    assert str(resolution.next.phase) == "S1902M"


def test_removals_are_carried_out_one_by_one_and_completed_by_the_edition() -> None:
    orders = "A PAR D, A PAR D, F LYO D, xyz"
    resolution = winter("2000", orders, "A PAR, A RUM, F TUN, A BUR", "PAR BRE", "FRANCE")
    assert [(r.text, r.given, r.outcome.value) for r in resolution.results] == [
        ("A PAR D", True, "succeeds"),
        ("A PAR D", True, "illegal"),
        ("F LYO D", True, "illegal"),
        ("xyz", True, "illegal"),
        ("A RUM D", False, "succeeds"),
    ]


@pytest.mark.parametrize(("rules", "removed"), [("2000", "A WAR"), ("datc", "A TUS")])
def test_the_farthest_unit_depends_on_the_edition(rules: str, removed: str) -> None:
    resolution = winter(rules, "", "A WAR, A TUS", "WAR", "ITALY")
    assert [str(result.unit) for result in resolution.results] == [removed]


def test_fleets_go_before_armies_and_then_by_english_name() -> None:
    resolution = winter("2000", "", "A APU, F NAP, A TUS, F PIE", "WAR", "ITALY")
    assert [str(result.unit) for result in resolution.results] == ["F NAP", "F PIE", "A APU"]


def test_a_power_without_a_homeland_on_this_board_can_remove_units_too() -> None:
    resolution = winter("2000", "", "A APU, F NAP", "WAR", "NARNIA")
    assert [str(result.unit) for result in resolution.results] == ["F NAP"]


def test_removals_ordered_one_too_many_are_refused() -> None:
    resolution = winter("datc", "A PIC D, A PAR D", "A PAR, A PIC", "PAR", "FRANCE")
    assert [(r.text, r.reason.code) for r in resolution.results] == [
        ("A PIC D", "removed"),
        ("A PAR D", "no_removals_due"),
    ]


def test_in_winter_the_powers_that_build_or_remove_must_order() -> None:
    start = Position(
        PhaseCode.parse("W1901A"),
        {"FRANCE": (Unit.parse("A PAR"), Unit.parse("A BUR")), "ITALY": (Unit.parse("A ROM"),)},
        {"FRANCE": ("PAR",), "ITALY": ("ROM",), "RUSSIA": ("MOS", "WAR", "BER")},
    )
    assert must_order(start) == {"FRANCE": 1, "RUSSIA": 2}
