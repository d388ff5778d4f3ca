"""Loading recorded games, against a count of their lines that knows no models."""

import gzip
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command

from adjudicator import adjudicate
from games.models import GameResult, PowerResult
from games.statistics import site_figures
from games.statistics.site_figures import RECORDED, Selection
from tests.adjudicator import recorded

pytestmark = pytest.mark.django_db

Lines = list[dict[str, Any]]
CHOSEN = Selection("standard", source=RECORDED)


def lines(games: int = 10) -> Lines:
    """The first recorded games of the tests in the form of the command."""
    several = json.loads(_all_lines())
    names = list(dict.fromkeys(line["id"].split(":")[0] for line in several))
    return [line for line in several if line["id"].split(":")[0] in names[:games]]


@cache
def _all_lines() -> str:
    found = []
    for position, row in zip(recorded.positions(), recorded.rows(), strict=True):
        if "orders" not in row:  # the last position of a game
            continue
        after = adjudicate(position, row["orders"]).next
        found.append(
            {
                "id": f"{row['game']}:{row['phase']}",
                **{name: row[name] for name in ("phase", "units", "centers", "orders")},
                "dislodged": row["dislodged"],
                "after": {
                    "units": [f"{power} {u}" for power, us in after.units.items() for u in us],
                    "centers": {power: [*own] for power, own in (after.centers or {}).items()},
                },
            }
        )
    return json.dumps(found)


def write(path: Path, several: Lines) -> Path:
    path.write_text("\n".join(json.dumps(each) for each in several))
    return path


def load(path: Path) -> str:
    caches["statistics"].clear()
    told = StringIO()
    call_command("load_games", str(path), stdout=told)
    return told.getvalue()


# A count of its own: it reads the lines and nothing else


