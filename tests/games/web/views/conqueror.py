"""Orders for a power that conquers the board while nobody resists.

Centers of the powers on its side it leaves alone.

It only knows who stands where: it marches armies to the nearest centers that it does not own, and
attacks an occupied one with the support of a second army. Against units that hold without support
that is always enough.
"""

from collections import deque
from collections.abc import Collection, Iterator

from adjudicator import Position
from adjudicator.terms import PhaseType, UnitType


def orders(position: Position, power: str, side: Collection[str] = ()) -> list[str]:
    """Return the orders of `power`, which plays with the powers of `side`, in any phase."""
    if position.phase.type is PhaseType.ADJUSTMENT:
        return list(_builds(position, power))
    if position.phase.type is PhaseType.RETREAT:
        return []
    return list(_moves(position, power, {power, *side}))


def _builds(position: Position, power: str) -> Iterator[str]:
    """An army in each vacant center where one may be built, as far as there are centers for it."""
    owned = (position.centers or {}).get(power, ())
    left = len(owned) - len(position.units.get(power, ()))
    for code in owned:
        vacant = position.unit_at(code) is None
        here = position.setup.builds_anywhere or position.board.provinces[code].home == power
        if left > 0 and vacant and here:
            yield f"A {code} B"
            left -= 1


def _moves(position: Position, power: str, side: Collection[str]) -> Iterator[str]:
    board, owners = position.board, position.owners
    armies = {unit.province for unit in position.units.get(power, ()) if unit.type is UnitType.ARMY}
    free = {code for code in armies if not _stays(position, side, code)}
    taken: set[str] = set()
    given: dict[str, str] = {}
    for code in sorted(board.centers):
        near = sorted(army for army in free - given.keys() if code in board.army_moves[army])
        standing = position.unit_at(code)
        if owners.get(code) in side or (standing is not None and standing[0] in side):
            continue
        if standing is None and near:
            given[near[0]] = f"A {near[0]} - {code}"
            taken.add(code)
        elif standing is not None and len(near) > 1:
            given[near[0]] = f"A {near[0]} - {code}"
            given[near[1]] = f"A {near[1]} S A {near[0]} - {code}"
            taken.add(code)
    for army in sorted(free - given.keys()):
        step = _step(position, side, army, taken)
        given[army] = f"A {army} - {step}" if step else f"A {army} H"
        taken.add(step or army)
    yield from given.values()
    for unit in position.units.get(power, ()):
        if unit.province not in given:
            yield f"{unit} H"


def _stays(position: Position, side: Collection[str], code: str) -> bool:
    """Whether an army waits on a center until it owns it in winter."""
    return code in position.board.centers and position.owners.get(code) not in side


def _step(position: Position, side: Collection[str], army: str, taken: set[str]) -> str | None:
    """The first step of the shortest way to next to a center of others; None if it stays."""
    board = position.board
    before: dict[str, str | None] = {army: None}
    queue = deque([army])
    while queue:
        here = queue.popleft()
        goals = (
            code
            for code in board.army_moves[here]
            if code in board.centers and position.owners.get(code) not in side
        )
        if here != army and next(goals, None):
            while before[here] != army:
                here = before[here] or ""
            return here
        for code in sorted(board.army_moves[here]):
            if code not in before and code not in taken and position.unit_at(code) is None:
                before[code] = here
                queue.append(code)
    return None
