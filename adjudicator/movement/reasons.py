"""The reason for each result of a movement phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.board import province_numbers
from adjudicator.movement.review import Review
from adjudicator.movement.support_reasons import convoy_reason, support_reason
from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.reasons import Reason

if TYPE_CHECKING:
    from adjudicator.movement.battle import Movement
    from adjudicator.resolution import Result

_INCLUDES_DISLODGEMENT = frozenset({"support_cut_by_dislodgement", "convoy_dislodged"})


def reason_for(movement: Movement, result: Result) -> Reason:
    """Return the reason for the result of an order, and for a dislodgement of its unit."""
    assert result.unit is not None
    review, order = Review(movement), result.order
    unit = movement.board.number[result.unit.location]
    if isinstance(order, Move):
        return _move_reason(review, unit)
    if isinstance(order, SupportHold | SupportMove):
        return _with_dislodgement(review, unit, support_reason(review, unit, order, result.outcome))
    if isinstance(order, Convoy):
        return _with_dislodgement(review, unit, convoy_reason(review, unit, order))
    met = _hold_reason(review, unit)
    if result.given:
        return met or Reason("holds")
    unordered = Reason("no_order")
    if result.power in movement.position.neutral:
        unordered = Reason("neutral_holds", {"power": result.power})
    return unordered if met is None else unordered.and_then(met)


def refused_reason(movement: Movement, unit: int, reason: Reason) -> Reason:
    """Return the reason for a refused order, and for the dislodgement of its unit, if any."""
    review = Review(movement)
    if reason.code == "convoy_not_needed":
        reason = _went_without(review, reason)
    return _with_dislodgement(review, unit, reason)


def _went_without(review: Review, reason: Reason) -> Reason:
    """The reason for a convoy that an army did not need, with the fleets of the route it took."""
    army, province = reason.params["army"], reason.params["province"]
    number = review.movement.board.number
    moving = number[army[2:]]
    ordered = review.target.get(moving) == number[province]
    if not ordered or not review.went_by_convoy(moving) or not review.movement.has_path(moving):
        return reason
    fleets = review.convoying_fleets(moving)
    return Reason("convoy_went_without", {"army": army, "province": province, "fleets": fleets})


def _with_dislodgement(review: Review, unit: int, reason: Reason) -> Reason:
    """A reason, followed by the reason for a dislodgement unless it contains that already."""
    if reason.code in _INCLUDES_DISLODGEMENT or review.dislodger(unit) is None:
        return reason
    return reason.and_then(Reason("dislodged_by", review.dislodgement_params(unit)))


def _hold_reason(review: Review, unit: int) -> Reason | None:
    """Reason for the survival or dislodgement of a unit that held; None if nobody attacked it."""
    if review.dislodger(unit) is not None:
        return Reason("dislodged_by", review.dislodgement_params(unit))
    attackers = review.attackers_with_path(unit)
    if not attackers:
        return None
    strength = review.full_strength(unit)
    foreign = [each for each in attackers if not review.same_power(each, unit)]
    strongest = max(map(review.attack_strength, foreign), default=0)
    if strongest > strength:
        return _spared_by_standoff(review, unit, strongest)
    code, by = "held_against", [a for a in foreign if review.attack_strength(a) == strongest]
    most = max(map(review.attack_strength, attackers))
    if most > strength or not foreign:
        code = "spared_by_own_power" if most > strength else code
        by = [a for a in attackers if review.attack_strength(a) == most]
    return Reason(code, {"by": review.names(by), **review.defence_params(unit, by)})


def _spared_by_standoff(review: Review, unit: int, strongest: int) -> Reason:
    """The reason for a unit that survived a stronger attack because others moved there too."""
    attackers = review.attackers_with_path(unit)
    by = [each for each in attackers if review.prevent_strength(each) >= strongest]
    if {strongest} == {*map(review.attack_strength, by), *map(review.prevent_strength, by)}:
        return Reason("beleaguered", {"by": review.names(by), **review.defence_params(unit, by)})
    foreign = [each for each in attackers if not review.same_power(each, unit)]
    attacker = max(foreign, key=review.attack_strength)
    rivals = review.strongest_rivals(attacker)
    names = {"by": review.names(attacker), "opposed_by": review.names(rivals)}
    return Reason("spared_by_standoff", names | review.rival_params(attacker, rivals))


# Moves


def _move_reason(review: Review, unit: int) -> Reason:
    """The reason for a move, by whether it succeeded and had a path."""
    if review.moved(unit):
        return _move_succeeded(review, unit)
    if not review.movement.has_path(unit):
        return _with_dislodgement(review, unit, _convoy_failed(review, unit))
    return _move_failed(review, unit)


def _move_succeeded(review: Review, unit: int) -> Reason:
    """The reason for a move that succeeded."""
    opposed, params = _won_against(review, unit), {"province": review.destination(unit)}
    by_sea = review.went_by_convoy(unit)
    carried = _arrived_by_convoy(review, unit) if by_sea else Reason("move_succeeds", params)
    if opposed is not None:
        return opposed.and_then(carried) if by_sea else opposed
    circle = _circle_of_moves(review, unit)
    if len(circle) == 1:
        fleets_of_either = review.convoying_fleets(unit if by_sea else circle[0])
        others = {"with": review.names(circle), "fleets": fleets_of_either}
        return Reason("move_past_another", params | others)
    if circle and not by_sea:
        return Reason("move_in_circle", params | {"with": review.names(circle)})
    return carried


def _arrived_by_convoy(review: Review, unit: int) -> Reason:
    """The reason for an army that arrived by convoy, with the fleets of lost routes."""
    fleets, lost = review.standing_and_lost_fleets(unit)
    params = {"province": review.province_code(review.target[unit]), "fleets": review.names(fleets)}
    if not lost:
        return Reason("move_by_convoy_succeeds", params)
    return Reason("move_by_open_route", params | {"lost": review.names(lost)})


def _won_against(review: Review, unit: int) -> Reason | None:
    """The reason for a move that succeeded against others; None if nobody was in its way."""
    target = review.target[unit]
    params = {"province": review.destination(unit)}
    if review.stays(target):
        params["opposed_by"] = review.names(target)
        return Reason("move_dislodges", params | review.attack_params(unit, target))
    rivals = review.rivals(unit)
    if not rivals:
        return None
    rival = max(rivals, key=review.full_strength)
    params["opposed_by"] = review.names(rival)
    was_as_strong = review.full_strength(rival) >= review.attack_strength(unit)
    if was_as_strong and not review.prevent_strength(rival):
        return Reason("move_despite_dislodged", params)
    return Reason("move_wins", params | review.rival_params(unit, [rival]))


def _circle_of_moves(review: Review, unit: int) -> list[int]:
    """The other units of a circle of moves, the last of which moved to this unit's province."""
    circle: list[int] = []
    at = review.target[unit]
    while at != unit and at not in circle and review.moved(at):
        circle.append(at)
        at = review.target[at]
    return circle if at == unit else []


