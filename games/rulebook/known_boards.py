"""The boards of the rules: each diagram of the rulebooks, and each case of the DATC.

`diagrams/` has a file for each rulebook. `datc.json` has the Diplomacy Adjudicator Test Cases of
Lucas B. Kruijswijk, whose license allows copies of its cases. What they say happens is kept too.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from adjudicator import RULES, parse_order
from adjudicator.json_lines import read_position
from adjudicator.terms import PhaseType

from ..sandbox.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adjudicator import Position

    from ..sandbox.line import ResolvedPhase, Sheets

HERE: Final = Path(__file__).parent
DATC: Final = "datc"
_FATES: Final = {"dislodged", "destroyed"}


class Ending(NamedTuple):
    """An order in its canonical text, and the word that a book has for its outcome.

    The word is empty if the book says nothing.
    """

    power: str
    order: str
    outcome: str


@dataclass(frozen=True)
class RuleBoard:
    """A position with orders, and what a book says happens.

    `book` is the number of a rulebook or “datc”, `number` the board's number there. `title` is the
    title of a case of the DATC. `endings` has the orders of each phase, `dislodged` the units that
    are dislodged in the first, `units_after` all units at the end, with their powers, or None.
    """

    id: str
    book: str
    number: str
    title: str
    edition: str
    position: Position
    endings: tuple[tuple[Ending, ...], ...]
    dislodged: frozenset[str]
    units_after: tuple[str, ...] | None = None

    @property
    def is_case(self) -> bool:
        return self.book == DATC

    def line(self, edition: str = "") -> Line:
        """The line that begins here, with the orders; by default under the book's edition."""
        return Line(self.position, edition or self.edition).with_orders(_sheets(self.endings[0]))

    def resolved(self, edition: str = "") -> Line:
        """The line with the orders resolved, and the retreats too if the board has some."""
        line = self.line(edition).resolved()
        if len(self.endings) > 1 and line.position.phase.type is PhaseType.RETREAT:
            line = line.with_orders(_sheets(self.endings[1])).resolved()
        return line

    def differences(self, edition: str = "") -> list[str]:
        """Everything that does not end as the book says, in English; empty if all does."""
        line = self.resolved(edition)
        found = [
            f"{each.power} {each.order}: {each.outcome}"
            for endings, phase in zip(self.endings, line.phases, strict=False)
            for each in _unlike(endings, phase)
        ]
        for endings in self.endings[len(line.phases) :]:  # illegal if there is no phase for them
            found += [f"{each.power} {each.order}" for each in endings if each.outcome != "illegal"]
        results = line.phases[0].resolution.results
        dislodged = {str(each.unit) for each in results if each.dislodged}
        found += sorted(dislodged ^ self.dislodged)
        if self.units_after is not None and sorted(_standing(line)) != sorted(self.units_after):
            found.append(f"units: {', '.join(sorted(_standing(line)))}")
        return found


def _unlike(endings: Iterable[Ending], phase: ResolvedPhase) -> Iterable[Ending]:
    """The endings that are not among the results of a phase."""
    results = Counter(
        Ending(each.power, each.text, str(each.outcome)) for each in phase.resolution.results
    )
    return (Counter(each for each in endings if each.outcome) - results).elements()


def _standing(line: Line) -> list[str]:
    units = line.position.units
    return [f"{power} {unit}" for power, several in units.items() for unit in several]


def _sheets(endings: Iterable[Ending]) -> Sheets:
    sheets: dict[str, list[str]] = {}
    for power, order, _outcome in endings:
        sheets.setdefault(power, []).append(order)
    return sheets


@cache
def all_boards() -> Mapping[str, RuleBoard]:
    """All boards by id, in the order of their books."""
    boards = [
        *(_diagram(board, book) for book in _books() for board in book["board"]),
        *map(_case, json.loads((HERE / "datc.json").read_text(encoding="utf-8"))["cases"]),
    ]
    return {board.id: board for board in boards}


def _books() -> Iterable[dict[str, Any]]:
    for path in sorted((HERE / "diagrams").glob("*.toml")):
        yield tomllib.loads(path.read_text(encoding="utf-8"))


def _diagram(body: Mapping[str, Any], book: Mapping[str, Any]) -> RuleBoard:
    name, number = body["id"].split("-")
    question = {key: body[key] for key in ("phase", "units", "centers") if key in body}
    return RuleBoard(
        id=body["id"],
        book=name,
        number=number.lstrip("0"),
        title="",
        edition=book["edition"],
        position=read_position(question),
        endings=(
            tuple(Ending(power, *each) for power, rows in body["orders"].items() for each in rows),
        ),
        dislodged=frozenset(body.get("dislodged", ())),
    )


def _case(body: Mapping[str, Any]) -> RuleBoard:
    question = {"phase": "S1901M", "units": body["units"]}
    if body["phase"] == "build":
        question |= {"phase": "W1901A", "centers": body["supply_centers"]}
    position = read_position(question)
    endings = [_endings(body["orders"], position)]
    if "retreat_orders" in body:
        between = Line(position, DATC).with_orders(_sheets(endings[0])).resolved().position
        endings.append(_endings(body["retreat_orders"], between))
    gone = body.get("after_movement", {}).get("dislodged", ())
    return RuleBoard(
        id=f"{DATC}-{body['id'].replace('.', '-').lower()}",
        book=DATC,
        number=body["id"],
        title=body["title"],
        edition=DATC,
        position=position,
        endings=tuple(endings),
        dislodged=frozenset(unit.partition(" ")[2] for unit in gone),
        units_after=tuple(body[_last_phase(body)]["units"]),
    )


def _last_phase(body: Mapping[str, Any]) -> str:
    """The key of a case's last position."""
    return next(
        key for key in ("after_adjustment", "after_retreat", "after_movement") if key in body
    )


def _endings(rows: Sequence[tuple[str, str, list[str]]], position: Position) -> tuple[Ending, ...]:
    """The orders of a phase of a case, whose texts are those of English programs."""
    return tuple(
        Ending(
            power,
            str(parse_order(text, position, power, "en", RULES[DATC])),
            "".join(set(words) - _FATES),
        )
        for power, text, words in rows
    )
