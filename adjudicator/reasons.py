"""Why an order ended as it did, as a stable code with parameters; English templates in `MESSAGES`.

The same catalogue serves the errors, so that a site can translate all of it. Parameters are texts:
units (``A PAR``), provinces (``PAR``), powers and numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Reason(NamedTuple):
    """Why an order ended as it did.

    >>> str(Reason("support_cut", {"by": "A MUN"}))
    'The support was cut by A MUN.'
    """

    code: str
    params: Mapping[str, str] = {}

    def __str__(self) -> str:
        return explain(self.code, self.params)


def explain(code: str, params: Mapping[str, str]) -> str:
    """The English sentence for a code."""
    return MESSAGES[code] % params


_INPUT = {
    "no_such_phase": "“%(text)s” is not a phase such as S1901M, F1901R or W1901A.",
    "no_such_unit_text": "“%(text)s” is not a unit such as A PAR or F SPA/SC.",
    "unknown_province": "There is no “%(province)s” on this board (%(unit)s).",
    "army_at_sea": "An army cannot stand at sea: %(unit)s.",
    "army_on_coast": "An army stands on no coast: %(unit)s.",
    "fleet_on_land": "A fleet cannot stand inland: %(unit)s.",
    "no_coast": "A fleet in %(province)s must say on which coast it stands: %(unit)s.",
    "two_units": "There is more than one unit in %(province)s: %(unit)s.",
    "not_a_center": "%(province)s is not a supply center.",
    "center_owned_twice": "%(province)s is owned by %(power)s and by another power.",
    "dislodged_out_of_season": "There are no dislodged units in phase %(phase)s.",
    "retreat_impossible": "%(unit)s cannot retreat to %(province)s.",
    "unknown_rules": "There are no rules “%(name)s”; there are %(known)s.",
    "unknown_setup": "There is no set-up “%(name)s”; there are %(known)s.",
    "unknown_language": "There is no language “%(name)s”; there are %(known)s.",
    "not_json": "This line is not JSON: %(text)s",
    "wrong_shape": "“%(name)s” must be %(wanted)s.",
}

_SYNTAX = {
    "order_too_long": "An order has at most %(limit)s characters: “%(text)s…”.",
    "verb_missing": "“%(text)s” does not say what the unit shall do.",
    "word_missing": "“%(text)s” ends too early.",
    "word_not_understood": "“%(word)s” was not understood in “%(text)s”.",
    "word_not_expected": "“%(word)s” is too much in “%(text)s”.",
    "province_not_understood": "“%(word)s” is not a province (“%(text)s”).",
}

_LEGALITY = {
    "wrong_phase": "“%(order)s” cannot be ordered in phase %(phase)s.",
    "no_such_unit": "There is no unit in %(province)s to order (%(unit)s).",
    "not_your_unit": "%(unit)s belongs to %(power)s.",
    "unknown_target": "There is no province “%(province)s” for %(unit)s to go to.",
    "move_to_own_province": "%(unit)s is already in %(province)s.",
    "not_adjacent": "%(unit)s is not next to %(province)s.",
    "army_to_sea": "%(unit)s is an army and cannot enter %(province)s, which is sea.",
    "fleet_inland": "%(unit)s is a fleet and cannot enter %(province)s, which is inland.",
    "coast_needed": "%(unit)s must say which coast of %(province)s: %(coasts)s.",
    "coast_unreachable": "%(unit)s cannot reach that coast of %(province)s, only %(coasts)s.",
    "wrong_coast": "From the coast it is on, %(unit)s cannot go to %(province)s.",
    "no_convoy_route": "No fleets now at sea could carry %(unit)s to %(province)s.",
    "no_unit_to_support": "There is no unit where %(supported)s should be.",
    "support_of_itself": "%(unit)s cannot support itself.",
    "support_unreachable": "%(unit)s cannot support in %(province)s, where it could not go.",
    "support_of_impossible_move": "%(unit)s, which was to be supported, cannot go to %(province)s.",
    "army_cannot_convoy": "%(unit)s is an army; only fleets convoy.",
    "fleet_not_at_sea": "%(unit)s is not at sea and cannot convoy.",
    "no_army_to_convoy": "There is no army where %(army)s should be.",
    "convoyed_fleet": "%(army)s is a fleet; only armies are convoyed.",
    "not_dislodged": "%(unit)s was not dislodged.",
    "retreat_not_open": "%(unit)s cannot retreat to %(province)s.",
    "not_a_home_center": "%(province)s is not a home center of %(power)s.",
    "center_not_owned": "%(power)s does not own %(province)s now.",
    "center_occupied": "%(province)s is occupied.",
    "build_coast_needed": "A fleet in %(province)s needs a coast: %(coasts)s.",
    "no_builds_left": "%(power)s has no build left.",
    "no_removals_due": "%(power)s has no unit to remove.",
    "already_removed": "%(unit)s is already removed.",
    "ordered_again": "A later order for %(unit)s took the place of this one.",
    "orders_conflict": "%(unit)s was given more than one order: none of them counts.",
}

_OUTCOMES = {
    "holds": "It held.",
    "no_order": "It was given no order and held.",
    "dislodged_by": "It was dislodged by %(by)s from %(province)s, %(strength)s to %(against)s.",
    "move_succeeds": "It moved to %(province)s.",
    "move_by_convoy_succeeds": "It was convoyed to %(province)s.",
    "bounced": "It bounced in %(province)s, %(strength)s to %(against)s of %(opposed_by)s.",
    "own_unit_stays": "It cannot dislodge %(opposed_by)s, a unit of its own power.",
    "no_convoy": "No whole convoy route to %(province)s was ordered.",
    "convoy_was_disrupted": "Its convoy to %(province)s was disrupted.",
    "support_given": "The support counted.",
    "support_cut": "The support was cut by %(by)s.",
    "support_cut_by_dislodgement": "The support ended when %(by)s dislodged the unit.",
    "supported_unit_moved": "%(supported)s was ordered to move and could not be supported to hold.",
    "no_such_move_to_support": "%(supported)s was not ordered to %(province)s.",
    "convoy_available": "The convoy stood.",
    "no_such_move_to_convoy": "%(army)s was not ordered to %(province)s.",
    "convoy_dislodged": "The convoy was disrupted: %(by)s dislodged the fleet.",
    "convoy_paradox": "The convoy was disrupted to end a paradox (Szykman rule).",
    "retreat_succeeds": "It retreated to %(province)s.",
    "retreat_clash": "%(with)s retreated to %(province)s too: all were disbanded.",
    "disbanded": "It was disbanded.",
    "disbanded_without_order": "It was given no retreat and was disbanded.",
    "built": "It was built.",
    "waived": "A build was declined.",
    "removed": "It was removed.",
    "removed_without_order": "It was removed for want of an order, being farthest away.",
}

MESSAGES: Mapping[str, str] = {**_INPUT, **_SYNTAX, **_LEGALITY, **_OUTCOMES}
"""Every code and its English template with ``%(name)s`` placeholders."""