def _convoy_failed(review: Review, unit: int) -> Reason:
    """Reason for a move that needed a convoy and had none."""
    params = {"province": review.province_code(review.target[unit])}
    ordered = review.movement.convoy_fleets.get(unit, 0)
    if not ordered:
        return Reason("no_convoy", params)
    if not review.has_ordered_route(unit):
        return Reason(
            "convoy_incomplete", params | {"fleets": review.names(province_numbers(ordered))}
        )
    _, lost = review.standing_and_lost_fleets(unit)
    by = {fleet: attacker for fleet in lost if (attacker := review.dislodger(fleet)) is not None}
    if not by:
        return Reason("convoy_lost_in_paradox", params | {"lost": review.names(lost)})
    params["lost"], params["by"] = review.names(by), review.names(by.values())
    return Reason("convoy_was_disrupted", params)


def _move_failed(review: Review, unit: int) -> Reason:
    """Reason for the failure of a move with a path.

    It names another move that succeeded, the unit in the province or the strongest of the other
    moves.
    """
    target = review.target[unit]
    if review.dislodger(unit) == target and review.head_to_head(unit, target):
        lost = {"province": review.province_code(target), "opposed_by": review.names(target)}
        return Reason("lost_head_to_head", lost | review.defence_params(unit, [target]))
    defence = review.hold_strength(target, unit) if review.target_defended(unit) else 0
    if _rivals_decide(review, unit, defence):
        reason = _stopped_by_rivals(review, unit)
    else:
        reason = _stopped_by_unit(review, unit, defence)
    return _with_dislodgement(review, unit, reason)


