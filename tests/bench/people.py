"""`./run bench people`: pages about people and of figures, with 10,000 games and 5,000 people.

On PostgreSQL as installed. Each page is requested within this process, by somebody who is signed in
and by a stranger: once with empty caches, as after a start of the site, and then again and again.
Wall time goes from the request to the whole answer.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tests import measured

from . import host, site

if TYPE_CHECKING:
    from .page_costs import Visitor

PEOPLE, GAMES, HISTORIES = 5000, 10_000, 1000
ROUNDS = 5
SOME = 10
"""So many people, games or pages of a list are asked for."""
BOUND = 0.150
"""Seconds within which 95 of 100 answers are to come."""


@dataclass
class Page:
    """The most queries of a page, seconds of each answer, and seconds of the processor.

    A plain loop runs after each request, to compare two days and two machines.
    """

    queries: int = 0
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    cold_cpu: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    loops: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        cold, warm, loop = _p95(self.cold), _p95(self.warm), median(self.loops)
        return (
            f"| {name} | {self.queries} | {median(self.warm) * 1000:.0f} | **{warm * 1000:.0f}**"
            f" | **{cold * 1000:.0f}** | {_p95(self.cpu) / loop:.1f}"
            f" | {_p95(self.cold_cpu) / loop:.1f} |"
        )

    @property
    def is_quick(self) -> bool:
        return max(_p95(self.cold), _p95(self.warm)) <= BOUND


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench people", description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--histories", type=int, default=HISTORIES, help="games with all phases")
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    machine = host.describe()
    with site.servers():
        lines = _lines(machine, options)
    print("\n".join(lines))
    if not options.keep:
        measured.write("people", lines)


def _lines(machine: Sequence[str], options: argparse.Namespace) -> list[str]:
    from config import garbage_collection
    from games.statistics.ratings import recompute

    from . import many_people, tables

    _say("filling the database")
    many_people.fill(people=options.people, games=options.games, histories=options.histories)
    began, spent = time.perf_counter(), time.process_time()
    summary = recompute.recompute()
    seconds, cpu = time.perf_counter() - began, time.process_time() - spent
    began = time.perf_counter()
    assert recompute.recompute_if_due() is None
    looked = time.perf_counter() - began
    tables.settle()
    garbage_collection.prepare_forks()  # as a web process
    _say("asking for pages")
    pages = _measure()
    load, loop = os.getloadavg()[0], median(each for page in pages.values() for each in page.loops)
    slow = [name for name, page in pages.items() if not page.is_quick]
    return [
        "## People and figures",
        "",
        f"`./run bench people`. {machine[0]}",
        *machine[1:],
        f"{tables.server()}.",
        f"{options.games:,} games, {options.histories:,} of them with all their phases,",
        f"and {options.people:,} people. All ratings were computed from {summary.games:,} games",
        f"in {seconds:.1f} s, {cpu:.1f} s of them CPU of this process;",
        f"to see that nothing is due took {looked * 1000:.0f} ms.",
        "",
        f"Each page is requested for up to {SOME} people, games or questions:",
        f"once with empty caches, then {ROUNDS} times.",
        f"CPU is that of this process, p95, in loops of {loop * 1000:.1f} ms:",
        "`sum(i * i for i in range(200_000))`.",
        f"The load while pages were asked for was {load:.1f}.",
        "",
        "| page | queries | median, ms | p95 | p95, empty caches | CPU | CPU, empty caches |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(page.row(name) for name, page in pages.items()),
        "",
        f"Later than {BOUND * 1000:.0f} ms, p95: {', '.join(slow) or 'none'}.",
    ]


def _measure() -> dict[str, Page]:
    from accounts.models import User

    from .page_costs import Visitor

    found: dict[str, Page] = {}
    reader = User.objects.order_by("pk")[100]
    readers = {"": Visitor(reader), ", stranger": Visitor()}
    for name, paths in _pages().items():
        for who, visitor in readers.items():
            if "signed in" in name and who:
                continue
            found[f"{name}{who}"] = _page(visitor, paths)
    return found


def _page(visitor: "Visitor", paths: Sequence[str]) -> Page:
    """Request each path with empty caches, then several times."""
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from . import page_costs

    page = Page()
    for path in paths:
        for name in ("game_parts", "order_parts", "statistics"):
            caches[name].clear()
        began, spent = time.perf_counter(), time.process_time()
        answer = visitor.ask(path)
        page.cold.append(time.perf_counter() - began)
        page.cold_cpu.append(time.process_time() - spent)
        assert answer.status == 200, (path, answer.status)
        with CaptureQueriesContext(connection) as caught:
            visitor.ask(path)
        page.queries = max(page.queries, len(caught))
        for _ in range(ROUNDS):
            began, spent = time.perf_counter(), time.process_time()
            visitor.ask(path)
            page.warm.append(time.perf_counter() - began)
            page.cpu.append(time.process_time() - spent)
            page.loops.append(page_costs.loop())
    return page


def _pages() -> Mapping[str, Sequence[str]]:
    """The addresses to ask for, by the name of their page."""
    return dict(_named_pages())


def _named_pages() -> Iterator[tuple[str, list[str]]]:
    from django.db.models import Count

    from accounts.models import Profile, User
    from games.models import Club, Game, Tournament
    from games.web.pages.profile import url_of

    shown = User.objects.filter(
        profile__visibility=Profile.Visibility.EVERYONE, profile__lists_games=True
    ).annotate(number=Count("tenures"))
    busy, quiet = shown.order_by("-number", "pk")[:SOME], shown.order_by("number", "pk")[:SOME]
    yield "profile, many games", [url_of(person) for person in busy]
    yield "profile, few games", [url_of(person) for person in quiet]
    for ladder in ("full", "gunboat", "few"):
        yield (
            f"ratings, {ladder}",
            [f"/ratings/?list={ladder}&page={page}" for page in (1, 2, 20, 9999)],
        )
    yield (
        "ratings of a person",
        [f"/ratings/people/{person.pk}/?page={page}" for person in busy for page in (1, 3)][:SOME],
    )
    yield "statistics of the site", [f"/statistics/{question}" for question in _questions()]
    yield "openings of a power", [f"/openings/{p}/" for p in ("FRANCE", "RUSSIA", "TURKEY")]
    yield "an opening", list(_openings())
    yield (
        "list of games",
        [
            f"/games/{question}"
            for question in ("", "?status=finished", "?status=finished&page=9999", "?status=lobby")
        ],
    )
    for cup in Tournament.objects.all():
        yield "a tournament", [cup.get_absolute_url()] * SOME
        yield "a round of it", [row.get_absolute_url() for row in cup.rounds.all()]
    for club in Club.objects.all():
        address = club.get_absolute_url()
        yield "a club", [f"{address}?list={ladder}" for ladder in ("full", "gunboat", "few")]
    lobbies = Game.objects.filter(status=Game.Status.LOBBY).order_by("pk")[:SOME]
    yield "a lobby with reliability", [game.get_absolute_url() for game in lobbies]
    whole = Game.objects.filter(status=Game.Status.FINISHED).annotate(number=Count("phases"))
    games = [game.get_absolute_url() for game in whole.filter(number__gt=10).order_by("pk")[:SOME]]
    yield "statistics of a game", [f"{url}statistics/" for url in games]
    yield "replay of a game", [f"{url}replay/S1903M/" for url in games]


def _questions() -> list[str]:
    """No choice, and each choice alone."""
    chosen: tuple[dict[str, str], ...] = (
        {},
        {"source": "here"},
        {"press": "full"},
        {"press": "none"},
        {"pace": "day"},
        {"edition": "2000"},
        {"setup": "standard", "source": "here", "press": "full", "pace": "day"},
        {"source": "recorded"},
    )
    return [f"?{urlencode(each)}" if each else "" for each in chosen]


def _openings() -> Iterator[str]:
    from games.statistics import site_figures

    for power in ("FRANCE", "RUSSIA"):
        springs = site_figures.springs(site_figures.Selection("standard"), power)
        for each in springs.most[: SOME // 2]:
            yield f"/openings/{power}/?{urlencode({'orders': each.orders})}"


def _p95(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=20, method="inclusive")[-1]


def _say(what: str) -> None:
    print(f"bench: {what}", file=sys.stderr, flush=True)
