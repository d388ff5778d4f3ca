"""The reason of each order: its sentence, its parameters, and the rule behind it."""

import pytest

from adjudicator import (
    MESSAGES,
    RULES,
    PhaseCode,
    Position,
    Reason,
    Unit,
    adjudicate,
    explain,
    parse_canonical,
)
from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all
from adjudicator.movement.reasons import refused_reason
from adjudicator.reasons import FAULTS, REFUSALS, SECTIONS, UNEVENTFUL, cite
from adjudicator.reasons.result_sentences import VERDICTS
from adjudicator.resolution import AssignedOrders

from .reasons_of_help import HELP
from .reasons_of_moves import MOVES, Case, rules_of
from .test_rulebook import played_sample_game

FAILED_IN_FALL_1902 = {
    # supports cut by attacks from elsewhere, which need not succeed
    "F SWE S A STP - NWY": ("support_cut", "13", {"by": "F DEN"}),
    "F MAR S A SPA": ("support_cut", "13", {"by": "A PIE"}),
    "A SEV S F RUM": ("support_cut", "13", {"by": "A ARM"}),
    "A GAL S F RUM": ("support_cut", "13", {"by": "A VIE"}),
    # which was attacked from Bulgaria, had two supports, lost both and was alone against three
    "F RUM S A SEV": (
        "support_cut",
        "13",
        {
            "by": "A BUL",
            "then": "dislodged_by",
            "then_by": "A BUL",
            "then_strength": "3",
            "then_strength_with": "F BLA, A SER",
            "then_against": "1",
            "then_against_cut": "A GAL, A SEV",
        },
    ),
    # standoffs against units that hold with supports
    "A PIE - MAR": ("bounced_off_strength", "3", {"against": "2", "against_with": "A SPA"}),
    "A ARM - SEV": (
        "bounced_off_strength",
        "3",
        {"against": "2", "against_with": "A UKR", "against_cut": "F RUM"},
    ),
    # provinces that are occupied: units that do not move, or fail to, stop others
    "A VIE - GAL": ("bounced_off_unit", "5", {"opposed_by": "A GAL"}),
    "A VEN - PIE": ("bounced_off_failed_move", "5", {"opposed_by": "A PIE"}),
    "F DEN - SWE": ("bounced_off_unit", "5", {"opposed_by": "F SWE"}),
    # the support from Holland makes both sides equal; then Ruhr comes with the support of Munich
    "A BUR - BEL": (
        "bounced_off_strength",
        "3",
        {
            "strength": "2",
            "strength_with": "F PIC",
            "against": "2",
            "against_with": "F HOL",
            "opposed_by": "A BEL",
            "then": "dislodged_by",
            "then_by": "A RUH",
            "then_strength": "3",
            "then_strength_with": "A BEL, A MUN",
            "then_against": "1",
        },
    ),
    # the support from Sweden is cut, so that the attack from Norway is stronger
    "A STP - NWY": (
        "lost_head_to_head",
        "6",
        {
            "opposed_by": "A NWY",
            "strength": "1",
            "strength_cut": "F SWE",
            "against": "2",
            "against_with": "F BAR",
        },
    ),
}


def test_each_failed_order_of_fall_1902_is_explained_as_the_rulebook_comments_it() -> None:
    fall = played_sample_game()[4]
    assert str(fall.position.phase) == "F1902M"
    failed = {r.text: r.reason for r in fall.results if r.outcome in ("fails", "cut", "invalid")}
    assert failed.keys() == FAILED_IN_FALL_1902.keys()
    for text, (code, rule, facts) in FAILED_IN_FALL_1902.items():
        reason = failed[text]
        assert (reason.code, reason.rule) == (code, rule), text
        assert facts.items() <= reason.params.items(), text


def test_the_reasons_of_fall_1902_name_supports_that_were_not_needed() -> None:
    said = {result.text: result.reason for result in played_sample_game()[4].results}
    for text in ("A SPA S F MAR", "A UKR S A SEV"):
        assert said[text].code == "support_needless_hold"
    from_burgundy = said["A BEL S A RUH - BUR"]  # attacked only from where it supports
    assert (from_burgundy.params["then"], from_burgundy.params["then_by"]) == (
        "not_cut_from_there",
        "A BUR",
    )
    assert from_burgundy.rule == "13"
    followed = said["F NTH - NWY"]  # Saint Petersburg, dislodged from Norway, does not count there
    assert (followed.code, followed.rule) == ("move_despite_dislodged", "11")


