"""The checker's own computation of results, retreats, adjustments and the next phase."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adjudicator import (
    Build,
    Disband,
    Outcome,
    PhaseCode,
    PhaseType,
    Retreat,
    Season,
    Unit,
    UnitType,
)

from .checker_orders import Line, assign, read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from adjudicator import Order, Position, Resolution, Rules


def lines_faults(position: Position, lines: Sequence[Line], resolution: Resolution) -> list[str]:
    """Return what is wrong with the number of results.

    Each line has one result, lines that do not count are illegal, and each unit without a line has
    a result of its own.
    """
    wrong = [f"no reason for {r.text}" for r in resolution.results if not str(r.reason)]
    answered = Counter((r.power, r.text) for r in resolution.results if r.given)
    written = Counter((line.power, line.text) for line in lines)
    if answered != written:
        odd = (answered - written) + (written - answered)
        return [*wrong, f"not one result for each line: {sorted(odd)}"]
    for power, text in written:
        same = [line for line in lines if (line.power, line.text) == (power, text)]
        named = [r for r in resolution.results if r.given and (r.power, r.text) == (power, text)]
        void = [r for r in named if r.outcome is Outcome.ILLEGAL]
        failed = [r for r in named if r.outcome is Outcome.FAILS]
        silent = len([line for line in same if not line.counts])
        attempted = any(line.fault is not None and line.fault.attempted for line in same)
        if len(void) != silent and not (attempted and len(void + failed) >= silent):
            wrong.append(f"{power}: {text} is void {len(void)} times, not {silent}")
    return wrong + _units_faults(position, lines, resolution)


def _units_faults(position: Position, lines: Sequence[Line], resolution: Resolution) -> list[str]:
    """Return what is wrong with the results of units that could be ordered but were not."""
    if position.phase.type is PhaseType.ADJUSTMENT:
        return []
    units = [(power, unit) for power, unit in position.at.values()]
    if position.phase.type is PhaseType.RETREAT:
        units = [(p, d.unit) for p, several in position.dislodged.items() for d in several]
    told = {
        (line.power, line.order.unit.province)
        for line in lines
        if line.order is not None and line.order.unit is not None
    }
    silent = Counter(f"{p} {unit}" for p, unit in units if (p, unit.province) not in told)
    alone = Counter(f"{r.power} {r.unit}" for r in resolution.results if not r.given)
    if silent != alone:
        return [f"results without an order: {sorted(alone)}, not {sorted(silent)}"]
    return []


def ways_to_retreat(
    position: Position,
    province: str,
    attacker: str,
    closed: Collection[str],
    *,
    by_sea: bool,
    rules: Rules,
) -> tuple[str, ...]:
    """Return where a dislodged unit may go: vacant neighbours without a standoff.

    The province that its attacker came from is closed (rulebook 2000, retreats; DATC 4.A.5).
    """
    unit = position.at[province][1]
    board = position.board
    ways = board.army_moves if unit.type is UnitType.ARMY else board.fleet_moves
    spared = by_sea and rules.may_retreat_to_convoyed_attackers_province
    barred = set(closed) if spared else {*closed, attacker}
    return tuple(sorted(way for way in ways[unit.location] if way[:3] not in barred))


def next_faults(
    position: Position,
    standing: Iterable[tuple[str, Unit]],
    dislodged: Sequence[tuple[str, Unit, str, tuple[str, ...]]],
    resolution: Resolution,
) -> list[str]:
    """Return what is wrong with the next position: phase, units, dislodged units and centers."""
    units = sorted(f"{power} {unit}" for power, unit in standing)
    owners = {code: p for p, codes in (position.centers or {}).items() for code in codes}
    code, ended = position.phase, False
    while True:
        code = following(code)
        if code.type is PhaseType.RETREAT and dislodged:
            break
        if code.type is PhaseType.ADJUSTMENT:
            ended = True
            for text in units:
                power, province = text.rsplit(" ", 2)[0], text.rsplit(" ", 1)[1][:3]
                if position.board.provinces[province].center:
                    owners[province] = power
            if position.centers is not None and _anything_to_adjust(position, units, owners):
                break
        if code.type is PhaseType.MOVEMENT:
            break
    after = resolution.next
    out = [
        (power, d.unit, d.attacker, d.retreats)
        for power, several in after.dislodged.items()
        for d in several
    ]
    centers = None if after.centers is None else owners_in(after.centers)
    pairs = [
        ("phase", str(after.phase), str(code)),
        ("units", sorted(f"{p} {u}" for p, us in after.units.items() for u in us), units),
        ("dislodged", sorted(map(str, out)), sorted(map(str, dislodged))),
        ("centers", centers, None if position.centers is None else owners),
        ("end of the year", resolution.year_ended, ended),
        ("board", after.board.name, position.board.name),
    ]
    return [f"next {what}: {has}, not {wanted}" for what, has, wanted in pairs if has != wanted]


def owners_in(centers: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {code: power for power, codes in centers.items() for code in codes}


def following(code: PhaseCode) -> PhaseCode:
    """Return the next phase of the calendar."""
    year = [("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A")]
    place = year.index((code.season.value, code.type.value)) + 1
    season, kind = year[place % 5]
    return PhaseCode(code.year + place // 5, Season(season), PhaseType(kind))


def _anything_to_adjust(position: Position, units: list[str], owners: Mapping[str, str]) -> bool:
    """Whether a power has more units than centers, or fewer and a vacant home center it owns."""
    full = {text.rsplit(" ", 1)[1][:3] for text in units}
    for power in {*owners.values(), *(text.rsplit(" ", 2)[0] for text in units)}:
        mine = [code for code, owner in owners.items() if owner == power]
        strong = len([text for text in units if text.rsplit(" ", 2)[0] == power])
        home = [c for c in mine if position.board.provinces[c].home == power and c not in full]
        if strong > len(mine) or (strong < len(mine) and home):
            return True
    return False


def retreat_faults(
    position: Position,
    sheets: Mapping[str, Sequence[Order | str]],
    resolution: Resolution,
    rules: Rules,
) -> list[str]:
    """Return what is wrong with a retreat phase.

    Units that retreat to a province alone arrive; all others are disbanded.
    """
    lines = read(position, sheets, rules)
    dislodged = {
        d.unit.province: (p, d.unit) for p, several in position.dislodged.items() for d in several
    }
    counting = assign(lines, dislodged, rules)
    wrong = lines_faults(position, lines, resolution)
    if wrong:
        return wrong
    going = Counter(
        line.order.target[:3] for line in counting.values() if isinstance(line.order, Retreat)
    )
    standing = [(power, unit) for power, units in position.units.items() for unit in units]
    for province, (power, unit) in dislodged.items():
        line = counting.get(province)
        order = line.order if line is not None else None
        right = Outcome.SUCCEEDS
        if isinstance(order, Retreat):
            if going[order.target[:3]] > 1 and province != _alone(position, counting, order, rules):
                right = Outcome.FAILS
            else:
                standing.append((power, Unit(unit.type, order.target)))
        found = [
            r.outcome
            for r in resolution.results
            if (r.power, r.unit, r.order) == (power, unit, order or Disband(unit))
            and r.given == (order is not None)
        ]
        silent = any((r.power, r.unit, r.given) == (power, unit, False) for r in resolution.results)
        if (line is not None or silent) and right not in found:
            wrong.append(f"{order} is called {found}, not {right}")
    if any(r.dislodged or r.destroyed for r in resolution.results) or resolution.destroyed:
        wrong.append("nobody is dislodged in a retreat phase")
    return wrong + next_faults(position, standing, [], resolution)


def _alone(
    position: Position, counting: Mapping[str, Line], order: Retreat, rules: Rules
) -> str | None:
    """Return the unit that may retreat if one power's units can all go to one province only.

    In some editions it is the one that civil disorder would remove last; in the others there is
    none.
    """
    if rules.single_retreat_in_common == "all disband":
        return None
    rivals = {
        province: line.power
        for province, line in counting.items()
        if isinstance(line.order, Retreat) and line.order.target[:3] == order.target[:3]
    }
    power = rivals[order.unit.province]
    mine = [d for d in position.dislodged[power] if d.unit.province in rivals]
    elsewhere = any(way[:3] != order.target[:3] for d in mine for way in d.retreats)
    if elsewhere or set(rivals.values()) != {power}:
        return None
    return farthest_first(position, power, [d.unit for d in mine], rules)[-1].province


def adjustment_faults(
    position: Position,
    sheets: Mapping[str, Sequence[Order | str]],
    resolution: Resolution,
    rules: Rules,
) -> list[str]:
    """Return what is wrong with an adjustment phase, power by power (rulebook 2000, DATC 4.D)."""
    lines = read(position, sheets, rules)
    standing: list[tuple[str, Unit]] = []
    automatic: list[str] = []
    for power in {*position.units, *(position.centers or {})}:
        mine = [line for line in lines if line.power == power and line.fault is None]
        units = list(position.units.get(power, ()))
        owned = (position.centers or {}).get(power, ())
        due = len(units) - len(owned) if position.centers is not None else 0
        if due > 0:
            for line in _removals(mine, due, rules):
                assert isinstance(line.order, Disband)
                units.remove(line.order.unit)
                due -= 1
            for unit in farthest_first(position, power, units, rules)[:due]:
                units.remove(unit)
                automatic.append(f"{power} {unit}")
        else:
            units += _built(position, power, mine, -due, rules)
        standing += [(power, unit) for unit in units]
    wrong = lines_faults(position, lines, resolution)
    unasked = [r for r in resolution.results if not r.given]
    found = sorted(f"{r.power} {r.unit}" for r in unasked)
    if found != sorted(automatic) or any(r.outcome is not Outcome.SUCCEEDS for r in unasked):
        wrong.append(f"removed without an order are {found}, not {sorted(automatic)}")
    done = Counter(
        (r.power, r.text) for r in resolution.results if r.given and r.outcome is Outcome.SUCCEEDS
    )
    if done != Counter((line.power, line.text) for line in lines if line.counts):
        wrong.append(f"other lines were carried out: {sorted(done)}")
    if any(r.dislodged or r.destroyed for r in resolution.results) or resolution.destroyed:
        wrong.append("nobody is dislodged in an adjustment phase")
    return wrong + next_faults(position, standing, [], resolution)


def _removals(lines: Sequence[Line], due: int, rules: Rules) -> list[Line]:
    """The lines that remove a unit (DATC 4.D.6)."""
    for line in lines:
        line.counts = False
    written = list(lines)[::-1] if rules.surplus_removals == "last" else list(lines)
    once: dict[Order | None, Line] = {}
    for line in written:
        once.setdefault(line.order, line)
    if rules.surplus_removals == "civil disorder" and len(once) > due:
        return []
    chosen = list(once.values())[:due]
    for line in chosen:
        line.counts = True
    return chosen


def _built(
    position: Position, power: str, lines: Sequence[Line], surplus: int, rules: Rules
) -> list[Unit]:
    """The units that a power's lines build; a waived build uses up a build (DATC 4.D.4, 4.D.5)."""
    owned = (position.centers or {}).get(power, ())
    free = {c for c in owned if position.board.provinces[c].home == power} - position.at.keys()
    left, built = min(surplus, len(free)), []
    wanted = Counter(line.order.unit.province for line in lines if isinstance(line.order, Build))
    if rules.surplus_builds == "none":
        free -= {province for province, count in wanted.items() if count > 1}
        builds = [ln for ln in lines if not isinstance(ln.order, Build) or _place(ln) in free]
        left = left if len(builds) <= left else 0
    for line in reversed(lines) if rules.surplus_builds == "last" else lines:
        line.counts = left > 0 and (not isinstance(line.order, Build) or _place(line) in free)
        if line.counts:
            left -= 1
            if isinstance(line.order, Build):
                free.remove(_place(line))
                built.append(line.order.unit)
    return built


