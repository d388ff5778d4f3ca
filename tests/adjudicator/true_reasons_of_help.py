"""The facts that must be true for each reason of a support or a convoy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator import Convoy, Move, SupportHold, SupportMove

from .checker_equations import supported_by
from .checker_orders import chain, fleets_at_sea, useful
from .sayings import beaten, strengths_with_and_without

if TYPE_CHECKING:
    from .sayings import Facts, Saying


def _helps_nothing_against_own(s: Saying) -> bool:
    return (
        s.opponents == [s.into]
        and not s.foreign(s.into)
        and s.defended(s.helped)
        and strengths_with_and_without(s, s.helped)
    )


def _spared(s: Saying, *fields: str) -> bool:
    """The edition spares the support if the convoys stand on which it is said to depend."""
    [fleet] = s.units("fleets")
    standing = replace(s.claim, stood=s.claim.stood | {fleet})
    return (
        s.scene.rules.support_spared_by_convoyed_attack in fields
        and fleet == s.into
        and all(
            s.foreign(army)
            and s.scene.target[army] == s.at
            and s.scene.path(army, standing)
            and s.scene.spares(army, s.at, standing)
            for army in s.units("by")
        )
    )


def _spared_by_need(s: Saying) -> bool:
    """Rule 21: with the fleet there was a route, without it none."""
    return _spared(s, "against a fleet it needs") and not any(
        s.scene.convoy_path(army, s.claim, without=s.into) for army in s.units("by")
    )


def _cut(s: Saying) -> bool:
    by = s.units("by")
    return s.come(by) and all(
        s.foreign(each) and each != s.into and not s.scene.spares(each, s.at, s.claim)
        for each in by
    )


def _cut_by_other_route(s: Saying) -> bool:
    """Rule 22: the fleet was on a route, but there was another."""
    return (
        _cut(s)
        and s.scene.rules.support_spared_by_convoyed_attack == "against a fleet it needs"
        and isinstance(s.scene.orders[s.at], SupportMove)
        and s.units("fleets") == [s.into]
        and all(
            s.by_sea(army)
            and s.on_route(army, s.into)
            and s.scene.convoy_path(army, s.claim, without=s.into)
            for army in s.units("by")
        )
    )


def _counted(s: Saying) -> bool:
    """Whether the support of a move was given and could help to dislodge."""
    return s.at in s.backers(s.helped) - s.left_out(s.helped)


def _is_attacked(s: Saying) -> bool:
    """Whether a unit with a path moved to where the supported unit stood."""
    return any(target == s.helped and s.path(each) for each, target in s.scene.target.items())


def _would_be_dislodged(s: Saying) -> bool:
    """Whether the supported unit would have been dislodged without the support."""
    return any(
        s.scene.must_move(attacker, s.unsupported())
        for attacker, target in s.scene.target.items()
        if target == s.helped
    )


def _sent_here(s: Saying) -> bool:
    """Whether the attackers of a support were ordered to its unit's province."""
    return {s.scene.target.get(each) for each in s.units("by")} == {s.at}


def _ordered(s: Saying, name: str) -> bool:
    """Whether the unit named in the order was to move to the place told, and only there."""
    [unit] = s.units(name)
    order = s.scene.orders[unit]
    return (
        isinstance(order, Move)
        and order.target == s.params["instead"] != s.params.get("province")
        and unit == other_unit(s)
    )


def _had_no_move(s: Saying, name: str) -> bool:
    return [other_unit(s)] == s.units(name) and other_unit(s) not in s.scene.target


def other_unit(s: Saying) -> str:
    """Return the unit that the order supports or convoys."""
    if isinstance(s.told, SupportHold | SupportMove):
        return supported_by(s.told)
    assert isinstance(s.told, Convoy)
    return s.told.army.province


def _carried(s: Saying) -> bool:
    """Whether the fleet is on a whole route of fleets whose convoys stood."""
    standing = s.scene.carriers(s.army) & s.claim.stood
    route = (s.army, s.scene.target[s.army])
    return s.by_sea(s.army) and useful(s.scene.board, standing, *route, s.at)


def _went_without(s: Saying) -> bool:
    """Whether an army was convoyed, and no route that the fleets at sea allow needs this one."""
    [army], position = s.units("army"), s.scene.position
    fleets, target = fleets_at_sea(position), s.params["province"]
    return (
        army == other_unit(s)
        and s.scene.target.get(army) == target
        and s.stood(army, "fleets")
        and chain(position.board, fleets, army, target)
        and not useful(position.board, fleets, army, target, s.at)
    )


OF_MOVES: Facts = {
    "support_helped_move": lambda s: (
        s.helped in s.claim.moved and not s.scene.must_move(s.helped, s.unsupported())
    ),
    "support_needless_move": lambda s: _counted(s) and s.scene.must_move(s.helped, s.unsupported()),
    "support_in_vain_move": lambda s: _counted(s) and s.helped not in s.claim.moved,
    "support_not_against_own": _helps_nothing_against_own,
    "support_cut_by_other_route": _cut_by_other_route,
    "supported_move_differs": lambda s: _ordered(s, "supported"),
    "supported_unit_stayed": lambda s: _had_no_move(s, "supported"),
}
"""Reasons of supports of moves only."""
OF_HOLDS: Facts = {
    "support_helped_hold": lambda s: not s.lost(s.helped) and _would_be_dislodged(s),
    "support_needless_hold": lambda s: _is_attacked(s) and not _would_be_dislodged(s),
    "support_in_vain_hold": lambda s: s.lost(s.helped),
    "support_untested": lambda s: not _is_attacked(s),
    "supported_unit_moved": lambda s: _ordered(s, "supported"),
    "supported_unit_tried_to_move": lambda s: _had_no_move(s, "supported"),
}
"""Reasons of supports to hold only."""
OF_SUPPORTS: Facts = {
    "support_cut": _cut,
    "support_cut_by_dislodged": lambda s: _cut(s) and all(map(s.lost, s.units("by"))),
    "support_cut_by_dislodgement": beaten,
    "not_cut_from_there": lambda s: _sent_here(s) and s.units("by") == [s.into],
    "not_cut_by_own": lambda s: _sent_here(s) and not any(map(s.foreign, s.units("by"))),
    "not_cut_by_needed_convoy": _spared_by_need,
    "not_cut_by_convoyed": lambda s: _spared(
        s, "against its fleets", "into its fleet's sea", "into any convoy's sea"
    ),
    "not_cut_without_convoy": lambda s: _sent_here(s) and not any(map(s.path, s.units("by"))),
}
"""Reasons of supports of either kind."""
OF_CONVOYS: Facts = {
    "convoyed": lambda s: _carried(s) and s.army in s.claim.moved,
    "convoyed_in_vain": lambda s: _carried(s) and s.army not in s.claim.moved,
    "convoy_not_used": lambda s: s.scene.way[s.army] == "land",
    "convoy_went_without": _went_without,
    "convoy_without_route": lambda s: not s.on_route(s.army, s.at),
    "convoy_broken_elsewhere": lambda s: s.on_route(s.army, s.at) and s.fell(s.army),
    "convoy_not_disturbed": lambda s: s.come(s.units("by")) and not s.lost(s.at),
    "convoyed_army_stayed": lambda s: _had_no_move(s, "army"),
    "convoyed_move_differs": lambda s: _ordered(s, "army"),
    "convoy_dislodged": beaten,
    "convoy_paradox": lambda s: s.at in s.claim.paradox and not s.lost(s.at),
}
