"""Results of an adjudication."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from adjudicator.errors import AdjudicatorError, IllegalOrder
from adjudicator.orders import Convoy, Move, SupportHold, SupportMove
from adjudicator.reasons import Reason
from adjudicator.terms import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from adjudicator.orders import Order
    from adjudicator.position import Dislodged, Position
    from adjudicator.units import Unit


class Result(NamedTuple):
    """Result of one order.

    `given` is false if nobody gave the order: an implicit hold, an automatic disbanding. `unit` is
    None for a waived build and for a text that names no unit. `order` is None for a text that could
    not be parsed; `written` is that text. `destroyed` units were dislodged and had nowhere to go.
    """

    power: str
    unit: Unit | None
    order: Order | None
    given: bool
    outcome: Outcome
    dislodged: bool
    destroyed: bool
    cause: Reason | Callable[[Result], Reason]
    """The reason, or a function that makes it: reasons of movement phases are made when read."""
    written: str | None = None

    @property
    def text(self) -> str:
        """The canonical order, or the text as written if it could not be parsed."""
        return str(self.order) if self.written is None else self.written

    @property
    def reason(self) -> Reason:
        """Reason for the outcome."""
        cause = self.cause
        return cause if isinstance(cause, Reason) else cause(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return False
        return self._replace(cause=self.reason)[:] == other._replace(cause=other.reason)[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:7])


Ending: TypeAlias = tuple["Unit | None", "Order | None", Outcome, bool]
"""The unit, the order, the outcome and the dislodgement of a `Result`."""


class Refusal(NamedTuple):
    """An order that is not carried out; `order` is None if the text could not be parsed."""

    power: str
    written: object
    order: Order | None
    error: AdjudicatorError

    @property
    def outcome(self) -> Outcome:
        """The outcome of the order."""
        attempted = isinstance(self.error, IllegalOrder) and self.error.attempted
        return Outcome.FAILS if attempted else Outcome.ILLEGAL

    def result(
        self, unit: Unit | None = None, *, dislodged: bool = False, destroyed: bool = False
    ) -> Result:
        """Return the result of the order; `unit` is the unit that it was meant for."""
        order, error = self.order, self.error
        return Result(
            power=self.power,
            unit=unit or (order.unit if order else None),
            order=order,
            given=True,
            outcome=self.outcome,
            dislodged=dislodged,
            destroyed=destroyed,
            cause=Reason(error.code, error.params),
            written=None if order else str(self.written),
        )


def _add_endings(
    endings: dict[str, list[Ending]], results: Iterable[Result]
) -> dict[str, list[Ending]]:
    """Add the endings of the orders of some results."""
    for power, unit, order, _, outcome, dislodged, *_ in results:
        endings.setdefault(power, []).append((unit, order, outcome, dislodged))
    return endings


class AssignedOrders:
    """The orders of a phase, by the numbers of their units' provinces."""

    __slots__ = ("convoys", "legal", "maybe_convoyed", "refused", "supports", "targets", "unused")

    def __init__(self) -> None:
        self.legal: dict[int, Order] = {}
        self.refused: dict[int, Refusal] = {}
        """Orders of units that are not carried out."""
        self.unused: list[Result] = []
        """The results of orders that count for no unit."""
        self.targets: dict[int, int] = {}
        """Unit with a legal move -> the province that it goes to."""
        self.maybe_convoyed: set[int] = set()
        """Units whose move may need a convoy. Others go by convoy only if a fleet is ordered to
        convoy them."""
        self.supports: dict[int, tuple[int, int]] = {}
        """Unit with a legal support -> the supported unit, and the province in which it counts."""
        self.convoys: dict[int, tuple[int, int]] = {}
        """Fleet with a legal convoy -> the army, and the province to which it is convoyed."""

    def add(self, place: int, order: Order, number: Mapping[str, int]) -> None:
        """Note the legal order of a unit; `number` has the numbers of all locations."""
        self.legal[place] = order
        if isinstance(order, Move):
            self.targets[place] = number[order.target]
            self.maybe_convoyed.add(place)
        elif isinstance(order, SupportHold):
            supported = number[order.supported.location]
            self.supports[place] = supported, supported
        elif isinstance(order, SupportMove):
            self.supports[place] = number[order.supported.location], number[order.target]
        elif isinstance(order, Convoy):
            self.convoys[place] = number[order.army.location], number[order.target]

    def forget(self, units: Iterable[int]) -> None:
        """Forget the legal orders of these units."""
        for unit in units:
            self.maybe_convoyed.discard(unit)
            for noted in (self.legal, self.targets, self.supports, self.convoys):
                noted.pop(unit, None)


class Results(Sequence[Result]):
    """The results of a phase, computed when they are first read.

    `endings` finds how the orders of units ended, by power; `make` makes the results from that,
    which takes more time. `unused` are the results of the other orders.
    """

    __slots__ = ("_endings", "_made", "_make", "_unused")

    def __init__(
        self,
        make: Callable[[dict[str, list[Ending]]], Iterable[Result]],
        endings: Callable[[], dict[str, list[Ending]]],
        unused: Iterable[Result],
    ) -> None:
        self._make, self._endings, self._unused = make, endings, unused
        self._made: tuple[Result, ...] | None = None

    def endings(self) -> Mapping[str, list[Ending]]:
        """Power -> the endings of its orders, in the order of the results, which are not made."""
        return _add_endings(self._endings(), self._unused)

    def _all(self) -> tuple[Result, ...]:
        if self._made is None:
            self._made = tuple(self._make(self._endings()))
        return self._made

    def __getitem__(self, index: Any) -> Any:  # a result, or a tuple of them for a slice
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


class PhaseEnd(NamedTuple):
    """State that a phase leaves behind, before the next phase is determined."""

    results: Sequence[Result]
    units: Mapping[str, tuple[Unit, ...]]
    dislodged: Mapping[str, tuple[Dislodged, ...]] = {}
    destroyed: Sequence[tuple[str, Unit]] = ()


class Resolution(NamedTuple):
    """Results of a phase, and the position of the next phase in which a power has something to do.

    `year_ended` is true if a fall turn was completed and the ownership of centers updated.
    """

    position: Position
    results: Sequence[Result]
    destroyed: tuple[tuple[str, Unit], ...]
    next: Position
    year_ended: bool

    def endings(self) -> Mapping[str, list[Ending]]:
        """Power -> the endings of its orders, in the order of the results.

        >>> from adjudicator import adjudicate, load_setup, opening
        >>> done = adjudicate(opening(load_setup("standard")), {"FRANCE": ["A PAR - BUR"]})
        >>> [outcome.value for _, _, outcome, _ in done.endings()["FRANCE"]]
        ['stands', 'stands', 'succeeds']
        """
        results = self.results
        return results.endings() if isinstance(results, Results) else _add_endings({}, results)


def simple_result(
    power: str, order: Order, outcome: Outcome, reason: Reason, *, given: bool = True
) -> Result:
    """Return the result of a legal order outside movement phases, where no unit is dislodged."""
    return Result(power, order.unit, order, given, outcome, False, False, reason)
