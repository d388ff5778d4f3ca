"""Phases of a game as another program or a forum tells them → its record.

Such a source tells the units of each phase or nothing but the orders; hardly any tells where the
dislodged units may retreat, or phases in which nobody gave an order. What it does not tell comes
from our rules; what it tells and our rules see in another way stays as it was recorded.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clock
from adjudicator import (
    AdjudicatorError,
    Dislodged,
    Order,
    Position,
    Resolution,
    Rules,
    Setup,
    Unit,
    adjudicate,
    check_order,
    load_setup,
    opening,
    parse_canonical,
    standard_board,
)
from adjudicator.terms import OrderType, PhaseCode

from ... import wording
from ...core.errors import Refused
from ...models import Game, GameSettings, Phase, Seat
from ...state import editions
from ..record import (
    GAME,
    SETTINGS,
    TERMS,
    DislodgedRecord,
    GameRecord,
    MessageRecord,
    OrderRecord,
    PhaseRecord,
    Reading,
    SeatRecord,
    SettingsRecord,
    ThreadRecord,
)

MOST_PHASES = 1000
MOST_NAMED = 10  # orders that a sentence lists
MOST_BETWEEN = 3  # phases that a source may pass over

Lists = Mapping[str, Sequence[str]]


@dataclass
class SourcePhase:
    """A phase as a source tells it; None where it tells nothing.

    Without a `code` it is the final position. `dislodged` are units with their retreats, by power.
    `moved` says of the units with a move whether it succeeded.
    """

    code: str | None
    orders: Lists = field(default_factory=dict)
    units: Lists | None = None
    dislodged: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    centers: Lists | None = None
    moved: Mapping[str, bool] = field(default_factory=dict)
    at: dt.datetime | None = None


@dataclass
class PublicMessage:
    """A message to everyone; `power` is None for the game master."""

    power: str | None
    text: str
    sent_at: dt.datetime | None


@dataclass
class SourceGame:
    """A game of another program. `winners` and `sharing` are known only of a finished one.

    `left_out` are sentences about what is left out, `refused` orders that are.
    """

    title: str
    program: str
    phases: Sequence[SourcePhase]
    setup: str = "standard"
    is_over: bool = False
    winners: Sequence[str] = ()
    sharing: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    messages: Sequence[PublicMessage] = ()
    left_out: list[str] = field(default_factory=list)
    refused: Sequence[str] = ()


def assemble(source: SourceGame) -> Reading:
    """The record of a game, by the edition that differs least. Raises `Refused`."""
    if not source.phases or len(source.phases) > MOST_PHASES:
        raise Refused(_("This file has no phases to import. Choose the whole game."))
    setup = load_setup(source.setup)
    walks = [_Walk(source, setup, edition) for edition in Game.Edition.values]
    best = min(walks, key=lambda walk: walk.differing)  # the first of several, our usual one
    record = GameRecord(
        origin=source.program,
        game=_game(source, best),
        terms=TERMS.values(Game(allotment=Game.Allotment.MASTER)),
        rule_changes=[],
        seats=[_seat(power, source, best) for power in setup.powers],
        settings=[SettingsRecord(_settings(best.started_at))],
        phases=best.phases,
        threads=_press(source, best.started_at),
    )
    left_out = [*source.left_out, *_left_out([*source.refused, *best.refused])]
    return Reading(record, source.program, left_out, is_complete=False)


def _game(source: SourceGame, walk: "_Walk") -> dict[str, object]:
    over, started_at = source.is_over, walk.started_at
    ended_at = walk.phases[-1].opened_at if over else None
    game = Game(
        title=" ".join(source.title.split())[:80] or _("Imported game"),
        setup=source.setup,
        rules=walk.edition,
        status=Game.Status.FINISHED if over else Game.Status.PLAYING,
        ending=_ending(source, walk) if over else "",
        created_at=started_at,
        started_at=started_at,
        ended_at=ended_at,
        final_at=ended_at,
    )
    return GAME.values(game)


def _ending(source: SourceGame, walk: "_Walk") -> str:
    if walk.winners:
        return Game.Ending.SOLO
    return Game.Ending.DRAW if source.sharing else Game.Ending.CLOSED


def _seat(power: str, source: SourceGame, walk: "_Walk") -> SeatRecord:
    result = ""
    if source.is_over and power in walk.winners:
        result = Seat.Result.WON
    elif source.is_over and not walk.winners and power in source.sharing:
        result = Seat.Result.DREW
    return SeatRecord(power, source.names.get(power), result)


def _settings(since: dt.datetime) -> dict[str, object]:
    """Settings to begin with: two days for orders, and one for retreats and builds."""
    return SETTINGS.values(GameSettings(since=since, phase_hours=48, window_hours=24))


def _press(source: SourceGame, started_at: dt.datetime) -> list[ThreadRecord]:
    messages = [
        MessageRecord(each.power, None, each.text, each.sent_at or started_at)
        for each in source.messages
    ]
    return [ThreadRecord([], "", None, messages[0].sent_at, messages)] if messages else []


def _left_out(refused: Sequence[str]) -> Iterator[str]:
    if refused:
        message = ngettext(
            "%(number)d order can’t be given in its position and is left out: %(orders)s",
            "%(number)d orders can’t be given in their positions and are left out: %(orders)s",
            len(refused),
        )
        more = " …" if len(refused) > MOST_NAMED else ""
        listed = "; ".join(refused[:MOST_NAMED])
        yield message % {"number": len(refused), "orders": f"{listed}{more}"}


class _Walk:
    """Goes through the phases by one edition, and makes their records.

    `differing` is the number of phases that our rules see in another way, `refused` are the orders
    that cannot be given.
    """

    def __init__(self, source: SourceGame, setup: Setup, edition: str) -> None:
        self.source, self.setup, self.edition = source, setup, edition
        self.rules: Rules = editions.rules_with(edition, {})
        self.started_at = source.phases[0].at or clock.now()
        self.at = self.started_at
        self.phases: list[PhaseRecord] = []
        self.differing = 0
        self.refused: list[str] = []
        self.last = self._through(list(source.phases))
        self.winners = list(source.winners) or self._winners()

    def _through(self, told_phases: list[SourcePhase]) -> Position:
        position = self._first(told_phases[0])
        while True:
            told = told_phases.pop(0)
            self.at = max(told.at or self.at, self.at)
            given = self._orders(told, position)
            is_final = self.source.is_over and not any(given.values())
            if not told_phases and (is_final or not self.source.is_over):
                status = Phase.Status.FINAL if is_final else Phase.Status.OPEN
                self._record(position, status, {}, SourcePhase(None))
                return position
            following = self._resolve(
                position, given, told, told_phases[0] if told_phases else None
            )
            position = self._next(following, told_phases)
            if not told_phases:
                self._record(position, Phase.Status.FINAL, {}, SourcePhase(None))
                return position

    def _first(self, told: SourcePhase) -> Position:
        start = opening(self.setup)
        code = _code(told.code or str(start.phase))
        if told.units is None:
            return replace(start, phase=code)
        return self._recorded(replace(start, phase=code), told)

    def _resolve(
        self,
        position: Position,
        given: Mapping[str, Sequence[Order]],
        told: SourcePhase,
        following: SourcePhase | None,
    ) -> Position:
        resolution: Resolution = adjudicate(position, given, self.rules)
        for result in resolution.results:
            moved = told.moved.get(str(result.unit))
            if moved is not None and _is_move(result.order):
                self.differing += moved != (result.outcome == "succeeds")
        resolved_at = max(following.at or self.at, self.at) if following else self.at
        self._record(position, Phase.Status.RESOLVED, given, told, resolved_at)
        self.at = resolved_at
        return resolution.next

    def _next(self, ours: Position, told_phases: list[SourcePhase]) -> Position:
        """The position of the next phase; phases in which nobody has anything to do are dropped."""
        for _each in range(MOST_BETWEEN + 1):
            while told_phases and told_phases[0].code and _code(told_phases[0].code) < ours.phase:
                told = told_phases.pop(0)
                if any(told.orders.values()):
                    self.refused += [
                        f"{told.code} {power}: {text}"
                        for power, texts in told.orders.items()
                        for text in texts
                    ]
            if (
                not told_phases
                or told_phases[0].code is None
                or _code(told_phases[0].code) == ours.phase
            ):
                return self._recorded(ours, told_phases[0]) if told_phases else ours
            # The source passes over a phase in which nobody gave an order.
            ours = self._resolve(ours, {}, SourcePhase(None), None)
        message = _("Phases are missing before %(phase)s. Add them, or choose the whole game.")
        raise Refused(message % {"phase": told_phases[0].code})

    def _recorded(self, ours: Position, told: SourcePhase) -> Position:
        """Our position, or the recorded one if its units or centers are others."""
        if told.units is None:
            return ours
        units = {power: _units(texts) for power, texts in told.units.items() if texts}
        beaten = {unit for ways in told.dislodged.values() for unit in ways}
        there = {(power, str(unit)) for power, several in units.items() for unit in several}
        here = {(power, str(unit)) for power, several in ours.units.items() for unit in several}
        lying = {str(each.unit) for several in ours.dislodged.values() for each in several}
        centers = ours.centers if told.centers is None else _owned(told.centers)
        try:
            if there == here and lying <= beaten:  # a source may list units that cannot retreat
                if centers != ours.centers and _sets(centers) != _sets(ours.centers):
                    self.differing += 1
                    return replace(ours, centers=centers)
                return ours
            self.differing += bool(self.phases)
            dislodged = {
                power: tuple(
                    Dislodged(Unit.parse(unit), None, tuple(retreats))
                    for unit, retreats in ways.items()
                    if retreats
                )
                for power, ways in told.dislodged.items()
            }
            return replace(ours, units=units, centers=centers, dislodged=dislodged)
        except AdjudicatorError as error:
            message = _("The position of %(phase)s can’t be: %(error)s")
            reason = wording.refusal(error, self.setup.board)
            named = {"phase": told.code or ours.phase, "error": reason}
            raise Refused(message % named) from error

    def _orders(self, told: SourcePhase, position: Position) -> dict[str, list[Order]]:
        """The orders that can be given in a position; the last one of each unit counts."""
        found: dict[str, list[Order]] = {}
        for power, texts in told.orders.items():
            by_unit: dict[str, Order] = {}
            for number, text in enumerate(texts):
                try:
                    order = parse_canonical(text, position.phase.type, position.board)
                    order = check_order(order, position, power, self.rules)
                except (AdjudicatorError, ValueError):
                    self.refused.append(f"{position.phase} {power}: {text[:40]}")
                    continue
                by_unit[str(order.unit.province if order.unit else number)] = order
            if by_unit:
                found[power] = list(by_unit.values())
        return found

    def _record(
        self,
        position: Position,
        status: str,
        given: Mapping[str, Sequence[Order]],
        told: SourcePhase,
        resolved_at: dt.datetime | None = None,
    ) -> None:
        number = len(self.phases) + 1
        self.phases.append(
            PhaseRecord(
                number=number,
                code=str(position.phase),
                status=status,
                opened_at=self.at,
                resolved_at=resolved_at,
                units={power: list(map(str, units)) for power, units in position.units.items()},
                centers={power: list(own) for power, own in (position.centers or {}).items()},
                dislodged={
                    power: [
                        DislodgedRecord(str(each.unit), each.attacker, list(each.retreats))
                        for each in several
                    ]
                    for power, several in position.dislodged.items()
                },
                orders={
                    power: [OrderRecord(str(order), outcome=_told(order, told)) for order in orders]
                    for power, orders in given.items()
                },
            )
        )

    def _winners(self) -> list[str]:
        """The power that owns enough centers in the last position of a finished game."""
        owned = self.last.centers or {}
        won = [power for power, codes in owned.items() if len(codes) >= self.setup.victory]
        return won if self.source.is_over else []


def _told(order: Order, told: SourcePhase) -> str:
    moved = told.moved.get(str(order.unit)) if _is_move(order) else None
    return "" if moved is None else "succeeds" if moved else "fails"


def _is_move(order: Order | None) -> bool:
    return order is not None and order.type in (OrderType.MOVE, OrderType.RETREAT)


def _code(text: str) -> PhaseCode:
    try:
        return PhaseCode.parse(text)
    except AdjudicatorError:
        message = _("“%(text)s” is not a phase. Write it as S1901M, F1901R or W1901A.")
        raise Refused(message % {"text": text[:20]}) from None


def _units(texts: Iterable[str]) -> tuple[Unit, ...]:
    try:
        return tuple(map(Unit.parse, texts))
    except AdjudicatorError as error:
        raise Refused(wording.refusal(error, standard_board())) from None


def _owned(lists: Lists) -> dict[str, tuple[str, ...]]:
    return {power: tuple(codes) for power, codes in lists.items() if codes}


def _sets(lists: Lists | None) -> dict[str, set[str]]:
    return {power: set(codes) for power, codes in (lists or {}).items() if codes}
