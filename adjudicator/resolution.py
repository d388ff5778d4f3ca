"""What an adjudication says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.errors import AdjudicatorError, IllegalOrder
from adjudicator.reasons import Reason
from adjudicator.terms import Outcome
from adjudicator.verdicts import reason_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from adjudicator.movement import Movement
    from adjudicator.orders import Order
    from adjudicator.position import Dislodged, Position
    from adjudicator.units import Unit


class Result(NamedTuple):
    """How one order ended.

    `given` is false where nobody gave the order: an implicit hold, an automatic disband. `unit` is
    none for a waived build and for what names no unit, `order` for what could not be read: then
    `written` is what was written. `destroyed` units were dislodged and had nowhere to go.
    """

    power: str
    unit: Unit | None
    order: Order | None
    given: bool
    outcome: Outcome
    dislodged: bool
    destroyed: bool
    cause: Reason | Movement
    """Why, or where to find out: the reasons of a movement phase are made when they are read."""
    written: str | None = None

    @property
    def text(self) -> str:
        """The canonical order, or what was written if it could not be read."""
        return str(self.order) if self.written is None else self.written

    @property
    def reason(self) -> Reason:
        """Why the order ended so."""
        cause = self.cause
        return cause if isinstance(cause, Reason) else reason_for(cause, self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return False
        return self._replace(cause=self.reason)[:] == other._replace(cause=other.reason)[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:7])


class Refusal(NamedTuple):
    """An order that is not carried out: `order` is none where it could not even be read."""

    power: str
    written: object
    order: Order | None
    error: AdjudicatorError

    def result(
        self, unit: Unit | None = None, *, dislodged: bool = False, destroyed: bool = False
    ) -> Result:
        """The result of the order; `unit` is the unit whose order it should have been."""
        order, error = self.order, self.error
        attempted = isinstance(error, IllegalOrder) and error.attempted
        return Result(
            power=self.power,
            unit=unit or (order.unit if order else None),
            order=order,
            given=True,
            outcome=Outcome.FAILS if attempted else Outcome.ILLEGAL,
            dislodged=dislodged,
            destroyed=destroyed,
            cause=Reason(error.code, error.params),
            written=None if order else str(self.written),
        )


class Told(NamedTuple):
    """What the units of a phase were told, by the numbers of their provinces."""

    legal: dict[int, Order]
    refused: dict[int, Refusal]
    """Units whose order is not carried out."""
    unused: list[Result]
    """The results of orders that count for no unit."""
    not_plain: list[int]
    """Units among whose orders may be some that need a convoy."""


class Results(Sequence[Result]):
    """The results of a phase, made when they are first looked at."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Iterable[Result]]) -> None:
        self._make = make
        self._made: tuple[Result, ...] | None = None

    def _all(self) -> tuple[Result, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def __getitem__(self, index: Any) -> Any:  # a result or, for a slice, a tuple of them
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Result]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


class Aftermath(NamedTuple):
    """What a phase leaves behind, before the next one is found."""

    results: Sequence[Result]
    units: Mapping[str, tuple[Unit, ...]]
    dislodged: Mapping[str, tuple[Dislodged, ...]] = {}
    destroyed: Sequence[tuple[str, Unit]] = ()


class Resolution(NamedTuple):
    """How a phase ended and the position of the next one in which somebody has something to do.

    `year_ended` says that a fall turn was completed and the ownership of centers updated.
    """

    position: Position
    results: Sequence[Result]
    destroyed: tuple[tuple[str, Unit], ...]
    next: Position
    year_ended: bool


def carried_out(
    power: str, order: Order, outcome: Outcome, reason: Reason, *, given: bool = True
) -> Result:
    """The result of a legal order outside the movement phase, where nobody is dislodged."""
    return Result(power, order.unit, order, given, outcome, False, False, reason)
