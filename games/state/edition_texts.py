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
        "As 2000, but a unit may retreat to where an army came from by convoy, and other units are"
        " removed when orders are missing."
    ),
    Game.Edition.RULES_1982: _(
        "Whether an army goes by land or by convoy is read from what its player’s other orders"
        " mean."
    ),
    Game.Edition.RULES_1971: _(
        "A convoy along several routes fails as soon as one of its fleets is dislodged."
    ),
    Game.Edition.ITALIAN: _(
        "As 1971, but a fleet must say to which coast it goes, and of units with one retreat in"
        " common one is saved."
    ),
    Game.Edition.DATC: _("For experts: what the author of the best-known test cases prefers."),
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
        _("Fleets were ordered to carry an army along more than one route. When does it arrive?"),
        {
            "one must stand": _("As long as one whole route is left"),
            "all must stand": _("Only if no fleet of any of the routes is dislodged"),
        },
    ),
    RulePoint(
        "convoy_to_neighbour",
        _("An army could go where it is ordered by land. When does it go by convoy?"),
        {
            "own fleet with a route": _(
                "If its order says VIA, or if a whole route was ordered and a fleet of its own"
                " power is to carry it"
            ),
            "own fleet": _("If its order says VIA, or if a fleet of its own power is to carry it"),
            "by intent": _(
                "If a whole route was ordered and its power’s orders show that this is meant"
            ),
            "to exchange places": _(
                "If a whole route was ordered and the unit in its way is ordered to where it"
                " comes from"
            ),
            "only via": _("Only if its order says VIA"),
        },
    ),
    RulePoint(
        "via_without_route",
        _(
            "An army could go by land. Its order says VIA, but no whole route was ordered. What"
            " does it do?"
        ),
        {"by land": _("It goes by land"), "fails": _("It stays")},
    ),
    RulePoint(
        "disrupted_convoy",
        _("An army’s convoy is disrupted, but it could have gone by land. Does it?"),
        {"fails": YES_OR_NO["no"], "by land": YES_OR_NO["yes"]},
    ),
    RulePoint(
        "exchange_by_convoy",
        _("When may two units change places?"),
        {
            "one carried": _("If one of them goes by convoy"),
            "both carried": _("Only if both go by convoy"),
        },
    ),
    RulePoint(
        "support_spared_by_convoyed_attack",
        _("An army attacks by convoy. Which supports does it not cut?"),
        {
            "against a fleet it needs": _(
                "Those of an attack on a fleet without which it would not arrive"
            ),
            "against its fleets": _("Those of an attack on a fleet that was ordered to carry it"),
            "into its fleet's sea": _(
                "Those of whatever happens in the sea of a fleet that was ordered to carry it"
            ),
            "into any convoy's sea": _(
                "Those of whatever happens in the sea of a fleet that carries any army"
            ),
            "none": _("None: it cuts every support, as any attack does"),
        },
        note=_(
            "It is about armies that would save their own convoy. If the answer leaves it open who"
            " succeeds, the convoy is disrupted."
        ),
    ),
)

FIGHTS = (
    RulePoint(
        "dislodged_has_no_effect_on_attackers_province",
        _(
            "A dislodged unit was ordered to where its attacker came from. Can it stop others from"
            " going there?"
        ),
        {
            "in a direct fight": _("Only if one of the two went by convoy"),
            "always": _("Never"),
        },
    ),
    RulePoint(
        "may_retreat_to_convoyed_attackers_province",
        _(
            "A unit was dislodged by an army that came by convoy. May it retreat to where that army"
            " came from?"
        ),
        YES_OR_NO,
    ),
    RulePoint(
        "single_retreat_in_common",
        _(
            "Units of one power have only one and the same place to retreat to. What if all are"
            " ordered there?"
        ),
        {
            "all disband": _("All of them disband"),
            "one goes": _("One goes there, the others disband"),
        },
    ),
    RulePoint(
        "untested_support",
        _(
            "A unit that supports another to hold is attacked, but the other is not. What becomes"
            " of the support?"
        ),
        {
            "cut": _("The results call it cut"),
            "given": _("The results call it given"),
        },
        note=_("It is only a word: nothing else depends on it."),
    ),
)

