"""Results of DATC cases under other editions and other choices of its chapter 4."""

from dataclasses import replace
from typing import Any, NamedTuple

from adjudicator import RULES, Rules


class Ending(NamedTuple):
    """A different result of a case; units that are not named stay where they are."""

    moved: str = ""
    dislodged: str = ""
    words: str = ""
    """The outcomes of single orders; other outcomes are not checked."""
    built: str = ""
    removed: str = ""
    """Units removed by an order, or because the retreat by which they got here is not allowed."""
    lost: str = ""
    """Units removed without an order."""


AS_PREFERRED = None
"""The positions and outcomes of the file, except that a convoy without effect may stand or not."""


class Alternative(NamedTuple):
    """A case, the DATC's name for another rule, that rule, and the result of the case under it."""

    case: str
    name: str
    rules: list[Rules]
    ending: Ending | None


def preset(*names: str) -> list[Rules]:
    return [RULES[name] for name in names]


def but(edition: str, **fields: Any) -> list[Rules]:
    """Return an edition with some fields changed."""
    return [replace(RULES[edition], name="changed", **fields)]


def choice(**fields: Any) -> list[Rules]:
    """Return a choice of DATC chapter 4 that is not its author's."""
    return but("datc", **fields)


EARLY = preset("1971", "italian")
EVERY = preset("1971", "italian", "1982", "2000", "2023")
LATER = preset("1982", "2000", "2023")
LATE = preset("2000", "2023")
ONLY_VIA = choice(convoy_to_neighbour="only via")
BY_LAND: dict[str, Any] = {"via_without_route": "by land", "disrupted_convoy": "by land"}
COAST_IN_SUPPORT = choice(support_coast="required")
WRONG_COAST = choice(wrong_coast_of_unit="illegal")
IN_VAIN = choice(impossible_move="tried to move")
LETTER: dict[str, Any] = {"dislodged_has_no_effect_on_attackers_province": "always"}
ANYWHERE = choice(**LETTER) + but("2000", **LETTER) + but("1982", **LETTER)
NOT_WHENCE = choice(may_retreat_to_convoyed_attackers_province=False) + preset("1982", "2000")
HOME_CENTERS = preset("1971", "1982")

UNSUPPORTED = Ending("F WES - SPA/SC", words="F POR illegal")
SWEDEN_LOST = "A NWY - SWE, F NWG - NWY"
ROME_WINS = Ending("F ROM - TYS", "F TYS", "F NAP given, A TUN fails")
RUMANIA_LOST = Ending("F BLA - RUM", "F RUM")
CONVOY_LOST = Ending("F MAO - ENG", "F ENG", "A LON fails")

EXCUSED = {
    ("6.F.30", "Brannan's rule"): "no edition has adopted it",
    ("6.G.13", "4.A.4 Brannan's rule"): "no edition has adopted it",
}
"""Alternatives that are not run, and why."""

