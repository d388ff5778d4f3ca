"""Errors of the rules.

Every error is a `ValueError` whose message holds the faulty input and, where there is one, the
position, so that one line of a log is enough to reproduce it.

An error has a stable `code` and string `params`, from which its English sentence is made
(`adjudicator.reasons.MESSAGES`). A site can make its own sentence in another language from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.reasons import explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

LONGEST_PARAMETER = 200
"""Characters of each parameter that a message shows; `params` is not shortened."""
LONGEST_QUESTION = 4000
"""Characters of a question that a message shows: a real game needs fewer than 1,000."""


class HasQuestion(Protocol):
    """The part of a position that an error needs.

    A protocol, because `adjudicator.position` itself imports this module.
    """

    def question(self) -> dict[str, Any]:
        """Return the position in the shape of a question to the command line."""


class AdjudicatorError(ValueError):
    """Base class of all errors of this library.

    `position`, `power` and `order` say where the error occurred; each is None if it does not
    apply. The message is a sentence and, if there is a position, a question for
    ``python -m adjudicator resolve`` that reproduces the error:

    >>> from adjudicator import Position, PhaseCode, Unit, parse_order
    >>> spring = Position(PhaseCode.parse("S1901M"), {"FRANCE": (Unit.parse("A PAR"),)})
    >>> error = IllegalOrder("not_adjacent", {"unit": "A PAR", "province": "MOS"})
    >>> error.sentence
    'A PAR is not next to MOS.'
    >>> _ = error.about(spring, "FRANCE", parse_order("A PAR - MOS"))
    >>> print(error)  # doctest: +NORMALIZE_WHITESPACE
    A PAR is not next to MOS. {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]},
    "dislodged": {}, "orders": {"FRANCE": ["A PAR - MOS"]}}
    """

    order: object = None
    power: str | None = None
    position: HasQuestion | None = None

    def __init__(self, code: str, params: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.params: dict[str, str] = dict(params or {})
        super().__init__(code, self.params)

    def about(self, position: HasQuestion, power: str | None = None, order: object = None) -> Self:
        """Set the circumstances of this error; return it. The message is made when it is read."""
        self.position, self.power, self.order = position, power, order
        return self

    @property
    def sentence(self) -> str:
        """Error text in English, without the position."""
        return explain(self.code, {name: _short(text) for name, text in self.params.items()})

    def __str__(self) -> str:
        if self.position is None:
            return self.sentence
        return f"{self.sentence} {_short(self._question(self.position), LONGEST_QUESTION)}"

    def _question(self, position: HasQuestion) -> str:
        import json  # lazily: `import adjudicator` stays fast without it, and messages are rare

        body = position.question()
        if self.power is not None:
            body["orders"] = {self.power: [str(self.order)]}
        return json.dumps(body)


def _short(text: str, longest: int = LONGEST_PARAMETER) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


class PhaseCodeError(AdjudicatorError):
    """A text that is not the code of a phase, or a phase after the year 9999."""


class UnitError(AdjudicatorError):
    """A text that is not a unit, such as ``A PAR`` or ``F SPA/SC``."""


class PositionError(AdjudicatorError):
    """A position that is impossible on its board."""


class SetupError(AdjudicatorError):
    """A set-up, an edition of the rules or a language that does not exist."""


class OrderSyntaxError(AdjudicatorError):
    """A text that could not be parsed as an order; `params` names the word that was not understood.

    If the text is ambiguous, `readings` has the orders that it may mean (values of
    `adjudicator.orders`, which this module cannot import).
    """

    readings: tuple[Any, ...] = ()

    @classmethod
    def ambiguous(cls, text: str, readings: Iterable[object]) -> OrderSyntaxError:
        """Return the error for a text that may mean each of these orders."""
        several = tuple(sorted(readings, key=str))
        params = {"text": text, "readings": "; ".join(map(str, several))}
        error = cls("order_ambiguous", params)
        error.readings = several
        return error


class IllegalOrder(AdjudicatorError):  # noqa: N818 - the rulebook's own word for it
    """An order that its unit cannot be given in this position, whatever the other orders are.

    `attempted` is true where the DATC calls the order failed rather than illegal (6.B.11, 6.B.14):
    the order names a coast that the fleet is not on, or no coast where one is needed.
    """

    attempted: bool = False

    @classmethod
    def out_of_phase(cls, order: object, phase: object) -> IllegalOrder:
        """Return the error for an order that belongs to another type of phase."""
        return cls("wrong_phase", {"order": str(order), "phase": str(phase)})

    @classmethod
    def counted_as_failed(cls, code: str, params: Mapping[str, str]) -> IllegalOrder:
        """Return an error whose order is reported as failed instead of illegal."""
        error = cls(code, params)
        error.attempted = True
        return error


class WireError(AdjudicatorError):
    """A line of the command line that does not have the shape of a question."""
