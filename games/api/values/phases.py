"""Rows of phases → values of the API: positions, orders and results that the reader may read."""

from collections import defaultdict
from collections.abc import Mapping

from ... import access, wording
from ...core.links import absolute_url
from ...models import Game, Order, Phase
from ...state import phases, positions, variants
from ...wording import results
from ..schemas import phases as schemas


def phase_line(phase: Phase) -> schemas.PhaseLine:
    return schemas.PhaseLine(
        code=phase.code,
        name=wording.phase(phase),
        status=phase.status,
        opened_at=phase.opened_at,
        due_at=phase.due_at,
        resolved_at=phase.resolved_at,
    )


def phase_value(phase: Phase) -> schemas.Phase:
    stored = positions.stored(phase)
    units: dict[str, list[str]] = defaultdict(list)
    dislodged: dict[str, dict[str, list[str]]] = defaultdict(dict)
    centers: dict[str, list[str]] = defaultdict(list)
    for unit in stored.units:
        if unit.dislodged:
            dislodged[unit.power][unit.text] = list(unit.retreats)
        else:
            units[unit.power].append(unit.text)
    for province, power in stored.owners.items():
        centers[power].append(province)
    after = phases.phase_after(phase)
    return schemas.Phase(
        code=phase.code,
        name=wording.phase(phase),
        status=phase.status,
        opened_at=phase.opened_at,
        deadline=phase.deadline,
        due_at=phase.due_at,
        resolved_at=phase.resolved_at,
        units=units,
        dislodged=dislodged,
        centers=centers,
        orders_due=dict(phases.orders_due(phase)) if phase.is_open else {},
        results=_results(phase) if access.may_read_orders(phase) else None,
        no_moves_received=_no_moves(phase),
        next=after.code if after else None,
        pictures=_pictures(phase.game, phase.code),
    )


def _pictures(game: Game, code: str) -> schemas.Pictures:
    root = absolute_url(f"/api/v1/games/{game.slug}/phases/{code}/map")
    return schemas.Pictures(svg=f"{root}.svg", png=f"{root}.png")


def _results(phase: Phase) -> dict[str, list[schemas.Result]]:
    """The results by power; `results.resolved_orders` has none before everyone may read them."""
    return result_values(phase, results.resolved_orders(phase))


def result_values(
    phase: Phase, orders: Mapping[str, list[Order]]
) -> dict[str, list[schemas.Result]]:
    """The results by power of resolved orders, which the reader may read."""
    lines = results.result_lines(phase, orders)
    return {
        power: [
            _result(order, line) for order, line in zip(orders[power], lines[power], strict=True)
        ]
        for power in orders
    }


def _result(order: Order, line: results.ResultLine) -> schemas.Result:
    reason = None
    if order.reason_code:
        reason = schemas.Reason(
            code=order.reason_code,
            params=order.reason_params,
            text=line.reason,
            rule=line.rule,
        )
    return schemas.Result(
        order=order.text,
        text=line.text,
        outcome=order.outcome,
        outcome_text=line.outcome,
        succeeded=line.good,
        given=order.given,
        bot=order.entered_by.bot if order.entered_by else "",
        dislodged=order.fate == Order.Fate.DISLODGED,
        destroyed=order.fate == Order.Fate.DESTROYED,
        reason=reason,
    )


def _no_moves(phase: Phase) -> list[str]:
    if phase.resolved_at is None:
        return []
    silent = phase.events.filter(kind="no_moves_received", seat__isnull=False)
    return list(silent.order_by("seat__place").values_list("seat__power", flat=True))


def map_value(game: Game) -> schemas.Map:
    """The map of a game, with the names of provinces in the reader's notation."""
    board = variants.board_of(game)
    provinces = [
        schemas.Province(
            code=province.code,
            name=wording.place(province.code),
            type=province.type,
            coasts=list(province.coasts),
            center=province.center,
            home=province.home,
            army_moves=sorted(board.army_moves.get(province.code, ())),
            fleet_moves={
                coast: sorted(board.fleet_moves[at])
                for coast in (*province.coasts, "")
                if (at := f"{province.code}/{coast}" if coast else province.code)
                in board.fleet_moves
            },
        )
        for province in board.provinces.values()
    ]
    newest = game.phases.not_superseded().order_by("-number").values_list("code", flat=True)
    code = newest.first()
    pictures = _pictures(game, code) if code else None
    return schemas.Map(board=board.name, pictures=pictures, provinces=provinces)
