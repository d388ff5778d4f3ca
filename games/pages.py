"""What the pages of a game show, gathered from rows; nothing is adjudicated to show a page."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudicator.terms import PhaseType

from . import access, options, orders, pictures, wording
from .errors import SheetRefused
from .forms import SheetForm, TextForm
from .models import Event, Game, Order, Phase, Receipt, Seat
from .orders import Line, Saved

ROW_PREFIXES = ("unit-", "adjustment-")
BLANKS = {
    PhaseType.MOVEMENT: gettext_lazy("no order: it holds"),
    PhaseType.RETREAT: gettext_lazy("no order: it disbands"),
}


class Desk:
    """Where one seat gives its orders: a form of rows and a text box for the same sheet."""

    def __init__(self, phase: Phase, seat: Seat, data: QueryDict | None = None) -> None:
        self.phase = phase
        self.seat = seat
        self.power = wording.power(seat.power)
        self.mode = "text" if data is not None and data.get("mode") == "text" else "rows"
        self.rows = options.rows(phase, seat)
        self.data = data
        self.problem = ""
        stored = "\n".join(phase.orders.filter(seat=seat).values_list("text", flat=True))
        by_row = data if self.mode == "rows" else None
        self.form = SheetForm(self.rows, by_row, blank=self._blank())
        self.text_form = TextForm(data if self.mode == "text" else None, initial={"text": stored})
        self.receipt = Receipt.objects.filter(phase=phase, seat=seat).order_by("-pk").first()
        self.ready = seat.ready_phase_id == phase.pk
        self.provinces = wording.provinces()

    def _blank(self) -> str:
        if self.phase.type in BLANKS:
            return str(BLANKS[self.phase.type])
        if any(
            text == "WAIVE" for row in self.rows for _h, group in row.groups for text, _w in group
        ):
            return _("no order: nothing is built")
        return _("no order: the rules choose the unit")

    def lines(self) -> Iterator[Line]:
        """The sheet as it was sent, a row for a unit that is not there included."""
        assert self.data is not None
        if self.mode == "text":
            for number, text in enumerate(self.data.get("text", "").splitlines(), start=1):
                if text.strip():
                    yield Line(f"line-{number}", text.strip())
            return
        for key, texts in self.data.lists():
            if key.startswith(ROW_PREFIXES):
                yield from (Line(key, text) for text in map(str.strip, texts) if text)

    def refuse(self, message: str) -> None:
        self.problem = message

    def show_errors(self, refusal: SheetRefused) -> None:
        """Put what is wrong beside what was typed."""
        self.problem = _("Nothing was saved yet: some orders cannot be taken as they are.")
        for error in refusal.errors:
            if self.mode == "text":
                number = error.key.removeprefix("line-")
                message = _("Line %(number)s, “%(line)s”: %(message)s") % {
                    "number": number,
                    "line": error.line,
                    "message": error.message,
                }
                self.text_form.add_error("text", message)
            elif error.key in self.form.fields:
                self.form.add_error(error.key, error.message)
            else:
                self.form.add_error(None, f"“{error.line}”: {error.message}")


def saved_message(saved: Saved) -> str:
    at = formats.time_format(timezone.localtime(saved.receipt.saved_at), "TIME_FORMAT")
    if saved.changed:
        return _("Saved %(time)s – counts at the deadline.") % {"time": at}
    return _("Nothing changed: these orders are saved since %(time)s.") % {"time": at}


@dataclass(frozen=True)
class SeatLine:
    """One power in the table of a game. `is_in` and `is_ready` are None where they are hidden."""

    power: str
    css: str
    name: str
    mine: bool
    units: int
    centers: int
    must_order: bool
    is_in: bool | None
    is_ready: bool | None


def seat_lines(viewer: access.Viewer, game: Game, phase: Phase) -> list[SeatLine]:
    names_open = access.sees_names(viewer, game)
    watching = access.sees_who_is_in(viewer, game)
    due = orders.due(phase)
    units = Counter(unit.seat_id for unit in phase.units.all())
    centers = Counter(center.seat_id for center in phase.centers.all())
    ordered = set(phase.orders.values_list("seat", flat=True))
    mine = set(access.held_seats(viewer, game).values_list("pk", flat=True))
    lines = []
    for seat in game.seats.prefetch_related("tenures__person"):
        seat.game = game
        own = seat.pk in mine
        shown = (own or watching) and phase.is_open and seat.power in due
        lines.append(
            SeatLine(
                power=wording.power(seat.power),
                css=seat.power.lower(),
                name=access.shown_name(viewer, seat, names_open=names_open),
                mine=own,
                units=units[seat.pk],
                centers=centers[seat.pk],
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
    due = orders.due(newest) if newest.is_open else {}
    desks = []
    for seat in held:
        seat.game = game
        if seat.power in due:
            desks.append(Desk(newest, seat))
    past = history(game)
    own = newest.orders.filter(seat__in=held).select_related("seat") if newest.is_open else ()
    return {
        "game": game,
        "phase": newest,
        "when": wording.phase(newest),
        "board": pictures.draw(newest, own),
        "seats": seat_lines(viewer, game, newest),
        "desks": desks,
        "idle": [wording.power(seat.power) for seat in held if due and seat.power not in due],
        "watching": access.sees_who_is_in(viewer, game),
        "is_master": access.is_master(viewer, game),
        "masters": game.masterships.select_related("person"),
        "history": past,
        "last": past[1] if len(past) > 1 else None,
        "winner": wording.power(game.winner.power) if game.winner else "",
    }


def _newest(game: Game) -> Phase:
    newest = game.phases.exclude(status=Phase.Status.SUPERSEDED).latest("number")
    newest.game = game
    return newest


def history(game: Game) -> list[tuple[Phase, str]]:
    """Every phase of a game with its name, newest first."""
    phases = game.phases.exclude(status=Phase.Status.SUPERSEDED).order_by("-number")
    return [(phase, wording.phase(phase)) for phase in phases]


@dataclass(frozen=True)
class ResultLine:
    """One order of a resolved phase in words."""

    text: str
    words: str
    outcome: str
    good: bool
    fate: str
    reason: str
    given: bool


def phase(viewer: access.Viewer, shown: Phase) -> dict[str, Any]:
    """The page of a phase that is over: map, orders and results by power."""
    game = shown.game
    readable = access.may_read_orders(shown)
    given = list(shown.orders.select_related("seat", "unit")) if readable else []
    results: dict[int, list[ResultLine]] = {}
    for order in given:
        results.setdefault(order.seat_id, []).append(_result(order, shown))
    past = history(game)
    around = [row for row, _name in past]
    place = around.index(shown)
    lines = seat_lines(viewer, game, shown)
    return {
        "game": game,
        "phase": shown,
        "when": wording.phase(shown),
        "board": pictures.draw(shown, given),
        "results": [
            (line, results[seat.pk])
            for line, seat in zip(lines, game.seats.all(), strict=True)
            if seat.pk in results
        ],
        "seats": lines,
        "earlier": around[place + 1] if place + 1 < len(around) else None,
        "later": around[place - 1] if place else None,
        "history": past,
        "silent": no_moves(shown),
        "winner": wording.power(game.winner.power)
        if game.winner and shown.status == Phase.Status.FINAL
        else "",
    }


def no_moves(shown: Phase) -> list[str]:
    """The powers that gave no orders in this phase, as everyone may know afterwards."""
    silent = shown.events.filter(kind=Event.Kind.NO_MOVES_RECEIVED).select_related("seat")
    return [wording.power(event.seat.power) for event in silent if event.seat]


def _result(order: Order, shown: Phase) -> ResultLine:
    good = order.outcome in pictures.GOOD
    went_as_told = good and order.given and not order.fate
    return ResultLine(
        text=order.text,
        words=wording.stored_order(order.text, shown.type),
        outcome=str(wording.OUTCOMES[order.outcome]),
        good=good,
        fate=str(wording.FATES[order.fate]),
        reason="" if went_as_told else wording.reason(order),
        given=order.given,
    )
