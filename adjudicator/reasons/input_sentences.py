"""English sentences for faulty input (`FAULTS`) and refused orders (`REFUSALS`).

A refusal is a pair: the rule behind it and the sentence. A rule is a number of the rulebook's list
of 22 (edition of 2000) or, where that list is silent, a section of that rulebook (`SECTIONS`) or an
issue of the DATC. Sentences for how orders end are in `result_sentences`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Catalogue: TypeAlias = Mapping[str, tuple[str, str]]
"""Code -> the rule behind it and the English sentence."""


def gettext_noop(text: str) -> str:
    """Return the text; the name marks it for tools that collect texts to translate."""
    return text


SECTIONS: Mapping[str, str] = {
    "orders": gettext_noop("Writing orders"),
    "moves": gettext_noop("The move order"),
    "supports": gettext_noop("The support order"),
    "convoys": gettext_noop("The convoy order"),
    "routes": gettext_noop("Land and convoy routes"),
    "retreats": gettext_noop("Retreats and disbanding"),
    "adjustments": gettext_noop("Gaining and losing units"),
    "civil disorder": gettext_noop("Civil disorder"),
    "fewer players": gettext_noop("Games for fewer than seven players"),
}
"""The sections of the rulebook of 2000 that are named where its list of 22 rules is silent."""

IN_SHORT: Mapping[str, str] = {
    "3": gettext_noop(
        "If units of equal strength move to the same province, none of them enters it."
    ),
    "4": gettext_noop("A standoff does not dislodge the unit that is already in the province."),
    "5": gettext_noop("One unit that does not move can stop several that do."),
    "6": gettext_noop("Two units cannot swap places without a convoy."),
    "7": gettext_noop(
        "Three or more units can move in a circle, as long as no two of them swap places."
    ),
    "8": gettext_noop("A unit that is not ordered to move can be supported to hold."),
    "9": gettext_noop("A unit that is ordered to move can be supported only in that move."),
    "10": gettext_noop(
        "A dislodged unit can still cause a standoff, but not in the province its"
        " attacker came from."
    ),
    "11": gettext_noop(
        "A dislodged unit, supported or not, has no effect on the province its attacker came from."
    ),
    "12": gettext_noop(
        "A power cannot dislodge its own units, and its support cannot help others do it."
    ),
    "13": gettext_noop(
        "An attack cuts support, unless it comes from the province the support is aimed at."
    ),
    "14": gettext_noop("Support is cut if the supporting unit is dislodged."),
    "15": gettext_noop("An attack cuts support even if the attacking unit is dislodged."),
    "16": gettext_noop("A power’s attack on its own unit does not cut support."),
    "17": gettext_noop(
        "A convoy fails if its fleet is dislodged. An attack alone does not disrupt it."
    ),
    "18": gettext_noop("A convoyed army that bounces stays where it started."),
    "19": gettext_noop("Two units can swap places if at least one of them is convoyed."),
    "20": gettext_noop("An army with several convoy routes arrives if one of them stays open."),
    "21": gettext_noop(
        "A convoyed army does not cut support for an attack on a fleet that its convoy needs."
    ),
    "22": gettext_noop(
        "A convoyed army cuts support for an attack on a fleet of its"
        " convoy if another convoy route stays open."
    ),
}
"""The numbered rules that decide orders, in short: all but 1 and 2, on which the others are based.
"""

SZYKMAN = CONVOYED_ATTACK = "DATC 4.A.2"
REPEATED = "DATC 4.D.3"

FAULTS: Mapping[str, str] = {
    "no_such_phase": gettext_noop(
        "“%(text)s” is not a phase. Write it like S1901M, F1901R or W1901A."
    ),
    "no_such_unit_text": gettext_noop("“%(text)s” is not a unit. Write it like A PAR or F SPA/SC."),
    "unknown_province": gettext_noop(
        "There is no province “%(province)s” on this board (%(unit)s)."
    ),
    "army_at_sea": gettext_noop("An army cannot be at sea: %(unit)s."),
    "army_on_coast": gettext_noop("An army has no coast: %(unit)s. Leave the coast out."),
    "fleet_on_land": gettext_noop("A fleet cannot be inland: %(unit)s."),
    "no_coast": gettext_noop("A fleet in %(province)s needs a coast: %(unit)s."),
    "two_units": gettext_noop("There is more than one unit in %(province)s: %(unit)s."),
    "not_a_center": gettext_noop("%(province)s is not a supply center."),
    "center_owned_twice": gettext_noop("%(province)s is owned by %(power)s and by another power."),
    "dislodged_out_of_season": gettext_noop(
        "There cannot be dislodged units in this phase (%(phase)s)."
    ),
    "retreat_impossible": gettext_noop("%(unit)s cannot retreat to %(province)s."),
    "unknown_rules": gettext_noop(
        "There is no edition “%(name)s”. Choose one of these: %(known)s."
    ),
    "unknown_setup": gettext_noop("There is no set-up “%(name)s”. Choose one of these: %(known)s."),
    "broken_setup": gettext_noop("The set-up in %(file)s has an error: %(why)s."),
    "unknown_language": gettext_noop(
        "There is no language “%(name)s”. Choose one of these: %(known)s."
    ),
    "not_json": gettext_noop("This line is not JSON: %(text)s"),
    "wrong_shape": gettext_noop("“%(name)s” must be %(wanted)s."),
}

_VOID: Catalogue = {
    code: ("orders", text)
    for code, text in {
        "order_too_long": gettext_noop(
            "An order can have at most %(limit)s characters: “%(text)s…”."
        ),
        "verb_missing": gettext_noop("“%(text)s” does not say what the unit should do."),
        "word_missing": gettext_noop("“%(text)s” is incomplete."),
        "word_not_understood": gettext_noop("“%(word)s” was not understood in “%(text)s”."),
        "word_misspelt": gettext_noop(
            "“%(word)s” was not understood in “%(text)s”. Did you mean: %(near)s?"
        ),
        "order_ambiguous": gettext_noop("“%(text)s” could mean more than one order: %(readings)s."),
        "word_not_expected": gettext_noop("This part of “%(text)s” can’t be read: “%(word)s”."),
        "province_not_understood": gettext_noop("“%(word)s” is not a province (“%(text)s”)."),
        "sheet_of_other_power": gettext_noop(
            "“%(text)s”: these are orders for %(power)s. No orders were read."
        ),
        "sheet_of_other_phase": gettext_noop(
            "“%(text)s” is not this phase (%(phase)s). No orders were read."
        ),
        "sheet_too_long": gettext_noop(
            "An order sheet can have at most %(number)s orders and %(length)s"
            " characters. This text has more."
        ),
        "remark": gettext_noop("“%(text)s” was read as a comment, not as an order."),
        "conditional": gettext_noop(
            "An order cannot have conditions: “%(text)s”. Say what the unit should do."
        ),
        "struck_or_quoted": gettext_noop(
            "“%(text)s” is crossed out or quoted. If it is an order, write it without these marks."
        ),
        "asked": gettext_noop(
            "“%(text)s” is a question. If it is an order, write it without the question mark."
        ),
        "not_meant": gettext_noop(
            "“%(text)s” makes it unclear whether this is an order. If it is, leave those words out."
        ),
        "beside_not_understood": gettext_noop(
            "“%(text)s” was not understood and may change this order. Write the order without it."
        ),
        "units_listed": gettext_noop(
            "“%(text)s” is in a list of units. Say what the unit should do."
        ),
        "wrong_phase": gettext_noop("“%(order)s” cannot be ordered in this phase (%(phase)s)."),
        "no_such_unit": gettext_noop("There is no unit in %(province)s (%(unit)s)."),
        "not_your_unit": gettext_noop("%(unit)s belongs to %(power)s."),
    }.items()
} | {
    "neutral_power": (
        "fewer players",
        gettext_noop("Nobody plays %(power)s, so its units get no orders."),
    ),
    "neutral_never_moves": (
        "fewer players",
        gettext_noop("%(unit)s never moves, because nobody plays %(power)s."),
    ),
    "closed_province": (
        "fewer players",
        gettext_noop(
            "No unit can enter %(province)s before %(year)s, because %(power)s is neutral."
        ),
    ),
    "ordered_again": (
        REPEATED,
        gettext_noop("Another order for %(unit)s replaced this one."),
    ),
    "orders_conflict": (
        REPEATED,
        gettext_noop("%(unit)s has more than one order, so none of them counts."),
    ),
}

_VOID_MOVES: Catalogue = {
    code: ("moves", text)
    for code, text in {
        "unknown_target": gettext_noop(
            "There is no province “%(province)s” for %(unit)s to go to."
        ),
        "move_to_own_province": gettext_noop("%(unit)s is already in %(province)s."),
        "not_adjacent": gettext_noop("%(unit)s is not next to %(province)s."),
        "army_to_sea": gettext_noop(
            "%(unit)s is an army and cannot enter %(province)s, which is a sea province."
        ),
        "fleet_inland": gettext_noop(
            "%(unit)s is a fleet and cannot enter %(province)s, which is inland."
        ),
        "coast_needed": gettext_noop(
            "The order for %(unit)s must name a coast of %(province)s: %(coasts)s."
        ),
        "coast_unreachable": gettext_noop(
            "%(unit)s cannot reach that coast of %(province)s, only %(coasts)s."
        ),
        "coast_means_nothing": gettext_noop(
            "The order for %(unit)s must not name a coast: %(province)s."
        ),
        "unit_on_other_coast": gettext_noop(
            "The order for %(unit)s puts it on another coast: %(named)s."
        ),
        "wrong_coast": gettext_noop("%(unit)s cannot go to %(province)s from the coast it is on."),
    }.items()
}

_VOID_SUPPORTS: Catalogue = {
    code: ("supports", text)
    for code, text in {
        "no_unit_to_support": gettext_noop("There is no unit where %(supported)s should be."),
        "support_coast_needed": gettext_noop(
            "The support order must name the coast of %(province)s that %(unit)s is moving to."
        ),
        "support_of_itself": gettext_noop("%(unit)s cannot support itself."),
        "support_unreachable": gettext_noop(
            "%(unit)s cannot give support in %(province)s, because it could not move there."
        ),
        "support_of_impossible_move": gettext_noop(
            "The supported unit (%(unit)s) cannot go to %(province)s."
        ),
    }.items()
}

_VOID_CONVOYS: Catalogue = {
    code: ("convoys", text)
    for code, text in {
        "no_convoy_route": gettext_noop("No fleets at sea could convoy %(unit)s to %(province)s."),
        "convoy_not_needed": gettext_noop(
            "%(unit)s is not needed to convoy %(army)s to %(province)s: other fleets at"
            " sea could do it."
        ),
        "army_cannot_convoy": gettext_noop("%(unit)s is an army; only fleets can convoy."),
        "fleet_not_at_sea": gettext_noop("%(unit)s is not at sea and cannot convoy."),
        "no_army_to_convoy": gettext_noop("There is no army where %(army)s should be."),
        "convoyed_fleet": gettext_noop("%(army)s is a fleet; only armies can be convoyed."),
    }.items()
}

_VOID_ADJUSTMENTS: Catalogue = {
    code: ("adjustments", text)
    for code, text in {
        "not_a_home_center": gettext_noop("%(province)s is not a home center of %(power)s."),
        "center_not_owned": gettext_noop("%(power)s does not own %(province)s now."),
        "center_occupied": gettext_noop("%(province)s is occupied."),
        "build_coast_needed": gettext_noop("A fleet in %(province)s needs a coast: %(coasts)s."),
        "no_builds_left": gettext_noop("%(power)s has no builds left."),
        "no_removals_due": gettext_noop("%(power)s has no disbands left."),
        "already_removed": gettext_noop("%(unit)s is already disbanded."),
        "too_many_adjustments": gettext_noop(
            "%(power)s ordered too many builds or disbands, so these orders don’t count."
        ),
    }.items()
}

_VOID_RETREATS: Catalogue = {
    code: ("retreats", text)
    for code, text in {
        "not_dislodged": gettext_noop("%(unit)s was not dislodged."),
        "retreat_not_open": gettext_noop("%(unit)s cannot retreat to %(province)s."),
        "retreat_not_adjacent": gettext_noop(
            "%(unit)s cannot retreat to %(province)s, because it could not move there."
        ),
        "retreat_to_attacker": gettext_noop(
            "%(unit)s cannot retreat to %(province)s, because its attacker came from there."
        ),
        "retreat_to_attacker_or_standoff": gettext_noop(
            "%(unit)s cannot retreat to %(province)s: its attacker came from there, or a standoff"
            " left it vacant."
        ),
        "retreat_to_occupied": gettext_noop(
            "%(unit)s cannot retreat to %(province)s, which is occupied."
        ),
        "retreat_to_standoff": gettext_noop(
            "%(unit)s cannot retreat to %(province)s, because a standoff left it vacant."
        ),
    }.items()
}

ADVICE: Mapping[str, str] = {
    "helps_foreign_unit": gettext_noop("%(unit)s belongs to %(power)s."),
    "told_otherwise": gettext_noop("You gave %(unit)s a different order: %(order)s."),
    "told_nothing": gettext_noop(
        "You haven’t given %(unit)s an order, so it won’t go to %(province)s."
    ),
    "same_target": gettext_noop(
        "%(unit)s is also moving to %(province)s. If neither is stronger, both will bounce."
    ),
    "same_retreat": gettext_noop(
        "%(unit)s is also retreating to %(province)s, so both will be disbanded."
    ),
    "convoy_has_no_route": gettext_noop(
        "No fleets could convoy %(unit)s to %(province)s, neither yours with their"
        " current orders nor anyone else’s."
    ),
    "convoy_needs_other_power": gettext_noop(
        "Your own fleets aren’t ordered to convoy %(unit)s to %(province)s. It needs another"
        " power’s fleets."
    ),
    "of_another_power": gettext_noop(
        "The line names %(power)s, but none of these units belongs to it."
    ),
    "of_other_type": gettext_noop(
        "The line names another type of unit. The unit there is %(unit)s."
    ),
    "read_in_language": gettext_noop("This line was read in another language: %(language)s."),
    "read_as": gettext_noop("“%(word)s” was read as %(name)s."),
    "read_otherwise": gettext_noop("In another notation (%(language)s) this would be %(order)s."),
}
"""Advice on orders that can be taken but may be slips: code -> the English sentence."""

REFUSALS: Catalogue = {
    **_VOID,
    **_VOID_MOVES,
    **_VOID_SUPPORTS,
    **_VOID_CONVOYS,
    **_VOID_RETREATS,
    **_VOID_ADJUSTMENTS,
}
"""Reasons to refuse an order: code -> the rule behind it and the English sentence."""
