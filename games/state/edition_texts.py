"""The editions of the rules and the points on which they differ, in a player's words.

The keys are the fields and values of `adjudicator.rules`, where their sources are given; a test
checks that none is forgotten. One field is left out on purpose: `removal_alphabet`, the order of
names by which equally distant units are removed. The board has English names only, so there is no
other alphabet to choose yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ..models import Game

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LazyText: TypeAlias = "str | _StrPromise"


@dataclass(frozen=True)
class RulePoint:
    """A field of the rules on which editions differ, as a question with its answers by value."""

    field: str
    question: LazyText
    answers: Mapping[str, LazyText]
    note: LazyText = ""


@dataclass(frozen=True)
class RuleGroup:
    title: LazyText
    points: tuple[RulePoint, ...]
    note: LazyText = ""


EDITIONS: Mapping[str, LazyText] = {
    Game.Edition.RULES_2000: _("The usual choice, and a good one for a first game."),
    Game.Edition.RULES_2023: _(
        "Like 2000, but a unit can retreat to where a convoyed attacker came from. If "
        "disband orders are missing, different units are disbanded."
    ),
    Game.Edition.RULES_1982: _(
        "A power’s other orders decide whether its army goes by land or by convoy."
    ),
    Game.Edition.RULES_1971: _(
        "A convoy with several routes fails if any of its fleets is dislodged."
    ),
    Game.Edition.ITALIAN: _(
        "Like 1971, but a fleet’s move must name the coast where there are two. If units "
        "share their only retreat, one of them is saved."
    ),
    Game.Edition.DATC: _(
        "For experts: the rules preferred by the author of the best-known test cases."
    ),
}

SHORT: Mapping[str, LazyText] = {
    Game.Edition.ITALIAN: pgettext_lazy("an edition of the rules", "Italian"),
    Game.Edition.DATC: "DATC",
}
"""Short names of editions in a list, where they are not simply the year."""

YES_OR_NO: Mapping[str, LazyText] = {
    "no": pgettext_lazy("answer", "No"),
    "yes": pgettext_lazy("answer", "Yes"),
}

CONVOYS = (
    RulePoint(
        "alternative_convoy_routes",
        _("Fleets are ordered to convoy an army along more than one route. When does it arrive?"),
        {
            "one must stand": _("If at least one complete route is left"),
            "all must stand": _("Only if no fleet on any route is dislodged"),
        },
    ),
    RulePoint(
        "convoy_to_neighbour",
        _("An army could reach its destination by land. When does it go by convoy?"),
        {
            "own fleet with a route": _(
                "If its order says VIA, or if a complete route was ordered and a fleet "
                "of its own power was ordered to convoy it"
            ),
            "own fleet": _(
                "If its order says VIA, or if a fleet of its own power was ordered to convoy it"
            ),
            "by intent": _(
                "If a complete route was ordered and its power’s orders show that this is intended"
            ),
            "to exchange places": _(
                "If a complete route was ordered and the unit at its destination was "
                "ordered to the army’s province"
            ),
            "only via": _("Only if its order says VIA"),
        },
    ),
    RulePoint(
        "via_without_route",
        _(
            "An army could go by land. Its order says VIA, but no complete route was "
            "ordered. What does it do?"
        ),
        {"by land": _("It goes by land"), "fails": _("It doesn’t move")},
    ),
    RulePoint(
        "disrupted_convoy",
        _("An army’s convoy is disrupted, but the army could have gone by land. Does it?"),
        {"fails": YES_OR_NO["no"], "by land": YES_OR_NO["yes"]},
    ),
    RulePoint(
        "exchange_by_convoy",
        _("When can two units swap places?"),
        {
            "one carried": _("If one of them goes by convoy"),
            "both carried": _("Only if both go by convoy"),
        },
    ),
    RulePoint(
        "support_spared_by_convoyed_attack",
        _("An army attacks by convoy. Which support doesn’t it cut?"),
        {
            "against a fleet it needs": _("Support for an attack on a fleet that its convoy needs"),
            "against its fleets": _(
                "Support for an attack on a fleet that was ordered to convoy it"
            ),
            "into its fleet's sea": _(
                "Support for any action in the sea of a fleet that was ordered to convoy it"
            ),
            "into any convoy's sea": _(
                "Support for any action in the sea of a fleet that convoys any army"
            ),
            "none": _("None: it cuts support like any other attack"),
        },
        note=_(
            "This concerns armies that would save their own convoy. If the rule doesn’t "
            "decide who succeeds, the convoy is disrupted."
        ),
    ),
)

FIGHTS = (
    RulePoint(
        "dislodged_has_no_effect_on_attackers_province",
        _(
            "A dislodged unit was ordered to where its attacker came from. Can it keep "
            "other units out?"
        ),
        {
            "in a direct fight": _("Only if one of the two went by convoy"),
            "always": _("Never"),
        },
    ),
    RulePoint(
        "may_retreat_to_convoyed_attackers_province",
        _(
            "An army that came by convoy dislodged a unit. Can the unit retreat to where "
            "the army came from?"
        ),
        YES_OR_NO,
    ),
    RulePoint(
        "single_retreat_in_common",
        _(
            "Units of one power can all retreat only to the same province. What if all "
            "of them are ordered there?"
        ),
        {
            "all disband": _("All of them disband"),
            "one goes": _("One goes there, the others disband"),
        },
    ),
    RulePoint(
        "untested_support",
        _(
            "A unit supports another to hold. Only the supporting unit is attacked. What "
            "happens to the support?"
        ),
        {
            "cut": _("The results show it as cut"),
            "given": _("The results show it as given"),
        },
        note=_("This changes only the word in the results."),
    ),
)

REMOVALS = (
    RulePoint(
        "removal_measured_to",
        _(
            "Disband orders are missing. The farthest units are disbanded first: farthest "
            "from what?"
        ),
        {
            "homeland": _("From the nearest province of its homeland"),
            "home centers": _("From its nearest home center"),
            "owned centers": _("From the nearest supply center that it owns"),
        },
    ),
    RulePoint(
        "removal_measured_over",
        _("The farthest units are disbanded first. How is the distance counted?"),
        {
            "any border": _("Across any border, for armies and fleets alike"),
            "its own way": _(
                "By the unit’s own moves; an army can also cross the sea, as if by convoy"
            ),
        },
    ),
    RulePoint(
        "removal_spares_units_on_centers",
        _("Disband orders are missing. Are units on supply centers disbanded last?"),
        YES_OR_NO,
    ),
    RulePoint(
        "return_from_civil_disorder",
        _("A power is in civil disorder. When can its player come back?"),
        {
            "always": _("At any time"),
            "with a unit left": _("Only while it has a unit on the board"),
        },
    ),
)

WRITING = (
    RulePoint(
        "order_repeated",
        _("A unit has more than one order. Which one counts?"),
        {
            "last": _("The last one that is legal"),
            "first": _("The first one that is legal"),
            "none": _("None: the unit holds"),
        },
    ),
    RulePoint(
        "impossible_move",
        _("A unit has an impossible move order. Can it be supported to hold?"),
        {
            "holds": _("Yes: it holds"),
            "tried to move": _("No: it tried to move"),
        },
    ),
    RulePoint(
        "coast_omitted",
        _(
            "A fleet is ordered to a province with two coasts, but the order doesn’t say "
            "which coast. What does it do?"
        ),
        {
            "the only possible one": _(
                "It goes to the only coast it can reach; if it can reach both, it doesn’t move"
            ),
            "illegal": _("It doesn’t move"),
        },
    ),
    RulePoint(
        "coast_out_of_reach",
        _(
            "A fleet is ordered to a coast it can’t reach, but it can reach the other "
            "coast of the province. What does it do?"
        ),
        {"illegal": _("It doesn’t move"), "the other coast": _("It goes to the other coast")},
    ),
    RulePoint(
        "support_coast",
        _("A move to one of two coasts is supported. Must the support name the coast?"),
        {
            "must match": _("No, but if it names a coast, it must be the right one"),
            "required": _("Yes, it must"),
            "ignored": _("No, and if it names a coast, this is ignored"),
        },
    ),
    RulePoint(
        "wrong_coast_of_unit",
        _("An order places a fleet on the wrong coast of its province. Does it count?"),
        {"ignored": _("It counts"), "illegal": _("It is void")},
    ),
    RulePoint(
        "meaningless_coast",
        _("An order names a coast where none is needed. Does it count?"),
        {"ignored": _("It counts"), "illegal": _("It is void")},
    ),
    RulePoint(
        "build_coast_omitted",
        _("An order to build a fleet doesn’t say on which of two coasts. What happens?"),
        {
            "fails": _("The fleet isn’t built"),
            "first coast": _("The fleet is built on the first coast in the board’s list"),
        },
    ),
    RulePoint(
        "surplus_builds",
        _("A power orders too many builds. Which ones count?"),
        {"first": _("The first ones"), "last": _("The last ones"), "none": _("None")},
    ),
    RulePoint(
        "surplus_removals",
        _("A power orders too many disbands. Which ones count?"),
        {
            "first": _("The first ones"),
            "last": _("The last ones"),
            "civil disorder": _("None: units are disbanded as if orders were missing"),
        },
    ),
)

RULE_GROUPS = (
    RuleGroup(_("Convoys"), CONVOYS),
    RuleGroup(_("Attacks and retreats"), FIGHTS),
    RuleGroup(_("Disbands and civil disorder"), REMOVALS),
    RuleGroup(
        _("How orders are written"),
        WRITING,
        note=_(
            "You’ll rarely see these cases: an order that can’t be followed is refused "
            "while there’s still time to correct it."
        ),
    ),
)

RULE_POINTS: Mapping[str, RulePoint] = {
    point.field: point for group in RULE_GROUPS for point in group.points
}
