"""The reason for each result of a movement phase, for the sentence beside the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.reasons import Reason
from adjudicator.terms import Outcome

if TYPE_CHECKING:
    from adjudicator.battle import Battle
    from adjudicator.position import Position

_HOLDS, _NO_ORDER = Reason("holds"), Reason("no_order")
_GIVEN, _NOT_AGAINST_OWN, _AVAILABLE, _PARADOX = (
    Reason("support_given"),
    Reason("support_not_against_own"),
    Reason("convoy_available"),
    Reason("convoy_paradox"),
)


def reason_for(
    position: Position,
    battle: Battle,
    province: str,
    outcome: Outcome,
    attacker: str | None,
    *,
    given: bool,
) -> Reason:
    """Why the order of the unit in `province` ended as it did; `attacker` dislodged that unit."""
    order = battle.orders[province]
    if isinstance(order, Move):
        return _of_move(position, battle, province, outcome)
    if isinstance(order, Convoy):
        return _of_convoy(position, outcome, order, attacker)
    if isinstance(order, SupportHold | SupportMove):
        return _of_support(position, battle, province, order, outcome, attacker)
    if attacker is not None:
        return _dislodged(position, battle, province, attacker)
    return _HOLDS if given else _NO_ORDER


def _unit(position: Position, province: str) -> str:
    return str(position.at[province][1])


def _dislodged(position: Position, battle: Battle, province: str, attacker: str) -> Reason:
    return Reason(
        "dislodged_by",
        {
            "by": _unit(position, attacker),
            "province": attacker,
            "strength": str(battle.attack(attacker)[0]),
            "against": str(battle.strength(province)[0]),
        },
    )


def _of_move(position: Position, battle: Battle, province: str, outcome: Outcome) -> Reason:
    target = battle.target[province]
    params = {"province": target}
    by_sea = province in battle.by_sea
    if outcome is Outcome.SUCCEEDS:
        return Reason("move_by_convoy_succeeds" if by_sea else "move_succeeds", params)
    if outcome is Outcome.INVALID:
        return Reason("no_convoy", params)
    if not battle.arrives(province):
        return Reason("convoy_was_disrupted", params)
    strength = battle.attack(province)[0]
    if target in battle.power and not strength:
        return Reason("own_unit_stays", params | {"opposed_by": _unit(position, target)})
    against, opponent = battle.defence(province)[0], target
    for rival in battle.attackers[target]:
        if rival != province and battle.prevention(rival)[0] > against:
            against, opponent = battle.prevention(rival)[0], rival
    params["strength"], params["against"] = str(strength), str(against)
    params["opposed_by"] = _unit(position, opponent)
    return Reason("bounced", params)


def _of_convoy(position: Position, outcome: Outcome, order: Convoy, attacker: str | None) -> Reason:
    if outcome is Outcome.AVAILABLE:
        return _AVAILABLE
    if outcome is Outcome.INVALID:
        params = {"army": str(order.army), "province": order.target}
        return Reason("no_such_move_to_convoy", params)
    if attacker is None:
        return _PARADOX
    return Reason("convoy_dislodged", {"by": _unit(position, attacker)})


def _of_support(
    position: Position,
    battle: Battle,
    province: str,
    order: SupportHold | SupportMove,
    outcome: Outcome,
    attacker: str | None,
) -> Reason:
    if outcome is Outcome.GIVEN:
        if isinstance(order, SupportMove):
            target = battle.into[province]
            own = battle.power.get(target) == battle.power[province]
            if own and not battle.leaves(target, order.supported.province):
                return _NOT_AGAINST_OWN
        return _GIVEN
    supported = str(order.supported)
    if isinstance(order, SupportHold) and outcome is Outcome.INVALID:
        return Reason("supported_unit_moved", {"supported": supported})
    if isinstance(order, SupportMove) and outcome is Outcome.INVALID:
        params = {"supported": supported, "province": order.target}
        return Reason("no_such_move_to_support", params)
    if attacker is not None:
        return Reason("support_cut_by_dislodgement", {"by": _unit(position, attacker)})
    cutters = [
        rival
        for rival in battle.attackers.get(province, ())
        if battle.power[rival] != battle.power[province]
        and rival != battle.into[province]
        and battle.cuts(rival, province)
    ]
    return Reason("support_cut", {"by": ", ".join(_unit(position, rival) for rival in cutters)})