def count_results(path: Path) -> dict[str, Counter[str]]:
    """The results of each power and the sum of its centers."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for line in last_lines(path):
        centers = _owners(line)
        units = {text.split()[0] for text in line["after"]["units"]}
        units |= {text.split()[0] for text in line["after"].get("dislodged", ())}
        for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
            number = len(centers.get(power, []))
            lives = number or power in units
            result = "won" if number >= 18 else "survived" if lives else "eliminated"
            found[power][result] += 1
            found[power]["centers"] += number
    return found


def count_lengths(path: Path) -> Counter[int]:
    """The numbers of games by years: those that are named by a phase, of 1901 and so on."""
    years: dict[str, set[str]] = defaultdict(set)
    for line in read(path):
        years[line["id"].split(":")[0]].add(line["phase"][1:5])
    return Counter(len(several) for several in years.values())


def count_ends(path: Path) -> Counter[str]:
    """The numbers of games by their end: with 18 centers, or without a recorded end."""
    return Counter(
        "solo" if any(len(own) >= 18 for own in _owners(line).values()) else "unknown"
        for line in last_lines(path)
    )


def _owners(line: dict[str, Any]) -> dict[str, list[str]]:
    owners: dict[str, list[str]] = line["after"].get("centers") or line["centers"]
    return owners


def last_lines(path: Path) -> Lines:
    return list({line["id"].split(":")[0]: line for line in read(path)}.values())


def read(path: Path) -> Lines:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path) as file:
        return [json.loads(line) for line in file]


def count_openings(path: Path, power: str, phase: str = "S1901M") -> Counter[str]:
    """The sets of orders of a power in its first spring or fall; other units hold."""
    found: Counter[str] = Counter()
    for line in read(path):
        if line["phase"] == phase and line["units"].get(power):
            given = line["orders"].get(power, [])
            named = {" ".join(text.split()[:2]) for text in given}
            held = [f"{unit} H" for unit in line["units"][power] if unit not in named]
            found[", ".join(sorted([*given, *held]))] += 1
    return found


def check_against_the_count(path: Path) -> None:
    """Compare all figures of recorded games with an independent count of the file."""
    figures = site_figures.site(CHOSEN)
    expected = count_results(path)
    assert figures.powers.keys() == expected.keys()
    assert figures.games == len(last_lines(path))
    assert figures.lengths == count_lengths(path)
    assert figures.ends == count_ends(path)
    for power, counted in expected.items():
        totals = figures.powers[power]
        assert totals.won == counted["won"]
        assert totals.survived == counted["survived"]
        assert totals.eliminated == counted["eliminated"]
        assert totals.shared == 0
        assert totals.centers == pytest.approx(counted["centers"] / totals.games)
        springs = site_figures.springs(CHOSEN, power)
        assert {each.orders: each.totals.games for each in springs.most} == dict(
            count_openings(path, power).most_common(site_figures.MOST_OPENINGS)
        )
        followed: Counter[str] = Counter()
        for each in springs.most:
            for fall in site_figures.falls(CHOSEN, power, each.orders).most:
                followed[fall.orders] += fall.totals.games
        assert followed == count_openings(path, power, "F1901M")


def test_all_figures_of_recorded_games_equal_an_independent_count(tmp_path: Path) -> None:
    """Set `RECORDED_GAMES` to the path of a file to count that one instead of ten games."""
    given = os.environ.get("RECORDED_GAMES")
    path = Path(given) if given else write(tmp_path / "games.jsonl", lines())
    number = len(last_lines(path))
    assert f"{number} games loaded, 0 known already, 0 refused" in load(path)
    check_against_the_count(path)


@pytest.mark.parametrize("field", ["last_year", "end"])
def test_the_count_notices_a_wrong_length_or_end(tmp_path: Path, field: str) -> None:
    path = write(tmp_path / "games.jsonl", lines())
    load(path)
    wrong = GameResult.objects.first()
    assert wrong is not None
    wrong.last_year += 30 * (field == "last_year")
    wrong.years = wrong.last_year - wrong.first_year + 1
    if field == "end":
        wrong.end = "draw"
    wrong.save(update_fields=["last_year", "years", "end"])
    with pytest.raises(AssertionError):
        check_against_the_count(path)


def test_the_count_notices_a_wrong_figure(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", lines())
    load(path)
    wrong = PowerResult.objects.filter(power="FRANCE").first()
    assert wrong is not None
    wrong.spring = "A MAR H, A PAR H, F BRE H"
    wrong.save(update_fields=["spring"])
    with pytest.raises(AssertionError):
        check_against_the_count(path)


def test_loading_again_doubles_nothing_and_a_packed_file_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", lines())
    packed = tmp_path / "games.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    load(path)
    before = list(PowerResult.objects.values())
    assert "0 games loaded, 10 known already, 0 refused" in load(packed)
    assert list(PowerResult.objects.values()) == before


def wrong(number: int, **fields: object) -> Callable[[Lines], None]:
    def change(several: Lines) -> None:
        several[number].update(fields)

    return change


def repeat_the_first(several: Lines) -> None:
    several.append(several[0])


def leave_out_the_first(several: Lines) -> None:
    several.pop(0)


def exchange(several: Lines) -> None:
    several[1], several[2] = several[2], several[1]


@pytest.mark.parametrize(
    ("change", "line", "right"),
    [
        (wrong(1, orders={"FRANCE": ["A PAR flies home"]}), 2, "understood"),
        (wrong(1, orders={"FRANCE": ["A CON H"]}), 2, "one order to each of its units"),
        (wrong(1, orders={"UTOPIA": []}), 2, "its powers are: AUSTRIA"),
        (wrong(1, id="game_10610/F1901M"), 2, "such as “game-1:S1901M”"),
        (wrong(1, centers=None), 2, "“centers” must give"),
        (wrong(1, after=[]), 2, "“after” must have"),
        (wrong(0, setup="utopia"), 1, "must be one of: "),
        (wrong(1, units=[]), 2, "an object"),
        (leave_out_the_first, 1, "must begin with S1901M"),
        (exchange, 3, "must follow"),
        (repeat_the_first, None, "must stand together"),
    ],
)
def test_a_wrong_line_is_named_and_only_its_game_is_refused(
    tmp_path: Path, change: Callable[[Lines], None], line: int | None, right: str
) -> None:
    several = lines(2)
    name = several[0]["id"].split(":")[0]
    change(several)
    path, told = write(tmp_path / "games.jsonl", several), StringIO()
    with pytest.raises(CommandError):
        call_command("load_games", str(path), stdout=told, stderr=told)
    assert f"line {line or len(several)}: " in told.getvalue()
    assert right in told.getvalue()
    assert "1 games loaded, 0 known already, 1 refused" in told.getvalue()
    assert not GameResult.objects.filter(name=name).exists()


def test_a_line_that_is_no_json_spoils_the_game_before_it(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", lines(2))
    several = path.read_text().split("\n")
    several[3] = several[3][:50]
    path.write_text("\n".join(several))
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("load_games", str(path), stdout=told, stderr=told)
    assert told.getvalue().startswith("line 4: ")
    assert GameResult.objects.count() == 1


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can’t be read"):
        call_command("load_games", str(tmp_path / "nothing.jsonl"))
