"""The slowest movement phases that a search could find, and what makes them slow.

The search changed orders, units and powers at random and kept what took longer or led to larger
cycles of decisions: some two million phases on the board of the game and on dense boards. No cycle
took more than two guesses (a fleet convoys one army and an army attacks one province, so decisions
that depend on one another form simple circles), none of these phases two milliseconds. Many small
cycles at once cost most (the first two), each found and decided by itself.
"""

import pytest

from adjudicator import RULES, PhaseCode, Position, adjudicate, parse_canonical

from .checker import violations
from .shapes import sheets
from .soaking import within

SECONDS = 2.0
"""A thousand times the usual time: only unlimited growth is noticed."""

SLOWEST = [
    (
        "1971",
        {
            "GERMANY": (
                "A SER - BUL, A GAS - PAR, A TYR - BOH, A BOH - SIL, A BRE - GAS, A MAR - PIE, "
                "A MUN S A TYR, A PIC S A BRE"
            ),
            "AUSTRIA": (
                "A LVP - EDI, A NWY - SWE, F ION - APU, F APU - ADR, A WAR - PRU, A FIN - NWY, "
                "F IRI - MAO, A VEN - TUS, F MAO - ENG, A BEL - WAL, F BAR - NWY, "
                "F AEG C A WAL - BRE"
            ),
            "FRANCE": (
                "A LON - WAL, A ALB - SER, F LYO - MAR, F NTH - YOR, A PRU - LVN, A GAL - VIE, "
                "A YOR - LON VIA, A PIE - VEN, A LVN - WAR, F NWG S A FIN - NWY, F ENG - IRI, "
                "A WAL - BRE, F ADR - ION, A GRE - ALB, F BUL/SC - GRE"
            ),
            "ENGLAND": (
                "A PAR - BRE, A SEV - UKR, A SIL - GAL, A VIE - TRI, A SWE - FIN, A EDI - CLY, "
                "A CLY - LVP, F TUS - LYO, A TRI - TYR, F SMY - AEG"
            ),
        },
    ),
    (
        "datc",
        {
            "ENGLAND": (
                "A MOS - STP, A VEN - APU, F LON - YOR, F HEL H, F ION H, A BOH S A GAL, "
                "F SEV - RUM, F TYS S F LYO, A MUN S A PIC - BUR, F NAO - CLY"
            ),
            "GERMANY": (
                "A PRU - LVN, A PIE S A TRI - TYR, F BAR S F NWY, A ARM - ANK, "
                "A TUS S A NAP - ROM, A CON S A ARM - ANK, A UKR - SEV, A CLY S A YOR - LVP, "
                "F NTH - NWY, F IRI - MAO, A APU - NAP, A PIC - BUR, F BER S F SWE - BAL, "
                "F ANK - BLA"
            ),
            "FRANCE": (
                "A NAF - GAS, A WAR - GAL, A YOR - LVP, A TYR - VIE, F ADR S A VEN, A TRI - TYR, "
                "A GAS - PAR, A ALB S A VIE - TRI, F LYO - PIE, A WAL - LON, A BUD - TRI"
            ),
            "AUSTRIA": (
                "A VIE - TRI, F ENG - IRI, F NWG C A LVN - BER, F EAS - SYR, A ROM - VEN, "
                "F BOT - SWE, F BLA - ARM, A LVP - WAL, A GAL - SIL, A DEN S F BOT - SWE, "
                "F NWY - SKA, A SER S A RUM, F SKA - NTH, F SWE - BAL, A LVN - BER, A NAP - ROM, "
                "F FIN S F BOT - SWE, F MAO - ENG, A EDI S A LVP, F BAL - BOT, A BEL - RUH, "
                "A SIL - WAR, A RUM - UKR, A SMY S F ANK, F SYR S F EAS"
            ),
        },
    ),
    (
        "datc",
        {
            "ENGLAND": (
                "A GAL - BUD, A ROM - NAP, F TYS - ROM, F NAP - TYS, A BOH - GAL, A TUS - SPA, "
                "A PAR - GAS, A TRI - VIE, F BLA - ANK, A CON - SMY, A ARM - SEV, A NWY S A FIN, "
                "A WAR S A BOH - GAL, A BEL S A GAS - BUR"
            ),
            "FRANCE": (
                "F PIE - TUS, F NAO - MAO, F NAF S F NAO - MAO, A MUN - BER, A SPA - POR, "
                "A HOL S F BER - KIE, F WES S F NAP - TYS"
            ),
            "GERMANY": (
                "A SYR - ARM, A SMY - SYR, A BUR - PAR, F EAS S A SMY - SYR, A KIE - MUN, "
                "A BUD - SER, A ANK - CON, F APU S A ROM - NAP, F BER - KIE, A SER - TRI, "
                "A GAS - BUR, A SEV - RUM"
            ),
            "AUSTRIA": (
                "F MAO C A POR - NAF, A VIE - BOH, F CLY - NAO, F RUM - BLA, "
                "A SIL S A BOH - GAL, F LYO C A TUS - SPA, A POR - NAF, A TYR - PIE, "
                "A FIN S A NWY"
            ),
        },
    ),
    (
        "1971",
        {
            "AUSTRIA": (
                "A SER S F ALB, F ADR - TRI, A MOS S A DEN - STP, A BRE - PIC, F SMY - SYR, "
                "F ION - EAS, F PIE - LYO, A FIN - SWE VIA, A BUL - GRE, A POR S F GAS - SPA/NC, "
                "F BAR - NWY, A VIE S A VEN - TRI, A SPA - POR"
            ),
            "GERMANY": (
                "F LON H, F NWG H, A TRI - NAP, A VEN - TRI, F ENG - WAL, A GAL S A BUD, "
                "F IRI - LVP, F ANK S A RUM - ARM, A BUD S A VIE, A YOR S F ENG - WAL, "
                "F WES - TYS, F ROM S F TYS, A BEL - RUH, A NAP - ROM, A PIC - PAR, A NWY - CLY"
            ),
            "FRANCE": (
                "A CON - SMY, A PAR - BRE, A APU S A NAP, F TYS C A DEN - BEL, F MAO S F GAS, "
                "A MAR S F GAS - SPA/NC, A SYR - ARM, F ARM - SEV, F BLA S F ARM, A RUH - KIE, "
                "A BOH S A MUN, F HEL C A POR - CLY, F BOT S A FIN - SWE, F GAS - SPA/NC, "
                "F CLY - NAO, A TYR S A MAR - PIE, A DEN - BEL, A RUM S F ARM - SEV"
            ),
            "ENGLAND": (
                "A SEV - ANK, F WAL - ENG, A MUN S A BOH, F GRE - ION, A PRU - LVN, "
                "F ALB S F ADR - TRI, F NTH S F LON, A KIE S A BEL - RUH, F EAS - AEG, "
                "A LVP - WAL, F AEG - BUL/SC, F TUS - PIE"
            ),
        },
    ),
]


@pytest.mark.parametrize(("edition", "orders"), SLOWEST)
def test_the_slowest_phases_known_are_answered_at_once(
    edition: str, orders: dict[str, str]
) -> None:
    written = sheets(**orders)
    told = {
        power: [parse_canonical(line).unit for line in lines] for power, lines in written.items()
    }
    units = {power: tuple(unit for unit in several if unit) for power, several in told.items()}
    position = Position(PhaseCode.parse("S1901M"), units)
    with within(SECONDS):
        resolution = adjudicate(position, written, RULES[edition])
    assert violations(position, written, resolution, RULES[edition]) == []
