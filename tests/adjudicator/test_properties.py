"""What holds for every position and every set of orders, sensible or not."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import (
    RULES,
    Convoy,
    Hold,
    Move,
    Order,
    OrderSyntaxError,
    PhaseCode,
    PhaseType,
    Position,
    Resolution,
    Rules,
    SupportMove,
    Unit,
    UnitType,
    adjudicate,
    legal_orders,
    parse_order,
    standard_board,
)
from adjudicator.battle import Battle
from adjudicator.cycles import settle
from adjudicator.sheet import read_sheets

BOARD = standard_board()
POWERS = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY"]
DATC = json.loads((Path(__file__).parents[1] / "data" / "datc.json").read_text())["cases"]
KNOTTY = [c for c in DATC if c["id"].split(".")[1] in "CEFG"]
editions = st.sampled_from(list(RULES.values()))
seeds = st.integers(0, 2**32)
thorough = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


def random_unit(code: str, dice: random.Random) -> Unit:
    province = BOARD.provinces[code]
    kinds = {"sea": "F", "inland": "A", "coastal": "AF"}
    letter = dice.choice(kinds[province.type])
    afloat = letter == "F" and province.coasts
    return Unit(UnitType(letter), f"{code}/{dice.choice(province.coasts)}" if afloat else code)


def crowd(dice: random.Random) -> tuple[Position, dict[str, list[Order | str]]]:
    """Units close together with legal orders that concern one another."""
    codes = [dice.choice(sorted(BOARD.provinces))]
    for code in codes:
        codes += sorted(BOARD.neighbours[code].difference(codes))
    units: dict[str, list[Unit]] = {}
    for code in codes[: dice.choice([5, 10, 16])]:
        units.setdefault(dice.choice(POWERS), []).append(random_unit(code, dice))
    position = Position(PhaseCode.parse("F1901M"), {p: tuple(u) for p, u in units.items()})
    orders: dict[str, list[Order | str]] = {}
    moves: list[Order] = []
    for power, unit in dice.sample(sorted(position.at.values(), key=str), len(position.at)):
        choices = legal_orders(position, power, unit)
        helpful = [order for order in choices if helps(order, moves)]
        going = [order for order in choices if isinstance(order, Move)]
        pools = [pool for pool in (helpful, helpful, going, choices) if pool]
        order = dice.choice(dice.choice(pools))
        moves += [order] if isinstance(order, Move) else []
        orders.setdefault(power, []).append(order)
    return position, orders


def helps(order: Order, moves: list[Order]) -> bool:
    return any(
        isinstance(move, Move)
        and (
            (isinstance(order, SupportMove) and order.supported == move.unit)
            or (isinstance(order, Convoy) and order.army == move.unit)
        )
        and order.target == move.target
        for move in moves
    )


def knots(dice: random.Random) -> tuple[Position, dict[str, list[Order | str]]]:
    """Two or three hard cases on one board, with a few orders taken away."""
    units: dict[str, list[Unit]] = {}
    orders: dict[str, list[Order | str]] = {}
    taken: set[str] = set()
    for case in dice.sample(KNOTTY, dice.choice([1, 2, 3])):
        placed = set()
        for power, texts in case["units"].items():
            for unit in map(Unit.parse, texts):
                if unit.province not in taken:
                    units.setdefault(power, []).append(unit)
                    placed.add(unit.province)
        taken |= placed
        for power, text, _ in case["orders"]:
            told = parse_order(text).unit
            if told and told.province in placed and dice.random() < 0.95:
                orders.setdefault(power, []).append(text)
    return Position(PhaseCode.parse("F1901M"), {p: tuple(u) for p, u in units.items()}), orders


def situation(seed: int) -> tuple[Position, dict[str, list[Order | str]]]:
    dice = random.Random(seed)
    return dice.choice([crowd, knots])(dice)


def fates(resolution: Resolution) -> Counter[tuple[str, ...]]:
    return Counter((r.power, r.text, r.outcome.value, str(r.dislodged)) for r in resolution.results)


@thorough
@given(seeds, editions)
def test_no_province_ever_holds_two_units_and_none_appears_or_vanishes(
    seed: int, rules: Rules
) -> None:
    position, orders = situation(seed)
    resolution = adjudicate(position, orders, rules)
    standing = [unit for units in resolution.next.units.values() for unit in units]
    lost = [d.unit for ds in resolution.next.dislodged.values() for d in ds]
    assert len({unit.province for unit in standing}) == len(standing)
    assert len(standing) + len(lost) + len(resolution.destroyed) == len(position.at)


@thorough
@given(seeds, editions)
def test_every_unit_has_one_result_and_the_dislodged_are_those_that_lost_their_place(
    seed: int, rules: Rules
) -> None:
    position, orders = situation(seed)
    resolution = adjudicate(position, orders, rules)
    results = resolution.results
    assert sorted(str(r.unit) for r in results) == sorted(str(u) for _, u in position.at.values())
    lost = {str(d.unit) for ds in resolution.next.dislodged.values() for d in ds}
    assert {str(r.unit) for r in results if r.dislodged and not r.destroyed} == lost
    assert all(str(result.reason) for result in resolution.results)


@thorough
@given(seeds, editions)
def test_the_order_in_which_units_and_orders_are_written_does_not_matter(
    seed: int, rules: Rules
) -> None:
    position, orders = situation(seed)
    dice = random.Random(seed)

    def shuffled(mapping: dict[str, list[Order | str]]) -> dict[str, list[Order | str]]:
        powers = dice.sample(sorted(mapping), len(mapping))
        return {power: dice.sample(mapping[power], len(mapping[power])) for power in powers}

    units = {p: position.units[p] for p in dice.sample(sorted(position.units), len(position.units))}
    first = adjudicate(position, orders, rules)
    second = adjudicate(Position(position.phase, units), shuffled(orders), rules)
    assert fates(first) == fates(second)
    assert first.next == second.next


@thorough
@given(seeds, editions)
def test_the_same_question_has_the_same_answer(seed: int, rules: Rules) -> None:
    position, orders = situation(seed)
    assert adjudicate(position, orders, rules) == adjudicate(position, orders, rules)


@thorough
@given(seeds, editions)
def test_every_decision_agrees_with_the_rules_save_convoys_ended_by_a_paradox(
    seed: int, rules: Rules
) -> None:
    position, sheets = situation(seed)
    orders: dict[str, Order] = {code: Hold(unit) for code, (_, unit) in position.at.items()}
    for entry in read_sheets(position, sheets, rules):
        if entry.error is None and entry.order and entry.order.unit:
            orders[entry.order.unit.province] = entry.order
    battle = Battle(position, orders, rules)
    settle(battle)
    for decision, decide in battle.decide.items():
        if decision not in battle.disrupted:
            assert decide(decision) == battle.known[decision]


@thorough
@given(
    st.dictionaries(st.sampled_from([*POWERS, ""]), st.lists(st.text(max_size=20)), max_size=4),
    editions,
)
def test_any_texts_at_all_are_answered(sheets: dict[str, list[str]], rules: Rules) -> None:
    position, _ = situation(1)
    resolution = adjudicate(position, sheets, rules)
    assert len(resolution.results) == len(position.at) + sum(map(len, sheets.values()))


VOCABULARY = "A,F,PAR,SPA/NC,SPA/SC,MAO,-,S,C,H,R,D,B,VIA,WAIVE,BUILD,xyz"
words = st.sampled_from(VOCABULARY.split(","))


@thorough
@given(st.lists(words, max_size=9), st.sampled_from(PhaseType))
def test_whatever_can_be_read_is_read_again_from_what_is_written(
    sentence: list[str], phase_type: PhaseType
) -> None:
    try:
        order = parse_order(" ".join(sentence), phase_type)
    except OrderSyntaxError:
        return
    assert parse_order(str(order), phase_type) == order


@cache
def offered() -> list[Order]:
    position, _ = situation(3)
    return [o for power, unit in position.at.values() for o in legal_orders(position, power, unit)]


def test_every_order_offered_is_read_again_from_its_text() -> None:
    assert len(offered()) > 20
    assert [parse_order(str(order)) for order in offered()] == offered()
