"""Movement phases that stand still: the same situations in every run, judged by the checker."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from adjudicator import RULES, PhaseCode, Position, Rules, Unit, adjudicate, standard_board
from adjudicator.board import numbers
from adjudicator.knots import settle
from adjudicator.movement import Movement
from adjudicator.plain import decide_at_once
from adjudicator.sheet import assign as assign_orders

from . import situations as drawn
from .checker import claim_of, told, violations
from .checker_equations import Scene
from .checker_orders import assign, read
from .editions import changed, dislodged, play, stand, word
from .oracle import answers, parts
from .samples import editions, sample
from .situations import Sheets, Situation
from .test_knots import Knot, either, opposite

CROWDED, SMALL, HARD, MUDDLED = 300, 300, 120, 80
WAYS = {
    "crowds": (drawn.crowds(), CROWDED),
    "small boards": (drawn.worlds(), SMALL),
    "hard cases": (drawn.knots(), HARD),
    "several orders to a unit": (drawn.muddles(), MUDDLED),
}


@cache
def phases(kind: str) -> list[Situation]:
    strategy, count = WAYS[kind]
    return sample(strategy, count)


def under_all_editions(kind: str) -> Iterator[tuple[Position, Sheets, Rules]]:
    """Each situation under the editions in turn."""
    situations = phases(kind)
    for (position, sheets), rules in zip(situations, editions(len(situations)), strict=True):
        yield position, sheets, rules


@pytest.mark.parametrize("kind", WAYS)
def test_the_checker_accepts_the_phases_that_stand_still(kind: str) -> None:
    for position, sheets, rules in under_all_editions(kind):
        done = adjudicate(position, sheets, rules)
        assert violations(position, sheets, done, rules) == [], (position, sheets, rules)
        assert all(str(result.reason) for result in done.results)


@pytest.mark.parametrize("kind", ["small boards", "hard cases"])
def test_what_has_one_answer_gets_it(kind: str) -> None:
    for position, sheets, rules in under_all_editions(kind):
        if rules.impossible_move != "holds":
            continue
        orders = told(assign(read(position, sheets, rules), position.at, rules))
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
    """The fleet in the Mid-Atlantic could only help together with others that hold."""
    fields = {"support_spared_by_convoyed_attack": spared, "alternative_convoy_routes": routes}
    assert lost(IDLE_FLEET, **fields) == ({"F MAO"} if spared in SPARED else set())


def test_a_fleet_is_needed_where_all_routes_must_stand_though_there_is_another() -> None:
    def spares(spared: str, routes: str) -> bool:
        fields = {"support_spared_by_convoyed_attack": spared, "alternative_convoy_routes": routes}
        return lost(TWO_SEAS, **fields) == {"F NTH"}

    assert spares(NEEDED, "all must stand")
    assert not spares(NEEDED, "one must stand")  # by the Channel it arrives all the same
    assert all(spares(choice, "one must stand") for choice in SPARED)


@pytest.mark.parametrize("spared", ["none", *sorted(SPARED), NEEDED])
def test_a_convoyed_attack_cuts_a_support_into_a_sea_where_nobody_is_carried(spared: str) -> None:
    orders = {
        "ITALY": "A TUN - ALB, F ION C A TUN - ALB",
        "AUSTRIA": "F ALB S F TRI - ADR, F TRI - ADR",
        "FRANCE": "F ADR H",
    }
    assert lost(orders, support_spared_by_convoyed_attack=spared) == set()


def test_of_two_knots_the_one_with_an_answer_gets_it_and_only_the_other_loses_its_convoy() -> None:
    knot = Knot(
        lambda k: either(k.verdict(0), k.verdict(1)),  # true, or nothing agrees
        lambda k: opposite(k.verdict(0)),
        lambda k: k.verdict(3),  # both or neither
        lambda k: k.verdict(2),
    )
    knot.convoys = 0b0101
    settle(knot)
    assert (knot.yes, knot.no) == (0b0001, 0b1110)


NUMBER = standard_board().number
VENICE, ALBANIA = NUMBER["VEN"], NUMBER["ALB"]


@pytest.mark.parametrize(
    "second", [lambda k: k.verdict(0), lambda k: k.carried(VENICE)], ids=["a move", "a convoy"]
)
def test_a_small_knot_that_leans_on_a_greater_one_waits_for_it(
    second: Callable[[Knot], bool | None],
) -> None:
    """Whatever a decision asks first is not forgotten when it asks on."""
    knot = Knot(
        lambda k: k.verdict(2),
        lambda k: k.verdict(3),
        lambda k: opposite(either(k.verdict(1), opposite(second(k)))),
        *(lambda k, after=after: k.verdict(after) for after in (4, 5, 6, 3)),  # a circle of four
    )
    knot.target = dict.fromkeys(range(7), 0) | {VENICE: ALBANIA}
    knot.carriers = {VENICE: 0b1}  # the fleet in the Adriatic, which has the number 0
    settle(knot)
    assert (knot.yes, knot.no) == (0b1111010, 0b0000101)


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


def test_nobody_has_to_guess_who_has_no_effect_where_its_attacker_came_from() -> None:
    """The army of Norway is lost to one that came from Sweden by sea, so it keeps none out."""
    orders = {
        "ENGLAND": "A NWY - SWE",
        "RUSSIA": "A SWE - NWY VIA, F SKA C A SWE - NWY, F NWG S A SWE - NWY",
        "GERMANY": "A DEN - SWE",
    }
    rules = changed("2000", dislodged_has_no_effect_on_attackers_province="always")
    done = play(rules, **orders)
    assert (word(done, "A DEN"), dislodged(done)) == ("succeeds", {"A NWY"})
    assert unweighed(rules, **orders).conclude() == []


def unweighed(rules: Rules, **orders: str) -> Movement:
    """These orders before anything is decided."""
    start = play(rules, **orders).position
    sheets = {power: text.split(", ") for power, text in orders.items()}
    return Movement(start, assign_orders(start, sheets, start.standing, rules), rules)


def test_a_strength_is_at_least_what_is_sure_and_at_most_what_is_possible() -> None:
    movement = unweighed(
        RULES["2000"],
        FRANCE="A PAR - BUR, A GAS S A PAR - BUR, A MAR S A PAR - BUR, A PIC S A PAR - BUR",
    )
    paris, gascony, marseilles, picardy, other = map(
        NUMBER.__getitem__, ("PAR", "GAS", "MAR", "PIC", "WAR")
    )
    movement.leaned_on = 1 << other
    assert movement.strength(paris) == (1, 4)
    assert movement.leaned_on == 1 << other | 1 << gascony | 1 << marseilles | 1 << picardy
    movement.yes, movement.no = 1 << gascony, 1 << marseilles
    assert movement.strength(paris) == (2, 3)
    assert movement.strength(paris, without=1 << gascony) == (1, 2)
    movement.no |= 1 << picardy
    assert movement.strength(paris) == (2, 2)


def test_the_fleet_in_the_adriatic_helps_like_any_other() -> None:
    """It has the number 0."""
    held = play(
        RULES["2000"], ITALY="A VEN H, F ADR S A VEN", AUSTRIA="A TRI - VEN, A TYR S A TRI - VEN"
    )
    assert dislodged(held) == set()


def test_what_is_held_against_a_move_is_told_as_far_as_it_is_known() -> None:
    """Somebody who may leave holds nothing or, if left behind, itself alone; one that may come the
    other way, by land or by sea, all that it brings."""
    norway, sweden = NUMBER["NWY"], NUMBER["SWE"]
    following = unweighed(RULES["2000"], ENGLAND="A NWY - SWE", RUSSIA="A SWE - FIN, A FIN H")
    assert following.clash(norway) == ((1, 1), (0, 1))
    following.no = 1 << sweden
    assert following.clash(norway) == ((1, 1), (1, 1))
    following.yes, following.no = 1 << sweden, 0
    assert following.clash(norway) == ((1, 1), (0, 0))
    orders = {**EXCHANGE, "RUSSIA": "A SWE - NWY, F BAR S A SWE - NWY"}
    exchange = unweighed(RULES["1971"], **orders)
    assert exchange.clash(norway) == ((1, 1), (0, 2))
    exchange.no = 1 << sweden
    assert exchange.clash(norway) == ((1, 1), (1, 2))
    exchange.yes, exchange.no = 1 << sweden, 0
    assert exchange.clash(norway) == ((1, 1), (0, 2))


def test_an_army_that_nobody_carries_does_not_sail_though_a_fleet_of_its_power_is_there() -> None:
    """The Adriatic has the number 0: no carrier is not the same as that one."""
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


def test_nothing_is_weighed_that_can_be_seen_at_first_sight() -> None:
    movement = unweighed(
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
    assert {code[unit] for unit in left} == {"LON", "BER", "ARM"}
    certain = {code[unit] for unit in numbers(movement.yes)}
    assert certain == {"PAR", "VIE", "BUD", "BAL", "BLA", "MOS", "NTH"}
    hopeless = {code[unit] for unit in numbers(movement.no)}
    assert hopeless == {"MAR", "VEN", "MUN", "SIL", "WAR"}


def test_a_small_knot_waits_whichever_of_its_decisions_leans_on_the_greater() -> None:
    knot = Knot(
        lambda k: k.verdict(3),
        lambda k: k.verdict(2),
        lambda k: opposite(either(k.verdict(0), opposite(k.verdict(1)))),
        *(lambda k, after=after: k.verdict(after) for after in (4, 5, 6, 3)),
    )
    knot.target = dict.fromkeys(range(7), 0)
    settle(knot)
    assert (knot.yes, knot.no) == (0b1111001, 0b0000110)


def test_a_knot_with_one_answer_gets_it_wherever_its_units_stand() -> None:
    knot = Knot(
        lambda k: True,
        lambda k: either(k.verdict(1), k.verdict(2)),
        lambda k: opposite(k.verdict(1)),
    )
    settle(knot)
    assert (knot.yes, knot.no) == (0b011, 0b100)


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