def _place(line: Line) -> str:
    assert isinstance(line.order, Build)
    return line.order.unit.province


def farthest_first(
    position: Position, power: str, units: Sequence[Unit], rules: Rules
) -> list[Unit]:
    """Return units in the order in which civil disorder removes them (DATC 4.D.8)."""
    board = position.board

    def rank(unit: Unit) -> tuple[bool, int, bool, int, str]:
        province = board.provinces[unit.province]
        spared = rules.removal_spares_units_on_centers and province.center
        letters = [*rules.removal_alphabet, province.code]
        army = unit.type is UnitType.ARMY
        steps = steps_home(position, power, unit, rules)
        return spared, -steps, army, letters.index(province.code), province.name

    return sorted(units, key=rank)


def steps_home(position: Position, power: str, unit: Unit, rules: Rules) -> int:
    """Return the distance of a unit that civil disorder counts (DATC 4.D.8).

    Without any way it is the number of all provinces; without a place to go it is 0.
    """
    board = position.board
    goal = {
        "home centers": {code for code, each in board.provinces.items() if each.home == power},
        "homeland": {code for code, each in board.provinces.items() if each.homeland == power},
        "owned centers": set((position.centers or {}).get(power, ())),
    }[rules.removal_measured_to]
    own_way = rules.removal_measured_over == "its own way" and unit.type is UnitType.FLEET
    borders = board.fleet_moves if own_way else board.neighbours
    reached, count = {unit.location if own_way else unit.province}, 0
    while not goal & {place[:3] for place in reached}:
        wider = reached.union(*(borders[place] for place in reached))
        if wider == reached or not goal:
            return len(board.provinces) if goal else 0
        reached, count = wider, count + 1
    return count
