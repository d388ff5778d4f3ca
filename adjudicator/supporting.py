"""The reasons for results of supports and convoys: what they helped, or who ended them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.orders import Move, SupportMove
from adjudicator.reasons import Reason
from adjudicator.terms import Outcome

if TYPE_CHECKING:
    from adjudicator.orders import Convoy, SupportHold
    from adjudicator.review import Review
    from adjudicator.units import Unit


def of_support(
    review: Review, unit: int, order: SupportHold | SupportMove, outcome: Outcome
) -> Reason:
    """What a support came to; a unit dislodged in spite of it is not yet spoken of."""
    if unit not in review.movement.into:
        return _unmatched(review, order)
    if not review.done(unit):
        if outcome is Outcome.GIVEN:  # cut where that changed nothing (`Rules.untested_support`)
            supported = _number(review, order.supported)
            return Reason("support_untested", {"supported": review.name(supported)})
        return _cut(review, unit)
    if isinstance(order, SupportMove):
        reason = _helped_move(review, unit, order)
    else:
        reason = _helped_hold(review, unit, order)
    spared = _spared(review, unit)
    return reason if spared is None else reason.and_then(spared)


def _unmatched(review: Review, order: SupportHold | SupportMove) -> Reason:
    """A support for what the other unit was not ordered to do."""
    supported = _number(review, order.supported)
    params = {"supported": review.name(supported)}
    done = review.movement.orders.get(supported)
    if isinstance(order, SupportMove):
        params["province"] = order.target
        if not isinstance(done, Move):
            return Reason("supported_unit_stayed", params)
        return Reason("supported_move_differs", params | {"instead": done.target})
    instead = done.target if isinstance(done, Move) else ""
    return Reason("supported_unit_moved", params | {"instead": instead})


def _number(review: Review, unit: Unit) -> int:
    return review.movement.board.number[unit.location]


def _cut(review: Review, unit: int) -> Reason:
    """Who cut a support: an attack from elsewhere or, failing that, the loss of the unit."""
    into = review.movement.into[unit]
    cutters = [
        each
        for each in review.attackers(unit)
        if each != into and not review.own(each, unit) and review.movement.cuts(each, unit)
    ]
    if not cutters:
        return Reason("support_cut_by_dislodgement", review.dislodgement(unit))
    params = {"by": review.name(cutters)}
    if all(_by_other_route(review, unit, each) for each in cutters):
        return Reason("support_cut_by_other_route", params | {"fleets": review.name(into)})
    if all(review.dislodger(each) is not None for each in cutters):
        return Reason("support_cut_by_dislodged", params)
    return Reason("support_cut", params)


def _by_other_route(review: Review, unit: int, army: int) -> bool:
    """Whether an army cut a support for an attack on a fleet of its convoy, because it did not need
    that fleet (rulebook 2000, rule 22)."""
    movement = review.movement
    if movement.rules.support_spared_by_convoyed_attack != "against a fleet it needs":
        return False
    helps_attack = isinstance(movement.orders[unit], SupportMove)
    return helps_attack and review.by_sea(army) and movement.into[unit] in review.on_routes(army)


def _helped_move(review: Review, unit: int, order: SupportMove) -> Reason:
    supported = _number(review, order.supported)
    target = review.target[supported]
    params = {"supported": review.name(supported), "province": order.target}
    if unit not in review.attackers_supporters(supported) or (
        review.in_the_way(supported) and review.own(unit, target)
    ):
        return Reason("support_not_against_own", params | {"opposed_by": review.name(target)})
    if not review.moved(supported):
        return Reason("support_in_vain_move", params)
    defence = review.defence(target, supported) if review.in_the_way(supported) else 0
    opposed = max([defence, *map(review.prevention, review.rivals(supported))])
    needed = review.attack(supported) - 1 <= opposed
    return Reason("support_helped_move" if needed else "support_needless_move", params)


def _helped_hold(review: Review, unit: int, order: SupportHold) -> Reason:
    supported = _number(review, order.supported)
    params = {"supported": review.name(supported)}
    if review.dislodger(supported) is not None:
        return Reason("support_in_vain_hold", params)
    attackers = review.arriving(supported)
    if not attackers:
        return Reason("support_untested", params)
    needed = any(
        _would_enter(review, each, review.strength(supported) - 1)
        for each in attackers
        if not review.own(each, supported)
    )
    return Reason("support_helped_hold" if needed else "support_needless_hold", params)


def _would_enter(review: Review, unit: int, defence: int) -> bool:
    """Whether a move would have succeeded against so much."""
    return review.attack(unit) > max([defence, *map(review.prevention, review.rivals(unit))])


def _spared(review: Review, unit: int) -> Reason | None:
    """Why an attack on a supporter did not cut its support: the rarest cause first."""
    causes: dict[str, list[int]] = {}
    for attacker in review.attackers(unit):
        causes.setdefault(_cause(review, unit, attacker), []).append(attacker)
    for code in _CAUSES:
        if code in causes:
            params = {"by": review.name(causes[code])}
            if code in ("not_cut_by_needed_convoy", "not_cut_by_convoyed"):
                params["fleets"] = review.name(review.movement.into[unit])
            return Reason(code, params)
    return None


_CAUSES = (
    "not_cut_by_needed_convoy",
    "not_cut_by_convoyed",
    "not_cut_from_there",
    "not_cut_by_own",
    "not_cut_without_convoy",
)


def _cause(review: Review, unit: int, attacker: int) -> str:
    movement = review.movement
    into = movement.into[unit]
    if review.own(attacker, unit):
        return "not_cut_by_own"
    if attacker == into:
        return "not_cut_from_there"
    spared = movement.rules.support_spared_by_convoyed_attack
    if not movement.carried(attacker):
        # what the support itself helped to end is told by the rule that let it
        ended = spared != "none" and review.stands_or_falls_with(attacker, into)
        by_holding = spared in ("into its fleet's sea", "into any convoy's sea")
        if not ended or not (by_holding or isinstance(movement.orders[unit], SupportMove)):
            return "not_cut_without_convoy"
    needed = spared == "against a fleet it needs"
    return "not_cut_by_needed_convoy" if needed else "not_cut_by_convoyed"


def of_convoy(review: Review, fleet: int, order: Convoy) -> Reason:
    """What a convoy came to; who dislodged its fleet is told with it."""
    movement, army = review.movement, _number(review, order.army)
    params = {"army": review.name(army), "province": order.target}
    if not movement.convoys >> fleet & 1:
        done = movement.orders.get(army)
        if isinstance(done, Move):
            return Reason("convoyed_move_differs", params | {"instead": done.target})
        return Reason("convoyed_army_stayed", params)
    if not review.done(fleet):
        if review.dislodger(fleet) is None:
            return Reason("convoy_paradox")
        return Reason("convoy_dislodged", review.dislodgement(fleet))
    reason = _stood(review, fleet, army, params)
    attackers = review.arriving(fleet)
    if not attackers:
        return reason
    return reason.and_then(Reason("convoy_not_disturbed", {"by": review.name(attackers)}))


def _stood(review: Review, fleet: int, army: int, params: dict[str, str]) -> Reason:
    """A convoy that was not disrupted here."""
    movement = review.movement
    if fleet not in review.on_routes(army):
        return Reason("convoy_without_route", params)
    if not movement.sailing >> army & 1:
        return Reason("convoy_not_used", params)
    fleets, lost = review.carriers(army)
    if fleet not in fleets or not movement.carried(army):
        return Reason("convoy_broken_elsewhere", params | {"lost": review.name(lost)})
    return Reason("convoyed" if review.moved(army) else "convoyed_in_vain", params)
