"""The game as one seat may see it, and the interface of a player that is a program."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator import RULES, Dislodged, PhaseCode, Position, Rules, Unit, load_setup, must_order

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from adjudicator import Setup

    from .proposals import Proposal


@dataclass(frozen=True)
class PastPhase:
    """Public results of a resolved phase: canonical orders with their outcomes, by power."""

    phase: str
    results: Mapping[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class SeatView:
    """All that one seat may see when it decides, in codes and canonical texts.

    `dislodged` has each dislodged unit of a power with the locations to which it may retreat.
    `changes` are the fields of the rules in which the game departs from its edition. `history` has
    the last resolved movement phases, the newest last. `agreements` are the proposals to this seat
    that it has accepted, the first one first.
    """

    power: str
    phase: str
    units: Mapping[str, tuple[str, ...]]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    setup: str = "standard"
    edition: str = "2000"
    changes: Mapping[str, Any] = field(default_factory=dict)
    history: tuple[PastPhase, ...] = ()
    agreements: tuple[Proposal, ...] = ()

    @classmethod
    def of_position(cls, position: Position, power: str, *, edition: str = "2000") -> SeatView:
        """Return what the seat of a power sees of a position, without history and press."""
        return cls(
            power=power,
            phase=str(position.phase),
            units={p: tuple(unit.text for unit in own) for p, own in position.units.items()},
            centers=dict(position.centers or {}),
            dislodged={
                p: {each.unit.text: each.retreats for each in several}
                for p, several in position.dislodged.items()
            },
            setup=position.setup.name,
            edition=edition,
        )

    @cached_property
    def position(self) -> Position:
        """The position of the rules. Raises `AdjudicatorError` for an impossible one."""
        return Position(
            phase=PhaseCode.parse(self.phase),
            units={p: tuple(map(Unit.parse, texts)) for p, texts in self.units.items()},
            centers=self.centers,
            dislodged={
                power: tuple(
                    Dislodged(Unit.parse(text), None, ways) for text, ways in several.items()
                )
                for power, several in self.dislodged.items()
            },
            setup=load_setup(self.setup),
        )

    @cached_property
    def rules(self) -> Rules:
        """The edition with the changes of the game. Raises `KeyError` for an unknown edition."""
        rules = RULES[self.edition]
        return replace(rules, **self.changes) if self.changes else rules

    @property
    def must_order(self) -> bool:
        """Whether the seat has something to do in this phase."""
        return self.power in must_order(self.position)

    @property
    def side(self) -> frozenset[str]:
        """The powers that the same person plays, this one included."""
        return side_of(load_setup(self.setup), self.power)


def side_of(setup: Setup, power: str) -> frozenset[str]:
    """Return the powers that the same person plays by a set-up.

    A power that came to somebody by the coin of the set-up stands alone.
    """
    return frozenset(next((hand for hand in setup.players if power in hand), (power,)))


class ChooseOrders(Protocol):
    """Strategy of a player.

    Returns canonical orders for the seat, each of them legal; none if it has nothing to do. The
    same view, state of `dice` and `limit` give the same orders. `limit` is the number of phases
    that may be resolved on the way.
    """

    def __call__(self, view: SeatView, *, dice: random.Random, limit: int) -> tuple[str, ...]: ...
