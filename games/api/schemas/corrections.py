"""Corrections of a game by its masters: an earlier phase, or another position."""

from typing import Annotated

from pydantic import AfterValidator, Field

from ...lifecycle.position_text.reading import LONGEST_TEXT
from .common import Confirmed, Input, NeededReason, Output, PhaseCode, Problem, without_nul
from .master import SeenQuestion

PositionText = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(without_nul)]


POSITION = """S1901M

AUSTRIA: A BUD, F TRI, A VIE
ENGLAND: F EDI, F LON, A LVP
FRANCE: F BRE, A MAR, A PAR
GERMANY: A BER, F KIE, A MUN
ITALY: F NAP, A ROM, A VEN
RUSSIA: A MOS, F SEV, F STP/SC, A WAR
TURKEY: F ANK, A CON, A SMY
"""


class PositionAsText(Output):
    """The position of the open phase, to be corrected."""

    phase: str
    position: str = Field(description="The phase, then units and centers by power.")


class RollBack(Input):
    to: PhaseCode = Field(description="The resolved phase to play again.")
    reason: NeededReason
    seen: SeenQuestion = ""
    confirmed: Confirmed = False


class CorrectedPosition(Input):
    position: PositionText = Field(
        description="All of it, in the form in which it is read.", examples=[POSITION]
    )
    reason: NeededReason
    seen: SeenQuestion = ""
    confirmed: Confirmed = False


class CorrectionProblem(Problem):
    """The answer to a correction. Without `confirmed` it has a preview."""

    open_phase: str | None = None
    phase: str | None = Field(None, description="The open phase, in which this would happen.")
    seen: str | None = Field(None, description="To send with `confirmed`.")
    superseded: list[str] | None = Field(
        None, description="The resolved phases that would no longer count."
    )
    position: str | None = Field(None, description="The position that would be played.")
