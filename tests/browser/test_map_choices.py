"""Every legal order of recorded positions can be given on the map, each in its own way."""

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
from games.orders import choices
from tests.browser.conftest import Site
from tests.soak import SOAK

RECORDED = Path(__file__).parents[1] / "data" / "recorded_games.jsonl.gz"
EVERY = 9 if SOAK else 27  # one of so many recorded phases is tried


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
    """Return a dislodged unit that may retreat to every free province.

    The record does not say where it may go.
    """
    goals = standard_board().moves(unit.type, unit.location)
    return Dislodged(unit, None, tuple(goal for goal in sorted(goals) if goal[:3] not in taken))


def lists(position: Position) -> Iterator[list[Order]]:
    """Yield the possible orders for each unit or province that can be chosen first on the map."""
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
    attributes = choices.order_attributes(order) | {
        "data-short": render(order, language, "short", position),
        "data-sea": overseas,
    }
    dataset = {
        name.removeprefix("data-"): "" if value is True else value
        for name, value in attributes.items()
        if value is not False
    }
    return {"value": str(order), "dataset": dataset}


# For each option: take each of its paths step by step, and compare the sentence and the result.
WALK = """
async (lists) => {
  const choices = await import("/static/js/board/choices.js");
  const { follow, optionFrom, pathsThrough, sentence } = choices;
  const wrong = [];
  for (const list of lists) {
    const options = list.map(({ value, dataset }) => optionFrom(value, dataset));
    const paths = pathsThrough(options);
    for (const option of options) {
      const own = paths.filter((each) => each.option === option);
      if (!own.length) wrong.push(`${option.text}: no path`);
      for (const { path } of own) {
        let found = follow(paths, []);
        while (!found.order && found.taken.length < path.length) {
          const said = sentence(found.left);
          if (!option.short.startsWith(said.slice(0, -1).trimEnd())) {
            wrong.push(`${option.text}: “${said}”`);
          }
          found = follow(paths, [...found.taken, path[found.taken.length]]);
        }
        const same = paths.filter((each) => `${each.path}` === `${path}`).length;
        if (found.order !== option || same !== 1) wrong.push(`${option.text}: ${path}`);
      }
    }
  }
  return wrong;
}
"""


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "bg"])
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
