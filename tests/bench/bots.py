"""`./run bench bots`: tournaments of the programs that play, and the time they take to decide.

One seat is Consul's, the six others are played by Novices, by random players, or by the Consul of
an older commit (`--previous REVISION`). Seats rotate, and seeds are fixed: the same numbers give
the same games. A game ends with a solo or after ten game years; who has most centers then is first,
alone or with others. Intervals are 95 %: Wilson's for shares, and normal ones for centers. A
decision is timed in processor time, also as a multiple of a plain loop that is timed beside it.
"""

import argparse
import importlib.util
import io
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from statistics import fmean, median, stdev
from typing import TYPE_CHECKING, NamedTuple

from tests import measured

from . import host
from .bot_games import YEARS, Game, play, random_player

if TYPE_CHECKING:
    from games.bots.programs.view import ChooseOrders

ROOT = Path(__file__).resolve().parents[2]
MANY_UNITS = 15
PREVIOUS = "previous Consuls"
Z = 1.96


class Task(NamedTuple):
    """One game to play."""

    against: str
    number: int
    limit: int
    revision: str


def main(arguments: Sequence[str]) -> None:
    from games.bots.programs import consul

    parser = argparse.ArgumentParser(prog="./run bench bots", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="against each kind of opponents")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, its seed")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--limit", type=int, default=consul.LIMIT, help="resolved phases a decision"
    )
    parser.add_argument(
        "--previous", metavar="REVISION", default="", help="also against its Consul"
    )
    parser.add_argument("--only", choices=("novices", "random", "previous"))
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    kinds = [*OPPONENTS, *([PREVIOUS] if options.previous else [])]
    if options.only:
        kinds = [kind for kind in kinds if options.only in kind.lower()]
    machine = host.describe()
    loop = median(_loop() for _ in range(9))
    rows = []
    with ProcessPoolExecutor(options.processes) as pool:
        for kind in kinds:
            numbers = range(options.first, options.first + options.games)
            tasks = [Task(kind, number, options.limit, options.previous) for number in numbers]
            games = []
            for task, game in zip(tasks, pool.map(_play, tasks), strict=True):
                games.append(game)
                _say(task, game)
            rows.append(_row(kind, games, loop))
    lines = [*_head(options, machine, loop), *rows]
    print("\n".join(lines))
    if not (options.keep or options.only):
        measured.write("bots", lines)


def _novice() -> "ChooseOrders":
    from games.bots.programs import novice

    return novice.choose_orders


OPPONENTS = {"six Novices": _novice, "six random players": lambda: random_player}


def _play(task: Task) -> Game:
    from adjudicator import load_setup
    from games.bots.programs import consul

    others = OPPONENTS[task.against]() if task.against in OPPONENTS else _previous(task.revision)
    powers = load_setup("standard").powers
    seat = powers[task.number % len(powers)]
    players = {power: consul.choose_orders if power == seat else others for power in powers}
    return play(players, seat=seat, seed=f"{task.against} {task.number}", limit=task.limit)


@cache
def _previous(revision: str) -> "ChooseOrders":
    """The Consul of a commit, loaded as a package beside the one of the working tree."""
    folder = Path(tempfile.mkdtemp(prefix="bots-"))
    command = ["git", "archive", revision, "games/bots/programs"]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    name = "previous_bots"
    file = folder / "games/bots/programs/__init__.py"
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(file.parent)]
    )
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    found: ChooseOrders = importlib.import_module(f"{name}.consul").choose_orders
    return found


def _loop() -> float:
    began = time.thread_time()
    sum(i * i for i in range(200_000))
    return time.thread_time() - began


def _head(options: argparse.Namespace, machine: Sequence[str], loop: float) -> Iterator[str]:
    yield "## Programs that play"
    yield ""
    yield f"`./run bench bots --games {options.games} --first {options.first}`. {machine[0]}"
    yield from machine[1:]
    yield f"Up to {options.limit:,} resolved phases a decision, {YEARS} game years."
    yield f"A loop, `sum(i * i for i in range(200_000))`, takes {loop * 1000:.1f} ms."
    yield ""
    yield (
        "| Consul against | games | first | solo | survives | centers | decision, ms: median | p95"
        f" | p95 from {MANY_UNITS} units | in loops |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"


def _row(kind: str, games: Sequence[Game], loop: float) -> str:
    seconds = sorted(each.seconds for game in games for each in game.decisions)
    many = sorted(
        each.seconds for game in games for each in game.decisions if each.units >= MANY_UNITS
    )
    late, many_late = _p95(seconds), _p95(many)
    cells = [
        kind,
        str(len(games)),
        _share([game.is_first for game in games]),
        _share([game.own >= 18 for game in games]),
        _share([game.own > 0 for game in games]),
        _mean([game.own for game in games]),
        f"{median(seconds) * 1000:.0f}",
        f"{late * 1000:.0f}",
        f"**{many_late * 1000:.0f}** ({len(many)})" if many else "–",
        f"{many_late / loop:.0f}" if many else "–",
    ]
    return f"| {' | '.join(cells)} |"


def _p95(ranked: Sequence[float]) -> float:
    return ranked[int(len(ranked) * 0.95)] if ranked else 0.0


def _share(hits: Sequence[bool]) -> str:
    """A share in per cent with Wilson's interval."""
    count, share = len(hits), fmean(hits)
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    wide = Z / (1 + Z * Z / count) * (share * (1 - share) / count + Z * Z / (4 * count**2)) ** 0.5
    return f"**{share:.0%}** ({max(0, middle - wide):.0%} to {min(1, middle + wide):.0%})"


def _mean(figures: Sequence[int]) -> str:
    wide = Z * stdev(figures) / len(figures) ** 0.5 if len(figures) > 1 else 0.0
    return f"{fmean(figures):.1f} ± {wide:.1f}"


def _say(task: Task, game: Game) -> None:
    others = sorted((n for power, n in game.centers.items() if power != game.seat), reverse=True)
    first = "first" if game.is_first else ""
    text = f"{task.against} {task.number}: {game.seat} {game.own} {others} {first}"
    print(f"bench: {text}", file=sys.stderr, flush=True)
