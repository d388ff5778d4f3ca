"""Choose the questions of the quiz from recorded games and write games/course/questions.toml.

Run it as `python -m tests.games.course.choose_questions GAMES`, where GAMES is a gzipped file of
JSON lines, one for each phase, made from https://github.com/zond/godip-history. A question is a
movement phase in which hardly anything fails, with an order whose result follows from a numbered
rule: in most of them it fails, in some it succeeds against the appearance.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator import adjudicate
from adjudicator.json_lines import read_position
from adjudicator.reasons import IN_SHORT, rule_behind
from adjudicator.terms import SUCCESSFUL

WANTED = 40
MOST_OF_A_REASON = 4
MOST_FAILURES = 3
MOST_UNORDERED = 2
TOO_EASY = frozenset({"support_helped_move", "support_needless_move", "support_untested"})
Candidate = tuple[tuple[int, int], str, dict[str, Any]]
TARGET = Path("games/course/questions.toml")


def main(path: str) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        found = by_rarity(candidates(json.loads(line) for line in file))
    taken: Counter[str] = Counter()
    games: set[str] = set()
    chosen: list[dict[str, Any]] = []
    for _, code, question in found:
        game = question["source"].split(":")[0]
        if taken[code] < MOST_OF_A_REASON and game not in games and len(chosen) < WANTED:
            taken[code] += 1
            games.add(game)
            chosen.append(question)
    TARGET.write_text("\n".join(map(written, reversed(chosen))), encoding="utf-8")


def by_rarity(found: Iterator[Candidate]) -> list[Candidate]:
    """The candidates whose reasons are rare first, then those with few failures and few units."""
    every = list(found)
    number = Counter(code for _, code, _ in every)
    return sorted(every, key=lambda each: (number[each[1]], each[0]))


def candidates(rows: Iterator[dict[str, Any]]) -> Iterator[Candidate]:
    """For each phase that fits: how much fails and stands, the code of the reason, the question."""
    for row in rows:
        units = sum(map(len, row["units"].values()))
        if not row["phase"].endswith("M") or not row["orders"]:
            continue
        resolution = adjudicate(read_position(row), row["orders"])
        failed = [each for each in resolution.results if each.outcome not in SUCCESSFUL]
        unordered = sum(not each.given for each in resolution.results)
        if not 1 <= len(failed) <= MOST_FAILURES or unordered > MOST_UNORDERED:
            continue
        for each in resolution.results:
            reason = each.reason
            rule = rule_behind(reason.code, reason.params)
            if (
                each.given
                and each.order is not None
                and rule in IN_SHORT
                and reason.code not in TOO_EASY
            ):
                kept = {name: row[name] for name in ("phase", "units", "orders")}
                yield (
                    (len(failed), units),
                    reason.code,
                    kept | {"source": row["id"], "asked": each.text},
                )


def written(question: dict[str, Any]) -> str:
    lines = ["[[questions]]"]
    lines += [f"{name} = {json.dumps(question[name])}" for name in ("source", "asked", "phase")]
    for name in ("units", "orders"):
        lines.append(f"[questions.{name}]")
        lines += [f"{power} = {json.dumps(each)}" for power, each in question[name].items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1])
