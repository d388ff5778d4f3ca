"""English sentences for how orders end, with strengths, supporters, cut supports and lost fleets.

Those of retreats and adjustments are in `later_sentences`. Each entry is a pair: the rule behind
it (see `input_sentences`) and the sentence. A strength is a number, followed by the units that
supported if there were any. A parameter that names a unit may also hold a list of units: every
sentence is grammatical with one and with several.
"""

from __future__ import annotations

from adjudicator.reasons.input_sentences import CONVOYED_ATTACK, SZYKMAN, Catalogue, gettext_noop
from adjudicator.reasons.later_sentences import RETREATS, WINTER

_HOLDS: Catalogue = {
    "holds": ("orders", gettext_noop("It held.")),
    "no_order": ("orders", gettext_noop("It had no order, which counts as a hold.")),
    "neutral_holds": (
        "fewer players",
        gettext_noop("Nobody plays %(power)s, so its units hold and are disbanded if dislodged."),
    ),
    "held_against": (
        "5",
        gettext_noop("It held against %(by)s: strength %(strength)s against %(against)s."),
    ),
    "beleaguered": (
        "4",
        gettext_noop(
            "The attacks from %(by)s, each of strength %(against)s, stood each other"
            " off, so the unit was not dislodged."
        ),
    ),
    "spared_by_standoff": (
        "4",
        gettext_noop(
            "%(by)s could not dislodge it because of a standoff with %(opposed_by)s:"
            " strength %(strength)s against %(against)s."
        ),
    ),
    "spared_by_own_power": (
        "12",
        gettext_noop(
            "%(by)s could not dislodge a unit of the same power: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "dislodged_by": (
        "supports",
        gettext_noop(
            "The unit was dislodged by %(by)s: strength %(strength)s against %(against)s."
        ),
    ),
}

_MOVED: Catalogue = {
    "move_succeeds": ("moves", gettext_noop("It moved to %(province)s.")),
    "move_wins": (
        "supports",
        gettext_noop(
            "It beat %(opposed_by)s to %(province)s: strength %(strength)s against %(against)s."
        ),
    ),
    "move_dislodges": (
        "supports",
        gettext_noop("It dislodged %(opposed_by)s: strength %(strength)s against %(against)s."),
    ),
    "move_despite_dislodged": (
        "11",
        gettext_noop(
            "It moved to %(province)s: %(opposed_by)s was dislodged by a unit from there"
            " and could not prevent it."
        ),
    ),
    "move_in_circle": (
        "7",
        gettext_noop("It moved to %(province)s in a circle with %(with)s."),
    ),
    "move_past_another": (
        "19",
        gettext_noop(
            "It swapped places with %(with)s and moved to %(province)s. A convoy made"
            " this possible: %(fleets)s."
        ),
    ),
    "move_by_convoy_succeeds": (
        "convoys",
        gettext_noop("It was convoyed to %(province)s by %(fleets)s."),
    ),
    "move_by_open_route": (
        "20",
        gettext_noop(
            "It was convoyed to %(province)s by %(fleets)s. This route stayed open,"
            " although the convoy by %(lost)s failed."
        ),
    ),
}

_STAYED: Catalogue = {
    "bounced_off_unit": (
        "5",
        gettext_noop(
            "It bounced off %(opposed_by)s, which did not move: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "bounced_off_failed_move": (
        "5",
        gettext_noop(
            "It bounced off %(opposed_by)s, whose own move failed: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "bounced_off_strength": (
        "3",
        gettext_noop("It bounced off %(opposed_by)s: strength %(strength)s against %(against)s."),
    ),
    "bounced_in_standoff": (
        "3",
        gettext_noop(
            "It bounced in %(province)s in a standoff with %(opposed_by)s: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "bounced_with_dislodged": (
        "10",
        gettext_noop(
            "It bounced in %(province)s in a standoff with %(opposed_by)s: strength"
            " %(strength)s against %(against)s. Even a unit dislodged by an attack from"
            " elsewhere can cause a standoff."
        ),
    ),
    "outdone": (
        "supports",
        gettext_noop(
            "It lost %(province)s to %(opposed_by)s: strength %(strength)s against %(against)s."
        ),
    ),
    "head_to_head": (
        "6",
        gettext_noop(
            "It met %(opposed_by)s head-on, and two units cannot swap places without a"
            " convoy: strength %(strength)s against %(against)s."
        ),
    ),
    "lost_head_to_head": (
        "6",
        gettext_noop(
            "It met %(opposed_by)s head-on and was dislodged: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "own_unit_stays": (
        "12",
        gettext_noop(
            "It could not dislodge %(opposed_by)s, a unit of its own power: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "own_unit_despite_support": (
        "12",
        gettext_noop(
            "It could not dislodge %(opposed_by)s, a unit of its own power: strength"
            " %(strength)s against %(against)s, or %(counted)s without support from"
            " %(left_out)s, also of that power."
        ),
    ),
    "own_support_left_out": (
        "12",
        gettext_noop(
            "It bounced off %(opposed_by)s: strength %(strength)s against %(against)s,"
            " but only %(counted)s without support from %(left_out)s. That support cannot"
            " help dislodge a unit of the same power."
        ),
    ),
    "own_support_left_out_of_standoff": (
        "12",
        gettext_noop(
            "It bounced in %(province)s in a standoff with %(opposed_by)s: strength"
            " %(strength)s against %(against)s, but only %(counted)s without support from"
            " %(left_out)s. That support cannot help dislodge a unit of the same power."
        ),
    ),
    "bounced_after_convoy": (
        "18",
        gettext_noop(
            "It was convoyed by %(fleets)s but bounced off %(opposed_by)s: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "standoff_after_convoy": (
        "18",
        gettext_noop(
            "It was convoyed by %(fleets)s but bounced in %(province)s in a standoff with"
            " %(opposed_by)s: strength %(strength)s against %(against)s."
        ),
    ),
    "no_convoy": ("convoys", gettext_noop("No fleet was ordered to convoy it to %(province)s.")),
    "convoy_incomplete": (
        "convoys",
        gettext_noop(
            "No complete convoy route to %(province)s was ordered, only a convoy by %(fleets)s."
        ),
    ),
    "convoy_was_disrupted": (
        "17",
        gettext_noop("Its convoy to %(province)s was disrupted: %(by)s dislodged %(lost)s."),
    ),
    "convoy_lost_in_paradox": (
        SZYKMAN,
        gettext_noop(
            "Its convoy to %(province)s by %(lost)s was disrupted to resolve a paradox"
            " (Szykman rule)."
        ),
    ),
}

_SUPPORTS: Catalogue = {
    "support_helped_move": (
        "supports",
        gettext_noop("Thanks to this support, %(supported)s entered %(province)s."),
    ),
    "support_needless_move": (
        "supports",
        gettext_noop(
            "The support counted, but %(supported)s would have entered %(province)s without it."
        ),
    ),
    "support_in_vain_move": (
        "supports",
        gettext_noop("The support counted, but %(supported)s still could not enter %(province)s."),
    ),
    "support_helped_hold": (
        "supports",
        gettext_noop("Thanks to this support, %(supported)s was not dislodged."),
    ),
    "support_needless_hold": (
        "supports",
        gettext_noop("The support counted, but %(supported)s would have held without it."),
    ),
    "support_untested": (
        "supports",
        gettext_noop("The support counted, but nobody attacked %(supported)s."),
    ),
    "support_in_vain_hold": (
        "supports",
        gettext_noop("The support counted, but %(supported)s was still dislodged."),
    ),
    "support_not_against_own": (
        "12",
        gettext_noop(
            "The support cannot help dislodge %(opposed_by)s, a unit of its own power:"
            " strength %(strength)s against %(against)s, but only %(counted)s without"
            " that power’s support."
        ),
    ),
    "not_cut_from_there": (
        "13",
        gettext_noop(
            "The support was not cut by %(by)s, because the attack came from"
            " the province the support was aimed at."
        ),
    ),
    "not_cut_by_own": (
        "16",
        gettext_noop("The support was not cut by an attack from its own power: %(by)s."),
    ),
    "not_cut_by_needed_convoy": (
        "21",
        gettext_noop(
            "The support was not cut by %(by)s, whose convoy needed the fleet that the"
            " supported unit attacked: %(fleets)s."
        ),
    ),
    "not_cut_by_convoyed": (
        CONVOYED_ATTACK,
        gettext_noop(
            "The convoyed attack from %(by)s did not cut the support, which was aimed at"
            " the sea of a convoying fleet: %(fleets)s."
        ),
    ),
    "not_cut_without_convoy": (
        "convoys",
        gettext_noop("The support was not cut by %(by)s, whose convoy failed."),
    ),
    "support_cut": ("13", gettext_noop("The support was cut by an attack from %(by)s.")),
    "support_cut_by_dislodged": (
        "15",
        gettext_noop(
            "The support was cut by an attack from %(by)s. An attack counts even if the"
            " attacking unit is dislodged."
        ),
    ),
    "support_cut_by_other_route": (
        "22",
        gettext_noop(
            "The support was cut by %(by)s, whose convoy did not need the fleet that the"
            " supported unit attacked: %(fleets)s."
        ),
    ),
    "support_cut_by_dislodgement": (
        "14",
        gettext_noop(
            "The support was cut when %(by)s dislodged the unit: strength %(strength)s against"
            " %(against)s."
        ),
    ),
    "supported_unit_moved": (
        "8",
        gettext_noop(
            "%(supported)s was ordered to move to %(instead)s and could not be supported to hold."
        ),
    ),
    "supported_unit_tried_to_move": (
        "8",
        gettext_noop(
            "%(supported)s had an impossible move order and could not be supported to hold."
        ),
    ),
    "supported_move_differs": (
        "9",
        gettext_noop("%(supported)s was ordered to %(instead)s, not to %(province)s."),
    ),
    "supported_unit_stayed": (
        "9",
        gettext_noop("%(supported)s had no valid order to move to %(province)s."),
    ),
}

_CONVOYS: Catalogue = {
    "convoyed": ("convoys", gettext_noop("It convoyed %(army)s to %(province)s.")),
    "convoyed_in_vain": (
        "18",
        gettext_noop("The convoy was not disrupted, but %(army)s could not enter %(province)s."),
    ),
    "convoy_not_used": (
        "routes",
        gettext_noop(
            "The convoy was not used, because %(army)s was going to %(province)s by land."
        ),
    ),
    "convoy_went_without": (
        "convoys",
        gettext_noop(
            "The convoy was not needed: %(army)s took another route to %(province)s, by %(fleets)s."
        ),
    ),
    "convoy_without_route": (
        "convoys",
        gettext_noop(
            "The convoy was not disrupted, but it was not a complete route for"
            " %(army)s to %(province)s."
        ),
    ),
    "convoy_broken_elsewhere": (
        "17",
        gettext_noop("The convoy was disrupted elsewhere on its route: %(lost)s."),
    ),
    "convoy_not_disturbed": (
        "17",
        gettext_noop(
            "The fleet was attacked by %(by)s but not dislodged, so the attack made no difference."
        ),
    ),
    "convoyed_army_stayed": (
        "convoys",
        gettext_noop("%(army)s had no valid order to move to %(province)s."),
    ),
    "convoyed_move_differs": (
        "convoys",
        gettext_noop("%(army)s was ordered to %(instead)s, not to %(province)s."),
    ),
    "convoy_dislodged": (
        "17",
        gettext_noop(
            "The convoy was disrupted when %(by)s dislodged the fleet: strength %(strength)s"
            " against %(against)s."
        ),
    ),
    "convoy_paradox": (
        SZYKMAN,
        gettext_noop("The convoy was disrupted to resolve a paradox (Szykman rule)."),
    ),
}

VERDICTS: Catalogue = {
    **_HOLDS,
    **_MOVED,
    **_STAYED,
    **_SUPPORTS,
    **_CONVOYS,
    **RETREATS,
    **WINTER,
}
"""Possible outcomes of orders: code -> the rule behind it and the English sentence."""
