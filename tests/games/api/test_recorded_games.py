"""Ten recorded games of people, played again to their end by the API alone.

Seven programs with keys send the recorded orders and read each phase back: units, dislodged units,
centers and the orders that were given must equal the record. tests/data/README.md names the source
of the record.
"""

import re
from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import Any

import pytest

from accounts import clock
from games.adjudication import due_phases
from tests import factories
from tests.adjudicator import recorded

from .conftest import Table, program

FEWER = 8  # phases that the suite plays of the first game; a soak plays all phases of all
# The site names the coast to which a supported fleet moves; the record may leave it out.
TARGET_COAST = re.compile(r"( S F \S+ - \w+)/\w+$")
Row = Mapping[str, Any]


def games() -> dict[str, list[Row]]:
    """The phases of each recorded game; the last one has a position and no orders."""
    return {name: list(rows) for name, rows in groupby(recorded.rows(), lambda row: row["game"])}


def played() -> list[Any]:
    """The beginning of the first game; in a soak, each game as a whole."""
    record = games()
    beginning = next(iter(record.values()))[: FEWER + 1]
    whole = [pytest.param(rows, marks=pytest.mark.soak, id=name) for name, rows in record.items()]
    return [pytest.param(beginning, id="a beginning"), *whole]


@pytest.mark.django_db
@pytest.mark.timeout(600)
@pytest.mark.parametrize("rows", played())
def test_a_recorded_game_ends_by_the_api_as_it_did(rows: list[Row]):
    table = begun_table()
    for row, following in pairwise(rows):
        for power, orders in row["orders"].items():
            save(table, row["phase"], power, orders)
        factories.let_be_due(table.game, clock.now())
        due_phases.resolve_due()
        assert_read(table, row, following)
    assert position(read(table, rows[-1]["phase"])) == position(rows[-1])


def begun_table() -> Table:
    game = factories.begun_game(title="Played again")
    seats = game.seats.all()
    return Table(game, {seat.power: program(factories.holder(seat)) for seat in seats})


def save(table: Table, code: str, power: str, orders: list[str]) -> None:
    sheet = {"phase": code, "orders": orders}
    answer = table.programs[power].put(f"{table.seat(power)}/orders", sheet)
    assert answer.status_code == 200, answer.content
    stored = [each["order"] for each in answer.json()["stored"]["orders"]]
    assert spelled(stored) == spelled(orders), f"{code} {power}"


def read(table: Table, code: str) -> Row:
    answer = table.programs["FRANCE"].get(f"{table.path}/phases/{code}")
    assert answer.status_code == 200, answer.content
    found: Row = answer.json()
    return found


def assert_read(table: Table, row: Row, following: Row) -> None:
    """Check that a resolved phase is read as it was recorded."""
    found = read(table, row["phase"])
    assert (found["status"], found["next"]) == ("resolved", following["phase"])
    assert position(found) == position(row), row["phase"]
    given = {
        power: spelled([each["order"] for each in results if each["given"]])
        for power, results in found["results"].items()
    }
    expected = {power: spelled(orders) for power, orders in row["orders"].items()}
    assert {power: orders for power, orders in given.items() if orders} == expected
    beaten = {
        power: sorted(each["order"][:5] for each in results if each["dislodged"])
        for power, results in found["results"].items()
    }
    retreating = {
        power: sorted(unit[:5] for unit in units) for power, units in following["dislodged"].items()
    }
    assert {power: units for power, units in beaten.items() if units} == retreating, row["phase"]


def spelled(orders: list[str]) -> list[str]:
    """Orders in one spelling and one sequence."""
    return sorted(TARGET_COAST.sub(r"\1", order) for order in orders)


def position(row: Row) -> dict[str, dict[str, list[str]]]:
    """Units, dislodged units and centers of each power that has any."""
    return {
        name: {power: sorted(several) for power, several in row[name].items() if several}
        for name in ("units", "dislodged", "centers")
    }
