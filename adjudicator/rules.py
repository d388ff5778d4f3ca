"""Editions of the rules: every point on which they differ is a named field.

The sources are the rulebooks of 2000 (in Spanish and Bulgarian) and of 1982 (in Spanish), an
Italian rulebook that follows the one of 1971 with changes of its own, and chapter 4 of the DATC,
which quotes 1971, 1982, 2000 and 2023. ``docs/editions.md`` has the fields and presets as a table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from adjudicator.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition's choice on each point on which editions differ.

    Each field names its issue of the DATC. The default values are those of the rulebook of 2000. A
    game may change any of them:

    >>> from dataclasses import replace
    >>> strict = replace(RULES["2000"], name="ours", via_without_route="fails")
    >>> strict.order_repeated
    'none'
    """

    name: str

    # Convoys

    alternative_convoy_routes: Literal["one must stand", "all must stand"] = "one must stand"
    """DATC 4.A.1: when an army arrives for which several chains of fleets were ordered to convoy
    it: as long as one chain is undisturbed (1982, XIII.4; 2000, rule 20), or only if no fleet of
    any chain is dislodged (1971).
    """

    support_spared_by_convoyed_attack: Literal[
        "none", "against its fleets", "into its fleet's sea", "into any convoy's sea",
        "against a fleet it needs",
    ] = "against a fleet it needs"  # fmt: skip
    """DATC 4.A.2: the supports that an army attacking by convoy does not cut, nor makes void by
    dislodging the supporter. Paradoxes that such a rule leaves open are decided by the Szykman
    rule: the convoys of a paradox are disrupted.

    - none: the Szykman rule alone (the DATC's preference);
    - against its fleets: supports of an attack on a fleet ordered to convoy the army (1971; the
      Italian book);
    - into its fleet's sea: supports of any action in the sea of such a fleet, its own defence too
      (1982 in the words of the Spanish book, XIII.5);
    - into any convoy's sea: supports of any action in a sea whose fleet convoys any army (1982 as
      the DATC quotes it). A fleet convoys if its army goes by convoy and a whole route was ordered
      for it;
    - against a fleet it needs: supports of an attack on a fleet without which the army would not
      arrive (2000, rules 21 and 22; 2023).
    """

    convoy_to_neighbour: Literal[
        "to exchange places", "by intent", "own fleet with a route", "own fleet", "only via"
    ] = "own fleet with a route"
    """DATC 4.A.3: when an army that could go by land goes by convoy instead.

    - to exchange places: if a whole route was ordered and the unit in its way is ordered to the
      province that it comes from; the owner of the fleets and ``VIA`` make no difference (1971);
    - by intent: if a whole route was ordered and its own power's orders intend it: they say
      ``VIA``, order a fleet to convoy it, or send another unit the opposite way (1982, XIII.6);
    - own fleet with a route: if it says ``VIA``, or a whole route was ordered and a fleet of its
      own power is ordered to convoy it (2000, land and convoy routes; 2023);
    - own fleet: the same, but without a whole route too (the DATC's preference);
    - only via: if it says ``VIA`` (a proposal that the DATC names).
    """

    via_without_route: Literal["fails", "by land"] = "by land"
    """DATC 4.A.3: what happens to ``VIA`` if an army could go by land and no whole convoy route was
    ordered (6.G.8). It goes by land (2000, land and convoy routes: the word chooses between two
    ways, and only one was ordered; 2023; earlier books do not have the word), or it stays (the
    DATC's preference). If a disrupted convoy leaves the way by land open, so does one that was not
    ordered. If no fleets on the board could convoy the army at all, an edition that has the word
    treats the order as impossible.
    """

    disrupted_convoy: Literal["fails", "by land"] = "fails"
    """DATC 4.A.3: what happens to an army that could have gone by land if the convoy by which it
    goes is disrupted (6.G.11, 6.G.20). Going by land is how 1971 keeps others from forcing a convoy
    on an army, and a reading of 2000 that the DATC once preferred.
    """

    exchange_by_convoy: Literal["one carried", "both carried"] = "one carried"
    """DATC 4.A.3: two units exchange places if either goes by convoy (1971; 2000, rule 19; 2023),
    or only if both do (1982 in the words of the Spanish book, XV.1).
    """

    dislodged_has_no_effect_on_attackers_province: Literal["in a direct fight", "always"] = (
        "in a direct fight"
    )
    """DATC 4.A.7: when a dislodged unit cannot bounce others out of the province that its attacker
    left: only if the two met head to head, or also if one of them went by convoy.

    The wording of 1982, X.7, and of 2000, rule 11, means *always*. No preset uses that: the DATC
    names no edition for it, prefers the other choice, and holds that the rules allow it, because an
    exchange of places by convoy is an exception of its own (2000, rule 19).
    """

    # Orders

    coast_omitted: Literal["the only possible one", "illegal"] = "the only possible one"
    """DATC 4.B.2: a fleet ordered to a province with two coasts, without a coast, goes to the only
    one it can reach (1982, VIII.3; 2000, clarifications), or stays (the Italian book, coasts). If
    it can reach both it stays.
    """

    coast_out_of_reach: Literal["illegal", "the other coast"] = "illegal"
    """DATC 4.B.3: a fleet ordered to a coast that it cannot reach stays, or goes to the other coast
    (6.B.3).
    """

    support_coast: Literal["ignored", "must match", "required"] = "must match"
    """DATC 4.B.4: a coast named in a support of a fleet's move is ignored, must be the one that the
    fleet goes to, or must always be named (6.B.7 to 6.B.9, 6.B.15).
    """

    wrong_coast_of_unit: Literal["ignored", "illegal"] = "ignored"
    """DATC 4.B.5: an order that names a fleet, its own or the supported one, on the other coast of
    its province is accepted, or void (6.B.10, 6.B.16, 6.B.17).
    """

    meaningless_coast: Literal["ignored", "illegal"] = "ignored"
    """DATC 4.B.6: a coast in the order of an army, or of a province whose coast is not split, is
    ignored, or makes the order void (6.B.12).
    """

    build_coast_omitted: Literal["fails", "first coast"] = "fails"
    """DATC 4.B.7: a fleet to be built where there are two coasts, without a coast, is not built
    (1982, XIV.2; 2000, building), or is built on the first that the board lists (6.B.14).
    """

    impossible_move: Literal["holds", "tried to move"] = "holds"
    """DATC 4.E.1: a unit ordered where it could never go holds and may be supported to hold (1982,
    VII.2; 2000, writing orders; the Italian book), or counts as having tried to move, so that it
    may not (6.D.28 to 6.D.30, 6.D.32).
    """

    order_repeated: Literal["first", "last", "none"] = "none"
    """DATC 4.D.3: of several legal orders for one unit the first or the last counts, or none does:
    an order is obeyed if it can be read in one way only (1982, VII.2; 2000, writing orders; the
    Italian book). An order that is impossible or belongs to another phase does not replace another
    one, and the same order twice is one order.
    """

    untested_support: Literal["cut", "given"] = "cut"
    """The outcome of a support to hold if its unit was attacked but nobody attacked the supported
    unit: cut (rulebook 2000, sample game, fall 1902: the fleet in Marseilles) or given (DATC 3.2,
    6.D.4). It makes no difference to any move.
    """

    # Retreats

    may_retreat_to_convoyed_attackers_province: bool = False
    """DATC 4.A.5: whether the province that the attacker left is open when it came by convoy: no
    (1982, XII; 2000, retreats; the Italian book), yes (2023)."""

    single_retreat_in_common: Literal["all disband", "one goes"] = "all disband"
    """Outcome for units of one power that can all retreat to the same province only, and are
    all ordered there: all disband (1982, XII.2; 2000, disbanding), or one goes (the Italian book,
    retreat and disbanding: all but one must be given up). It is the one that would be removed last
    in civil disorder. A unit of another power that is ordered there too still stops them all.
    """

    # Adjustments

    surplus_builds: Literal["first", "last", "none"] = "first"
    """DATC 4.D.4, 4.D.5: if more legal builds are ordered than are due, or several in one province,
    the first count, the last, or none (6.I.1).
    """

    surplus_removals: Literal["first", "last", "civil disorder"] = "first"
    """DATC 4.D.6: if more legal removals are ordered than are due, the first count, the last, or
    none, so that units are removed as in civil disorder (6.J.1).
    """

    removal_measured_to: Literal["home centers", "homeland", "owned centers"] = "homeland"
    """DATC 4.D.8: without orders the unit farthest away is removed first. The distance is measured
    to its power's nearest home center (1971; 1982, XV.5), to the nearest province of its homeland
    (2000, civil disorder; the Italian book, revolt), or to the nearest center its power owns
    (2023).
    """

    removal_measured_over: Literal["any border", "its own way"] = "any border"
    """DATC 4.D.8: steps are counted over any border, whichever unit could cross it (2023; 2000 does
    not say), or as the unit moves: a fleet by its own moves, an army over land and, as if by
    convoy, the sea (1971; 1982, XV.5). A fleet that cannot get there at all is the farthest.
    """

    removal_spares_units_on_centers: bool = False
    """DATC 4.D.8: whether units on a supply center are removed only if no others are left (2023).
    """

    removal_alphabet: tuple[str, ...] = ()
    """DATC 4.D.8: of units equally far away fleets are removed first, then the first in the
    alphabet: by the English names of the provinces, or by those of the language in which a game is
    played: these are the codes of the provinces in that order. Provinces left out come last.
    """

    return_from_civil_disorder: Literal["always", "with a unit left"] = "always"
    """Whether a power in civil disorder may be taken over always (2000 and the Italian book set no
    limit), or only while it has a unit on the board (1982, XV.4).
    """


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
of 2023, and what the author of the DATC prefers. A field about which an edition says nothing has
the value of 2000, in the Italian edition that of 1971.
"""

DEFAULT_RULES = RULES["2000"]


def find_rules(name: str) -> Rules:
    """Return the edition of that name; raises `SetupError` if there is none."""
    try:
        return RULES[name]
    except KeyError:
        raise SetupError("unknown_rules", {"name": name, "known": ", ".join(RULES)}) from None
