"""Ten recorded games of people, played again to their end through the whole site.

Seven people sign in, join and send the recorded orders through the order form; the deadline passes
in a real Celery worker; units, dislodged units and centers must equal the record in every phase.
There are no exceptions: each recorded order is sent as it stands, and nothing else is sent.
tests/data/README.md names the source of the record and explains the choice of the ten.
"""

import contextlib
import gzip
import json
import re
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adjudicator import adjustment
from adjudicator.terms import PhaseType
from games.models import Game, Phase, Tenure
from games.state import positions
from tests import factories
from tests.site import Site, running, until
from tests.soak import SOAK

from . import play
from .play import Browser, SiteClock

pytestmark = [pytest.mark.soak, pytest.mark.processes, pytest.mark.timeout(400)]

RECORD = Path(__file__).parent.parent / "data/recorded_games.jsonl.gz"
NAMES = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
# Years are played in minutes, so that the usual limit would be reached.
IN_A_HURRY = {"ENTENTE_ORDERS_PER_MINUTE": "1000000"}
SOLOS = {
    "game_2433": "GERMANY",
    "game_10295": "FRANCE",
    "game_8823": "TURKEY",
    "game_3169": "RUSSIA",
    "game_2808": "ENGLAND",
}
# The contents of the ten games, counted in the site's own rows while they are played.
FIGURES = Counter(
    {
        "games": 10,
        "movement phases": 187,
        "retreat phases": 122,
        "adjustment phases": 85,
        "sheets": 1525,
        "orders": 5986,
        "convoys": 64,
        "convoys by several fleets": 10,
        "retreats with a choice": 79,
        "removals": 110,
        "removals by the rules": 0,
        "unused builds": 8,
        "solos": 5,
    }
)
# The form of this game is read before each sheet: it must offer every order that was recorded.
FORM_READ = "game_10610"
# The form offers these orders in another spelling: a support without the coast, and a move that is
# possible only by sea without VIA.
SPELT_OTHERWISE = re.compile(r" S F ... - (BUL|SPA|STP)$| VIA$")
# Powers whose page is read after each of their sheets; in a soak all are.
READ = ("GERMANY",)
# Played unless the soak asks for all: a solo.
FEWER = ("game_2433",)
KINDS = ["SQLite and files", pytest.param("PostgreSQL and Redis", marks=pytest.mark.soak)]


@dataclass(frozen=True)
class Shown:
    """Units and centers of a phase, as lines such as `FRANCE A PAR`."""

    phase: str
    units: frozenset[str]
    dislodged: frozenset[str]
    centers: frozenset[str]


@dataclass(frozen=True)
class Entry:
    """A phase of the record; the last phase of a game has no orders."""

    position: Shown
    orders: Mapping[str, list[str]]


@dataclass(frozen=True)
class Table:
    """A recorded game and the game that repeats it; `holders` are the players by power."""

    name: str
    record: list[Entry]
    game: Game
    holders: Mapping[str, int]


@dataclass(frozen=True)
class Sheet:
    game: Game
    phase: str
    power: str
    orders: list[str]
    mode: str


def record() -> dict[str, list[Entry]]:
    games: dict[str, list[Entry]] = {}
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            position = Shown(
                row["phase"], *(_lines(row[name]) for name in ("units", "dislodged", "centers"))
            )
            games.setdefault(row["game"], []).append(Entry(position, row.get("orders", {})))
    return games


def _lines(by_power: Mapping[str, list[str]]) -> frozenset[str]:
    return frozenset(f"{power} {what}" for power, several in by_power.items() for what in several)


def shown(phase: Phase) -> Shown:
    """Return a phase as the site has stored it."""
    units = list(phase.units.select_related("seat"))
    return Shown(
        phase.code,
        frozenset(f"{unit.seat.power} {unit}" for unit in units if not unit.dislodged),
        frozenset(f"{unit.seat.power} {unit}" for unit in units if unit.dislodged),
        frozenset(f"{c.seat.power} {c.province}" for c in phase.centers.select_related("seat")),
    )