def _rivals_decide(review: Review, unit: int, defence: int) -> bool:
    """Whether other moves to the same province are the cause of a failure, not the unit in it.

    They are if one of them succeeded, if the move was stronger than the unit, and where units wait
    for one another in a circle: at least one of these is kept out by others.
    """
    rivals = review.rivals(unit)
    if any(map(review.moved, rivals)):
        return True
    prevention = max(map(review.prevent_strength, rivals), default=0)
    if defence < review.attack_strength(unit) <= prevention:
        return True
    return review.full_strength(unit) <= prevention and _is_of_circle(review, review.target[unit])


def _is_of_circle(review: Review, province: int) -> bool:
    """Whether the unit in a province waits in a circle of moves that could all have succeeded."""
    passed: set[int] = set()
    at = province
    while at in review.target and at not in passed and not review.moved(at):
        passed.add(at)
        following = review.target[at]
        if review.head_to_head(at, following) or not review.movement.has_path(at):
            return False
        at = following
    return at == province and bool(passed)


def _stopped_by_unit(review: Review, unit: int, defence: int) -> Reason:
    """The reason for a bounce off the unit in the province or the one that came head to head."""
    target, own = review.target[unit], review.same_power(unit, review.target[unit])
    strengths = review.attack_params(unit, target)
    place = {"province": review.province_code(target), "opposed_by": review.names(target)}
    params = place | strengths
    if review.full_strength(unit) > defence and review.left_out_supporters(unit):
        code = "own_unit_despite_support" if own else "own_support_left_out"
        return Reason(code, place | review.full_attack_params(unit, target))
    if review.attack_strength(unit) > defence:
        return Reason("own_unit_stays", params)
    if review.head_to_head(unit, target):
        return Reason("head_to_head", params)
    if review.went_by_convoy(unit):
        fleets = review.convoying_fleets(unit)
        return Reason("bounced_after_convoy", params | {"fleets": fleets})
    if strengths.keys() - {"strength", "against"}:  # there are supports to name
        return Reason("bounced_off_strength", params)
    return Reason(
        "bounced_off_failed_move" if target in review.target else "bounced_off_unit", params
    )


def _stopped_by_rivals(review: Review, unit: int) -> Reason:
    """The reason for a move that failed because of other moves to the same province."""
    rivals = review.strongest_rivals(unit)
    params = {
        "province": review.province_code(review.target[unit]),
        "opposed_by": review.names(rivals),
    }
    params |= review.standoff_params(unit, rivals)
    if any(map(review.moved, rivals)):
        return Reason("outdone", params)
    if "left_out" in params:
        return Reason("own_support_left_out_of_standoff", params)
    if review.went_by_convoy(unit):
        fleets = review.convoying_fleets(unit)
        return Reason("standoff_after_convoy", params | {"fleets": fleets})
    if all(review.dislodger(rival) is not None for rival in rivals):
        return Reason("bounced_with_dislodged", params)
    return Reason("bounced_in_standoff", params)
