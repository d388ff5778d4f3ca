"""Every point on which the editions differ, tested under all of them.

Rulebooks are cited by the numbers under which the project keeps them: seed 000 (Spanish) and seed
001 (Bulgarian) print the rules of 2000, seed 002 (Italian) those of 1971 with changes of its own,
seed 003 (Spanish) those of 1982. What the DATC says of 1971 and 2023 is cited by its issue.
"""

from dataclasses import fields
from pathlib import Path

from adjudicator import RULES, Resolution, Rules

from .editions import ALL, changed, dislodged, play, stand, those, word


def test_the_presets_are_six_and_that_of_2000_is_what_the_fields_are_by_themselves() -> None:
    assert set(RULES) == {"2000", "1982", "1971", "italian", "2023", "datc"}
    assert RULES["2000"] == Rules("2000")


def test_every_field_has_a_test_here() -> None:
    told = "".join(path.read_text() for path in Path(__file__).parent.glob("test_editions*.py"))
    assert [each.name for each in fields(Rules) if f"{each.name}=" not in told] == ["name"]


def test_the_table_in_the_docs_is_that_of_the_presets() -> None:
    words = {True: "yes", False: "no", (): "English names"}
    rows = {}
    for line in (Path(__file__).parents[2] / "docs" / "editions.md").read_text().splitlines():
        field, *values = [cell.strip("` *") for cell in line.strip("|").split(" | ")]
        if field in Rules.__match_args__:
            rows[field] = values[:-1] if len(values) == 7 else [values[0]] * 6
    assert rows == {
        each.name: [
            words.get(value := getattr(rules, each.name), value) for rules in RULES.values()
        ]
        for each in fields(Rules)
        if each.name != "name"
    }


# Convoys


def by_two_routes(rules: Rules) -> bool:
    done = play(
        rules,
        ENGLAND="A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
        FRANCE="F BRE - ENG, F IRI S F BRE - ENG",
    )
    assert dislodged(done) == {"F ENG"}
    return "A BEL" in stand(done)


def test_one_open_route_is_enough_but_in_1971_every_route_must_stand() -> None:
    """Seed 000, more than one convoy route, diagram 29; seed 003, XIII.4, example 12; DATC 4.A.1.

    Seed 002 says nothing about it, so it follows 1971.
    """
    assert those(by_two_routes) == {"2000", "1982", "2023", "datc"}
    assert by_two_routes(changed("1971", alternative_convoy_routes="one must stand"))


def test_a_fleet_that_is_on_no_route_that_was_ordered_ends_no_convoy_in_1971() -> None:
    """DATC 4.A.1: it is a route of the convoy that must be disrupted."""
    done = play(
        RULES["1971"],
        ENGLAND="A WAL - BRE, F ENG C A WAL - BRE, F IRI C A WAL - BRE, F MAO H",
        FRANCE="F NAO - IRI, F LVP S F NAO - IRI",
    )
    assert dislodged(done) == {"F IRI"}
    assert "A BRE" in stand(done)


def naples_against_one_of_two_fleets(rules: Rules) -> Resolution:
    return play(
        rules,
        FRANCE="A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
        ITALY="F ROM - TYS, F NAP S F ROM - TYS",
    )


def test_a_convoyed_attack_spares_the_support_against_its_only_fleet_in_every_edition() -> None:
    """Seed 000, rule 21, diagram 30; seed 003, XIII.5, example 13; seed 002, appendix, transport.
    The DATC's author comes to the same by disrupting the convoy."""
    for rules in RULES.values():
        done = play(
            rules,
            FRANCE="A TUN - NAP, F TYS C A TUN - NAP",
            ITALY="F ION - TYS, F NAP S F ION - TYS",
        )
        assert dislodged(done) == {"F TYS"}, rules.name
        assert word(done, "F NAP") == "given"