@pytest.mark.parametrize("services", KINDS, indirect=True)
def test_recorded_games_end_as_they_did(
    services: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    games = record()
    if not SOAK:
        games = {name: games[name] for name in FEWER}
    clock = SiteClock(tmp_path)
    with (
        running(tmp_path, **services, **clock.environment, **IN_A_HURRY) as site,
        play.looking_into(site, django_db_blocker),
    ):
        figures = play_again(site, clock, games)
    print(dict(figures))
    if len(games) == FIGURES["games"]:
        assert figures == FIGURES
    phases = sum(figures[f"{kind.name.lower()} phases"] for kind in PhaseType)
    assert phases == sum(len(entries) - 1 for entries in games.values())


def play_again(site: Site, clock: SiteClock, games: Mapping[str, list[Entry]]) -> Counter[str]:
    figures = Counter(games=len(games))
    with contextlib.ExitStack() as stack:
        people = play.people(*NAMES)
        browsers = [stack.enter_context(Browser(site, person)) for person in people]
        pool = stack.enter_context(ThreadPoolExecutor(len(browsers)))
        tables = sit_down(pool, browsers, games)
        for step in range(max(map(len, games.values())) - 1):
            going_on = [table for table in tables if step + 1 < len(table.record)]
            phases = [play.newest(table.game) for table in going_on]
            for table, phase in zip(going_on, phases, strict=True):
                assert shown(phase) == table.record[step].position, f"{table.name} {phase}"
            hands = deal(going_on, step, len(browsers))
            figures["sheets"] += sum(map(len, hands))
            list(pool.map(send, browsers, hands))
            clock.move_past(max(phase.due_at for phase in phases if phase.due_at))
            await_resolution(phases, site)
            for table, phase in zip(going_on, phases, strict=True):
                expected = table.record[step + 1].position
                assert shown(play.newest(table.game)) == expected, f"{table.name} after {phase}"
                figures += count(phase)
        list(pool.map(lambda browser: read_the_end(browser, tables), browsers))
    for table in tables:
        figures["solos"] += ended_in_a_solo(table)
    return figures


def sit_down(
    pool: ThreadPoolExecutor, browsers: list[Browser], games: Mapping[str, list[Entry]]
) -> list[Table]:
    """Everyone signs in and joins every game; the site draws the powers by lot."""
    master = play.people("Mia Master")[0]
    opened = {name: factories.open_game(master, title=f"Again {name}") for name in games}

    def sit(browser: Browser) -> None:
        browser.sign_in()
        for game in opened.values():
            browser.join(game)

    list(pool.map(sit, browsers))
    places = {browser.person.pk: place for place, browser in enumerate(browsers)}
    tables = []
    for name, game in opened.items():
        tenures = Tenure.objects.filter(seat__game=game).select_related("seat")
        holders = {tenure.seat.power: places[tenure.person_id] for tenure in tenures}
        assert sorted(holders.values()) == list(range(len(NAMES)))
        tables.append(Table(name, games[name], game, holders))
    return tables


def deal(tables: list[Table], step: int, hands: int) -> list[list[Sheet]]:
    """Return the sheets that each person has to send. A third of them are sent as text."""
    dealt: list[list[Sheet]] = [[] for _ in range(hands)]
    for number, table in enumerate(tables):
        entry = table.record[step]
        for power, orders in entry.orders.items():
            hand = dealt[table.holders[power]]
            mode = "text" if (number + step) % 3 == 0 else "rows"
            hand.append(Sheet(table.game, entry.position.phase, power, orders, mode))
    return dealt


def send(browser: Browser, sheets: list[Sheet]) -> None:
    for sheet in sheets:
        path = f"/games/{sheet.game.slug}/"
        if sheet.game.title.endswith(FORM_READ):
            page = browser.get(f"{path}{sheet.phase}/orders/{sheet.power}/")
            offered = {choice["value"] for choice in play.elements(page, tags=("option",))}
            missing = [text for text in sheet.orders if text not in offered]
            assert all(SPELT_OTHERWISE.search(text) for text in missing), f"{sheet}\n{page}"
        status, page = browser.order(
            sheet.game, sheet.phase, sheet.power, sheet.orders, mode=sheet.mode
        )
        assert status == 302, f"{sheet}\n{page}"
    if sheets and (SOAK or sheets[-1].power in READ):
        # The last redirect is followed, as a browser would; its page says what was saved.
        assert browser.get(path).count("counts at the deadline") >= len(sheets)


def await_resolution(phases: list[Phase], site: Site) -> None:
    waiting = Phase.objects.open().filter(pk__in=[phase.pk for phase in phases])
    until(
        lambda: not waiting.exists(),
        seconds=60,
        what=f"{phases} are resolved; the site's log:\n{site.logged()[-3000:]}",
    )


def count(phase: Phase) -> Counter[str]:
    """Count the events of a resolved phase in the site's rows."""
    kind = phase.type
    figures = Counter({f"{kind.name.lower()} phases": 1})
    rows = list(phase.orders.select_related("unit", "seat"))
    given = [row for row in rows if row.given]
    done = {row.text.removesuffix(" VIA") for row in rows if row.outcome == "succeeds"}
    if kind == PhaseType.MOVEMENT:
        carried = Counter(
            row.text.partition(" C ")[2]
            for row in rows
            if row.kind == "convoy" and row.outcome == "available"
        )
        figures["convoys"] = len(carried.keys() & done)
        figures["convoys by several fleets"] = sum(
            1 for move, fleets in carried.items() if move in done and fleets > 1
        )
    elif kind == PhaseType.RETREAT:
        figures["retreats with a choice"] = sum(
            row.kind == "retreat" and " " in row.unit.retreats for row in given if row.unit
        )
    else:
        position = positions.load(phase)
        figures["removals"] = sum(row.kind == "disband" for row in given)
        figures["removals by the rules"] = (
            sum(row.kind == "disband" for row in rows) - figures["removals"]
        )
        builds = sum(adjustment(position, power).builds for power in position.powers)
        figures["unused builds"] = builds - sum(row.kind == "build" for row in given)
    figures["orders"] = len(given)
    return figures


def read_the_end(browser: Browser, tables: list[Table]) -> None:
    for table in tables:
        page = browser.get(f"/games/{table.game.slug}/")
        assert ("has won the game" in page) == (table.name in SOLOS)


def ended_in_a_solo(table: Table) -> bool:
    game = Game.objects.get(pk=table.game.pk)
    assert (game.status == Game.Status.FINISHED) == (table.name in SOLOS)
    won = [seat.power for seat in game.seats.filter(result="won")]
    if not won:
        return False
    assert won == [SOLOS[table.name]]
    last = table.record[-1].position.centers
    assert sum(line.startswith(won[0]) for line in last) >= 18
    assert play.newest(game).status == Phase.Status.FINAL
    return True
