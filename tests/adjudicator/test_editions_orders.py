"""Points on which the editions differ in how an order is read (see `test_editions`)."""

import pytest

from adjudicator import RULES, Dislodged, PhaseCode, Position, Rules, Unit, adjudicate

from .editions import ALL, changed, dislodged, play, stand, those, word


def test_a_fleet_must_name_the_coast_even_if_there_is_one_only_in_the_italian_book() -> None:
    """Seed 002, coasts; DATC 4.B.2.

    Seed 000, clarifications, and seed 003, VIII.3: only if it could reach both.
    """
    arrives = those(lambda rules: stand(play(rules, FRANCE="F GAS - SPA")) == {"F SPA/NC"})
    assert arrives == ALL - {"italian"}
    assert stand(play(changed("2000", coast_omitted="illegal"), FRANCE="F GAS - SPA")) == {"F GAS"}
    assert not those(lambda rules: stand(play(rules, TURKEY="F CON - BUL")) != {"F CON"})
    for rules in RULES.values():
        assert stand(play(rules, TURKEY="F CON - BUL/EC")) == {"F BUL/EC"}


def test_a_coast_out_of_reach_is_not_changed_into_the_other_one() -> None:
    """DATC 4.B.3; no book changes a clear order."""
    assert not those(lambda rules: stand(play(rules, FRANCE="F GAS - SPA/SC")) != {"F GAS"})
    lenient = changed("2000", coast_out_of_reach="the other coast")
    assert stand(play(lenient, FRANCE="F GAS - SPA/SC")) == {"F SPA/NC"}
    assert stand(play(lenient, FRANCE="F ROM - SPA/SC")) == {"F ROM"}


def test_a_fleet_supports_what_happens_at_the_other_coast_in_every_edition() -> None:
    """Seed 000, how to support; seed 003, VIII.3; seed 002, appendix, support."""
    for rules in RULES.values():
        done = play(rules, FRANCE="F MAO - SPA/NC, F MAR S F MAO - SPA/NC", ITALY="F SPA/SC H")
        assert dislodged(done) == {"F SPA/SC"}, rules.name


@pytest.mark.parametrize(
    ("says", "named", "counts"),
    [
        ("must match", "SPA", True),
        ("must match", "SPA/NC", True),
        ("must match", "SPA/SC", False),
        ("required", "SPA", False),
        ("required", "SPA/NC", True),
        ("required", "SPA/SC", False),
        ("ignored", "SPA", True),
        ("ignored", "SPA/NC", True),
        ("ignored", "SPA/SC", True),
    ],
)
def test_a_coast_in_a_support_counts_as_the_game_has_it(
    says: str, named: str, counts: bool
) -> None:
    """DATC 4.B.4; no seed asks for it, so every preset takes what does not contradict."""
    for fleet in ("MAO", "GAS"):
        orders = {"FRANCE": f"F {fleet} - SPA/NC, F POR S F {fleet} - {named}", "ITALY": "A SPA H"}
        for rules in [changed("2000", support_coast=says), *RULES.values()]:
            if rules.support_coast == says:
                assert bool(dislodged(play(rules, **orders))) == counts, (fleet, rules.name)
    assert {rules.support_coast for rules in RULES.values()} == {"must match"}


def test_a_fleet_called_by_the_other_coast_is_understood() -> None:
    """DATC 4.B.5; seed 000, phase 2, and seed 003, VII.2: an order with one meaning is followed."""

    def goes(rules: Rules) -> bool:
        units = {"FRANCE": (Unit.parse("F SPA/SC"),)}
        position = Position(PhaseCode.parse("S1901M"), units)
        return stand(adjudicate(position, {"FRANCE": ["F SPA/NC - LYO"]}, rules)) == {"F LYO"}

    assert those(goes) == ALL
    assert not goes(changed("2000", wrong_coast_of_unit="illegal"))


def test_a_coast_that_means_nothing_is_left_out() -> None:
    """DATC 4.B.6; seed 000, phase 2, and seed 003, VII.2: an order with one meaning is followed."""
    assert not those(lambda rules: stand(play(rules, FRANCE="A GAS - SPA/NC")) != {"A SPA"})
    strict = changed("2000", meaningless_coast="illegal")
    assert stand(play(strict, FRANCE="A GAS - SPA/NC")) == {"A GAS"}