BOUNCES_BY_RULE = {
    "S1901M": {"A BUD - GAL": "3", "A WAR - GAL": "3", "F SEV - BLA": "3", "F ANK - BLA": "3"},
    "F1901M": {
        "F PIC - BEL": "3",
        "A RUH - BEL": "3",
        "A BUR - MAR": "3",
        "A PIE - MAR": "3",
        "A BUD - SER": "3",
        "A BUL - SER": "3",
        "A CON - BUL": "5",
    },
    "S1902M": {
        "A NWY - STP": "6",
        "A STP - NWY": "6",
        "F NTH - NWY": "5",
        "F EDI - NTH": "5",
        "A TRI - BUD": "3",
        "A VIE - BUD": "3",
        "A GAL - BUD": "3",
        "A BUL - RUM": "3",
        "A CON - BUL": "5",
        "A PIE - MAR": "5",
        "A MUN - BUR": "5",
        "F PIC - BEL": "supports",
        "A BUR S F PIC - BEL": "13",
    },
}


@pytest.mark.parametrize("phase", BOUNCES_BY_RULE)
def test_the_key_rules_are_those_that_the_rulebook_names(phase: str) -> None:
    [turn] = [each for each in played_sample_game() if str(each.position.phase) == phase]
    failed = {r.text: r.reason.rule for r in turn.results if r.outcome in ("fails", "cut")}
    assert failed == BOUNCES_BY_RULE[phase]


CASES = MOVES | HELP


def explained(case: Case) -> Reason:
    orders = {power: text.split(", ") for power, text in case.orders.items()}
    units = {
        power: tuple(unit for text in texts if (unit := parse_canonical(text).unit))
        for power, texts in orders.items()
    }
    start = Position(PhaseCode.parse("S1901M"), units)
    resolution = adjudicate(start, orders, rules_of(case))
    [reason] = [result.reason for result in resolution.results if result.text == case.text]
    return reason


@pytest.mark.parametrize("codes", CASES)
def test_the_order_is_explained_in_a_sentence_with_its_rule(codes: str) -> None:
    case, (code, *second) = CASES[codes], codes.split(" (")[0].split()
    reason = explained(case)
    assert (reason.code, reason.params.get("then")) == (code, second[0] if second else None)
    assert str(reason) == case.sentence
    assert reason.rule == case.rule


def test_every_reason_of_a_movement_phase_has_its_case() -> None:
    told = {code for codes in CASES for code in codes.split(" (")[0].split()}
    assert told == VERDICTS.keys() - LATER - {"no_order", "neutral_holds"}  # see test_setups
    numbers = {rule for rule, _ in VERDICTS.values() if rule.isdecimal()}
    assert numbers == {str(number) for number in range(3, 23)}, "rules 1 and 2 decide no order"


LATER = {
    "retreat_succeeds",
    "retreat_clash",
    "disbanded",
    "disbanded_without_order",
    "built",
    "waived",
    "removed",
    "retreat_left_to_another",
    "removed_farthest",
    "removed_fleet_first",
    "removed_by_name",
    "removed_off_center",
    "measured_no_way",
    "measured_to_homeland",
    "measured_to_home_centers",
    "measured_to_owned_centers",
}


def test_the_reason_of_a_unit_without_an_order_says_so_and_what_attacked_it() -> None:
    units = {"FRANCE": (Unit.parse("A PAR"), Unit.parse("F BRE")), "GERMANY": ()}
    start = Position(PhaseCode.parse("S1901M"), units | {"GERMANY": (Unit.parse("A BUR"),)})
    said = {
        result.text: str(result.reason)
        for result in adjudicate(start, {"GERMANY": ["A BUR - PAR"]}).results
    }
    assert said["F BRE H"] == "It had no order, which counts as a hold."
    assert said["A PAR H"] == (
        "It had no order, which counts as a hold. It held against A BUR: strength 1 against 1."
    )


def test_a_reason_says_nothing_of_supporters_where_there_are_none() -> None:
    alone = {"province": "BUR", "opposed_by": "A BUR", "strength": "1", "against": "1"}
    assert explain("bounced_off_strength", alone) == "It bounced off A BUR: strength 1 against 1."
    both = alone | {"against": "2", "against_with": "A MUN", "against_cut": "A PIC, A RUH"}
    assert explain("bounced_off_strength", both) == (
        "It bounced off A BUR: strength 1 against 2 (with A MUN; support cut: A PIC and A RUH)."
    )


