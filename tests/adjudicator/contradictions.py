"""Contradictions between the reasons of one phase, and orders that failed for no reason told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from adjudicator import Convoy, Hold, Move, Outcome, PhaseType, Reason, Retreat
from adjudicator.reasons import REFUSALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator import Result

STAYED = frozenset(
    {
        "bounced_off_unit",
        "bounced_off_failed_move",
        "bounced_off_strength",
        "bounced_after_convoy",
        "own_unit_stays",
        "own_unit_despite_support",
        "own_support_left_out",
    }
)
"""Failures caused by a unit that stayed; that it stayed may have a cause of its own."""
STANDOFFS = frozenset(
    {
        "bounced_in_standoff",
        "standoff_after_convoy",
        "bounced_with_dislodged",
        "own_support_left_out_of_standoff",
    }
)
NO_WAY = frozenset({"no_convoy", "convoy_incomplete"})
LOST_WAY = frozenset({"convoy_was_disrupted", "convoy_lost_in_paradox"})
MOVES_FAILED = (
    STAYED | STANDOFFS | LOST_WAY | NO_WAY | {"outdone", "head_to_head", "lost_head_to_head"}
)
CUT = frozenset(
    {
        "support_cut",
        "support_cut_by_dislodged",
        "support_cut_by_other_route",
        "support_cut_by_dislodgement",
    }
)
UNMATCHED = frozenset(
    {
        "supported_unit_moved",
        "supported_unit_tried_to_move",
        "supported_move_differs",
        "supported_unit_stayed",
    }
)
CONVOYS_UNMATCHED = frozenset({"convoyed_army_stayed", "convoyed_move_differs"})
DISRUPTED = frozenset({"convoy_dislodged", "convoy_paradox"})
DISLODGED = frozenset(
    {"dislodged_by", "lost_head_to_head", "support_cut_by_dislodgement", "convoy_dislodged"}
)
UNHARMED = frozenset(
    {"holds", "held_against", "beleaguered", "spared_by_standoff", "spared_by_own_power"}
)
COUNTED = frozenset(
    {
        "support_helped_move",
        "support_needless_move",
        "support_in_vain_move",
        "support_helped_hold",
        "support_needless_hold",
        "support_in_vain_hold",
        "support_not_against_own",
    }
)
"""Supports that counted; one of these only against other moves to the province."""


def parts(reason: Reason) -> list[Reason]:
    """Return the sentences of a reason, each as a reason of its own."""
    found, params = [], dict(reason.params)
    code: str | None = reason.code
    while code is not None:
        here = {key: text for key, text in params.items() if not key.startswith("then")}
        found.append(Reason(code, here))
        code = params.get("then")
        params = {k[5:]: text for k, text in params.items() if k.startswith("then_")}
    return found


def unexplained(results: Iterable[Result], phase: PhaseType) -> list[str]:
    """Return the orders that failed without a reason for just that failure."""
    return [
        f"{result.text} is called {result.outcome} for {result.reason.code}"
        for result in results
        if not _explains(result, {part.code for part in parts(result.reason)}, phase)
    ]


def _explains(result: Result, codes: set[str], phase: PhaseType) -> bool:
    """Whether a reason has a code for the failure, and one for the loss of the unit."""
    if result.dislodged and not codes & DISLODGED:
        return False
    first, order, outcome = result.reason.code, result.order, result.outcome
    if outcome is Outcome.ILLEGAL:
        return first in REFUSALS or first == "convoy_went_without"
    if outcome is Outcome.FAILS and phase is PhaseType.RETREAT:
        return isinstance(order, Retreat) and first in ("retreat_clash", "retreat_left_to_another")
    if outcome is Outcome.FAILS:
        if isinstance(order, Hold):
            return "dislodged_by" in codes
        return first in (MOVES_FAILED - NO_WAY) or first in REFUSALS
    if outcome is Outcome.INVALID:
        if isinstance(order, Move):
            return first in NO_WAY
        return first in (CONVOYS_UNMATCHED if isinstance(order, Convoy) else UNMATCHED)
    if outcome is Outcome.SUCCEEDS and phase is PhaseType.MOVEMENT:
        return first.startswith("move_") and first not in REFUSALS
    if outcome in (Outcome.CUT, Outcome.DISRUPTED):
        return first in (CUT if outcome is Outcome.CUT else DISRUPTED)
    return not codes & (MOVES_FAILED | CUT | UNMATCHED | CONVOYS_UNMATCHED | REFUSALS.keys())


class Told(NamedTuple):
    """Claims of the reasons of a phase about its units, by the provinces of these."""

    stayed: set[str]
    moved: set[str]
    dislodged: set[str]
    unharmed: set[str]
    counted: set[str]
    not_counted: set[str]
    carried: set[str]
    """Fleets of which it is said that they convoyed an army."""
    broken: set[str]
    """Fleets of which it is said that they did not."""
    waits_for: dict[str, str]
    """Unit that failed to move -> the unit that stayed and so stopped it."""


def contradictions(results: Sequence[Result]) -> list[str]:
    """Return the statements of a movement phase that cannot all be true."""
    told = Told(set(), set(), set(), set(), set(), set(), set(), set(), {})
    for result in results:
        if result.unit is not None:
            for part in parts(result.reason):
                _listen(told, result.unit.province, part)
    pairs = {
        "said to have stayed and to have moved": told.stayed & told.moved,
        "said to have moved and to have been dislodged": told.moved & told.dislodged,
        "said to have been dislodged and to have held": told.dislodged & told.unharmed,
        "said to have supported and not to have": told.counted & told.not_counted,
        "said to have convoyed and not to have": told.carried & told.broken,
        "in a circle in which each waits for another": {*_circles(told.waits_for)},
    }
    return [f"{unit} is {what}" for what, units in pairs.items() for unit in sorted(units)]


def _listen(told: Told, at: str, part: Reason) -> None:
    """Note what one sentence about the unit in a province says."""
    code = part.code

    def named(*names: str) -> set[str]:
        texts = [part.params[name] for name in names if name in part.params]
        return {unit[2:5] for text in texts for unit in text.split(", ")}

    if code.startswith("move_") and code not in REFUSALS:
        told.moved.update({at}, named("with"))
        told.carried.update(named("fleets"))
    if code == "move_dislodges":
        told.dislodged.update(named("opposed_by"))
    if code in MOVES_FAILED:
        told.stayed.add(at)
        told.carried.update(named("fleets") if code not in NO_WAY else ())
    if code in STAYED:
        told.stayed.update(named("opposed_by"))
        told.waits_for[at] = min(named("opposed_by"))
    if code in STANDOFFS or code == "head_to_head":
        told.stayed.update(named("opposed_by"))
    if code in ("outdone", "lost_head_to_head"):
        told.moved.update(named("opposed_by"))
    if code in DISLODGED:
        told.dislodged.add(at)
        told.moved.update(named("by") if code != "lost_head_to_head" else ())
    if code in UNHARMED:
        told.unharmed.add(at)
        told.stayed.update({at}, named("by", "opposed_by"))
    _listen_to_help(told, at, part, named("supported"))
    told.counted.update(named("strength_with", "against_with"))
    told.not_counted.update(named("strength_cut", "against_cut"))
    told.broken.update(named("lost"))


def _listen_to_help(told: Told, at: str, part: Reason, supported: set[str]) -> None:
    """Note what a sentence about a support or a convoy says."""
    code = part.code
    if code in COUNTED:
        told.counted.add(at)
    if code in CUT | UNMATCHED:
        told.not_counted.add(at)
    if code in ("support_helped_move", "support_needless_move"):
        told.moved.update(supported)
    if code in ("support_in_vain_move", "support_in_vain_hold"):
        told.stayed.update(supported)
    if code == "support_in_vain_hold":
        told.dislodged.update(supported)
    if code in ("support_helped_hold", "support_needless_hold", "support_untested"):
        told.unharmed.update(supported)
    if code in ("convoyed", "convoyed_in_vain"):
        told.carried.add(at)
    if code == "convoyed":
        told.moved.add(part.params["army"][2:5])
    if code in DISRUPTED:
        told.broken.add(at)


def _circles(waits_for: dict[str, str]) -> Iterator[str]:
    """The units that wait, by way of others, for themselves."""
    for unit in waits_for:
        passed, at = {unit}, waits_for[unit]
        while at in waits_for and at not in passed:
            passed.add(at)
            at = waits_for[at]
        if at == unit:
            yield unit
