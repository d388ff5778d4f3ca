"""What the pages of a game show, gathered from rows; nothing is adjudicated to show a page."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from adjudicator.terms import PhaseType

from .. import access, phases, positions, wording
from ..board.picture import GOOD
from ..deadlines import upcoming
from ..models import Entry, Event, Game, Order, Pause, Phase, Seat
from ..press import sending
from ..seats import vacancies
from ..telling import chronicle
from ..votes import ballots
from . import opengraph, outcome, pictures, steps
from .desk import Desk


@dataclass(frozen=True)
class SeatLine:
    """One power in the table of a game. `is_in` and `is_ready` are None where they are hidden."""

    power: str
    css: str
    name: str
    mine: bool
    units: int
    centers: int
    change: int
    must_order: bool
    is_in: bool | None
    is_ready: bool | None


def seat_lines(
    viewer: access.Viewer, game: Game, phase: Phase, due: Mapping[str, int]
) -> list[SeatLine]:
    """The powers of a game in `phase`; `due` says who has to order, and for how many units.

    `change` is how many units a power builds (or, below zero, removes) in an adjustment phase.
    """
    names_open = access.sees_names(viewer, game)
    watching = access.sees_who_is_in(viewer, game)
    winter = phase.type == PhaseType.ADJUSTMENT
    stored = positions.stored(phase)
    units, centers = Counter(unit.power for unit in stored.units), Counter(stored.owners.values())
    ordered = set(phase.orders.values_list("seat", flat=True))
    mine = set(access.held_seats(viewer, game).values_list("pk", flat=True))
    lines = []
    for seat in game.seats.prefetch_related("tenures__person"):
        seat.game = game
        own = seat.pk in mine
        shown = (own or watching) and phase.is_open and seat.power in due
        sign = 1 if centers[seat.power] > units[seat.power] else -1
        lines.append(
            SeatLine(
                power=wording.power(seat.power),
                css=seat.power.lower(),
                name=access.shown_name(viewer, seat, names_open=names_open),
                mine=own,
                units=units[seat.power],
                centers=centers[seat.power],
                change=sign * due.get(seat.power, 0) if winter else 0,
                must_order=seat.power in due,
                is_in=seat.pk in ordered if shown else None,
                is_ready=seat.ready_phase_id == phase.pk if shown else None,
            )
        )
    return lines


def table(viewer: access.Viewer, game: Game) -> dict[str, Any]:
    """The page of a game that has begun: its newest phase, and what the reader may do."""
    newest = _newest(game)
    held = list(access.held_seats(viewer, game))
    due = phases.due(newest) if newest.is_open else {}
    for seat in held:
        seat.game = game
    lines = seat_lines(viewer, game, newest, due)
    past, void = history(game)
    return {
        "game": game,
        "phase": newest,
        "when": wording.phase(newest),
        "board": board(newest, held),
        "preview": opengraph.of(game, newest, lines, heading=wording.phase(newest), orders=False),
        "seats": lines,
        "watched": [line for line in lines if line.is_in is not None],
        "desks": [Desk(newest, seat) for seat in held if seat.power in due],
        "idle": [wording.power(seat.power) for seat in held if due and seat.power not in due],
        "own": held if game.is_running else [],
        "vacancies": vacancies.of(viewer, game, newest, held),
        "assembly": ballots.of(game, newest, held),
        "is_master": access.is_master(viewer, game),
        "masters": game.masterships.filter(until=None).select_related("person"),
        "plan": upcoming.of(newest),
        "waits": held if game.is_running and upcoming.waits_for_absences(game.conduct) else [],
        "steps": steps.of(game, past, newest),
        "years": years(past),
        "void": void,
        "last": past[1] if len(past) > 1 else None,
        "unread": sending.unread_in(viewer, game),
        "ending": outcome.sentence(game),
        "ending_reason": outcome.reason(game),
        "pause": _pause(newest),
        "announcement": chronicle.newest_announcement(game),
    }


def _pause(newest: Phase) -> Pause | None:
    """The pause that stops the clock now, if one does."""
    if newest.game.status != Game.Status.PAUSED:
        return None
    return newest.pauses.filter(ended_at=None).first()


def board(shown: Phase, held: list[Seat]) -> str:
    """The drawn board of a phase with the orders that the holder of `held` may read."""
    visible = shown.orders.select_related("seat")
    if not access.may_read_orders(shown):
        visible = visible.filter(seat__in=held)
    return pictures.draw(shown, visible)


def _newest(game: Game) -> Phase:
    newest = game.phases.exclude(status=Phase.Status.SUPERSEDED).latest("number")
    newest.game = game
    return newest


def history(game: Game) -> tuple[list[Phase], list[Phase]]:
    """Every phase of a game, newest first: those that count, and those that count no more."""
    rows = list(game.phases.order_by("-number"))
    for row in rows:
        row.game = game
    void = [row for row in rows if row.status == Phase.Status.SUPERSEDED]
    return [row for row in rows if row.status != Phase.Status.SUPERSEDED], void


def years(past: list[Phase]) -> list[tuple[int, list[tuple[Phase, str]]]]:
    """The phases by year, newest year first and within it in the order they were played."""
    return [
        (year, [(row, wording.phase_in_year(row)) for row in reversed(list(rows))])
        for year, rows in groupby(past, key=lambda row: row.when.year)
    ]


@dataclass(frozen=True)
class ResultLine:
    """One order of a resolved phase in the reader's notation – `text` is short, `full` has whole
    names, `words` is a sentence – and what became of it. `canonical` finds its sign on the map.

    `rule` is the number of the rule behind the reason, if it has one, and `cited` how that rule is
    named beside it.
    """

    canonical: str
    text: str
    full: str
    words: str
    outcome: str
    good: bool
    fate: str
    reason: str
    rule: str
    cited: str
    given: bool


def phase(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """The page of a phase that is over: map, orders and results by power."""
    outcomes = results(shown)
    lines = seat_lines(viewer, shown.game, shown, phases.due(shown))
    over = shown.status == Phase.Status.FINAL
    heading = wording.phase(shown)
    return _step(viewer, shown) | {
        "heading": heading,
        "board": board(shown, []),
        "preview": opengraph.of(shown.game, shown, lines, heading=heading, orders=not over),
        "results": [(line, outcomes[line.css]) for line in lines if line.css in outcomes],
        "rules": wording.rules(line.rule for several in outcomes.values() for line in several),
        "seats": lines,
        "silent": no_moves(shown),
        "ending": outcome.sentence(shown.game) if over else "",
        "ending_reason": outcome.reason(shown.game) if over else "",
    }


def after(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """The page of the position to which a resolved phase led: what the next one opened with."""
    game = shown.game
    opened = phases.following(shown)
    heading = steps.after_name(shown)
    lines = seat_lines(viewer, game, opened, phases.due(opened))
    return _step(viewer, shown, after=True) | {
        "heading": heading,
        "after": True,
        "opened": opened,
        "board": pictures.draw(opened),
        "preview": opengraph.of(game, opened, lines, heading=heading, orders=False),
        "seats": lines,
    }


def superseded(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """The page of a phase that counts no more. No step leads to it, and nothing stands for it where
    its address is pasted."""
    return phase(viewer, shown) | {"steps": None, "preview": None, "is_void": True}


def _step(viewer: access.Viewer, shown: Phase, *, after: bool = False) -> dict[str, Any]:
    """What the pages of all steps through the history of a game have in common."""
    past, void = history(shown.game)
    return {
        "game": shown.game,
        "phase": shown,
        "steps": steps.of(shown.game, past, shown, after=after),
        "years": years(past),
        "void": void,
        "unread": sending.unread_in(viewer, shown.game),
    }


def results(shown: Phase) -> dict[str, list[ResultLine]]:
    """The orders of a phase and what became of them, by power in small letters; none before."""
    given = resolved_orders(shown)
    if not given:
        return {}
    write = wording.writer(shown)
    return {
        power.lower(): [_result(order, write) for order in orders]
        for power, orders in given.items()
    }


def resolved_orders(shown: Phase) -> dict[str, list[Order]]:
    """The orders of a phase by power, once everyone may read them; none before."""
    orders: dict[str, list[Order]] = {}
    if access.may_read_orders(shown):
        for order in shown.orders.select_related("seat"):
            orders.setdefault(order.seat.power, []).append(order)
    return orders


def no_moves(shown: Phase) -> list[str]:
    """The powers that gave no orders in this phase, as everyone may know afterwards."""
    silent = shown.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).select_related("seat")
    in_order = silent.order_by("seat__place")
    return [wording.power(event.seat.power) for event in in_order if event.seat]


def _result(order: Order, write: Callable[..., str]) -> ResultLine:
    good = order.outcome in GOOD
    reason = wording.reason(order)
    rule, cited = wording.rule(order) if reason else ("", "")
    went_as_told = good and order.given and not order.fate
    return ResultLine(
        canonical=order.text,
        text=write(order.text),
        full=write(order.text, style="full"),
        words=write(order.text, style="words"),
        outcome=str(wording.OUTCOMES[order.outcome]),
        good=good,
        fate=str(wording.FATES[order.fate]),
        reason=reason,
        rule=rule,
        cited=cited if rule or not went_as_told else "",
        given=order.given,
    )


def listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """With what a list shows: how many wait, and the newest phase and its deadline.

    Each is asked for the games of a page alone; to join and count would first read all there are.
    """
    entries = Entry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    newest = Phase.objects.filter(game=OuterRef("pk")).order_by("-number")
    paused = Pause.objects.filter(phase__game=OuterRef("pk"), ended_at=None)
    return (
        games.select_related("conduct", "winner")
        .annotate(
            waiting=Coalesce(Subquery(entries.values(number=Count("pk"))), 0),
            phase_code=Subquery(newest.values("code")[:1]),
            due_at=Subquery(newest.values("due_at")[:1]),
            paused_until=Subquery(paused.values("until")[:1]),
        )
        .order_by("-created_at", "-pk")
    )
