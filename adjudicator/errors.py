"""What can be wrong with an input. Every error is a `ValueError` whose message holds the input and,
where there is one, the position, so that one line of a log suffices to see it again.

An error carries a stable `code` and string `params`, from which its English sentence is made
(`adjudicator.reasons.MESSAGES`); a site may make its own sentence in another language from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.reasons import explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from adjudicator.orders import Order
    from adjudicator.position import Position

LONGEST_PARAMETER = 200
"""Characters of each parameter that a message shows; `params` has all of it."""
LONGEST_QUESTION = 4000
"""Characters of a question that a message shows: a real game needs fewer than 1,000."""


class AdjudicatorError(ValueError):
    """Base of all errors raised by this library.

    `position` is what the error arose in, `order` and `power` what was ordered there and by whom;
    each is none where there is no such thing. The message is a sentence and, if there is a
    position, a question for ``python -m adjudicator resolve`` that has the same fault:

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
    position: Position | None = None

    def __init__(self, code: str, params: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.params: dict[str, str] = dict(params or {})
        super().__init__(code, self.params)

    def about(self, position: Position, power: str | None = None, order: object = None) -> Self:
        """This error, which now knows what it is about. The message is made when it is read."""
        self.position, self.power, self.order = position, power, order
        return self

    @property
    def sentence(self) -> str:
        """What is wrong, in English."""
        return explain(self.code, {name: _short(text) for name, text in self.params.items()})

    def __str__(self) -> str:
        if self.position is None:
            return self.sentence
        return f"{self.sentence} {_short(self._question(self.position), LONGEST_QUESTION)}"

    def _question(self, position: Position) -> str:
        import json  # both only where a message is read

        from adjudicator.wire import write_position

        body: dict[str, Any] = write_position(position)
        if self.power is not None:
            body["orders"] = {self.power: [str(self.order)]}
        return json.dumps(body)


def _short(text: str, longest: int = LONGEST_PARAMETER) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


class PhaseCodeError(AdjudicatorError):
    """A text that is not the code of a phase."""


class UnitError(AdjudicatorError):
    """A text that is not a unit, such as ``A PAR`` or ``F SPA/SC``."""


class PositionError(AdjudicatorError):
    """A position that cannot stand on the board."""


class SetupError(AdjudicatorError):
    """A set-up or an edition of the rules that does not exist."""


class OrderSyntaxError(AdjudicatorError):
    """An order that could not be read; `params` names the word that was not understood.

    `readings` has the orders that a text may mean as well as any other, if that is what is wrong.
    """

    readings: tuple[Order, ...] = ()

    @classmethod
    def ambiguous(cls, text: str, readings: Iterable[Order]) -> OrderSyntaxError:
        """The error for a text that may mean each of these."""
        several = tuple(sorted(readings, key=str))
        params = {"text": text, "readings": "; ".join(map(str, several))}
        error = cls("order_ambiguous", params)
        error.readings = several
        return error


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
