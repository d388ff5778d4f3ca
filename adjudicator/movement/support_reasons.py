"""The reasons for results of supports and convoys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.orders import Move, SupportMove
from adjudicator.reasons import Reason
from adjudicator.terms import Outcome

if TYPE_CHECKING:
    from adjudicator.movement.review import Review
    from adjudicator.orders import Convoy, SupportHold
    from adjudicator.units import Unit


def support_reason(
    review: Review, unit: int, order: SupportHold | SupportMove, outcome: Outcome
) -> Reason:
    """Return what a support achieved or why it failed; dislodgement of its unit is not included."""
    if unit not in review.movement.supported_province:
        return _unmatched_support(review, order)
    if not review.carried_out(unit):
        if outcome is Outcome.GIVEN:  # cut without consequence (`Rules.untested_support`)
            supported = _province_number(review, order.supported)
            return Reason("support_untested", {"supported": review.names(supported)})
        return _cut_reason(review, unit)
    if isinstance(order, SupportMove):
        reason = _helped_move(review, unit, order)
    else:
        reason = _helped_hold(review, unit, order)
    spared = _not_cut_reason(review, unit)
    return reason if spared is None else reason.and_then(spared)


def _unmatched_support(review: Review, order: SupportHold | SupportMove) -> Reason:
    """The reason for a support of something that the other unit was not ordered to do."""
    supported = _province_number(review, order.supported)
    params = {"supported": review.names(supported)}
    done = review.movement.orders.get(supported)
    if isinstance(order, SupportMove):
        params["province"] = order.target
        if not isinstance(done, Move):
            return Reason("supported_unit_stayed", params)
        return Reason("supported_move_differs", params | {"instead": done.target})
    if not isinstance(done, Move):  # (`Rules.impossible_move`)
        return Reason("supported_unit_tried_to_move", params)
    return Reason("supported_unit_moved", params | {"instead": done.target})


def _province_number(review: Review, unit: Unit) -> int:
    return review.movement.board.number[unit.location]


def _cut_reason(review: Review, unit: int) -> Reason:
    """Reason for a cut: an attack from elsewhere or, if there was none, the loss of the unit."""
    into = review.movement.supported_province[unit]
    cutters = [
        each
        for each in review.attackers(unit)
        if each != into and not review.same_power(each, unit) and review.movement.cuts(each, unit)
    ]
    if not cutters:
        return Reason("support_cut_by_dislodgement", review.dislodgement_params(unit))
    params = {"by": review.names(cutters)}
    if all(_cut_by_other_route(review, unit, each) for each in cutters):
        return Reason("support_cut_by_other_route", params | {"fleets": review.names(into)})
    if all(review.dislodger(each) is not None for each in cutters):
        return Reason("support_cut_by_dislodged", params)
    return Reason("support_cut", params)


def _cut_by_other_route(review: Review, unit: int, army: int) -> bool:
    """Whether a convoyed army cut a support against a fleet that it did not need.

    The fleet is one of those that were ordered to convoy it (rulebook 2000, rule 22).
    """
    movement = review.movement
    if movement.rules.support_spared_by_convoyed_attack != "against a fleet it needs":
        return False
    helps_attack = isinstance(movement.orders[unit], SupportMove)
    return (
        helps_attack
        and review.went_by_convoy(army)
        and movement.supported_province[unit] in review.fleets_on_routes(army)
    )


def _helped_move(review: Review, unit: int, order: SupportMove) -> Reason:
    """Whether the support of a move helped, was not needed, or was not enough."""
    supported = _province_number(review, order.supported)
    target = review.target[supported]
    params = {"supported": review.names(supported), "province": order.target}
    if unit in review.left_out_supporters(supported):
        params["opposed_by"] = review.names(target)
        strengths = review.full_attack_params(supported, target)
        return Reason("support_not_against_own", params | strengths)
    if not review.moved(supported):
        return Reason("support_in_vain_move", params)
    defence = review.hold_strength(target, supported) if review.target_defended(supported) else 0
    opposed = max([defence, *map(review.prevent_strength, review.rivals(supported))])
    needed = review.attack_strength(supported) - 1 <= opposed
    return Reason("support_helped_move" if needed else "support_needless_move", params)


def _helped_hold(review: Review, unit: int, order: SupportHold) -> Reason:
    """Whether a support to hold helped, was not needed, or was not enough."""
    supported = _province_number(review, order.supported)
    params = {"supported": review.names(supported)}
    if review.dislodger(supported) is not None:
        return Reason("support_in_vain_hold", params)
    attackers = review.attackers_with_path(supported)
    if not attackers:
        return Reason("support_untested", params)
    needed = any(
        _would_enter(review, each, review.full_strength(supported) - 1)
        for each in attackers
        if not review.same_power(each, supported)
    )
    return Reason("support_helped_hold" if needed else "support_needless_hold", params)


def _would_enter(review: Review, unit: int, defence: int) -> bool:
    """Whether a move would have succeeded against a hold strength."""
    return review.attack_strength(unit) > max(
        [defence, *map(review.prevent_strength, review.rivals(unit))]
    )


def _not_cut_reason(review: Review, unit: int) -> Reason | None:
    """Reason for a support that was attacked and not cut; None if nobody attacked its unit.

    If there are several causes, the rarest is named.
    """
    causes: dict[str, list[int]] = {}
    for attacker in review.attackers(unit):
        causes.setdefault(_not_cut_code(review, unit, attacker), []).append(attacker)
    for code in _NOT_CUT_CODES:
        if code in causes:
            params = {"by": review.names(causes[code])}
            if code in ("not_cut_by_needed_convoy", "not_cut_by_convoyed"):
                params["fleets"] = review.names(review.movement.supported_province[unit])
            return Reason(code, params)
    return None


_NOT_CUT_CODES = (
    "not_cut_by_needed_convoy",
    "not_cut_by_convoyed",
    "not_cut_from_there",
    "not_cut_by_own",
    "not_cut_without_convoy",
)
"""Ordered from the rarest to the most common."""


def _not_cut_code(review: Review, unit: int, attacker: int) -> str:
    """The reason code for one attack that did not cut a support."""
    movement = review.movement
    into = movement.supported_province[unit]
    if review.same_power(attacker, unit):
        return "not_cut_by_own"
    if attacker == into:
        return "not_cut_from_there"
    spared = movement.rules.support_spared_by_convoyed_attack
    if not movement.convoy_succeeds(attacker):
        # if this support helped to disrupt the convoy, name the rule that spared the support
        ended = spared != "none" and review.convoy_depends_on(attacker, into)
        by_holding = spared in ("into its fleet's sea", "into any convoy's sea")
        if not ended or not (by_holding or isinstance(movement.orders[unit], SupportMove)):
            return "not_cut_without_convoy"
    needed = spared == "against a fleet it needs"
    return "not_cut_by_needed_convoy" if needed else "not_cut_by_convoyed"


def convoy_reason(review: Review, fleet: int, order: Convoy) -> Reason:
    """Return what a convoy achieved or why it failed, and which unit dislodged its fleet."""
    movement, army = review.movement, _province_number(review, order.army)
    params = {"army": review.names(army), "province": order.target}
    if not movement.convoys >> fleet & 1:
        done = movement.orders.get(army)
        if isinstance(done, Move):
            return Reason("convoyed_move_differs", params | {"instead": done.target})
        return Reason("convoyed_army_stayed", params)
    if not review.carried_out(fleet):
        if review.dislodger(fleet) is None:
            return Reason("convoy_paradox")
        return Reason("convoy_dislodged", review.dislodgement_params(fleet))
    reason = _undisrupted_convoy(review, fleet, army, params)
    attackers = review.attackers_with_path(fleet)
    if not attackers:
        return reason
    return reason.and_then(Reason("convoy_not_disturbed", {"by": review.names(attackers)}))


def _undisrupted_convoy(review: Review, fleet: int, army: int, params: dict[str, str]) -> Reason:
    """The reason for a convoy order whose fleet was not dislodged."""
    movement = review.movement
    if fleet not in review.fleets_on_routes(army):
        return Reason("convoy_without_route", params)
    if not movement.may_be_convoyed >> army & 1:
        return Reason("convoy_not_used", params)
    fleets, lost = review.standing_and_lost_fleets(army)
    if fleet not in fleets or not movement.convoy_succeeds(army):
        return Reason("convoy_broken_elsewhere", params | {"lost": review.names(lost)})
    return Reason("convoyed" if review.moved(army) else "convoyed_in_vain", params)