def test_the_support_against_one_of_two_fleets_is_spared_only_before_2000() -> None:
    """Seed 000, rule 22, diagram 31, and seed 001: cut.

    Seed 003, XIII.5, and seed 002, appendix, transport: not cut.
    """
    spared = those(lambda rules: "F TYS" in dislodged(naples_against_one_of_two_fleets(rules)))
    assert spared == {"1982", "1971", "italian"}


def naples_defends_one_of_two_fleets(rules: Rules) -> Resolution:
    return play(
        rules,
        FRANCE="A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
        ITALY="F NAP S F ION",
        TURKEY="F EAS - ION, F AEG S F EAS - ION",
    )


def test_in_1982_a_support_to_hold_for_a_convoying_fleet_is_spared_too() -> None:
    """Seed 003, XIII.5: any action in its sea. Seed 000, rule 21: an attack only.

    In 1971 the convoy of all routes is a paradox, and ends as such (DATC 6.F.20).
    """
    stands = those(lambda rules: not dislodged(naples_defends_one_of_two_fleets(rules)))
    assert stands == {"1982", "1971", "italian"}
    called = {n: word(naples_defends_one_of_two_fleets(RULES[n]), "F ION") for n in stands}
    assert called == {"1982": "available", "1971": "disrupted", "italian": "disrupted"}


def test_by_the_letter_of_1982_only_the_fleets_of_the_attacking_army_count() -> None:
    """Seed 003, XIII.5: the fleet that carries the attacker.

    The DATC means any fleet that carries (4.A.2; 6.F.21).
    """
    orders = {
        "RUSSIA": "A NWY - CLY, F NWG C A NWY - CLY, A EDI S A NWY - CLY",
        "FRANCE": "F MAO - NAO, F IRI S F MAO - NAO",
        "ENGLAND": "A LVP - CLY VIA, F NAO C A LVP - CLY, F CLY S F NAO",
    }
    letter = changed("1982", support_spared_by_convoyed_attack="into its fleet's sea")
    assert dislodged(play(RULES["1982"], **orders)) == {"F CLY"}
    assert dislodged(play(letter, **orders)) == {"F CLY", "F NAO"}
    own = naples_defends_one_of_two_fleets(letter)
    assert not dislodged(own)


def test_a_spared_support_counts_even_if_the_convoyed_army_dislodges_it() -> None:
    """DATC 4.A.2 and 6.F.17: this rule takes precedence over that of the dislodged supporter.

    That is so in every edition. The DATC's author has no such rule, and disrupts the convoy.
    """

    def lands(rules: Rules) -> bool:
        done = play(
            rules,
            ENGLAND="F LON S F WAL - ENG, F WAL - ENG",
            FRANCE="A BRE - LON, F ENG C A BRE - LON, F YOR S A BRE - LON",
            GERMANY="F BEL - ENG, F NTH S F BEL - ENG",
        )
        return dislodged(done) == {"F LON"}

    assert those(lands) == ALL - {"datc"}


def test_a_spared_support_is_given_even_where_it_is_too_weak() -> None:
    """Seed 003, XIII.5; seed 002, appendix, transport.

    By seed 000, rule 22, the other route is enough to cut it.
    """

    def given(rules: Rules) -> bool:
        done = play(
            rules,
            FRANCE="A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP, F LYO S F TYS,"
            " F WES S F TYS",
            ITALY="F ROM - TYS, F NAP S F ROM - TYS",
        )
        assert not dislodged(done)
        return word(done, "F NAP") == "given"

    assert those(given) == {"1982", "1971", "italian"}


# By land or by sea


def exchange(rules: Rules, say: str = "", there: str = "RUSSIA", fleet: str = "GERMANY") -> bool:
    """Return whether the army in Norway and the unit in Sweden exchange places."""
    orders = {"ENGLAND": [f"A NWY - SWE{say}"], "RUSSIA": ["A MOS H"], "GERMANY": ["A MUN H"]}
    orders[there].append("A SWE - NWY")
    orders[fleet].append("F SKA C A NWY - SWE")
    done = play(rules, **{power: ", ".join(texts) for power, texts in orders.items()})
    moved = {r.unit.location for r in done.results if r.unit and r.outcome.value == "succeeds"}
    assert moved in (set(), {"NWY", "SWE"})
    return bool(moved)


