"""Editions of the rules: every point on which they differ is a named field.

The sources: the rulebooks of 2000 (in Spanish and Bulgarian) and of 1982 (in Spanish), an Italian
rulebook that follows the one of 1971 and has points of its own, and chapter 4 of the DATC, which
quotes 1971, 1982, 2000 and 2023. ``docs/editions.md`` has the fields and presets as a table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from adjudicator.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Rules:
    """How one edition answers where editions differ; the DATC issue is named with each field.

    The fields' own values are those of the rulebook of 2000. A game may change any of them:

    >>> from dataclasses import replace
    >>> strict = replace(RULES["2000"], name="ours", via_without_route="fails")
    >>> strict.order_repeated
    'none'
    """

    name: str

    # Convoys

    alternative_convoy_routes: Literal["one must stand", "all must stand"] = "one must stand"
    """DATC 4.A.1: an army that several chains of fleets were ordered to carry arrives as long as
    one of them stands (1982, XIII.4; 2000, rule 20), or only if no fleet of any of them is
    dislodged (1971)."""

    support_spared_by_convoyed_attack: Literal[
        "none", "against its fleets", "into its fleet's sea", "into any convoy's sea",
        "against a fleet it needs",
    ] = "against a fleet it needs"  # fmt: skip
    """DATC 4.A.2: the supports that an army attacking by convoy neither cuts nor, dislodging the
    supporter, voids. What such a rule does not answer the Szykman rule does: the convoys of a
    paradox are disrupted.

    - none: the Szykman rule alone (the DATC's preference);
    - against its fleets: for an attack on a fleet ordered to carry it (1971; the Italian book);
    - into its fleet's sea: for any action in the sea of such a fleet, its own defence too (1982 in
      the words of the Spanish book, XIII.5);
    - into any convoy's sea: for any action in a sea whose fleet carries anybody (1982 as the DATC
      quotes it). A fleet carries if its army goes by convoy and a whole route was ordered for it;
    - against a fleet it needs: for an attack on a fleet without which it would not arrive (2000,
      rules 21 and 22; 2023)."""

    convoy_to_neighbour: Literal[
        "to exchange places", "by intent", "own fleet with a route", "own fleet", "only via"
    ] = "own fleet with a route"
    """DATC 4.A.3: when an army that could go by land goes by convoy instead.

    - to exchange places: if a whole route was ordered and the unit in its way is ordered to where
      it comes from; whose fleets they are, and ``VIA``, count for nothing (1971);
    - by intent: if a whole route was ordered and its own power's orders mean it: they say ``VIA``,
      order a fleet to carry it, or send another unit the opposite way (1982, XIII.6);
    - own fleet with a route: if it says ``VIA``, or a whole route was ordered and a fleet of its
      own power is ordered to carry it (2000, land and convoy routes; 2023);
    - own fleet: likewise, but without a whole route too (the DATC's preference);
    - only via: if it says ``VIA`` (a proposal that the DATC names)."""

    via_without_route: Literal["fails", "by land"] = "by land"
    """DATC 4.A.3: what becomes of ``VIA`` when an army could go by land and no whole convoy route
    is ordered (6.G.8). It goes by land (2000, land and convoy routes: the word chooses between two
    ways, and only one was ordered; 2023; the earlier books do not know it), or stays (the DATC's
    preference). Where a disrupted convoy leaves the way by land, so does one never ordered. Where
    no fleets on the board could carry the army at all, an edition that knows the word takes the
    order for an impossible one."""

    disrupted_convoy: Literal["fails", "by land"] = "fails"
    """DATC 4.A.3: what becomes of an army that could have gone by land when the convoy by which it
    goes is disrupted (6.G.11, 6.G.20). By land is how 1971 keeps a convoy from being forced on an
    army, and a reading of 2000 that the DATC once preferred."""

    exchange_by_convoy: Literal["one carried", "both carried"] = "one carried"
    """DATC 4.A.3: two units change places if either goes by convoy (1971; 2000, rule 19; 2023), or
    only if both do (1982 in the words of the Spanish book, XV.1)."""

    dislodged_has_no_effect_on_attackers_province: Literal["in a direct fight", "always"] = (
        "in a direct fight"
    )
    """DATC 4.A.7: a dislodged unit does not bounce others out of the province that its attacker
    left: only if the two met at the border, or also if one of them went by convoy.

    By the letter of 1982, X.7, and of 2000, rule 11, it would be *always*. No preset takes them
    at their word: the DATC names no edition for it, prefers the other, and holds that the rules
    allow that, for to change places by convoy is an exception of its own (2000, rule 19)."""

    # Orders

    coast_omitted: Literal["the only possible one", "illegal"] = "the only possible one"
    """DATC 4.B.2: a fleet told to move to a province with two coasts, without saying which, goes to
    the only one it can reach (1982, VIII.3; 2000, clarifications), or stays (the Italian book,
    coasts). Where it can reach both it stays."""

    coast_out_of_reach: Literal["illegal", "the other coast"] = "illegal"
    """DATC 4.B.3: a fleet told to move to the coast that it cannot reach stays, or goes to the
    other one (6.B.3)."""

    support_coast: Literal["ignored", "must match", "required"] = "must match"
    """DATC 4.B.4: a coast named in a support of a fleet's move is ignored, must be the one that the
    fleet goes to, or must even be named (6.B.7 to 6.B.9, 6.B.15)."""

    wrong_coast_of_unit: Literal["ignored", "illegal"] = "ignored"
    """DATC 4.B.5: an order that names a fleet, its own or the supported one, at the other coast of
    its province is understood, or void (6.B.10, 6.B.16, 6.B.17)."""

    meaningless_coast: Literal["ignored", "illegal"] = "ignored"
    """DATC 4.B.6: a coast in the order of an army, or of a province that has none to tell apart,
    is left out, or makes the order void (6.B.12)."""

    build_coast_omitted: Literal["fails", "first coast"] = "fails"
    """DATC 4.B.7: a fleet to be built where there are two coasts, without saying at which, is not
    built (1982, XIV.2; 2000, building), or stands at the first that the board lists (6.B.14)."""

    impossible_move: Literal["holds", "tried to move"] = "holds"
    """DATC 4.E.1: a unit told to go where it never could holds and may be supported to hold (1982,
    VII.2; 2000, writing orders; the Italian book), or moved in vain, so that it may not (6.D.28 to
    6.D.30, 6.D.32)."""

    order_repeated: Literal["first", "last", "none"] = "none"
    """DATC 4.D.3: of several legal orders to one unit the first or the last counts, or none does:
    an order is obeyed if it can be read in one way only (1982, VII.2; 2000, writing orders; the
    Italian book). An order that is impossible or of another phase takes no other's place, and the
    same order twice is one order."""

    untested_support: Literal["cut", "given"] = "cut"
    """What a support to hold is called when its unit was attacked but nobody attacked the unit it
    supports: cut (rulebook 2000, sample game, fall 1902: the fleet in Marseilles) or given (DATC
    3.2, 6.D.4). Nothing moves otherwise for it."""

    # Retreats

    may_retreat_to_convoyed_attackers_province: bool = False
    """DATC 4.A.5: whether the province that the attacker left is open when it came by convoy: no
    (1982, XII; 2000, retreats; the Italian book), yes (2023)."""

    single_retreat_in_common: Literal["all disband", "one goes"] = "all disband"
    """Units of one power that may retreat to one and the same place only, and are all ordered
    there: all disband (1982, XII.2; 2000, disbanding), or one goes (the Italian book, retreat and
    disbanding: all but one must be given up). It is the one that would be removed last for want of
    orders. A unit of another power that is ordered there too still stops them all."""

    # Adjustments

    surplus_builds: Literal["first", "last", "none"] = "first"
    """DATC 4.D.4, 4.D.5: of more legal builds than are due, or of several in one province, the
    first count, the last, or none (6.I.1)."""

    surplus_removals: Literal["first", "last", "civil disorder"] = "first"
    """DATC 4.D.6: of more legal removals than are due the first count, the last, or none, so that
    units are removed as without orders (6.J.1)."""

    removal_measured_to: Literal["home centers", "homeland", "owned centers"] = "homeland"
    """DATC 4.D.8: without orders the unit farthest away goes first: from its power's nearest home
    center (1971; 1982, XV.5), from the nearest province of its homeland (2000, civil disorder;
    the Italian book, revolt), or from the nearest center its power owns (2023)."""

    removal_measured_over: Literal["any border", "its own way"] = "any border"
    """DATC 4.D.8: steps are counted over any border, whoever could cross it (2023; 2000 does not
    say), or as the unit goes: a fleet along its own way, an army over land and, as if by convoy,
    the sea (1971; 1982, XV.5). A fleet that cannot get there at all is the farthest."""

    removal_spares_units_on_centers: bool = False
    """DATC 4.D.8: whether units on a supply center are removed only when no others are left
    (2023)."""

    removal_alphabet: tuple[str, ...] = ()
    """DATC 4.D.8: of units equally far the fleets go first, then who comes first in the alphabet:
    of the provinces' English names, or, where a game is played by the names of another language,
    of that: these are the codes of the provinces in its order. Provinces left out come last."""

    return_from_civil_disorder: Literal["always", "with a unit left"] = "always"
    """Whether the player of a power in civil disorder may take it up again in any case (2000 and
    the Italian book set no bound), or only while it has a unit on the board (1982, XV.4)."""


_RULES_2000 = Rules("2000")

_RULES_1982 = replace(
    _RULES_2000,
    name="1982",
    support_spared_by_convoyed_attack="into any convoy's sea",
    convoy_to_neighbour="by intent",
    removal_measured_to="home centers",
    removal_measured_over="its own way",
    return_from_civil_disorder="with a unit left",
)

_RULES_1971 = replace(
    _RULES_2000,
    name="1971",
    alternative_convoy_routes="all must stand",
    support_spared_by_convoyed_attack="against its fleets",
    convoy_to_neighbour="to exchange places",
    disrupted_convoy="by land",
    removal_measured_to="home centers",
    removal_measured_over="its own way",
)

_RULES_ITALIAN = replace(
    _RULES_1971,
    name="italian",
    coast_omitted="illegal",
    single_retreat_in_common="one goes",
    removal_measured_to="homeland",
)

_RULES_2023 = replace(
    _RULES_2000,
    name="2023",
    may_retreat_to_convoyed_attackers_province=True,
    removal_measured_to="owned centers",
    removal_spares_units_on_centers=True,
)

_RULES_DATC = replace(
    _RULES_2023,
    name="datc",
    support_spared_by_convoyed_attack="none",
    convoy_to_neighbour="own fleet",
    via_without_route="fails",
    untested_support="given",
)

RULES: Mapping[str, Rules] = {
    rules.name: rules
    for rules in (
        _RULES_2000,
        _RULES_1982,
        _RULES_1971,
        _RULES_ITALIAN,
        _RULES_2023,
        _RULES_DATC,
    )
}
"""The editions: the rulebooks of 2000 (the default), 1982 and 1971, the Italian one, the rulebook
of 2023, and what the author of the DATC prefers. Where an edition says nothing it has the value
of 2000, the Italian one that of 1971."""

DEFAULT_RULES = RULES["2000"]


def find_rules(name: str) -> Rules:
    """The edition of that name; raises `SetupError`."""
    try:
        return RULES[name]
    except KeyError:
        raise SetupError("unknown_rules", {"name": name, "known": ", ".join(RULES)}) from None
