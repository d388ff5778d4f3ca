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


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogues of those who translate it; by this name tools find it."""
    return text


_INPUT = {
    "no_such_phase": gettext_noop("“%(text)s” is not a phase such as S1901M, F1901R or W1901A."),
    "no_such_unit_text": gettext_noop("“%(text)s” is not a unit such as A PAR or F SPA/SC."),
    "unknown_province": gettext_noop("There is no “%(province)s” on this board (%(unit)s)."),
    "army_at_sea": gettext_noop("An army cannot stand at sea: %(unit)s."),
    "army_on_coast": gettext_noop("An army stands on no coast: %(unit)s."),
    "fleet_on_land": gettext_noop("A fleet cannot stand inland: %(unit)s."),
    "no_coast": gettext_noop(
        "A fleet in %(province)s must say on which coast it stands: %(unit)s."
    ),
    "two_units": gettext_noop("There is more than one unit in %(province)s: %(unit)s."),
    "not_a_center": gettext_noop("%(province)s is not a supply center."),
    "center_owned_twice": gettext_noop("%(province)s is owned by %(power)s and by another power."),
    "dislodged_out_of_season": gettext_noop("There are no dislodged units in phase %(phase)s."),
    "retreat_impossible": gettext_noop("%(unit)s cannot retreat to %(province)s."),
    "unknown_rules": gettext_noop("There are no rules “%(name)s”; there are %(known)s."),
    "unknown_setup": gettext_noop("There is no set-up “%(name)s”; there are %(known)s."),
    "unknown_language": gettext_noop("There is no language “%(name)s”; there are %(known)s."),
    "not_json": gettext_noop("This line is not JSON: %(text)s"),
    "wrong_shape": gettext_noop("“%(name)s” must be %(wanted)s."),
}

_SYNTAX = {
    "order_too_long": gettext_noop("An order has at most %(limit)s characters: “%(text)s…”."),
    "verb_missing": gettext_noop("“%(text)s” does not say what the unit shall do."),
    "word_missing": gettext_noop("“%(text)s” ends too early."),
    "word_not_understood": gettext_noop("“%(word)s” was not understood in “%(text)s”."),
    "word_not_expected": gettext_noop("“%(word)s” is too much in “%(text)s”."),
    "province_not_understood": gettext_noop("“%(word)s” is not a province (“%(text)s”)."),
}

_LEGALITY = {
    "wrong_phase": gettext_noop("“%(order)s” cannot be ordered in phase %(phase)s."),
    "no_such_unit": gettext_noop("There is no unit in %(province)s to order (%(unit)s)."),
    "not_your_unit": gettext_noop("%(unit)s belongs to %(power)s."),
    "unknown_target": gettext_noop("There is no province “%(province)s” for %(unit)s to go to."),
    "move_to_own_province": gettext_noop("%(unit)s is already in %(province)s."),
    "not_adjacent": gettext_noop("%(unit)s is not next to %(province)s."),
    "army_to_sea": gettext_noop("%(unit)s is an army and cannot enter %(province)s, which is sea."),
    "fleet_inland": gettext_noop(
        "%(unit)s is a fleet and cannot enter %(province)s, which is inland."
    ),
    "coast_needed": gettext_noop("%(unit)s must say which coast of %(province)s: %(coasts)s."),
    "coast_unreachable": gettext_noop(
        "%(unit)s cannot reach that coast of %(province)s, only %(coasts)s."
    ),
    "wrong_coast": gettext_noop("From the coast it is on, %(unit)s cannot go to %(province)s."),
    "no_convoy_route": gettext_noop("No fleets now at sea could carry %(unit)s to %(province)s."),
    "no_unit_to_support": gettext_noop("There is no unit where %(supported)s should be."),
    "support_of_itself": gettext_noop("%(unit)s cannot support itself."),
    "support_unreachable": gettext_noop(
        "%(unit)s cannot support in %(province)s, where it could not go."
    ),
    "support_of_impossible_move": gettext_noop(
        "%(unit)s, which was to be supported, cannot go to %(province)s."
    ),
    "army_cannot_convoy": gettext_noop("%(unit)s is an army; only fleets convoy."),
    "fleet_not_at_sea": gettext_noop("%(unit)s is not at sea and cannot convoy."),
    "no_army_to_convoy": gettext_noop("There is no army where %(army)s should be."),
    "convoyed_fleet": gettext_noop("%(army)s is a fleet; only armies are convoyed."),
    "not_dislodged": gettext_noop("%(unit)s was not dislodged."),
    "retreat_not_open": gettext_noop("%(unit)s cannot retreat to %(province)s."),
    "not_a_home_center": gettext_noop("%(province)s is not a home center of %(power)s."),
    "center_not_owned": gettext_noop("%(power)s does not own %(province)s now."),
    "center_occupied": gettext_noop("%(province)s is occupied."),
    "build_coast_needed": gettext_noop("A fleet in %(province)s needs a coast: %(coasts)s."),
    "no_builds_left": gettext_noop("%(power)s has no build left."),
    "no_removals_due": gettext_noop("%(power)s has no unit to remove."),
    "already_removed": gettext_noop("%(unit)s is already removed."),
    "ordered_again": gettext_noop("A later order for %(unit)s took the place of this one."),
    "orders_conflict": gettext_noop("%(unit)s was given more than one order: none of them counts."),
}

_OUTCOMES = {
    "holds": gettext_noop("It held."),
    "no_order": gettext_noop("It was given no order and held."),
    "dislodged_by": gettext_noop(
        "It was dislodged by %(by)s from %(province)s: strength %(strength)s against %(against)s."
    ),
    "move_succeeds": gettext_noop("It moved to %(province)s."),
    "move_by_convoy_succeeds": gettext_noop("It was convoyed to %(province)s."),
    "bounced": gettext_noop(
        "It bounced in %(province)s: strength %(strength)s against %(against)s of %(opposed_by)s."
    ),
    "own_unit_stays": gettext_noop("It cannot dislodge %(opposed_by)s, a unit of its own power."),
    "no_convoy": gettext_noop("No whole convoy route to %(province)s was ordered."),
    "convoy_was_disrupted": gettext_noop("Its convoy to %(province)s was disrupted."),
    "support_given": gettext_noop("The support counted."),
    "support_not_against_own": gettext_noop(
        "The support did not count against a unit of its own power."
    ),
    "support_cut": gettext_noop("The support was cut by %(by)s."),
    "support_cut_by_dislodgement": gettext_noop(
        "The support ended when %(by)s dislodged the unit."
    ),
    "supported_unit_moved": gettext_noop(
        "%(supported)s was ordered to move and could not be supported to hold."
    ),
    "no_such_move_to_support": gettext_noop("%(supported)s was not ordered to %(province)s."),
    "convoy_available": gettext_noop("The convoy stood."),
    "no_such_move_to_convoy": gettext_noop("%(army)s was not ordered to %(province)s."),
    "convoy_dislodged": gettext_noop("The convoy was disrupted: %(by)s dislodged the fleet."),
    "convoy_paradox": gettext_noop("The convoy was disrupted to end a paradox (Szykman rule)."),
    "retreat_succeeds": gettext_noop("It retreated to %(province)s."),
    "retreat_clash": gettext_noop("%(with)s retreated to %(province)s too: all were disbanded."),
    "disbanded": gettext_noop("It was disbanded."),
    "disbanded_without_order": gettext_noop("It was given no retreat and was disbanded."),
    "built": gettext_noop("It was built."),
    "waived": gettext_noop("A build was declined."),
    "removed": gettext_noop("It was removed."),
    "removed_without_order": gettext_noop(
        "It was removed for want of an order, being farthest away."
    ),
}

MESSAGES: Mapping[str, str] = {**_INPUT, **_SYNTAX, **_LEGALITY, **_OUTCOMES}
"""Every code and its English template with ``%(name)s`` placeholders."""
