"""The pages of an archive: a game to read without a server, in the language of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from .. import access, wording
from ..lifecycle import amendments
from ..models import Event, Game, Message, Phase, Seat, Thread
from ..press import report_threads
from ..state import editions, positions
from ..wording import endings, events, markup, settings
from ..wording.changes import changes_by_event
from ..wording.messages import quoted_name
from ..wording.results import no_moves, remarks, results

STRANGER = AnonymousUser()


def phases_of(game: Game) -> list[Phase]:
    """All phases of a game, oldest first."""
    found = list(game.phases.select_related("settings").order_by("number"))
    for phase in found:
        phase.game = game
    return found


def phase_file(phase: Phase) -> str:
    """The name of the files of a phase; that of a superseded one has its number too."""
    if phase.status == Phase.Status.SUPERSEDED:
        return f"{phase.code}-{phase.number}"
    return phase.code


def pages(game: Game, phases: Sequence[Phase]) -> Iterator[tuple[str, str]]:
    """The name and the HTML of each page, and the style sheet. `phases` are all of the game."""
    threads = _threads(game, phases)
    parts = {"game": game, "has_press": bool(threads)}

    def page(name: str, title: str, **context: Any) -> tuple[str, str]:
        kind = "phase" if "/" in name else name.removesuffix(".html")
        context |= {"title": title, "up": "../" * name.count("/"), **parts}
        return name, render_to_string(f"games/archive/pages/{kind}.html", context)

    yield page("index.html", game.title, **_index(game, phases))
    yield page("log.html", _("Log"), rows=list(_log(game)))
    if threads:
        yield page("press.html", _("Press"), threads=threads)
    for phase in phases:
        name = f"phases/{phase_file(phase)}.html"
        yield page(name, wording.phase(phase), **_phase(phase, phases))
    yield "style.css", render_to_string("games/archive/pages/style.css")


@dataclass(frozen=True)
class PowerLine:
    """A power in a phase: its player, and its units and centers in words."""

    power: str
    name: str
    result: str
    units: Sequence[str]
    centers: Sequence[str]


def _index(game: Game, phases: Sequence[Phase]) -> dict[str, Any]:
    return {
        "ending": endings.sentence(game),
        "newest": phases[-1],
        "file": phase_file(phases[-1]),
        "powers": _powers(phases[-1]),
        "facts": [*settings.facts(phases[-1].settings), *endings.terms(game)],
        "changed_rules": editions.changed_rules(game, phases[-1].number),
        "house_rules": amendments.house_rules_in(phases[-1]),
        "phases": [_link(phase) for phase in phases if phase.status != "superseded"],
        "superseded": [_link(phase) for phase in phases if phase.status == "superseded"],
    }


def _link(phase: Phase) -> tuple[str, str]:
    return f"phases/{phase_file(phase)}.html", wording.phase(phase)


def _phase(phase: Phase, phases: Sequence[Phase]) -> dict[str, Any]:
    counting = [each for each in phases if each.status != Phase.Status.SUPERSEDED]
    at = counting.index(phase) if phase in counting else None
    outcomes = results(phase)
    return {
        "phase": phase,
        "file": phase_file(phase),
        "ending": endings.sentence(phase.game) if phase.status == Phase.Status.FINAL else "",
        "silent": no_moves(phase),
        "remarks": remarks(phase),
        "results": [(wording.power(power), lines) for power, lines in outcomes.items()],
        "powers": _powers(phase),
        "previous": _link(counting[at - 1]) if at else None,
        "next": _link(counting[at + 1]) if at is not None and phase != counting[-1] else None,
    }


def _powers(phase: Phase) -> list[PowerLine]:
    units, owners = positions.stored(phase)
    names_open = access.sees_names(STRANGER, phase.game)
    seats = phase.game.seats.prefetch_related("tenures__person").order_by("place")
    return [
        PowerLine(
            power=wording.power(seat.power),
            name=access.shown_name(STRANGER, seat, names_open=names_open),
            result=_result(seat) if phase.status == Phase.Status.FINAL else "",
            units=[_unit(each) for each in units if each.power == seat.power],
            centers=[wording.place(code) for code, power in owners.items() if power == seat.power],
        )
        for seat in seats
    ]


def _result(seat: Seat) -> str:
    words = {Seat.Result.WON: _("won"), Seat.Result.DREW: _("shares the draw")}
    return words.get(Seat.Result(seat.result), "") if seat.result else ""


def _unit(unit: positions.StoredUnit) -> str:
    name = wording.unit(unit.unit)
    return _("%(unit)s (dislodged)") % {"unit": name} if unit.dislodged else name


@dataclass(frozen=True)
class LogLine:
    at: Any
    sentence: str
    author: str
    reason: str
    changes: Sequence[str]


def _log(game: Game) -> Iterator[LogLine]:
    """The public log, oldest first; the import itself is left out."""
    names_open = access.sees_names(STRANGER, game)
    shown = list(events.public_events(game).exclude(kind=Event.Kind.IMPORTED).reverse())
    changed = changes_by_event(game, shown)
    for event in shown:
        event.game = game
        yield LogLine(
            event.at,
            events.sentence(event, names_open=names_open),
            events.author(event, names_open=names_open),
            events.reason(event),
            changed.get(event.pk, []),
        )


@dataclass(frozen=True)
class ThreadPart:
    """A thread with its messages: writer, time and HTML of each."""

    title: str
    messages: Sequence[tuple[str, Any, SafeString]]


def _threads(game: Game, phases: Sequence[Phase]) -> list[ThreadPart]:
    names_open = access.sees_names(STRANGER, game)
    counting = {each.code: each for each in phases if each.status != Phase.Status.SUPERSEDED}

    def find_map(code: str) -> markup.Map | None:
        if code not in counting:
            return None
        name = wording.phase(counting[code])
        return markup.Map(f"phases/{code}.html", f"maps/{code}.svg", name)

    seats = Prefetch("thread__seats", Seat.objects.order_by("place"))
    rows = access.messages(STRANGER, [game]).select_related("thread__phase", "seat", "person")
    found: dict[int, ThreadPart] = {}
    for message in rows.prefetch_related(seats).order_by("thread", "pk"):
        html = markup.render(message.text, find_map=find_map, author_name=quoted_name)
        writer = _writer(message, names_open=names_open)
        part = found.setdefault(message.thread_id, ThreadPart(_title(message.thread), []))
        assert isinstance(part.messages, list)
        part.messages.append((writer, message.sent_at, html))
    return list(found.values())


def _title(thread: Thread) -> str:
    title = report_threads.report_title(thread.phase) if thread.phase else thread.title
    if not thread.circle:
        return title or _("Public press")
    powers = wording.listed([wording.power(seat.power) for seat in thread.seats.all()])
    return f"{powers}: {title}" if title else powers


def _writer(message: Message, *, names_open: bool) -> str:
    if not access.sees_author(STRANGER, message):
        return _("Unsigned")
    if message.seat is None:
        return access.author_name(STRANGER, message, names_open=True)
    power = wording.power(message.seat.power)
    if not names_open:
        return power
    return f"{power} ({access.author_name(STRANGER, message, names_open=True)})"
