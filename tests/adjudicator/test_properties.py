"""Properties of every position and every set of orders, sensible or not."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    SETUPS,
    Board,
    Dislodged,
    Order,
    OrderSyntaxError,
    Outcome,
    Position,
    Result,
    Rules,
    load_setup,
    parse_canonical,
    winner,
)
from adjudicator.setups import Coin, Setup
from adjudicator.terms import PhaseCode, PhaseType, Season

from . import situations as drawn
from .absurd_orders import BOARD, POWERS, any_sheets
from .boards import on
from .checker import claim_of, counting_orders, violations
from .checker_equations import Scene
from .checker_orders import assign, read
from .exhaustive_search import answers, parts
from .situations import Sheets, Situation
from .soaking import SECONDS_A_TEST, SEED, editions, fates, often, resolve, seeds

pytestmark = pytest.mark.timeout(SECONDS_A_TEST)


@pytest.fixture(autouse=True)
def _say_the_seed() -> None:
    print(f"SOAK_SEED={SEED}")


# Movement


@often(80)
@given(drawn.situations(), editions)
def test_no_province_ever_holds_two_units_and_none_appears_or_vanishes(
    situation: Situation, rules: Rules
) -> None:
    position, sheets = situation
    resolution = resolve(position, sheets, rules)
    standing = [(p, u.type) for p, units in resolution.next.units.items() for u in units]
    lost = [(p, d.unit.type) for p, ds in resolution.next.dislodged.items() for d in ds]
    gone = [(power, unit.type) for power, unit in resolution.destroyed]
    before = Counter((power, unit.type) for power, unit in position.at.values())
    assert Counter(standing + lost + gone) == before
    provinces = {u.province for units in resolution.next.units.values() for u in units}
    assert len(provinces) == len(standing)


@often(80)
@given(drawn.situations(), any_sheets, editions)
def test_every_unit_and_every_line_has_one_outcome_and_one_reason(
    situation: Situation, nonsense: Sheets, rules: Rules
) -> None:
    position, sheets = situation[0], drawn.mixed(situation[1], nonsense)
    results = resolve(position, sheets, rules).results
    written = [line for sheet in sheets.values() for line in sheet]
    more = sum(may_part(line) for line in written)
    assert len(written) <= sum(r.given for r in results) <= len(written) + more
    ordered = {(r.power, r.unit) for r in results if r.given}
    silent = [(r.power, r.unit) for r in results if not r.given]
    assert len(set(silent)) == len(silent)
    assert ordered.isdisjoint(silent)
    assert {*ordered, *silent} >= set(position.at.values())
    assert all(str(r.reason) for r in results)


def may_part(line: Any) -> int:
    """Return how many orders a line can hold beside its first: a text may have separators."""
    return sum(not (c.isalnum() or c in " -") for c in line) if isinstance(line, str) else 0


@often(50)
@given(drawn.situations(), editions)
def test_the_checker_accepts_every_movement_phase(situation: Situation, rules: Rules) -> None:
    position, sheets = situation
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


@often(80)
@given(drawn.crowds(most=9, powers=3) | drawn.paradoxes() | drawn.on_small_boards(), editions)
def test_if_the_rules_have_one_answer_it_is_that_one(situation: Situation, rules: Rules) -> None:
    position, sheets = situation
    rules = replace(rules, impossible_move="holds")
    orders = counting_orders(assign(read(position, sheets, rules), position.at, rules))
    claim = claim_of(Scene(position, rules, orders), resolve(position, sheets, rules))
    for part in parts(Scene(position, rules, orders)):
        if len(part.target) > 9:
            continue
        moved, possible = claim.moved & part.target.keys(), list(answers(part))
        if len(possible) == 1:
            assert moved == possible[0].moved
            assert not claim.paradox & part.convoys.keys()
        elif not part.convoys:  # a circle of moves: all of them succeed (rulebook 2000, rule 7)
            assert moved == max((answer.moved for answer in possible), key=len)
        elif possible and not has_circle(part.target):  # Szykman: convoys of a paradox fall
            stood = [answer.stood for answer in possible]
            doubtful = stood[0].union(*stood) - stood[0].intersection(*stood)
            assert not doubtful or doubtful - claim.stood


def has_circle(target: Mapping[str, str]) -> bool:
    """Return whether units are ordered to move in a circle."""
    for unit in target:
        passed = {unit}
        while (step := target.get(unit)) is not None and step not in passed:
            passed.add(step)
            unit = step
        if step is not None:
            return True
    return False


@often(60)
@given(drawn.situations(), any_sheets, editions, seeds)
def test_the_order_in_which_units_and_orders_are_written_does_not_matter(
    situation: Situation, nonsense: Sheets, rules: Rules, dice_seed: int
) -> None:
    position, sheets = situation
    lines = drawn.mixed(sheets, once_each(sheets, nonsense, position.board))
    dice = random.Random(dice_seed)
    units = {p: shuffled(position.units[p], dice) for p in shuffled([*position.units], dice)}
    again = {p: shuffled(lines[p], dice) for p in shuffled([*lines], dice)}
    first = resolve(position, lines, rules)
    second = resolve(
        replace(position, units={p: tuple(several) for p, several in units.items()}), again, rules
    )
    assert fates(first) == fates(second)
    assert first.next == second.next
    assert set(first.destroyed) == set(second.destroyed)


def outcome(result: Result) -> tuple[str, str, Outcome]:
    """Return the outcomes; a dislodged unit with two orders has only one result that says so."""
    return result.power, result.text, result.outcome


@often(50)
@given(drawn.with_repeated_orders(), editions, seeds)
def test_repeated_orders_that_do_not_count_may_be_in_any_order(
    situation: Situation, rules: Rules, dice_seed: int
) -> None:
    position, sheets = situation
    rules = replace(rules, order_repeated="none")
    dice = random.Random(dice_seed)
    again = {p: shuffled(sheets[p], dice) for p in shuffled([*sheets], dice)}
    first, second = resolve(position, sheets, rules), resolve(position, again, rules)
    assert Counter(map(outcome, first.results)) == Counter(map(outcome, second.results))
    assert first.next == second.next


@often(80)
@given(drawn.sloppy(), editions)
def test_the_checker_accepts_sloppy_orders(situation: Situation, rules: Rules) -> None:
    position, sheets = situation
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


@often(50)
@given(drawn.with_repeated_orders(), editions)
def test_the_checker_accepts_repeated_orders(situation: Situation, rules: Rules) -> None:
    position, sheets = situation
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


def shuffled(items: Sequence[Any], dice: random.Random) -> list[Any]:
    return dice.sample(items, len(items))


def once_each(sheets: Sheets, nonsense: Sheets, board: Board) -> Sheets:
    """Return the lines of `nonsense` for units that no earlier line names.

    Of two orders for one unit the last may count, so there the order of lines makes a difference.
    """
    spoken = {(p, spoken_to(line, board)) for p, lines in sheets.items() for line in lines}
    rest: Sheets = {}
    for power, lines in nonsense.items():
        for line in lines:
            where = (power, spoken_to(line, board))
            if not where[1] or where not in spoken:
                spoken.add(where)
                rest.setdefault(power, []).append(line)
    return rest


def spoken_to(line: Order | str, board: Board) -> str:
    """Return the province of the unit that a line names, if any."""
    try:
        order = line if isinstance(line, Order) else parse_canonical(str(line), board=board)
    except OrderSyntaxError:
        return ""
    return order.unit.province if order.unit else ""


@often(50)
@given(drawn.years(), editions, st.permutations(POWERS), st.booleans())
def test_powers_may_have_any_names_if_their_home_centers_have_them_too(
    situation: Situation, rules: Rules, others: list[str], strange: bool
) -> None:
    names = {p: f"{o} – 2%" if strange else o for p, o in zip(POWERS, others, strict=True)}
    position, sheets = situation
    while True:
        there = renamed(position, names)
        here = resolve(position, sheets, rules)
        anew = resolve(there, {names[p]: lines for p, lines in sheets.items()}, rules)
        assert fates(here, names) == fates(anew)
        expected = renamed(here.next, names, there.board)
        for field in ("phase", "units", "centers", "dislodged"):
            assert getattr(anew.next, field) == getattr(expected, field)
        if here.next.phase.type is PhaseType.MOVEMENT:
            return
        position, sheets = here.next, {}


def renamed(position: Position, names: dict[str, str], board: Board | None = None) -> Position:
    """Return the same position on a board where the powers have other names."""
    if board is None:
        old = position.board
        new = {
            code: replace(
                each,
                home=each.home and names[each.home],
                homeland=each.homeland and names[each.homeland],
            )
            for code, each in old.provinces.items()
        }
        board = Board(old.name, new, old.army_moves, old.fleet_moves)
    return Position(
        position.phase,
        {names[p]: units for p, units in position.units.items()},
        position.centers and {names[p]: codes for p, codes in position.centers.items()},
        {names[p]: several for p, several in position.dislodged.items()},
        on(board),
    )


@often(60)
@given(drawn.situations(), any_sheets, editions)
def test_the_same_question_has_the_same_answer(
    situation: Situation, nonsense: Sheets, rules: Rules
) -> None:
    position, sheets = situation[0], drawn.mixed(situation[1], nonsense)
    before = deepcopy(sheets)
    first = resolve(position, sheets, rules)
    assert resolve(position, sheets, rules) == first
    assert sheets == before
    copy = replace(position, units=dict(position.units))
    assert resolve(copy, dict(sheets), rules)[1:] == first[1:]


# Powers that nobody plays


@often(60)
@given(drawn.situations(), editions, st.integers(0, 10))
def test_a_neutral_power_holds_and_the_rest_is_as_if_it_had_ordered_nothing(
    situation: Situation, rules: Rules, choice: int
) -> None:
    position, sheets = situation
    powers = position.powers
    neutral = powers[choice % len(powers)] if powers else ""
    hands = tuple((power,) for power in powers if power != neutral)
    setup = replace(position.setup, name="with a neutral power", powers=powers, players=hands)
    fewer = replace(position, setup=setup)
    done = resolve(fewer, sheets, rules)
    played = {power: sheet for power, sheet in sheets.items() if power != neutral}
    expected = resolve(position, played, rules)
    assert done.next.units == expected.next.units
    assert set(done.next.units.get(neutral, ())) <= set(position.units.get(neutral, ()))
    assert neutral not in done.next.dislodged
    lost = {each.unit for each in expected.next.dislodged.get(neutral, ())}
    lost |= {unit for power, unit in expected.destroyed if power == neutral}
    assert {unit for power, unit in done.destroyed if power == neutral} == lost
    assert not [
        result
        for result in done.results
        if result.power == neutral and result.outcome in (Outcome.GIVEN, Outcome.SUCCEEDS)
    ]


NEVER = PhaseCode(9998, Season.WINTER, PhaseType.ADJUSTMENT)


@lru_cache(maxsize=8)
def closed_on(board: Board) -> Setup:
    """Return the set-up for two on a board of which two provinces in five are always closed."""
    closed = frozenset(sorted(board.codes)[::5]) | frozenset(sorted(board.codes)[2::5])
    return replace(load_setup("two"), board=board, coin=Coin("ITALY", NEVER, closed))


@often(60)
@given(drawn.situations(), any_sheets, editions)
def test_a_closed_province_is_neither_entered_nor_left(
    situation: Situation, nonsense: Sheets, rules: Rules
) -> None:
    position, sheets = situation[0], drawn.mixed(situation[1], nonsense)
    position = replace(position, setup=closed_on(position.board))
    done = resolve(position, sheets, rules)
    before, after = (
        {text for text in map(str, units) if text[2:5] in position.closed}
        for units in (chain(*position.units.values()), chain(*done.next.units.values()))
    )
    assert after == before
    ways = [place for each in chain(*done.next.dislodged.values()) for place in each.retreats]
    assert position.closed.isdisjoint(place[:3] for place in ways)


# Retreats and adjustments


@often(80)
@given(drawn.years(), editions, st.data())
def test_the_checker_accepts_the_retreats_and_adjustments_that_follow(
    situation: Situation, rules: Rules, data: st.DataObject
) -> None:
    position, sheets = situation
    while True:
        resolution = resolve(position, sheets, rules)
        assert violations(position, sheets, resolution, rules) == []
        position = resolution.next
        if position.phase.type is PhaseType.MOVEMENT:
            return
        retreating = position.phase.type is PhaseType.RETREAT
        follow = drawn.retreats_for if retreating else drawn.adjustments_for
        sheets = data.draw(follow(position))


@often(50)
@given(st.data(), editions, any_sheets)
def test_the_checker_accepts_retreats_of_any_units_to_any_place(
    data: st.DataObject, rules: Rules, nonsense: Sheets
) -> None:
    position = data.draw(routs())
    sheets = drawn.mixed(data.draw(drawn.retreats_for(position)), nonsense)
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


@st.composite
def routs(draw: Any) -> Position:
    """Draw many dislodged units with few retreats."""
    standing: Position = draw(drawn.positions(14, phases=["S1901R", "F1901R"]))
    lost: dict[str, tuple[Dislodged, ...]] = {}
    for power, unit in standing.at.values():
        if draw(st.booleans()):
            free = sorted(
                way
                for way in BOARD.moves(unit.type, unit.location)
                if way[:3] not in standing.at and draw(st.integers(0, 3))
            )
            entry = Dislodged(unit, draw(st.sampled_from([*free, None])), tuple(free))
            lost[power] = (*lost.get(power, ()), entry)
    return Position(standing.phase, standing.units, None, lost)


@often(60)
@given(drawn.years(), editions, st.data(), any_sheets)
def test_the_checker_accepts_adjustments_with_any_lines(
    situation: Situation, rules: Rules, data: st.DataObject, nonsense: Sheets
) -> None:
    there = situation.position
    position = replace(there, phase=there.phase.following().following())
    sheets = drawn.mixed(data.draw(drawn.adjustments_for(position)), nonsense)
    assert violations(position, sheets, resolve(position, sheets, rules), rules) == []


@often(50)
@given(drawn.years(), editions, st.data(), seeds)
def test_in_adjustments_only_the_order_of_the_lines_of_one_power_matters(
    situation: Situation, rules: Rules, data: st.DataObject, dice_seed: int
) -> None:
    there = situation.position
    position = replace(there, phase=there.phase.following().following())
    sheets = data.draw(drawn.adjustments_for(position))
    first = resolve(position, sheets, rules)
    second = resolve(
        position, {p: sheets[p] for p in shuffled([*sheets], random.Random(dice_seed))}, rules
    )
    assert fates(first) == fates(second)
    assert first.next == second.next


# The winner


@often(120)
@given(st.sampled_from(sorted(SETUPS)), st.randoms(use_true_random=False), st.integers(1, 34))
def test_a_side_wins_only_with_enough_centers_and_more_than_any_other(
    name: str, luck: random.Random, needed: int
) -> None:
    setup = load_setup(name)
    together = luck.random() < 0.5
    sides = [*setup.players] if together else [(power,) for power in setup.powers]
    owner = {
        code: luck.choice(setup.powers[: luck.randint(1, 7)])
        for code in setup.board.centers
        if luck.random() < 0.9
    }
    centers = {p: tuple(c for c, o in owner.items() if o == p) for p in setup.powers}
    position = Position(PhaseCode.parse("S1910M"), {}, centers, setup=setup)

    def total(side: tuple[str, ...]) -> int:
        return sum(power in side for power in owner.values())

    right = [
        side
        for side in sides
        if total(side) >= needed
        and all(total(side) > total(other) for other in sides if other != side)
    ]
    assert len(right) <= 1
    assert winner(position, needed, sides) == (tuple(right[0]) if right else ())
