"""Orders that a game master enters for players who agreed to it, from one text."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from ...orders.on_behalf import LONGEST_THREAD
from .common import Input, Output, Problem, with_example, without_nul
from .orders import Language, Line, Orders, OrderText

Key = Annotated[str, Field(max_length=80)]


class EnteredList(Output):
    phase: str
    powers: list[Orders] = Field(description="Those whose orders you enter, and so read.")


class EnteredText(Input):
    """Mails or posts with orders of several powers, under their headings or by their players."""

    model_config = with_example({"text": "France\nA PAR - BUR", "check": True})

    text: Annotated[str, Field(max_length=LONGEST_THREAD), AfterValidator(without_nul)]
    language: Language | None = Field(
        None, description="The notation of the text; without one it is recognized."
    )
    answers: dict[Key, OrderText] = Field(
        default_factory=dict, description="Answers to questions about lines: by province."
    )
    sections: dict[Key, Key] = Field(
        default_factory=dict, description="Answers to questions about sections: by key."
    )
    ignore: bool = Field(False, description="True leaves out lines that are no orders.")
    ready: bool = Field(True, description="Whether these powers are ready then.")
    seen: dict[Key, Key] = Field(
        default_factory=dict, description="By power: the receipt that you know."
    )
    check: bool = Field(False, description="Only read the text, and store nothing.")


class SectionQuestion(Output):
    """A section that is not read before you answer, in `sections` by its key."""

    key: str
    kind: str = Field(description="stranger: did a player write it? copy: how many are quoted?")
    named: str
    powers: list[str]
    choices: list[str]
    answer: str
    lines: dict[str, str] = Field(description="Its lines by number.")


class SkippedSection(Output):
    reason: str
    named: str
    lines: dict[str, str]


class EnteredPart(Output):
    power: str
    lines: list[Line]


class EnteredOrders(Output):
    saved: bool
    message: str
    parts: list[EnteredPart]
    questions: list[SectionQuestion]
    skipped: list[SkippedSection]
    not_entered: list[str] = Field(description="Powers whose players give the orders themselves.")


class EnteredProblem(Problem):
    """The answer to a text that was not stored, with what was read of it."""

    open_phase: str | None = None
    parts: list[Any] | None = None
    questions: list[Any] | None = None
    skipped: list[Any] | None = None
    not_entered: list[str] | None = None
