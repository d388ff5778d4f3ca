"""Movement phases from fixed seeds, judged by the checker, and single cases of its decisions."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from adjudicator import RULES, PhaseCode, Position, Rules, Unit, adjudicate, standard_board
from adjudicator.assigned_orders import assign_orders
from adjudicator.board import province_numbers
from adjudicator.movement.at_once import decide_at_once
from adjudicator.movement.battle import Movement
from adjudicator.movement.cycles import decide_all

from . import situations as drawn
from .checker import claim_of, counting_orders, violations
from .checker_equations import Scene
from .checker_orders import assign, read
from .editions import changed, dislodged, play, stand, word
from .exhaustive_search import answers, parts
from .samples import editions, sample
from .situations import Sheets, Situation
from .test_cycles import Cycle, either, opposite

CROWDED, SMALL, HARD, MUDDLED = 300, 300, 120, 80
WAYS = {
    "crowds": (drawn.crowds(), CROWDED),
    "small boards": (drawn.on_small_boards(), SMALL),
    "hard cases": (drawn.paradoxes(), HARD),
    "several orders to a unit": (drawn.with_repeated_orders(), MUDDLED),
}


@cache
def phases(kind: str) -> list[Situation]:
    strategy, count = WAYS[kind]
    return sample(strategy, count)


def under_all_editions(kind: str) -> Iterator[tuple[Position, Sheets, Rules]]:
    """Return each situation under the editions in turn."""
    situations = phases(kind)
    for (position, sheets), rules in zip(situations, editions(len(situations)), strict=True):
        yield position, sheets, rules


@pytest.mark.parametrize("kind", WAYS)
def test_the_checker_accepts_the_sample_phases(kind: str) -> None:
    for position, sheets, rules in under_all_editions(kind):
        done = adjudicate(position, sheets, rules)
        assert violations(position, sheets, done, rules) == [], (position, sheets, rules)
        assert all(str(result.reason) for result in done.results)


@pytest.mark.parametrize("kind", ["small boards", "hard cases"])
def test_a_phase_with_one_answer_gets_it(kind: str) -> None:
    for position, sheets, rules in under_all_editions(kind):
        if rules.impossible_move != "holds":
            continue
        orders = counting_orders(assign(read(position, sheets, rules), position.at, rules))
        scene = Scene(position, rules, orders)
        claim = claim_of(scene, adjudicate(position, sheets, rules))
        for part in parts(scene):
            if len(part.target) > 7:
                continue
            moved, possible = claim.moved & part.target.keys(), list(answers(part))
            if len(possible) == 1:
                assert moved == possible[0].moved
                assert not claim.paradox & part.convoys.keys()
            elif not part.convoys:
                assert moved == max((answer.moved for answer in possible), key=len)


def lost(orders: dict[str, str], **fields: Any) -> set[str]:
    return dislodged(play(changed("2000", **fields), **orders))


NEEDED = "against a fleet it needs"
SPARED = {"against its fleets", "into its fleet's sea", "into any convoy's sea"}
IDLE_FLEET = {
    "ENGLAND": "A LON - BRE, F ENG C A LON - BRE, F MAO C A LON - BRE, F NTH H, F NWG H, F NAO H",
    "FRANCE": "F BRE S F POR - MAO, F POR - MAO",
}
TWO_SEAS = {
    "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
    "FRANCE": "F BEL S F HOL - NTH, F HOL - NTH",
}


@pytest.mark.parametrize("routes", ["one must stand", "all must stand"])
@pytest.mark.parametrize("spared", ["none", *sorted(SPARED), NEEDED])
def test_a_support_against_a_fleet_on_no_route_is_spared_where_any_carrier_counts(
    spared: str, routes: str
) -> None:
    """The fleet in the Mid-Atlantic could help only together with others, which hold."""
    fields = {"support_spared_by_convoyed_attack": spared, "alternative_convoy_routes": routes}
    assert lost(IDLE_FLEET, **fields) == ({"F MAO"} if spared in SPARED else set())


def test_a_fleet_is_needed_where_all_routes_must_stand_though_there_is_another() -> None:
    def spares(spared: str, routes: str) -> bool:
        fields = {"support_spared_by_convoyed_attack": spared, "alternative_convoy_routes": routes}
        return lost(TWO_SEAS, **fields) == {"F NTH"}

    assert spares(NEEDED, "all must stand")
    assert not spares(NEEDED, "one must stand")  # it arrives by the Channel
    assert all(spares(choice, "one must stand") for choice in SPARED)


@pytest.mark.parametrize("spared", ["none", *sorted(SPARED), NEEDED])
def test_a_convoyed_attack_cuts_a_support_into_a_sea_where_nobody_is_carried(spared: str) -> None:
    orders = {
        "ITALY": "A TUN - ALB, F ION C A TUN - ALB",
        "AUSTRIA": "F ALB S F TRI - ADR, F TRI - ADR",
        "FRANCE": "F ADR H",
    }
    assert lost(orders, support_spared_by_convoyed_attack=spared) == set()


def test_of_two_cycles_one_gets_its_answer_and_only_the_other_loses_its_convoy() -> None:
    cycle = Cycle(
        lambda k: either(k.known_decision(0), k.known_decision(1)),  # true, or not consistent
        lambda k: opposite(k.known_decision(0)),
        lambda k: k.known_decision(3),  # both or neither
        lambda k: k.known_decision(2),
    )
    cycle.convoys = 0b0101
    decide_all(cycle)
    assert (cycle.yes, cycle.no) == (0b0001, 0b1110)


NUMBER = standard_board().number
VENICE, ALBANIA = NUMBER["VEN"], NUMBER["ALB"]


@pytest.mark.parametrize(
    "second",
    [lambda k: k.known_decision(0), lambda k: k.convoy_succeeds(VENICE)],
    ids=["a move", "a convoy"],
)
def test_a_small_cycle_that_depends_on_a_larger_one_waits_for_it(
    second: Callable[[Cycle], bool | None],
) -> None:
    """The first dependency of a decision is not forgotten when it asks for others."""
    cycle = Cycle(
        lambda k: k.known_decision(2),
        lambda k: k.known_decision(3),
        lambda k: opposite(either(k.known_decision(1), opposite(second(k)))),
        *(
            lambda k, after=after: k.known_decision(after) for after in (4, 5, 6, 3)
        ),  # a circle of four
    )
    cycle.target = dict.fromkeys(range(7), 0) | {VENICE: ALBANIA}
    cycle.convoy_fleets = {VENICE: 0b1}  # the fleet in the Adriatic, which has the number 0
    decide_all(cycle)
    assert (cycle.yes, cycle.no) == (0b1111010, 0b0000101)


EXCHANGE = {
    "ENGLAND": "A NWY - SWE, F SKA C A NWY - SWE",
    "RUSSIA": "A SWE - NWY",
    "GERMANY": "F DEN - SKA, F NTH S F DEN - SKA",
}


def test_two_exchange_places_while_it_is_still_open_whether_the_convoy_stands() -> None:
    stopped = play(RULES["1971"], **EXCHANGE, FRANCE="F ENG - NTH")
    assert [word(stopped, unit) for unit in ("A NWY", "A SWE")] == ["succeeds", "succeeds"]


def test_two_that_would_exchange_places_meet_on_land_when_the_convoy_is_lost() -> None:
    lost = play(RULES["1971"], **EXCHANGE)
    assert [word(lost, unit) for unit in ("A NWY", "A SWE")] == ["fails", "fails"]
    assert dislodged(lost) == {"F SKA"}


def test_an_army_whose_convoy_is_lost_meets_nobody_on_land_and_holds_without_its_supports() -> None:
    done = play(
        RULES["2000"],
        ENGLAND="A NWY - SWE VIA, F SKA C A NWY - SWE, A FIN S A NWY - SWE",
        RUSSIA="A SWE - NWY, F NWG S A SWE - NWY",
        GERMANY="F NTH - SKA, F DEN S F NTH - SKA",
    )
    assert dislodged(done) == {"F SKA", "A NWY"}


def test_a_unit_without_effect_on_its_attackers_province_needs_no_guess() -> None:
    """The army of Norway is dislodged by one that came from Sweden by sea, so it bounces none."""
    orders = {
        "ENGLAND": "A NWY - SWE",
        "RUSSIA": "A SWE - NWY VIA, F SKA C A SWE - NWY, F NWG S A SWE - NWY",
        "GERMANY": "A DEN - SWE",
    }
    rules = changed("2000", dislodged_has_no_effect_on_attackers_province="always")
    done = play(rules, **orders)
    assert (word(done, "A DEN"), dislodged(done)) == ("succeeds", {"A NWY"})
    assert undecided(rules, **orders).deduce() == []


def undecided(rules: Rules, **orders: str) -> Movement:
    """Return the movement of these orders before any decision is made."""
    start = play(rules, **orders).position
    sheets = {power: text.split(", ") for power, text in orders.items()}
    return Movement(start, assign_orders(start, sheets, rules), rules)


def test_a_strength_is_at_least_what_is_sure_and_at_most_what_is_possible() -> None:
    movement = undecided(
        RULES["2000"],
        FRANCE="A PAR - BUR, A GAS S A PAR - BUR, A MAR S A PAR - BUR, A PIC S A PAR - BUR",
    )
    paris, gascony, marseilles, picardy, other = map(
        NUMBER.__getitem__, ("PAR", "GAS", "MAR", "PIC", "WAR")
    )
    movement.dependencies = 1 << other
    assert movement.supported_strength(paris) == (1, 4)
    assert movement.dependencies == 1 << other | 1 << gascony | 1 << marseilles | 1 << picardy
    movement.yes, movement.no = 1 << gascony, 1 << marseilles
    assert movement.supported_strength(paris) == (2, 3)
    assert movement.supported_strength(paris, without=1 << gascony) == (1, 2)
    movement.no |= 1 << picardy
    assert movement.supported_strength(paris) == (2, 2)


def test_the_fleet_in_the_adriatic_helps_like_any_other() -> None:
    """Its province has the number 0."""
    held = play(
        RULES["2000"], ITALY="A VEN H, F ADR S A VEN", AUSTRIA="A TRI - VEN, A TYR S A TRI - VEN"
    )
    assert dislodged(held) == set()
    attack = undecided(RULES["2000"], ITALY="A VEN - TRI, F ADR S A VEN - TRI")
    assert attack.supported_strength(NUMBER["VEN"]) == (1, 2)


def test_the_hold_strength_against_a_move_is_told_as_far_as_it_is_known() -> None:
    """A unit that may leave holds with 0, or with 1 if it fails to leave.

    One that may come head to head, by land or by sea, holds with its whole strength.
    """
    norway, sweden = NUMBER["NWY"], NUMBER["SWE"]
    leaves = "A SWE - FIN, F BOT S A SWE - FIN, A FIN H"  # the support is for leaving alone
    following = undecided(RULES["2000"], ENGLAND="A NWY - SWE", RUSSIA=leaves)
    assert following.attack_and_hold_strength(norway) == ((1, 1), (0, 1))
    following.no = 1 << sweden
    assert following.attack_and_hold_strength(norway) == ((1, 1), (1, 1))
    following.yes, following.no = 1 << sweden, 0
    assert following.attack_and_hold_strength(norway) == ((1, 1), (0, 0))
    orders = {**EXCHANGE, "RUSSIA": "A SWE - NWY, F BAR S A SWE - NWY"}
    exchange = undecided(RULES["1971"], **orders)
    assert exchange.attack_and_hold_strength(norway) == ((1, 1), (0, 2))
    exchange.no = 1 << sweden
    assert exchange.attack_and_hold_strength(norway) == ((1, 1), (1, 2))
    exchange.yes, exchange.no = 1 << sweden, 0
    assert exchange.attack_and_hold_strength(norway) == ((1, 1), (0, 2))


def test_an_army_that_nobody_carries_does_not_sail_though_a_fleet_of_its_power_is_there() -> None:
    """The Adriatic has the number 0: having no fleet is not the same as having that one."""
    idle = play(RULES["2000"], ITALY="A VEN - ALB, F ADR S A ROM - APU, A ROM - APU")
    assert word(idle, "A VEN") == "invalid"
    own = changed("2000", convoy_to_neighbour="own fleet")
    walked = play(own, ITALY="A VEN - TRI, A VEN - TRI, F ADR H")
    assert "A TRI" in stand(walked)


def test_an_attacker_from_the_sea_closes_no_way_to_retreat_in_the_book_of_2023() -> None:
    orders = {
        "ITALY": "A NAP - GRE, F ION C A NAP - GRE, A ALB S A NAP - GRE",
        "TURKEY": "F GRE H",
    }
    [entry] = play(RULES["2023"], **orders).next.dislodged["TURKEY"]
    assert (entry.attacker, entry.retreats) == ("NAP", ("AEG", "BUL/SC"))


def test_a_unit_with_a_refused_order_keeps_its_name_and_is_lost_like_any_other() -> None:
    forces = {"FRANCE": "F POR", "ITALY": "F MAO, A SPA"}
    units = {power: tuple(map(Unit.parse, text.split(", "))) for power, text in forces.items()}
    sheets: Sheets = {"FRANCE": ["A POR - LON"], "ITALY": ["F MAO - POR", "A SPA S F MAO - POR"]}
    done = adjudicate(Position(PhaseCode.parse("S1901M"), units), sheets)
    lost = next(r for r in done.results if r.power == "FRANCE")
    assert (str(lost.unit), lost.text, lost.outcome.value) == ("F POR", "A POR - LON", "illegal")
    assert lost.dislodged is lost.destroyed is True


@pytest.mark.parametrize(
    ("routes", "said"), [("all must stand", "given"), ("one must stand", "cut")]
)
def test_a_support_against_a_needed_fleet_is_given_though_the_fleet_holds(
    routes: str, said: str
) -> None:
    orders = {**TWO_SEAS, "RUSSIA": "F NWG S F NTH"}
    done = play(changed("2000", alternative_convoy_routes=routes), **orders)
    assert (word(done, "F BEL"), word(done, "F NTH"), dislodged(done)) == (said, "available", set())


def test_a_phase_without_a_fight_leaves_nobody_dislodged() -> None:
    assert play(RULES["2000"], FRANCE="A PAR - BUR").next.dislodged == {}


def test_simple_decisions_are_made_at_once() -> None:
    movement = undecided(
        RULES["2000"],
        ENGLAND="A LON - NWY, F NTH C A LON - NWY",
        FRANCE="A PAR - BUR, A MAR - PIE",
        ITALY="A VEN - PIE",
        GERMANY="A MUN - KIE, F KIE H, A SIL - MUN, A BER - PRU, F BAL S A BER - PRU",
        AUSTRIA="A BUD - VIE, A VIE - TYR",
        RUSSIA="A WAR - PRU, A MOS S A UKR, A UKR H",
        TURKEY="A ARM - SEV, F BLA S A ARM - SEV, F SEV H",
    )
    left = decide_at_once(movement)
    code = standard_board().codes
    assert {code[unit] for unit in left} == {"LON"}
    certain = {code[unit] for unit in province_numbers(movement.yes)}
    assert certain == {"BER", "PAR", "VIE", "BUD", "BAL", "BLA", "MOS", "NTH"}
    hopeless = {code[unit] for unit in province_numbers(movement.no)}
    assert hopeless == {"MAR", "VEN", "MUN", "SIL", "WAR", "ARM"}


@pytest.mark.parametrize(
    ("orders", "made"),
    [
        ({"TURKEY": "A ARM - SEV, F BLA S A ARM - SEV", "RUSSIA": "F SEV H"}, True),
        (
            {
                "TURKEY": "A ARM - SEV, F BLA S A ARM - SEV",
                "RUSSIA": "F SEV H, A MOS S F SEV",
            },
            False,
        ),
        (
            {
                "TURKEY": "A ARM - SEV, F BLA S A ARM - SEV, F RUM S A ARM - SEV",
                "RUSSIA": "F SEV H, A MOS S F SEV",
            },
            True,
        ),
        ({"TURKEY": "A ARM - SEV, F BLA S A ARM - SEV, F SEV H"}, False),
        ({"TURKEY": "A ARM - SEV, F SEV H", "RUSSIA": "F BLA S A ARM - SEV"}, False),
        ({"TURKEY": "A ARM - SEV", "RUSSIA": "F SEV H, F BLA S A ARM - SEV"}, False),
        (
            {
                "TURKEY": "A ARM - SEV, F BLA S A ARM - SEV",
                "RUSSIA": "F SEV - BLA",
            },
            None,
        ),
        (
            {
                "TURKEY": "A ARM - SEV, F BLA S A ARM - SEV",
                "RUSSIA": "F SEV S F RUM - BLA, F RUM - BLA",
            },
            False,
        ),
    ],
)
def test_an_attack_on_a_unit_that_stays_is_made_at_once_if_its_supports_are_known(
    orders: dict[str, str], made: bool | None
) -> None:
    movement = undecided(RULES["2000"], **orders)
    attack = standard_board().number["ARM"]
    left = decide_at_once(movement)
    assert (attack in left) is (made is None)
    assert bool(movement.yes >> attack & 1) is (made is True)
    assert bool(movement.no >> attack & 1) is (made is False)


def test_a_small_cycle_waits_whichever_of_its_decisions_depends_on_the_larger_one() -> None:
    cycle = Cycle(
        lambda k: k.known_decision(3),
        lambda k: k.known_decision(2),
        lambda k: opposite(either(k.known_decision(0), opposite(k.known_decision(1)))),
        *(lambda k, after=after: k.known_decision(after) for after in (4, 5, 6, 3)),
    )
    cycle.target = dict.fromkeys(range(7), 0)
    decide_all(cycle)
    assert (cycle.yes, cycle.no) == (0b1111001, 0b0000110)


def test_a_cycle_with_one_answer_gets_it_in_any_provinces() -> None:
    cycle = Cycle(
        lambda k: True,
        lambda k: either(k.known_decision(1), k.known_decision(2)),
        lambda k: opposite(k.known_decision(1)),
    )
    decide_all(cycle)
    assert (cycle.yes, cycle.no) == (0b011, 0b100)


def test_two_pairs_exchange_places_by_convoy_at_once() -> None:
    done = play(
        RULES["1971"],
        ENGLAND="A NWY - SWE, F SKA C A NWY - SWE",
        RUSSIA="A SWE - NWY",
        ITALY="A VEN - TRI, F ADR C A VEN - TRI",
        AUSTRIA="A TRI - VEN",
    )
    movers = ("A NWY", "A SWE", "A VEN", "A TRI")
    assert [word(done, unit) for unit in movers] == ["succeeds"] * 4


def test_two_supports_hold_a_unit_against_two_supports() -> None:
    held = play(
        RULES["2000"],
        FRANCE="A BUR H, A PAR S A BUR, A GAS S A BUR",
        GERMANY="A MUN - BUR, A RUH S A MUN - BUR, A BEL S A MUN - BUR",
    )
    assert dislodged(held) == set()


@pytest.mark.parametrize("convoy_stands", [True, False])
def test_a_contest_waits_for_a_support_that_a_convoyed_army_may_cut(convoy_stands: bool) -> None:
    fleets = "F MAO - ENG" if convoy_stands else "F MAO - ENG, F IRI S F MAO - ENG"
    done = play(
        RULES["2000"],
        GERMANY="A MUN - BUR, A RUH S A MUN - BUR",
        ITALY="A PAR - BUR, A PIC S A PAR - BUR",
        ENGLAND="A LON - PIC, F ENG C A LON - PIC",
        FRANCE=fleets,
    )
    assert dislodged(done) == (set() if convoy_stands else {"F ENG"})
    assert word(done, "A MUN") == ("succeeds" if convoy_stands else "fails")
    assert word(done, "A PAR") == "fails"
