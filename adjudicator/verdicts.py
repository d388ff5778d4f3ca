"""The reason for each result of a movement phase, for the sentence beside the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import numbers
from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.reasons import Reason
from adjudicator.review import Review
from adjudicator.supporting import of_convoy, of_support

if TYPE_CHECKING:
    from adjudicator.movement import Movement
    from adjudicator.resolution import Result

_TOLD_WITH_IT = frozenset({"support_cut_by_dislodgement", "convoy_dislodged"})


def reason_for(movement: Movement, result: Result) -> Reason:
    """Why an order of a movement phase ended as it did, and who dislodged the unit, if it was."""
    assert result.unit is not None
    review, order = Review(movement), result.order
    unit = movement.board.number[result.unit.location]
    if isinstance(order, Move):
        return _of_move(review, unit)
    if isinstance(order, SupportHold | SupportMove):
        return _and_dislodged(review, unit, of_support(review, unit, order, result.outcome))
    if isinstance(order, Convoy):
        return _and_dislodged(review, unit, of_convoy(review, unit, order))
    met = _of_hold(review, unit)
    if result.given:
        return met or Reason("holds")
    unordered = Reason("no_order")
    return unordered if met is None else unordered.and_then(met)


def and_dislodged(movement: Movement, unit: int, reason: Reason) -> Reason:
    """The reason why an order was refused, and after it by whom the unit was dislodged, if any."""
    return _and_dislodged(Review(movement), unit, reason)


def _and_dislodged(review: Review, unit: int, reason: Reason) -> Reason:
    """A reason, and after it, if it does not say so itself, by whom the unit was dislodged."""
    if reason.code in _TOLD_WITH_IT or review.dislodger(unit) is None:
        return reason
    return reason.and_then(Reason("dislodged_by", review.dislodgement(unit)))


def _of_hold(review: Review, unit: int) -> Reason | None:
    """What a unit that held met, if it was attacked at all."""
    if review.dislodger(unit) is not None:
        return Reason("dislodged_by", review.dislodgement(unit))
    attackers = review.arriving(unit)
    if not attackers:
        return None
    strength = review.strength(unit)
    foreign = [each for each in attackers if not review.own(each, unit)]
    strongest = max(map(review.attack, foreign), default=0)
    if strongest > strength:
        return _standoff(review, unit, strongest)
    code, by = "held_against", [a for a in foreign if review.attack(a) == strongest]
    most = max(map(review.attack, attackers))
    if most > strength or not foreign:
        code = "spared_by_own_power" if most > strength else code
        by = [a for a in attackers if review.attack(a) == most]
    return Reason(code, {"by": review.name(by), **review.siege(unit, by)})


def _standoff(review: Review, unit: int, strongest: int) -> Reason:
    """What saved a unit from an attack that was stronger than it: others to the same province."""
    attackers = review.arriving(unit)
    by = [each for each in attackers if review.prevention(each) >= strongest]
    if {strongest} == {*map(review.attack, by), *map(review.prevention, by)}:
        return Reason("beleaguered", {"by": review.name(by), **review.siege(unit, by)})
    foreign = [each for each in attackers if not review.own(each, unit)]
    attacker = max(foreign, key=review.attack)
    rivals = review.strongest_rivals(attacker)
    names = {"by": review.name(attacker), "opposed_by": review.name(rivals)}
    return Reason("spared_by_standoff", names | review.race(attacker, rivals))


# Moves


def _of_move(review: Review, unit: int) -> Reason:
    if review.moved(unit):
        return _success(review, unit)
    if not review.movement.arrives(unit):
        return _and_dislodged(review, unit, _not_carried(review, unit))
    return _failure(review, unit)


def _success(review: Review, unit: int) -> Reason:
    target, opposed = review.target[unit], _opposed(review, unit)
    params = {"province": review.place(target)}
    by_sea = review.by_sea(unit)
    carried = _carried(review, unit) if by_sea else Reason("move_succeeds", params)
    if opposed is not None:
        return opposed.and_then(carried) if by_sea else opposed
    circle = _circle(review, unit)
    if len(circle) == 1:
        fleets_of_either = review.carried_by(unit if by_sea else circle[0])
        others = {"with": review.name(circle), "fleets": fleets_of_either}
        return Reason("move_past_another", params | others)
    if circle and not by_sea:
        return Reason("move_in_circle", params | {"with": review.name(circle)})
    return carried


def _carried(review: Review, unit: int) -> Reason:
    fleets, lost = review.carriers(unit)
    params = {"province": review.place(review.target[unit]), "fleets": review.name(fleets)}
    if not lost:
        return Reason("move_by_convoy_succeeds", params)
    return Reason("move_by_open_route", params | {"lost": review.name(lost)})


def _opposed(review: Review, unit: int) -> Reason | None:
    """How a move that succeeded did so against others, if any were in its way."""
    target = review.target[unit]
    params = {"province": review.place(target)}
    if review.stays(target):
        params["opposed_by"] = review.name(target)
        return Reason("move_dislodges", params | review.fight(unit, target))
    rivals = review.rivals(unit)
    if not rivals:
        return None
    rival = max(rivals, key=review.strength)
    params["opposed_by"] = review.name(rival)
    if not review.prevention(rival) and review.strength(rival) >= review.attack(unit):
        return Reason("move_despite_dislodged", params)
    return Reason("move_wins", params | review.race(unit, [rival]))


def _circle(review: Review, unit: int) -> list[int]:
    """The others that moved round with a unit, if the last of them went to its province."""
    circle: list[int] = []
    at = review.target[unit]
    while at != unit and at not in circle and review.moved(at):
        circle.append(at)
        at = review.target[at]
    return circle if at == unit else []


def _not_carried(review: Review, unit: int) -> Reason:
    """Why an army had no convoy."""
    params = {"province": review.place(review.target[unit])}
    ordered = review.movement.carriers.get(unit, 0)
    if not ordered:
        return Reason("no_convoy", params)
    if not review.route_ordered(unit):
        return Reason("convoy_incomplete", params | {"fleets": review.name(numbers(ordered))})
    _, lost = review.carriers(unit)
    by = {fleet: attacker for fleet in lost if (attacker := review.dislodger(fleet)) is not None}
    if not by:
        return Reason("convoy_lost_in_paradox", params | {"lost": review.name(lost)})
    params["lost"], params["by"] = review.name(by), review.name(by.values())
    return Reason("convoy_was_disrupted", params)


def _failure(review: Review, unit: int) -> Reason:
    """Why a move that had a way to its target did not get in: another that did, the unit that stood
    there or, if that one alone would not have been enough, the strongest of the others."""
    target, strength = review.target[unit], review.attack(unit)
    defence = review.defence(target, unit) if review.in_the_way(unit) else 0
    rivals = review.rivals(unit)
    prevention = max(map(review.prevention, rivals), default=0)
    if review.dislodger(unit) == target and review.meet(unit, target):
        lost = {"province": review.place(target), "opposed_by": review.name(target)}
        return Reason("lost_head_to_head", lost | review.siege(unit, [target]))
    if any(map(review.moved, rivals)) or defence < strength <= prevention:
        reason = _by_rivals(review, unit)
    else:
        reason = _by_holder(review, unit, defence)
    return _and_dislodged(review, unit, reason)


def _by_holder(review: Review, unit: int, defence: int) -> Reason:
    """A bounce off the unit that stayed in the province, or that came the other way."""
    target, strength = review.target[unit], review.attack(unit)
    strengths = review.fight(unit, target)
    params = {"province": review.place(target), "opposed_by": review.name(target), **strengths}
    if strength > defence:
        return Reason("own_unit_stays", params)
    if review.meet(unit, target):
        return Reason("head_to_head", params)
    if review.strength(unit) > defence:
        left_out = set(review.supporters(unit)) - set(review.attackers_supporters(unit))
        return Reason("own_support_left_out", params | {"left_out": review.name(left_out)})
    if review.by_sea(unit):
        return _after_convoy(review, unit, params)
    supported = strengths.keys() - {"strength", "against"}
    return Reason("bounced_off_strength" if supported else "bounced_off_unit", params)


def _by_rivals(review: Review, unit: int) -> Reason:
    """A bounce off others that went to the same province, or its loss to one of them."""
    rivals = review.strongest_rivals(unit)
    params = {"province": review.place(review.target[unit]), "opposed_by": review.name(rivals)}
    params |= review.race(unit, rivals)
    if any(map(review.moved, rivals)):
        return Reason("outdone", params)
    if review.by_sea(unit):
        return _after_convoy(review, unit, params)
    if all(review.dislodger(rival) is not None for rival in rivals):
        return Reason("bounced_with_dislodged", params)
    return Reason("bounced_in_standoff", params)


def _after_convoy(review: Review, unit: int, params: dict[str, str]) -> Reason:
    return Reason("bounced_after_convoy", {**params, "fleets": review.carried_by(unit)})