def test_a_foreign_fleet_carries_an_army_off_against_its_will_in_1971_only() -> None:
    """Seed 000, land and convoy routes; seed 003, XIII.6; DATC 4.A.3 and 6.G.2."""
    assert those(exchange) == {"1971", "italian"}


def test_a_fleet_of_the_armys_own_power_makes_it_go_by_convoy_in_every_edition() -> None:
    """Seed 000, land and convoy routes; seed 003, XIII.6; DATC 4.A.3 and 6.G.1."""
    assert those(lambda rules: exchange(rules, fleet="ENGLAND")) == ALL
    only_via = changed("datc", convoy_to_neighbour="only via")
    assert not exchange(only_via, fleet="ENGLAND")
    assert exchange(only_via, " VIA")


def test_via_makes_an_army_go_by_foreign_fleets() -> None:
    """Seed 000, land and convoy routes. Elsewhere ``VIA`` shows the intent (seed 003, XIII.6)."""
    assert those(lambda rules: exchange(rules, " VIA")) == ALL


def test_two_units_of_one_power_sent_to_each_others_place_mean_a_convoy_in_1982() -> None:
    """Seed 003, XIII.6: all the orders of a player together show the intent.

    In seed 000 only ``VIA`` and a fleet of the player's own do.
    """
    assert those(lambda rules: exchange(rules, there="ENGLAND")) == {"1982", "1971", "italian"}


def test_by_the_letter_of_1982_units_change_places_only_if_both_are_carried() -> None:
    """Seed 003, XV.1: both.

    But seed 000, rule 19: one or both; and the DATC, 6.G.1: so in every edition.
    """
    letter = changed("1982", exchange_by_convoy="both carried")
    assert not exchange(letter, fleet="ENGLAND")
    both = {
        "ENGLAND": "A LON - BEL, F NTH C A LON - BEL",
        "FRANCE": "A BEL - LON, F ENG C A BEL - LON",
    }
    for rules in (letter, *RULES.values()):
        assert stand(play(rules, **both)) == {"A BEL", "A LON", "F NTH", "F ENG"}
        assert all(
            r.outcome.value in ("succeeds", "available") for r in play(rules, **both).results
        )


def test_a_fleet_of_ones_own_on_no_whole_route_leaves_the_army_on_land_but_for_the_datc() -> None:
    """Seed 000, land and convoy routes, and seed 003, XIII.6; DATC 4.A.3.

    There is a choice only if the orders leave both ways open.
    """

    def arrives(rules: Rules) -> bool:
        return "A EDI" in stand(
            play(rules, ENGLAND="A LVP - EDI, F NWG C A LVP - EDI", FRANCE="F NAO H")
        )

    assert those(arrives) == {"2000", "1982", "1971", "italian", "2023"}


def test_via_without_a_route_allows_the_way_by_land_in_every_edition_but_the_datc() -> None:
    """Seed 000, land and convoy routes, and seed 001; DATC 4.A.3 and 6.G.8.

    ``VIA`` chooses if an army could go by land or by convoy. Seeds 003 and 002 do not have the
    word.
    """

    def arrives(rules: Rules) -> bool:
        return "A HOL" in stand(play(rules, FRANCE="A BEL - HOL VIA", ENGLAND="F NTH H"))

    assert those(arrives) == ALL - {"datc"}
    strict = changed("2000", via_without_route="fails")
    assert not arrives(strict)
    assert word(play(strict, FRANCE="A BEL - HOL VIA"), "A BEL") == "illegal"
    assert arrives(changed("datc", via_without_route="by land"))
    assert arrives(changed("datc", disrupted_convoy="by land"))
    ignored = changed("datc", convoy_to_neighbour="to exchange places")
    assert arrives(ignored)
    for rules in (RULES["1971"], RULES["1982"], ignored):
        assert stand(play(rules, FRANCE="A BEL - HOL VIA")) == {"A HOL"}  # no fleet could carry it
    for edition in ("2000", "2023", "datc"):  # they have the word, and it asks the impossible
        assert word(play(RULES[edition], FRANCE="A BEL - HOL VIA"), "A BEL") == "illegal"


