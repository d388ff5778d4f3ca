"""Turns of a game as another program or a forum tells them → its record.

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
)
from adjudicator.terms import OrderType, PhaseCode

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

MOST_TURNS = 1000
MOST_NAMED = 10  # orders that a sentence lists
MOST_BETWEEN = 3  # phases that a source may pass over

Lists = Mapping[str, Sequence[str]]


@dataclass
class Turn:
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
class Source:
    """A game of another program. `winners` and `sharing` are known only of a finished one."""

    title: str
    program: str
    turns: Sequence[Turn]
    setup: str = "standard"
    is_over: bool = False
    winners: Sequence[str] = ()
    sharing: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    messages: Sequence[PublicMessage] = ()
    left_out: list[str] = field(default_factory=list)


def assemble(source: Source) -> Reading:
    """The record of a game, by the edition that differs least. Raises `Refused`."""
    if not source.turns or len(source.turns) > MOST_TURNS:
        raise Refused(_("This file has no phases to import. Choose the whole game."))
    setup = load_setup(source.setup)
    walks = [_Walk(source, setup, edition) for edition in Game.Edition.values]
    best = min(walks, key=lambda walk: walk.differing)  # the first of several, our usual one
    record = GameRecord(
        origin=source.program,
        game=_game(source, best),
        terms=TERMS.values(Game(allotment=Game.Allotment.MASTER)),
        rule_changes={},
        seats=[_seat(power, source, best) for power in setup.powers],
        settings=[SettingsRecord(_settings(best.started_at))],
        phases=best.phases,
        threads=_press(source, best.started_at),
    )
    left_out = [*source.left_out, *_left_out(best.refused)]
    return Reading(record, source.program, left_out, is_complete=False)


def _game(source: Source, walk: "_Walk") -> dict[str, object]:
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


def _ending(source: Source, walk: "_Walk") -> str:
    if walk.winners:
        return Game.Ending.SOLO
    return Game.Ending.DRAW if source.sharing else Game.Ending.CLOSED


def _seat(power: str, source: Source, walk: "_Walk") -> SeatRecord:
    result = ""
    if source.is_over and power in walk.winners:
        result = Seat.Result.WON
    elif source.is_over and not walk.winners and power in source.sharing:
        result = Seat.Result.DREW
    return SeatRecord(power, source.names.get(power), result)


def _settings(since: dt.datetime) -> dict[str, object]:
    """Settings to begin with: two days for orders, and one for retreats and builds."""
    return SETTINGS.values(GameSettings(since=since, phase_hours=48, window_hours=24))


def _press(source: Source, started_at: dt.datetime) -> list[ThreadRecord]:
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
    """Goes through the turns by one edition, and makes the records of their phases.

    `differing` is the number of turns that our rules see in another way, `refused` are the orders
    that cannot be given.
    """

    def __init__(self, source: Source, setup: Setup, edition: str) -> None:
        self.source, self.setup, self.edition = source, setup, edition
        self.rules: Rules = editions.rules_with(edition, {})
        self.started_at = source.turns[0].at or clock.now()
        self.at = self.started_at
        self.phases: list[PhaseRecord] = []
        self.differing = 0
        self.refused: list[str] = []
        self.last = self._through(list(source.turns))
        self.winners = list(source.winners) or self._winners()

    def _through(self, turns: list[Turn]) -> Position:
        position = self._first(turns[0])
        while True:
            turn = turns.pop(0)
            self.at = max(turn.at or self.at, self.at)
            given = self._orders(turn, position)
            is_final = self.source.is_over and not any(given.values())
            if not turns and (is_final or not self.source.is_over):
                status = Phase.Status.FINAL if is_final else Phase.Status.OPEN
                self._record(position, status, {}, Turn(None))
                return position
            following = self._resolve(position, given, turn, turns[0] if turns else None)
            position = self._next(following, turns)
            if not turns:
                self._record(position, Phase.Status.FINAL, {}, Turn(None))
                return position

    def _first(self, turn: Turn) -> Position:
        start = opening(self.setup)
        code = _code(turn.code or str(start.phase))
        if turn.units is None:
            return replace(start, phase=code)
        return self._recorded(replace(start, phase=code), turn)

    def _resolve(
        self,
        position: Position,
        given: Mapping[str, Sequence[Order]],
        turn: Turn,
        following: Turn | None,
    ) -> Position:
        resolution: Resolution = adjudicate(position, given, self.rules)
        for result in resolution.results:
            moved = turn.moved.get(str(result.unit))
            if moved is not None and _is_move(result.order):
                self.differing += moved != (result.outcome == "succeeds")
        resolved_at = max(following.at or self.at, self.at) if following else self.at
        self._record(position, Phase.Status.RESOLVED, given, turn, resolved_at)
        self.at = resolved_at
        return resolution.next

    def _next(self, ours: Position, turns: list[Turn]) -> Position:
        """The position of the next turn; turns in which nobody has anything to do are dropped."""
        for _each in range(MOST_BETWEEN + 1):
            while turns and turns[0].code and _code(turns[0].code) < ours.phase:
                turn = turns.pop(0)
                if any(turn.orders.values()):
                    self.refused += [
                        f"{turn.code} {power}: {text}"
                        for power, texts in turn.orders.items()
                        for text in texts
                    ]
            if not turns or turns[0].code is None or _code(turns[0].code) == ours.phase:
                return self._recorded(ours, turns[0]) if turns else ours
            # The source passes over a phase in which nobody gave an order.
            ours = self._resolve(ours, {}, Turn(None), None)
        message = _("Phases are missing before %(phase)s. Add them, or choose the whole game.")
        raise Refused(message % {"phase": turns[0].code})

    def _recorded(self, ours: Position, turn: Turn) -> Position:
        """Our position, or the recorded one if its units or centers are others."""
        if turn.units is None:
            return ours
        units = {power: _units(texts) for power, texts in turn.units.items() if texts}
        beaten = {unit for ways in turn.dislodged.values() for unit in ways}
        there = {(power, str(unit)) for power, several in units.items() for unit in several}
        here = {(power, str(unit)) for power, several in ours.units.items() for unit in several}
        lying = {str(each.unit) for several in ours.dislodged.values() for each in several}
        centers = ours.centers if turn.centers is None else _owned(turn.centers)
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
                for power, ways in turn.dislodged.items()
            }
            return replace(ours, units=units, centers=centers, dislodged=dislodged)
        except AdjudicatorError as error:
            message = _("The position of %(phase)s can’t be: %(error)s")
            named = {"phase": turn.code or ours.phase, "error": str(error)[:200]}
            raise Refused(message % named) from error

    def _orders(self, turn: Turn, position: Position) -> dict[str, list[Order]]:
        """The orders that can be given in a position; the last one of each unit counts."""
        found: dict[str, list[Order]] = {}
        for power, texts in turn.orders.items():
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
        turn: Turn,
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
                    power: [OrderRecord(str(order), outcome=_told(order, turn)) for order in orders]
                    for power, orders in given.items()
                },
            )
        )

    def _winners(self) -> list[str]:
        """The power that owns enough centers in the last position of a finished game."""
        owned = self.last.centers or {}
        won = [power for power, codes in owned.items() if len(codes) >= self.setup.victory]
        return won if self.source.is_over else []


def _told(order: Order, turn: Turn) -> str:
    moved = turn.moved.get(str(order.unit)) if _is_move(order) else None
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
        raise Refused(str(error)[:200]) from None


def _owned(lists: Lists) -> dict[str, tuple[str, ...]]:
    return {power: tuple(codes) for power, codes in lists.items() if codes}


def _sets(lists: Lists | None) -> dict[str, set[str]]:
    return {power: set(codes) for power, codes in (lists or {}).items() if codes}