def test_a_unit_with_an_impossible_order_holds_and_may_be_supported_in_every_edition() -> None:
    """Seed 000, phase 2; seed 002, how orders are read; seed 003, VII.2; DATC 4.E.1."""
    orders = {
        "RUSSIA": "F RUM - HOL",
        "AUSTRIA": "A BUD S F RUM",
        "TURKEY": "F BLA - RUM, A BUL S F BLA - RUM",
    }
    assert not those(lambda rules: dislodged(play(rules, **orders)))
    in_vain = changed("2000", impossible_move="tried to move")
    assert dislodged(play(in_vain, **orders)) == {"F RUM"}
    for others in ("F RUM - SEV, F RUM - BLA", "F RUM S A PAR - BUR"):  # no impossible move
        assert not dislodged(play(in_vain, **(orders | {"RUSSIA": others})))


def test_of_two_orders_to_one_unit_none_counts_unless_a_game_changes_that() -> None:
    """An order is obeyed if it can be read in one way only; DATC 4.D.3.

    Seed 000, writing orders; seed 002, how orders are read; seed 003, VII.2.
    """
    for rules in RULES.values():
        assert stand(play(rules, FRANCE="A PAR - BUR, A PAR - PIC, A PAR - LON")) == {"A PAR"}
        assert stand(play(rules, FRANCE="A PAR - LON, A PAR - PIC")) == {"A PIC"}
    last, first = (changed("2000", order_repeated=each) for each in ("last", "first"))
    assert stand(play(last, FRANCE="A PAR - BUR, A PAR - PIC, A PAR - LON")) == {"A PIC"}
    assert stand(play(first, FRANCE="A PAR - LON, A PAR - BUR, A PAR - PIC")) == {"A BUR"}


def test_a_support_that_nobody_needed_is_called_cut_but_by_the_datc() -> None:
    """Seed 000, sample game, fall 1902: Marseilles; DATC 3.2, 6.D.4."""

    def given(rules: Rules) -> bool:
        done = play(rules, FRANCE="A SPA H, F MAR S A SPA", ITALY="A PIE - MAR")
        return word(done, "F MAR") == "given"

    assert those(given) == {"datc"}
    assert given(changed("2000", untested_support="given"))


def test_an_attack_on_ones_own_unit_cuts_no_support_in_every_edition() -> None:
    """Only an order against a foreign unit is an attack.

    Seed 000, rule 16; seed 003, X.6; seed 002.
    """
    for rules in RULES.values():
        done = play(
            rules, FRANCE="A PAR - BUR, A MAR S A PAR - BUR, A GAS - MAR", GERMANY="A BUR H"
        )
        assert dislodged(done) == {"A BUR"}, rules.name


def test_a_unit_of_a_power_in_civil_disorder_holds_and_may_be_supported_by_others() -> None:
    """Seed 000, civil disorder and six players; seed 003, XV.3 and XV.4; DATC 4.D.9."""
    units = {
        "ITALY": (Unit.parse("A VEN"), Unit.parse("A ROM")),
        "FRANCE": (Unit.parse("A PIE"),),
        "AUSTRIA": (Unit.parse("A TRI"), Unit.parse("A TYR")),
    }
    orders = {"AUSTRIA": ["A TRI - VEN", "A TYR S A TRI - VEN"]}
    position = Position(PhaseCode.parse("S1901M"), units)
    for rules in RULES.values():
        assert dislodged(adjudicate(position, orders, rules)) == {"A VEN"}
        helped = adjudicate(position, {**orders, "FRANCE": ["A PIE S A VEN"]}, rules)
        assert dislodged(helped) == set()


def test_rules_for_coasts_apply_to_moves_but_not_to_retreats() -> None:
    """Seed 002, coasts: of orders to move; DATC 4.B.2, 4.B.3: of moves."""
    fleet = Dislodged(Unit.parse("F POR"), None, ("SPA/NC",))
    position = Position(PhaseCode.parse("S1901R"), {}, None, {"FRANCE": (fleet,)})
    lenient = changed("2000", coast_out_of_reach="the other coast")
    for rules in (*RULES.values(), lenient):
        assert stand(adjudicate(position, {"FRANCE": ["F POR - SPA"]}, rules)) == {"F SPA/NC"}
        assert stand(adjudicate(position, {"FRANCE": ["F POR - SPA/SC"]}, rules)) == set()
