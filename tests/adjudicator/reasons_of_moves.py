"""Examples for the reason of every outcome of a hold or move, under the rulebook of 2000."""

from dataclasses import replace
from typing import NamedTuple

from adjudicator import RULES, Rules


class Case(NamedTuple):
    """Orders by power, the order that is explained, its sentence and its rule."""

    orders: dict[str, str]
    text: str
    rule: str
    sentence: str
    rules: str = "2000"


def rules_of(case: Case) -> Rules:
    """Return the preset of a case, or that of 2000 with its word for impossible moves."""
    if case.rules in RULES:
        return RULES[case.rules]
    assert case.rules == "tried to move"
    return replace(RULES["2000"], impossible_move="tried to move")


MOVES = {
    "holds": Case({"FRANCE": "A PAR H"}, "A PAR H", "orders", "It held."),
    "held_against": Case(
        {"FRANCE": "A PAR H, A BRE S A PAR", "GERMANY": "A BUR - PAR, A PIC - GAS"},
        "A PAR H",
        "5",
        "It held against A BUR: strength 2 (with A BRE) against 1.",
    ),
    "beleaguered": Case(
        {
            "FRANCE": "A BUR - MUN, A RUH S A BUR - MUN",
            "GERMANY": "A MUN H",
            "RUSSIA": "A SIL - MUN, A BER S A SIL - MUN",
        },
        "A MUN H",
        "4",
        "The attacks from A BUR and A SIL, each of strength 2, stood each other off,"
        " so the unit was not dislodged.",
    ),
    "spared_by_standoff": Case(
        {
            "FRANCE": "A BUR H, A PAR S A MAR - BUR",
            "ITALY": "A MAR - BUR",
            "GERMANY": "A MUN - BUR, A RUH S A MUN - BUR",
        },
        "A BUR H",
        "4",
        "A MUN could not dislodge it because of a standoff with A MAR: strength 2"
        " (with A RUH) against 2 (with A PAR).",
    ),
    "spared_by_standoff (by its own power)": Case(
        {
            "FRANCE": "A BUR H, A PAR - BUR, A GAS S A PAR - BUR, A PIC S A PAR - BUR",
            "GERMANY": "A MUN - BUR, A RUH S A MUN - BUR",
        },
        "A BUR H",
        "4",
        "A MUN could not dislodge it because of a standoff with A PAR: strength 2"
        " (with A RUH) against 3 (with A GAS and A PIC).",
    ),
    "spared_by_own_power": Case(
        {"FRANCE": "A PAR - BUR, A MAR S A PAR - BUR, A BUR H"},
        "A BUR H",
        "12",
        "A PAR could not dislodge a unit of the same power: strength 1 against 2 (with A MAR).",
    ),
    "dislodged_by": Case(
        {
            "FRANCE": "A MAR - BUR, A GAS S A MAR - BUR",
            "GERMANY": "A BUR H, A MUN S A BUR",
            "ITALY": "A TYR - MUN, A PIE S A MAR",
        },
        "A BUR H",
        "supports",
        "The unit was dislodged by A MAR: strength 2 (with A GAS) against 1 (support cut: A MUN).",
    ),
    "move_succeeds": Case({"FRANCE": "A PAR - BUR"}, "A PAR - BUR", "moves", "It moved to BUR."),
    "move_succeeds (to a coast)": Case(
        {"FRANCE": "F MAO - SPA/SC"}, "F MAO - SPA/SC", "moves", "It moved to SPA/SC."
    ),
    "move_wins (on a coast)": Case(
        {"FRANCE": "F MAO - SPA/NC, F POR S F MAO - SPA/NC", "ITALY": "F WES - SPA/SC"},
        "F MAO - SPA/NC",
        "supports",
        "It beat F WES to SPA/NC: strength 2 (with F POR) against 1.",
    ),
    "move_wins": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A MUN - BUR"},
        "A PAR - BUR",
        "supports",
        "It beat A MUN to BUR: strength 2 (with A GAS) against 1.",
    ),
    "move_dislodges": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A BUR H"},
        "A PAR - BUR",
        "supports",
        "It dislodged A BUR: strength 2 (with A GAS) against 1.",
    ),
    "move_despite_dislodged": Case(
        {
            "TURKEY": "A BUL - RUM, F BLA S A BUL - RUM",
            "RUSSIA": "A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
        },
        "A SEV - RUM",
        "11",
        "It moved to RUM: A BUL was dislodged by a unit from there and could not prevent it.",
    ),
    "move_in_circle": Case(
        {"ENGLAND": "A HOL - BEL, F BEL - NTH", "FRANCE": "F NTH - HOL"},
        "F BEL - NTH",
        "7",
        "It moved to NTH in a circle with A HOL and F NTH.",
    ),
    "move_past_another": Case(
        {
            "ENGLAND": "A LON - BEL, F NTH C A LON - BEL",
            "FRANCE": "A BEL - LON, F ENG C A BEL - LON",
        },
        "A LON - BEL",
        "19",
        "It swapped places with A BEL and moved to BEL. A convoy made this possible: F NTH.",
    ),
    "move_by_convoy_succeeds": Case(
        {"ENGLAND": "A LON - NAF, F ENG C A LON - NAF", "FRANCE": "F MAO C A LON - NAF"},
        "A LON - NAF",
        "convoys",
        "It was convoyed to NAF by F ENG and F MAO.",
    ),
    "move_by_open_route": Case(
        {
            "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
            "FRANCE": "F BRE - ENG, F IRI S F BRE - ENG",
        },
        "A LON - BEL",
        "20",
        "It was convoyed to BEL by F NTH. This route stayed open, although the convoy"
        " by F ENG failed.",
    ),
    "bounced_off_unit": Case(
        {"FRANCE": "A PAR - BUR", "GERMANY": "A BUR H"},
        "A PAR - BUR",
        "5",
        "It bounced off A BUR, which did not move: strength 1 against 1.",
    ),
    "bounced_off_failed_move": Case(
        {"FRANCE": "A PAR - BUR", "GERMANY": "A BUR - MUN, A MUN H"},
        "A PAR - BUR",
        "5",
        "It bounced off A BUR, whose own move failed: strength 1 against 1.",
    ),
    "bounced_off_strength": Case(
        {
            "FRANCE": "A PAR - BUR, A PIC S A PAR - BUR, A GAS S A PAR - BUR",
            "GERMANY": "A BUR H, A MUN S A BUR, A BEL - PIC",
        },
        "A PAR - BUR",
        "3",
        "It bounced off A BUR: strength 2 (with A GAS; support cut: A PIC) against 2 (with A MUN).",
    ),
    "bounced_in_standoff": Case(
        {"FRANCE": "A PAR - BUR, A MAR - BUR", "GERMANY": "A MUN - BUR"},
        "A MUN - BUR",
        "3",
        "It bounced in BUR in a standoff with A MAR and A PAR: strength 1 against 1.",
    ),
    "bounced_with_dislodged": Case(
        {
            "AUSTRIA": "A BOH - MUN, A TYR S A BOH - MUN",
            "GERMANY": "A MUN - SIL, A BER S A MUN - SIL",
            "RUSSIA": "A WAR - SIL, A PRU S A WAR - SIL",
        },
        "A WAR - SIL",
        "10",
        "It bounced in SIL in a standoff with A MUN: strength 2 (with A PRU) against 2"
        " (with A BER). Even a unit dislodged by an attack from elsewhere can cause a"
        " standoff.",
    ),
    "outdone": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A MUN - BUR"},
        "A MUN - BUR",
        "supports",
        "It lost BUR to A PAR: strength 1 against 2 (with A GAS).",
    ),
    "head_to_head": Case(
        {"GERMANY": "F BER - PRU, A PRU - BER"},
        "A PRU - BER",
        "6",
        "It met F BER head-on, and two units cannot swap places without a convoy:"
        " strength 1 against 1.",
    ),
    "lost_head_to_head": Case(
        {"GERMANY": "F BER - PRU, A SIL S F BER - PRU", "RUSSIA": "A PRU - BER"},
        "A PRU - BER",
        "6",
        "It met F BER head-on and was dislodged: strength 1 against 2 (with A SIL).",
    ),
    "own_unit_stays": Case(
        {
            "FRANCE": "A PAR - BUR, A BUR - MAR",
            "GERMANY": "A RUH S A PAR - BUR",
            "ITALY": "A MAR H",
        },
        "A PAR - BUR",
        "12",
        "It could not dislodge A BUR, a unit of its own power: strength 2 (with A RUH) against 1.",
    ),
    "own_unit_despite_support": Case(
        {
            "FRANCE": "A PAR - BUR, A GAS S A PAR - BUR, A BUR H",
            "GERMANY": "A RUH S A PAR - BUR",
        },
        "A PAR - BUR",
        "12",
        "It could not dislodge A BUR, a unit of its own power: strength 3 (with A GAS"
        " and A RUH) against 1, or 2 without support from A GAS, also of that power.",
    ),
    "own_support_left_out": Case(
        {"GERMANY": "A RUH - BUR, A MUN H", "FRANCE": "A PAR S A RUH - BUR, A BUR H"},
        "A RUH - BUR",
        "12",
        "It bounced off A BUR: strength 2 (with A PAR) against 1, but only 1 without"
        " support from A PAR. That support cannot help dislodge a unit of the same"
        " power.",
    ),
    "own_support_left_out (head to head)": Case(
        {"GERMANY": "F BER - PRU", "RUSSIA": "A PRU - BER, A SIL S F BER - PRU"},
        "F BER - PRU",
        "12",
        "It bounced off A PRU: strength 2 (with A SIL) against 1, but only 1 without"
        " support from A SIL. That support cannot help dislodge a unit of the same"
        " power.",
    ),
    "own_support_left_out_of_standoff": Case(
        {
            "FRANCE": "A BUR H, A PAR S A MUN - BUR",
            "GERMANY": "A MUN - BUR, A RUH S A MUN - BUR",
            "ITALY": "A MAR - BUR, A GAS S A MAR - BUR",
        },
        "A MUN - BUR",
        "12",
        "It bounced in BUR in a standoff with A MAR: strength 3 (with A PAR and A RUH)"
        " against 2 (with A GAS), but only 2 without support from A PAR. That support"
        " cannot help dislodge a unit of the same power.",
    ),
    "bounced_after_convoy": Case(
        {"ENGLAND": "A LON - NWY, F NTH C A LON - NWY", "RUSSIA": "A NWY H"},
        "A LON - NWY",
        "18",
        "It was convoyed by F NTH but bounced off A NWY: strength 1 against 1.",
    ),
    "standoff_after_convoy": Case(
        {"ENGLAND": "A LON - NWY, F NTH C A LON - NWY", "RUSSIA": "A STP - NWY"},
        "A LON - NWY",
        "18",
        "It was convoyed by F NTH but bounced in NWY in a standoff with A STP: strength 1 against"
        " 1.",
    ),
    "standoff_after_convoy (of two that change places)": Case(
        {
            "ENGLAND": "A LON - BEL, F NTH C A LON - BEL",
            "FRANCE": "A BEL - LON, F ENG C A BEL - LON, A BUR - BEL",
        },
        "A LON - BEL",
        "18",
        "It was convoyed by F NTH but bounced in BEL in a standoff with A BUR: strength 1 against"
        " 1.",
    ),
    "bounced_in_standoff (at a circle of moves)": Case(
        {"TURKEY": "F ANK - CON, A CON - SMY, A SMY - ANK, A BUL - CON"},
        "F ANK - CON",
        "3",
        "It bounced in CON in a standoff with A BUL: strength 1 against 1.",
    ),
    "bounced_off_failed_move (in a circle of moves)": Case(
        {"TURKEY": "F ANK - CON, A CON - SMY, A SMY - ANK, A BUL - CON"},
        "A SMY - ANK",
        "5",
        "It bounced off F ANK, whose own move failed: strength 1 against 1.",
    ),
    "no_convoy": Case(
        {"ENGLAND": "A LON - NWY, F NTH H"},
        "A LON - NWY",
        "convoys",
        "No fleet was ordered to convoy it to NWY.",
    ),
    "convoy_incomplete": Case(
        {"ENGLAND": "A LON - NAF, F ENG C A LON - NAF, F MAO H"},
        "A LON - NAF",
        "convoys",
        "No complete convoy route to NAF was ordered, only a convoy by F ENG.",
    ),
    "convoy_was_disrupted": Case(
        {
            "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
            "ITALY": "F ION - TYS, F TUN S F ION - TYS",
        },
        "A SPA - NAP",
        "17",
        "Its convoy to NAP was disrupted: F ION dislodged F TYS.",
    ),
    "convoy_lost_in_paradox": Case(
        {
            "ENGLAND": "F NTH C A LON - BEL, A LON - BEL, F ENG S A LON - BEL",
            "FRANCE": "F BEL S F NTH",
            "GERMANY": "F HEL S F SKA - NTH, F SKA - NTH",
        },
        "A LON - BEL",
        "DATC 4.A.2",
        "Its convoy to BEL by F NTH was disrupted to resolve a paradox (Szykman rule).",
    ),
}