def test_via_with_a_whole_route_excludes_the_way_by_land_even_if_the_convoy_is_disrupted() -> None:
    """Seed 000, land and convoy routes, and rule 17; DATC 6.G.20.

    In 1982 ``VIA`` shows the intent (seed 003, XIII.6).
    """

    def stays(rules: Rules) -> bool:
        done = play(
            rules,
            FRANCE="A PIC - BEL VIA, F BRE - ENG, F MAO S F BRE - ENG",
            ENGLAND="F ENG C A PIC - BEL",
        )
        assert dislodged(done) == {"F ENG"}
        return "A PIC" in stand(done)

    assert those(stays) == {"2000", "1982", "2023", "datc"}


def test_an_army_whose_convoy_is_disrupted_goes_by_land_in_1971_only() -> None:
    """DATC 4.A.3; seed 000, rule 17: the convoy fails, and the land route was disregarded."""

    def arrives(rules: Rules) -> bool:
        done = play(
            rules,
            FRANCE="A PIC - BEL, F ENG C A PIC - BEL",
            ENGLAND="F WAL - ENG, F LON S F WAL - ENG",
        )
        assert dislodged(done) == {"F ENG"}
        return "A BEL" in stand(done)

    assert those(arrives) == {"1971", "italian"}
    assert arrives(changed("2000", disrupted_convoy="by land"))


def test_an_army_that_goes_by_land_after_all_meets_a_unit_head_to_head() -> None:
    """DATC 4.A.3, of 1971: a convoy counts only if it is not disrupted."""

    def ends(rules: Rules, *more: str) -> set[str]:
        done = play(
            rules,
            ENGLAND=", ".join(["A NWY - SWE, F SKA C A NWY - SWE", *more]),
            RUSSIA="F SWE - NWY",
            GERMANY="F DEN - SKA, F KIE H, F NTH S F DEN - SKA",
        )
        assert "F SKA" in dislodged(done)
        return dislodged(done)

    by_land = changed("2000", disrupted_convoy="by land")
    for rules in (RULES["1971"], RULES["italian"], by_land):
        assert ends(rules, "A FIN S A NWY - SWE") == {"F SKA", "F SWE"}
        assert ends(rules) == {"F SKA"}
    assert ends(RULES["2000"], "A FIN S A NWY - SWE") == {"F SKA"}


def test_a_unit_dislodged_by_convoy_still_bounces_others_where_the_attacker_was() -> None:
    """DATC 4.A.7, choice b; by the letter of seed 000, rule 11, and seed 003, X.7, it would not."""

    def enters(rules: Rules) -> bool:
        done = play(
            rules,
            ENGLAND="A LON - BEL VIA, F NTH C A LON - BEL, A HOL S A LON - BEL, A YOR - LON",
            FRANCE="A BEL - LON VIA, F ENG C A BEL - LON",
        )
        assert dislodged(done) == {"A BEL"}
        return "A LON" in stand(done)

    assert those(enters) == set()
    for edition in RULES:
        assert enters(changed(edition, dislodged_has_no_effect_on_attackers_province="always"))


def test_a_unit_dislodged_head_to_head_bounces_nobody_where_its_attacker_was() -> None:
    """Seed 000, rule 11, diagram 13; seed 003, X.5 and X.6, examples 5 and 6."""
    for rules in RULES.values():
        done = play(
            rules,
            TURKEY="A BUL - RUM, F BLA S A BUL - RUM",
            RUSSIA="A RUM - BUL, F GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
        )
        assert (dislodged(done), "A RUM" in stand(done)) == ({"A BUL"}, True), rules.name