def test_a_site_explains_with_its_own_words_for_texts_units_and_provinces() -> None:
    reason = Reason("retreat_clash", {"province": "GAS", "with": "A PAR, F BRE"})
    words = {"A PAR": "Armée Paris", "F BRE": "Flotte Brest", "GAS": "Gascogne"}
    asked, clash = [], MESSAGES["retreat_clash"]

    def translate(text: str) -> str:
        asked.append(text)
        return {clash: "%(with)s : %(province)s"}.get(text, "%(others)s et %(last)s")

    said = explain(reason.code, reason.params, translate=translate, name=lambda code: words[code])
    assert said == "Armée Paris et Flotte Brest : Gascogne"
    assert asked == ["%(others)s and %(last)s", clash]


def test_every_code_but_those_of_faulty_inputs_has_a_rule_that_can_be_cited() -> None:
    assert MESSAGES.keys() == FAULTS.keys() | REFUSALS.keys() | VERDICTS.keys()
    for code in MESSAGES.keys() - FAULTS.keys():
        rule = Reason(code).rule
        assert rule in SECTIONS or rule.startswith("DATC 4.") or 1 <= int(rule) <= 22
        assert cite(rule) not in ("", *SECTIONS)
    assert {Reason(code).rule for code in FAULTS} == {""}
    assert len(set(MESSAGES.values())) == len(MESSAGES) - 1  # no retreat: a fault and a refusal
    assert MESSAGES.keys() > UNEVENTFUL


def test_codes_fit_the_column_in_which_they_are_stored() -> None:
    assert max(map(len, MESSAGES)) <= 40


def test_an_unknown_code_or_a_missing_parameter_is_not_passed_over() -> None:
    for code, params in (("no_such_code", {}), ("support_cut", {}), ("holds", {"then": "nothing"})):
        with pytest.raises(KeyError):
            explain(code, params)


def decided(orders: dict[str, str]) -> Movement:
    texts = {p: [parse_canonical(each) for each in text.split(", ")] for p, text in orders.items()}
    units = {power: tuple(o.unit for o in sheet if o.unit) for power, sheet in texts.items()}
    start = Position(PhaseCode.parse("S1901M"), units)
    number = start.board.number
    assigned = AssignedOrders()
    for order in (order for sheet in texts.values() for order in sheet if order.unit):
        assigned.add(number[order.unit.location], order, number)
    movement = Movement(start, assigned, RULES["2000"])
    decide_all(movement)
    return movement


def test_the_result_of_a_refused_and_dislodged_unit_has_both_reasons() -> None:
    movement = decided({"FRANCE": "A PAR H", "GERMANY": "A BUR - PAR, A PIC S A BUR - PAR"})
    number = movement.board.number
    void = Reason("not_adjacent", {"unit": "A PAR", "province": "MUN"})
    assert str(refused_reason(movement, number["PAR"], void)) == (
        "A PAR is not next to MUN. The unit was dislodged by A BUR: strength 2 (with A PIC) against"
        " 1."
    )
    assert refused_reason(movement, number["BUR"], void) == void


def test_a_void_order_of_a_dislodged_unit_and_a_removal_are_explained_in_their_phases() -> None:
    start = Position(
        PhaseCode.parse("S1901M"),
        {"FRANCE": (Unit.parse("A PAR"),), "GERMANY": tuple(map(Unit.parse, ("A BUR", "A PIC")))},
    )
    sheets = {"FRANCE": ["A PAR - MUN"], "GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]}
    [void] = [r for r in adjudicate(start, sheets).results if r.power == "FRANCE"]
    assert (void.reason.code, void.reason.params["then"]) == ("not_adjacent", "dislodged_by")
    winter = Position(
        PhaseCode.parse("W1901A"),
        {"FRANCE": tuple(map(Unit.parse, ("A PAR", "A MUN", "F NTH")))},
        {"FRANCE": ("PAR", "MUN")},
    )
    [removed] = adjudicate(winter, {}).results
    assert (removed.text, removed.reason.code) == ("F NTH D", "removed_farthest")
    assert removed.reason.params["then_distance"] == "2"
