"""What can be wrong with an input. Every error is a `ValueError` whose message holds the input.

An error carries a stable `code` and string `params`, from which its English message is made
(`adjudicator.reasons.MESSAGES`); a site may make its own message in another language from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.reasons import explain

if TYPE_CHECKING:
    from collections.abc import Mapping


class AdjudicatorError(ValueError):
    """Base of all errors raised by this library."""

    def __init__(self, code: str, params: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.params: dict[str, str] = dict(params or {})
        super().__init__(code, self.params)

    def __str__(self) -> str:
        return explain(self.code, self.params)


class PhaseCodeError(AdjudicatorError):
    """A text that is not the code of a phase."""


class UnitError(AdjudicatorError):
    """A text that is not a unit, such as ``A PAR`` or ``F SPA/SC``."""


class PositionError(AdjudicatorError):
    """A position that cannot stand on the board."""


class SetupError(AdjudicatorError):
    """A set-up or an edition of the rules that does not exist."""


class OrderSyntaxError(AdjudicatorError):
    """An order that could not be read; `params` names the word that was not understood."""


class IllegalOrder(AdjudicatorError):  # noqa: N818 - the rulebook's own word for it
    """An order that its unit cannot be given in this position, whatever the others do.

    `attempted` is true where the DATC calls the order a failed one rather than an illegal one
    (6.B.11, 6.B.14): an order that names a coast its fleet is not on, or none where it must.
    """

    attempted: bool = False

    @classmethod
    def out_of_phase(cls, order: object, phase: object) -> IllegalOrder:
        """The error for an order that belongs to another kind of phase."""
        return cls("wrong_phase", {"order": str(order), "phase": str(phase)})

    @classmethod
    def but_attempted(cls, code: str, params: Mapping[str, str]) -> IllegalOrder:
        """Such an order, to be reported as failed."""
        error = cls(code, params)
        error.attempted = True
        return error


class WireError(AdjudicatorError):
    """A line given to the command line that has not the shape of a question."""