REMOVALS = (
    RulePoint(
        "removal_measured_to",
        _("A power does not say what to remove. The farthest units go first: farthest from what?"),
        {
            "homeland": _("From the nearest province of its homeland"),
            "home centers": _("From its nearest home center"),
            "owned centers": _("From the nearest supply center that it owns"),
        },
    ),
    RulePoint(
        "removal_measured_over",
        _("Of units to be removed the farthest go first. How is the distance counted?"),
        {
            "any border": _("Across any border, whatever the unit is"),
            "its own way": _(
                "As the unit itself can go; an army also crosses the sea, as if by convoy"
            ),
        },
    ),
    RulePoint(
        "removal_spares_units_on_centers",
        _("A power does not say what to remove. Do units on supply centers go last?"),
        YES_OR_NO,
    ),
    RulePoint(
        "return_from_civil_disorder",
        _("A power is in civil disorder. May its player take it up again?"),
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
        _("A unit is told to go where it never could. May it be supported to hold?"),
        {
            "holds": _("Yes: it holds"),
            "tried to move": _("No: it tried to move"),
        },
    ),
    RulePoint(
        "coast_omitted",
        _("A fleet is told to go where there are two coasts, but not to which. What does it do?"),
        {
            "the only possible one": _(
                "It goes to the only one it can reach; if it can reach both, it stays"
            ),
            "illegal": _("It stays"),
        },
    ),
    RulePoint(
        "coast_out_of_reach",
        _("A fleet is told to go to the one of two coasts that it cannot reach. What does it do?"),
        {"illegal": _("It stays"), "the other coast": _("It goes to the other one")},
    ),
    RulePoint(
        "support_coast",
        _("A move to one of two coasts is supported. Must the support name the coast?"),
        {
            "must match": _("It need not, but the coast that it names must be right"),
            "required": _("It must name it"),
            "ignored": _("No; what it names is ignored"),
        },
    ),
    RulePoint(
        "wrong_coast_of_unit",
        _("An order names a fleet at the wrong coast of its province. Does it count?"),
        {"ignored": _("It counts"), "illegal": _("It is void")},
    ),
    RulePoint(
        "meaningless_coast",
        _("An order names a coast where none can be told apart. Does it count?"),
        {"ignored": _("It counts"), "illegal": _("It is void")},
    ),
    RulePoint(
        "build_coast_omitted",
        _(
            "A fleet is to be built where there are two coasts, but not said at which. What becomes"
            " of it?"
        ),
        {
            "fails": _("It is not built"),
            "first coast": _("It is built at the first in the board’s list"),
        },
    ),
    RulePoint(
        "surplus_builds",
        _("More builds are ordered than are due. Which of them count?"),
        {"first": _("The first ones"), "last": _("The last ones"), "none": _("None")},
    ),
    RulePoint(
        "surplus_removals",
        _("More removals are ordered than are due. Which of them count?"),
        {
            "first": _("The first ones"),
            "last": _("The last ones"),
            "civil disorder": _("None: units are removed as if nothing was said"),
        },
    ),
)

RULE_GROUPS = (
    RuleGroup(_("Convoys"), CONVOYS),
    RuleGroup(_("Attacks and retreats"), FIGHTS),
    RuleGroup(_("Removals and civil disorder"), REMOVALS),
    RuleGroup(
        _("How orders are written"),
        WRITING,
        note=_(
            "You will hardly meet these: an order that cannot be followed is refused while there is"
            " time to mend it."
        ),
    ),
)

RULE_POINTS: Mapping[str, RulePoint] = {
    point.field: point for group in RULE_GROUPS for point in group.points
}
