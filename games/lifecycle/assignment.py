"""Assignment of people to places with the least total cost. Pure: chance is an argument."""

from collections.abc import Callable, Sequence

# Random numbers below this decide among assignments of the same cost.
LOTS = 1 << 64


def least_cost(costs: Sequence[Sequence[int]], random_below: Callable[[int], int]) -> list[int]:
    """Return the place of each person, so that the sum of the costs is the least possible.

    `costs[person][place]` is a square table of whole numbers from 0. `random_below(n)` returns a
    random number from 0 to n - 1.

    Each pair of a person and a place draws a random number. Among the assignments of least cost,
    the one with the least sum of these numbers is taken. So each of them is possible, and people
    with the same costs have the same chances.
    """
    scale = len(costs) * LOTS + 1  # no sum of random numbers outweighs a difference of costs
    return _cheapest([[cost * scale + random_below(LOTS) for cost in row] for row in costs])


def _cheapest(table: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row in a cheapest assignment: the Hungarian method.

    Rows are added one by one. A new row takes the column at the end of a cheapest path, on which
    each row gives its column to the row before it and takes the next. The prices of a row and a
    column never exceed their cell, and equal it if the row has the column; paths are measured by
    what is left of the cells (Dijkstra's algorithm). The time grows with the cube of the size.
    """
    row_prices, column_prices = [0] * len(table), [0] * len(table)
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    for new_row in range(len(table)):
        unreached = set(range(len(table)))
        length: dict[int, int] = {}  # of the best known path to each column
        before: dict[int, int] = {}  # the row from which it comes
        row, so_far = new_row, 0
        while True:
            for column in unreached:
                path = so_far + table[row][column] - row_prices[row] - column_prices[column]
                if column not in length or path < length[column]:
                    length[column], before[column] = path, row
            end = min(unreached, key=length.__getitem__)
            unreached.remove(end)
            if end not in row_of:
                break
            row, so_far = row_of[end], length[end]
        row_prices[new_row] += length[end]
        for column in row_of.keys() - unreached:
            rest = length[end] - length[column]
            column_prices[column] -= rest
            row_prices[row_of[column]] += rest
        _move_along(end, before, row_of, column_of)
    return [column_of[row] for row in range(len(table))]


def _move_along(
    end: int, before: dict[int, int], row_of: dict[int, int], column_of: dict[int, int]
) -> None:
    """Give each row of the path the column after it, from the end to the new row."""
    column: int | None = end
    while column is not None:
        row = before[column]
        row_of[column] = row
        freed = column_of.get(row)
        column_of[row] = column
        column = freed
