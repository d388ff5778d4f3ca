"""On the map a way leads to every legal order of recorded positions, and to no two the same."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from adjudicator import (
    Dislodged,
    PhaseCode,
    Position,
    Unit,
    adjustment,
    legal_orders,
    standard_board,
)
from adjudicator.notation import render
from adjudicator.orders import Move, Order
from tests.browser.conftest import Site
from tests.soak import SOAK

RECORDED = Path(__file__).parents[1] / "data" / "recorded_games.jsonl.gz"
EVERY = 9 if SOAK else 27  # of the recorded phases


def positions() -> Iterator[Position]:
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, None, EVERY):
            read = json.loads(line)
            units = {who: tuple(map(Unit.parse, own)) for who, own in read["units"].items()}
            taken = {unit.province for own in units.values() for unit in own}
            yield Position(
                phase=PhaseCode.parse(read["phase"]),
                units=units,
                centers={who: tuple(own) for who, own in read["centers"].items()},
                dislodged={
                    who: tuple(beaten(Unit.parse(unit), taken) for unit in several)
                    for who, several in read["dislodged"].items()
                },
            )


def beaten(unit: Unit, taken: set[str]) -> Dislodged:
    """Where it may go is not recorded: everywhere that is free."""
    goals = standard_board().moves(unit.type, unit.location)
    return Dislodged(unit, None, tuple(goal for goal in sorted(goals) if goal[:3] not in taken))


def lists(position: Position) -> Iterator[list[Order]]:
    """What may be ordered, by the unit or the place that is chosen on the map first."""
    for power in position.powers:
        due: dict[str, list[Order]] = defaultdict(list)
        for order in adjustment(position, power).options:
            if order.unit is not None:
                due[order.unit.province].append(order)
        yield from due.values()
    units = [unit for several in position.units.values() for unit in several]
    units += [each.unit for several in position.dislodged.values() for each in several]
    for unit in units:
        yield list(legal_orders(position, unit))


def option(order: Order, language: str, position: Position) -> dict[str, Any]:
    overseas = isinstance(order, Move) and (
        order.via or order.target not in position.board.moves(order.unit.type, order.unit.location)
    )
    return {
        "text": str(order),
        "short": render(order, language, "short", position),
        "overseas": overseas,
    }


# For each option: where its ways lead when they are taken step by step, and what is said on them.
WALK = """
async (lists) => {
  const { follow, sentence, waysThrough } = await import("/static/js/board/choices.js");
  const wrong = [];
  for (const options of lists) {
    const ways = waysThrough(options);
    for (const option of options) {
      const own = ways.filter((each) => each.option === option);
      if (!own.length) wrong.push(`${option.text}: no way`);
      for (const { way } of own) {
        let found = follow(ways, []);
        while (!found.order && found.taken.length < way.length) {
          const said = sentence(found.left);
          if (!option.short.startsWith(said.slice(0, -1).trimEnd())) {
            wrong.push(`${option.text}: “${said}”`);
          }
          found = follow(ways, [...found.taken, way[found.taken.length]]);
        }
        const same = ways.filter((each) => `${each.way}` === `${way}`).length;
        if (found.order !== option || same !== 1) wrong.push(`${option.text}: ${way}`);
      }
    }
  }
  return wrong;
}
"""


@pytest.mark.parametrize("language", ["en", "bg"])
def test_every_legal_order_is_reached_and_no_two_by_the_same_way(site: Site, language: str) -> None:
    offered = [
        [option(order, language, position) for order in orders]
        for position in positions()
        for orders in lists(position)
        if orders
    ]
    assert sum(map(len, offered)) > (10_000 if SOAK else 3_000)
    page = site.visit()
    page.goto("/")
    assert page.evaluate(WALK, offered) == []
