"""Examples for the reason of every outcome of a support or convoy, and of two reasons in one."""

from .reasons_of_moves import Case

HELP = {
    "support_helped_move": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A BUR H"},
        "A GAS S A PAR - BUR",
        "supports",
        "Thanks to this support, A PAR entered BUR.",
    ),
    "support_needless_move": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR, A MAR S A PAR - BUR", "GERMANY": "A BUR H"},
        "A GAS S A PAR - BUR",
        "supports",
        "The support counted, but A PAR would have entered BUR without it.",
    ),
    "support_in_vain_move": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A BUR H, A MUN S A BUR"},
        "A GAS S A PAR - BUR",
        "supports",
        "The support counted, but A PAR still could not enter BUR.",
    ),
    "support_helped_hold": Case(
        {"FRANCE": "A PAR - BUR, A GAS S A PAR - BUR", "GERMANY": "A BUR H, A MUN S A BUR"},
        "A MUN S A BUR",
        "supports",
        "Thanks to this support, A BUR was not dislodged.",
    ),
    "support_needless_hold": Case(
        {"FRANCE": "A PAR - BUR", "GERMANY": "A BUR H, A MUN S A BUR"},
        "A MUN S A BUR",
        "supports",
        "The support counted, but A BUR would have held without it.",
    ),
    "support_untested": Case(
        {"GERMANY": "A BUR H, A MUN S A BUR"},
        "A MUN S A BUR",
        "supports",
        "The support counted, but nobody attacked A BUR.",
    ),
    "support_in_vain_hold": Case(
        {
            "FRANCE": "A PAR - BUR, A GAS S A PAR - BUR, A MAR S A PAR - BUR",
            "GERMANY": "A BUR H, A MUN S A BUR",
        },
        "A MUN S A BUR",
        "supports",
        "The support counted, but A BUR was still dislodged.",
    ),
    "support_not_against_own": Case(
        {"GERMANY": "A RUH - BUR, A MUN H", "FRANCE": "A PAR S A RUH - BUR, A BUR H"},
        "A PAR S A RUH - BUR",
        "12",
        "The support cannot help dislodge A BUR, a unit of its own power: strength 2"
        " (with A PAR) against 1, but only 1 without that power’s support.",
    ),
    "support_not_against_own (of an attack of its own power)": Case(
        {
            "FRANCE": "A PAR - BUR, A GAS S A PAR - BUR, A BUR H",
            "GERMANY": "A RUH S A PAR - BUR",
        },
        "A GAS S A PAR - BUR",
        "12",
        "The support cannot help dislodge A BUR, a unit of its own power: strength 3"
        " (with A GAS and A RUH) against 1, but only 2 without that power’s support.",
    ),
    "support_cut": Case(
        {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR H, A BOH - SIL"},
        "A SIL S A PRU - WAR",
        "13",
        "The support was cut by an attack from A BOH.",
    ),
    "support_cut_by_dislodged": Case(
        {
            "GERMANY": "A BER H, A MUN - SIL",
            "RUSSIA": "A PRU - BER, A SIL S A PRU - BER, A BOH - MUN, A TYR S A BOH - MUN",
        },
        "A SIL S A PRU - BER",
        "15",
        (
            "The support was cut by an attack from A MUN. An attack counts even if the"
            " attacking unit is dislodged."
        ),
    ),
    "support_cut_by_other_route": Case(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
            "ITALY": "F ROM - TYS, F NAP S F ROM - TYS",
        },
        "F NAP S F ROM - TYS",
        "22",
        "The support was cut by A TUN, whose convoy did not need the fleet that the"
        " supported unit attacked: F TYS.",
    ),
    "support_cut (without need)": Case(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ROM S F TYS",
            "ITALY": "F ION - TYS, F NAP S F ION - TYS",
        },
        "F NAP S F ION - TYS",
        "13",
        "The support was cut by an attack from A TUN.",
        rules="datc",
    ),
    "support_cut (by another as well)": Case(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
            "ITALY": "F ROM - TYS, F NAP S F ROM - TYS",
            "AUSTRIA": "A APU - NAP",
        },
        "F NAP S F ROM - TYS",
        "13",
        "The support was cut by an attack from A APU and A TUN.",
    ),
    "support_cut_by_dislodgement": Case(
        {
            "GERMANY": "F BER - PRU, A SIL S F BER - PRU",
            "RUSSIA": "A PRU - SIL, A WAR S A PRU - SIL, F BAL - PRU",
        },
        "A SIL S F BER - PRU",
        "14",
        "The support was cut when A PRU dislodged the unit: strength 2 (with A WAR) against 1.",
    ),
    "supported_unit_moved": Case(
        {"ITALY": "A ROM S A VEN, A VEN - TRI"},
        "A ROM S A VEN",
        "8",
        "A VEN was ordered to move to TRI and could not be supported to hold.",
    ),
    "supported_unit_tried_to_move": Case(
        {"ITALY": "A ROM S A VEN, A VEN - PAR"},
        "A ROM S A VEN",
        "8",
        "A VEN had an impossible move order and could not be supported to hold.",
        rules="tried to move",
    ),
    "supported_move_differs": Case(
        {"GERMANY": "A BOH S A MUN - SIL, A MUN - TYR"},
        "A BOH S A MUN - SIL",
        "9",
        "A MUN was ordered to TYR, not to SIL.",
    ),
    "supported_unit_stayed": Case(
        {"GERMANY": "A BOH S A MUN - SIL, A MUN H"},
        "A BOH S A MUN - SIL",
        "9",
        "A MUN had no valid order to move to SIL.",
    ),
    "convoyed": Case(
        {"ENGLAND": "A LON - NWY, F NTH C A LON - NWY"},
        "F NTH C A LON - NWY",
        "convoys",
        "It convoyed A LON to NWY.",
    ),
    "convoyed_in_vain": Case(
        {"ENGLAND": "A LON - NWY, F NTH C A LON - NWY", "RUSSIA": "A STP - NWY"},
        "F NTH C A LON - NWY",
        "18",
        "The convoy was not disrupted, but A LON could not enter NWY.",
    ),
    "convoy_not_used": Case(
        {"ENGLAND": "A LVP - WAL", "FRANCE": "F IRI C A LVP - WAL"},
        "F IRI C A LVP - WAL",
        "routes",
        "The convoy was not used, because A LVP was going to WAL by land.",
    ),
    "convoy_not_used (nor the land)": Case(
        {"ENGLAND": "F NTH C A HOL - BEL", "GERMANY": "A HOL - BEL", "FRANCE": "A BEL H"},
        "F NTH C A HOL - BEL",
        "routes",
        "The convoy was not used, because A HOL was going to BEL by land.",
    ),
    "convoy_went_without": Case(
        {"FRANCE": "A BRE - LON, F ENG C A BRE - LON, F MAO C A BRE - LON"},
        "F MAO C A BRE - LON",
        "convoys",
        "The convoy was not needed: A BRE took another route to LON, by F ENG.",
    ),
    "convoy_without_route": Case(
        {"ENGLAND": "A LON - NAF, F ENG C A LON - NAF, F MAO H"},
        "F ENG C A LON - NAF",
        "convoys",
        "The convoy was not disrupted, but it was not a complete route for A LON to NAF.",
    ),
    "convoy_broken_elsewhere": Case(
        {
            "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
            "ITALY": "F ION - TYS, F TUN S F ION - TYS",
        },
        "F LYO C A SPA - NAP",
        "17",
        "The convoy was disrupted elsewhere on its route: F TYS.",
    ),
    "convoy_broken_elsewhere (another route stood)": Case(
        {
            "ENGLAND": "A LVP - BRE, F IRI C A LVP - BRE, F ENG C A LVP - BRE, F NAO C A LVP - BRE,"
            " F MAO C A LVP - BRE",
            "GERMANY": "F POR - MAO, F GAS S F POR - MAO",
        },
        "F NAO C A LVP - BRE",
        "17",
        "The convoy was disrupted elsewhere on its route: F MAO.",
    ),
    "convoy_broken_elsewhere (to go by land instead)": Case(
        {
            "ENGLAND": "A DEN - SWE, F SKA C A DEN - SWE, F BAL C A DEN - SWE",
            "RUSSIA": "A SWE - DEN",
            "GERMANY": "F BER - BAL, F PRU S F BER - BAL",
        },
        "F SKA C A DEN - SWE",
        "17",
        "The convoy was disrupted elsewhere on its route: F BAL.",
        rules="1971",
    ),
    "convoyed_army_stayed": Case(
        {"ENGLAND": "A LON H, F NTH C A LON - NWY"},
        "F NTH C A LON - NWY",
        "convoys",
        "A LON had no valid order to move to NWY.",
    ),
    "convoyed_move_differs": Case(
        {"ENGLAND": "A LON - WAL, F NTH C A LON - NWY"},
        "F NTH C A LON - NWY",
        "convoys",
        "A LON was ordered to WAL, not to NWY.",
    ),
    "convoy_dislodged": Case(
        {
            "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
            "ITALY": "F ION - TYS, F TUN S F ION - TYS",
        },
        "F TYS C A SPA - NAP",
        "17",
        "The convoy was disrupted when F ION dislodged the fleet: strength 2 (with F TUN) against"
        " 1.",
    ),
    "convoy_paradox": Case(
        {
            "ENGLAND": "F NTH C A LON - BEL, A LON - BEL, F ENG S A LON - BEL",
            "FRANCE": "F BEL S F NTH",
            "GERMANY": "F HEL S F SKA - NTH, F SKA - NTH",
        },
        "F NTH C A LON - BEL",
        "DATC 4.A.2",
        "The convoy was disrupted to resolve a paradox (Szykman rule).",
    ),
    # two reasons in one
    "support_helped_move not_cut_from_there": Case(
        {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR - SIL"},
        "A SIL S A PRU - WAR",
        "13",
        "Thanks to this support, A PRU entered WAR. The support was not cut by A WAR,"
        " because the attack came from the province the support was aimed at.",
    ),
    "support_helped_move not_cut_by_own": Case(
        {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR, A MUN - SIL", "RUSSIA": "A WAR H"},
        "A SIL S A PRU - WAR",
        "16",
        "Thanks to this support, A PRU entered WAR. The support was not cut by an"
        " attack from its own power: A MUN.",
    ),
    "support_helped_move not_cut_by_needed_convoy": Case(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP",
            "ITALY": "F ION - TYS, F NAP S F ION - TYS",
        },
        "F NAP S F ION - TYS",
        "21",
        "Thanks to this support, F ION entered TYS. The support was not cut by A TUN,"
        " whose convoy needed the fleet that the supported unit attacked: F TYS.",
    ),
    "support_helped_move not_cut_by_convoyed": Case(
        {
            "FRANCE": "A TUN - NAP, F TYS C A TUN - NAP, F ION C A TUN - NAP",
            "ITALY": "F ROM - TYS, F NAP S F ROM - TYS",
        },
        "F NAP S F ROM - TYS",
        "DATC 4.A.2",
        "Thanks to this support, F ROM entered TYS. The convoyed attack from A TUN did"
        " not cut the support, which was aimed at the sea of a convoying fleet: F TYS.",
        rules="1971",
    ),
    "support_needless_move not_cut_without_convoy": Case(
        {"ENGLAND": "A LON - BEL, F NTH H", "FRANCE": "A RUH - HOL, F BEL S A RUH - HOL"},
        "F BEL S A RUH - HOL",
        "supports",
        "The support counted, but A RUH would have entered HOL without it. The support was not cut"
        " by A LON, whose convoy failed.",
    ),
    "support_helped_move not_cut_without_convoy": Case(
        {
            "ENGLAND": "A WAL - LON, F ENG C A WAL - LON, F NTH C A WAL - LON, F NWG H, F NAO H,"
            " F IRI H",
            "GERMANY": "F BRE - ENG, F MAO S F BRE - ENG, F YOR - NTH, F LON S F YOR - NTH",
        },
        "F LON S F YOR - NTH",
        "supports",
        "Thanks to this support, F YOR entered NTH. The support was not cut by A WAL, whose convoy"
        " failed.",
    ),
    "convoyed convoy_not_disturbed": Case(
        {"ENGLAND": "A LON - NWY, F NTH C A LON - NWY", "GERMANY": "F HOL - NTH"},
        "F NTH C A LON - NWY",
        "17",
        "It convoyed A LON to NWY. The fleet was attacked by F HOL but not dislodged,"
        " so the attack made no difference.",
    ),
    "move_dislodges move_by_convoy_succeeds": Case(
        {"ENGLAND": "A LON - BEL, F NTH C A LON - BEL, A HOL S A LON - BEL", "FRANCE": "A BEL H"},
        "A LON - BEL",
        "supports",
        "It dislodged A BEL: strength 2 (with A HOL) against 1. It was convoyed to BEL by F NTH.",
    ),
    "no_convoy dislodged_by": Case(
        {
            "ENGLAND": "A LON - NWY, F NTH H",
            "FRANCE": "F ENG - LON, A WAL S F ENG - LON",
        },
        "A LON - NWY",
        "convoys",
        "No fleet was ordered to convoy it to NWY. The unit was dislodged by F ENG: strength 2"
        " (with A WAL) against 1.",
    ),
    "convoy_without_route (another stood)": Case(
        {"ENGLAND": "A WAL - BRE, F ENG C A WAL - BRE, F IRI C A WAL - BRE, F MAO H"},
        "F IRI C A WAL - BRE",
        "convoys",
        "The convoy was not disrupted, but it was not a complete route for A WAL to BRE.",
    ),
    "support_untested (called given)": Case(
        {"FRANCE": "A MAR S A SPA, A SPA H", "ITALY": "A PIE - MAR"},
        "A MAR S A SPA",
        "supports",
        "The support counted, but nobody attacked A SPA.",
        rules="datc",
    ),
    "support_cut (for nothing)": Case(
        {"FRANCE": "A MAR S A SPA, A SPA H", "ITALY": "A PIE - MAR"},
        "A MAR S A SPA",
        "13",
        "The support was cut by an attack from A PIE.",
    ),
}