ALTERNATIVES = [
    Alternative(
        "6.B.2",
        "strict reading of 4.B.2",
        choice(coast_omitted="illegal") + preset("italian"),
        Ending(words="F GAS illegal"),
    ),
    Alternative(
        "6.B.3",
        "lenient 4.B.3",
        choice(coast_out_of_reach="the other coast"),
        Ending("F GAS - SPA/NC"),
    ),
    Alternative("6.B.7", "4.B.4 coast required in support", COAST_IN_SUPPORT, UNSUPPORTED),
    Alternative("6.B.8", "4.B.4 coast required in support", COAST_IN_SUPPORT, UNSUPPORTED),
    Alternative(
        "6.B.9",
        "coast ignored in support (PyPI diplomacy)",
        choice(support_coast="ignored"),
        Ending(words="F POR given"),
    ),
    Alternative(
        "6.B.10", "perfect orders only (4.B.5)", WRONG_COAST, Ending(words="F SPA/NC illegal")
    ),
    Alternative(
        "6.B.12",
        "perfect orders only (4.B.6)",
        choice(meaningless_coast="illegal"),
        Ending(words="A GAS illegal"),
    ),
    Alternative(
        "6.B.14",
        "4.B.7 default coast",
        choice(build_coast_omitted="first coast"),
        Ending(built="RUSSIA F STP/NC"),
    ),
    Alternative("6.B.15", "4.B.4 coast required in support", COAST_IN_SUPPORT, UNSUPPORTED),
    Alternative(
        "6.B.16",
        "wrong coast makes support void (pydip, dipcc, TedDriggs)",
        WRONG_COAST,
        Ending("A GAS - SPA", "F SPA/SC", "F POR illegal"),
    ),
    Alternative(
        "6.B.17",
        "wrong coast makes support void (pydip, dipcc, TedDriggs)",
        WRONG_COAST,
        Ending(words="F WES illegal, F SPA/SC fails"),
    ),
    Alternative("6.D.28", "4.E.1 illegal move treated as failed move", IN_VAIN, RUMANIA_LOST),
    Alternative("6.D.29", "4.E.1 illegal move treated as failed move", IN_VAIN, RUMANIA_LOST),
    Alternative(
        "6.D.30",
        "4.E.1 illegal move treated as failed move",
        IN_VAIN,
        Ending("F BLA - CON", "F CON"),
    ),
    Alternative(
        "6.D.32", "4.E.1: judged legal-but-failing move", IN_VAIN, Ending("A LVP - YOR", "A YOR")
    ),
    Alternative("6.F.9", "1971", EARLY, CONVOY_LOST),
    Alternative("6.F.9", "1982/2000/2008/2023", LATER, AS_PREFERRED),
    Alternative("6.F.10", "1971", EARLY, CONVOY_LOST),
    Alternative("6.F.10", "1982/2000/2008/2023", LATER, AS_PREFERRED),
    Alternative("6.F.11", "1971", EARLY, CONVOY_LOST),
    Alternative("6.F.11", "1982/2000/2008/2023", LATER, AS_PREFERRED),
    Alternative("6.F.14", "1971/1982/2000/2008/2023", EVERY, AS_PREFERRED),
    Alternative("6.F.15", "2000/2008", LATE, AS_PREFERRED),
    Alternative(
        "6.F.16", "1971/1982/2000/2008/2023", EVERY, Ending(words="F LON given, F ENG available")
    ),
    Alternative(
        "6.F.17",
        "1971/1982/2000/2008/2023",
        EVERY,
        Ending("A BRE - LON", "F LON", "F LON given, F ENG available"),
    ),
    Alternative("6.F.18", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative(
        "6.F.18",
        "1982",
        preset("1982"),
        Ending("A LON - BEL", "F BEL", "F BEL given, F NTH available"),
    ),
    Alternative("6.F.19", "1971", EARLY, ROME_WINS),
    Alternative("6.F.19", "1982", preset("1982"), ROME_WINS),
    Alternative("6.F.19", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.20", "1971", EARLY, Ending(words="F NAP given, F ION disrupted, A TUN fails")),
    Alternative(
        "6.F.20", "1982", preset("1982"), Ending(words="F NAP given, F ION available, A TUN fails")
    ),
    Alternative("6.F.20", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative(
        "6.F.21",
        "1982",
        preset("1982"),
        Ending("A NWY - CLY", "F CLY", "F CLY given, F NAO available"),
    ),
    Alternative("6.F.21", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.22", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.22", "1982", preset("1982"), AS_PREFERRED),
    Alternative("6.F.23", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.23", "1982", preset("1982"), AS_PREFERRED),
    Alternative("6.F.24", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.24", "1982", preset("1982"), AS_PREFERRED),
    Alternative("6.F.26", "all rulebooks", EVERY, AS_PREFERRED),
    Alternative("6.F.28", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.F.28", "1982", preset("1982"), AS_PREFERRED),
    Alternative(
        "6.F.29",
        "1982",
        preset("1982"),
        Ending(
            "F FIN - BOT, F PRU - BAL, F SKA - NTH, F NWY - NWG, F WAL - ENG",
            "F BOT, F BAL, F NTH, F NWG, F ENG",
            "F MAO available, F BRE given",
        ),
    ),
    Alternative("6.F.29", "2000/2008/2023", LATE, AS_PREFERRED),
    Alternative("6.G.1", "DPTG explicit via convoy", ONLY_VIA, Ending()),
    Alternative("6.G.1", "all rulebooks", EVERY, AS_PREFERRED),
    Alternative("6.G.2", "1971", EARLY, Ending("A NWY - SWE, F SWE - NWY")),
    Alternative("6.G.2", "1982/2000/2008/2023", LATER, AS_PREFERRED),
    Alternative("6.G.3", "2000/2008", LATE, AS_PREFERRED),
    Alternative("6.G.4", "2000/2008", LATE, AS_PREFERRED),
    Alternative("6.G.5", "DPTG explicit via convoy", ONLY_VIA, Ending()),
    Alternative("6.G.5", "all rulebooks", EVERY, AS_PREFERRED),
    Alternative("6.G.6", "DPTG", ONLY_VIA, Ending()),
    Alternative("6.G.6", "1971", EARLY, Ending("A LVP - EDI, A EDI - LVP")),
    Alternative("6.G.6", "1982/2000/2008/2023", LATER, AS_PREFERRED),
    Alternative("6.G.7", "1971", EARLY, Ending("A SWE - NWY, F NWY - SWE")),
    Alternative("6.G.7", "2023/2025EE", preset("2023"), AS_PREFERRED),
    Alternative(
        "6.G.8",
        "2000/2008/2023 read with land fallback (DATC v2 preference)",
        LATE + choice(via_without_route="by land"),
        Ending("A BEL - HOL, F NTH - HEL, A HOL - KIE"),
    ),
    Alternative("6.G.9", "DPTG explicit via convoy", ONLY_VIA, Ending("A NWY - SWE", "A SWE")),
    Alternative("6.G.9", "all rulebooks", EVERY, AS_PREFERRED),
    Alternative("6.G.10", "4.A.7 choice a", ANYWHERE, Ending(SWEDEN_LOST, "A SWE")),
    Alternative(
        "6.G.11",
        "1971, and 2000/2008/2023 with land fallback + Szykman (DATC v2 preference)",
        EARLY + but("2000", support_spared_by_convoyed_attack="none", disrupted_convoy="by land"),
        Ending("A SWE - NWY", "F NWY", "F SKA available"),
    ),
    Alternative("6.G.14", "4.A.7 choice a", ANYWHERE, Ending(SWEDEN_LOST, "A SWE")),
    Alternative("6.G.15", "4.A.7 choice a", ANYWHERE, Ending("A YOR - LON, A LON - BEL", "A BEL")),
    Alternative("6.G.19", "1971 / lenient intent", EARLY, Ending("A MAR - SPA, A SPA - MAR")),
    Alternative(
        "6.G.20",
        "land fallback",
        choice(**BY_LAND),
        Ending("F BRE - ENG, A PIC - BEL", "F ENG", "F ENG disrupted"),
    ),
    Alternative(
        "6.H.11", "4.A.5 choice a (older rules)", NOT_WHENCE + EARLY, Ending(removed="A GAS")
    ),
    Alternative("6.H.11", "2023", preset("2023"), AS_PREFERRED),
    Alternative("6.H.12", "4.A.5 choice a (older rules)", NOT_WHENCE, Ending(removed="A EDI")),
    Alternative("6.H.12", "2023", preset("2023"), AS_PREFERRED),
    Alternative(
        "6.I.1", "4.D.4 all void", choice(surplus_builds="none"), Ending(words="A KIE illegal")
    ),
    Alternative("6.J.1", "4.D.6", choice(surplus_removals="civil disorder"), Ending(lost="A PIC")),
    Alternative(
        "6.J.1", "4.D.6", but("2000", surplus_removals="civil disorder"), Ending(lost="A PAR")
    ),
    Alternative("6.J.1", "4.D.6", choice(surplus_removals="first"), Ending(removed="A PIC")),
    Alternative("6.J.1", "4.D.6", choice(surplus_removals="last"), Ending(removed="A PAR")),
    Alternative(
        "6.J.3",
        "pre-2023, distance to HOME centres (pydip, godip, dipcc)",
        HOME_CENTERS,
        Ending(lost="A LVN"),
    ),
    Alternative(
        "6.J.6",
        "pre-2023, distance to HOME centres (pydip, godip, dipcc)",
        HOME_CENTERS,
        Ending(lost="F NTH"),
    ),
    Alternative(
        "6.J.11",
        "pre-2023 (pydip, godip, dipcc)",
        HOME_CENTERS + preset("2000", "italian"),
        Ending(lost="A ALB"),
    ),
    Alternative(
        "6.J.12",
        "pre-2023, distance to HOME centres (pydip, godip, dipcc)",
        HOME_CENTERS,
        Ending(lost="A WAR"),
    ),
]
