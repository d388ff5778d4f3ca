"""Editions of the rules: every point on which they differ is a named field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from adjudicator.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Rules:
    """How one edition answers where editions differ; the DATC issue is named with each field."""

    name: str

    convoyed_attack_spares_support_against_convoy: bool
    """DATC 4.A.2: an army does not cut (nor, dislodging the supporter, void) a support for an
    attack on a fleet that all its convoy routes need (rulebook 2000, rules 21 and 22). Where this
    has no answer, or is false, the Szykman rule disrupts the convoys of a paradox."""

    own_fleet_means_convoy: Literal["with a route", "always"]
    """DATC 4.A.3: an army that could go by land goes by convoy if a fleet of its own power is
    ordered to carry it: only where a whole route is so ordered, or even without one."""

    via_without_route: Literal["fails", "by land"]
    """DATC 4.A.3: what becomes of ``VIA`` when no whole convoy route is ordered."""

    dislodged_has_no_effect_on_attackers_province: Literal["in a direct fight", "always"]
    """DATC 4.A.7: a dislodged unit does not bounce others out of the province that its attacker
    left: only if the two met at the border, or also if one of them went by convoy."""

    may_retreat_to_convoyed_attackers_province: bool
    """DATC 4.A.5: whether the province that the attacker left is open when it came by convoy."""

    untested_support: Literal["cut", "given"]
    """What a support to hold is called when its unit was attacked but nobody attacked the unit it
    supports: cut (rulebook 2000, sample game, fall 1902: the fleet in Marseilles) or given (DATC
    3.2, 6.D.4). Nothing moves otherwise for it."""

    order_repeated: Literal["last", "none"]
    """DATC 4.D.3: of several orders to one unit the last legal one counts, or none does. Where the
    last counts, an order that is impossible or of another phase takes no other's place."""

    removal_measured_to: Literal["homeland", "owned centers"]
    """DATC 4.D.8: without orders the unit farthest away goes first: from the nearest province of
    its own homeland, or from the nearest center its power owns. Steps count over any border."""

    removal_spares_units_on_centers: bool
    """DATC 4.D.8: whether units on a supply center are removed only when no others are left."""


RULES: Mapping[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(
            name="2000",
            convoyed_attack_spares_support_against_convoy=True,
            own_fleet_means_convoy="with a route",
            via_without_route="fails",
            dislodged_has_no_effect_on_attackers_province="always",
            may_retreat_to_convoyed_attackers_province=False,
            untested_support="cut",
            order_repeated="last",
            removal_measured_to="homeland",
            removal_spares_units_on_centers=False,
        ),
        Rules(
            name="datc",
            convoyed_attack_spares_support_against_convoy=False,
            own_fleet_means_convoy="always",
            via_without_route="fails",
            dislodged_has_no_effect_on_attackers_province="in a direct fight",
            may_retreat_to_convoyed_attackers_province=True,
            untested_support="given",
            order_repeated="none",
            removal_measured_to="owned centers",
            removal_spares_units_on_centers=True,
        ),
    )
}
"""The editions: the rulebook of 2000 (the default) and what the author of the DATC prefers."""

DEFAULT_RULES = RULES["2000"]


def find_rules(name: str) -> Rules:
    """The edition of that name; raises `SetupError`."""
    try:
        return RULES[name]
    except KeyError:
        raise SetupError("unknown_rules", {"name": name, "known": ", ".join(RULES)}) from None
