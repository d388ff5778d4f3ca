"""Games of programs against one another, by the rules alone: no site, no database."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, NamedTuple

from adjudicator import RULES, PhaseType, adjudicate, adjustment, legal_orders, load_setup, opening
from adjudicator import winner as winner_of
from games.bots.programs.view import SeatView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator import Position
    from games.bots.programs.view import ChooseOrders

YEARS = 10


class Decision(NamedTuple):
    """Time that a decision about the orders of a movement phase took, in processor seconds."""

    units: int
    seconds: float


class Game(NamedTuple):
    """Outcome of a game, and the decisions of the player who was timed."""

    seat: str
    centers: Mapping[str, int]
    decisions: tuple[Decision, ...]

    @property
    def own(self) -> int:
        return self.centers[self.seat]

    @property
    def is_first(self) -> bool:
        """Whether no power has more centers than the seat."""
        return self.own == max(self.centers.values())


def random_player(view: SeatView, *, dice: random.Random, limit: int) -> tuple[str, ...]:
    """Return legal orders, each drawn from all that a unit may be given (`ChooseOrders`)."""
    position, rules = view.position, view.rules
    if not view.must_order:
        return ()
    if position.phase.type is not PhaseType.ADJUSTMENT:
        dislodged = [each.unit for each in position.dislodged.get(view.power, ())]
        units = dislodged or position.units[view.power]
        return tuple(str(dice.choice([*legal_orders(position, unit, rules)])) for unit in units)
    due = adjustment(position, view.power)
    if due.removals:
        return tuple(map(str, dice.sample(due.options, due.removals)))
    drawn: dict[str, str] = {}
    for order in dice.sample(due.options, len(due.options)):
        if order.unit is not None:
            drawn[order.unit.province] = str(order)
    return tuple(drawn.values())[: due.builds]


def play(
    players: Mapping[str, ChooseOrders],
    *,
    seat: str,
    seed: str,
    limit: int,
    setup: str = "standard",
    edition: str = "2000",
    years: int = YEARS,
) -> Game:
    """Play a game to a solo, or for a number of game years; the player of `seat` is timed."""
    known = load_setup(setup)
    position, decisions = opening(known), []
    last = position.phase.year + years - 1
    while position.phase.year <= last and not winner_of(position, known.victory):
        orders = {}
        for power, choose in players.items():
            view = SeatView.of_position(position, power, edition=edition)
            dice = random.Random(f"{seed} {power} {position.phase}")
            began = time.thread_time()
            orders[power] = choose(view, dice=dice, limit=limit)
            if power == seat and orders[power] and position.phase.type is PhaseType.MOVEMENT:
                decisions.append(Decision(len(orders[power]), time.thread_time() - began))
        position = adjudicate(position, orders, RULES[edition]).next
    return Game(seat, _centers(position), tuple(decisions))


def _centers(position: Position) -> dict[str, int]:
    owned = position.centers or {}
    return {power: len(owned.get(power, ())) for power in position.setup.powers}
