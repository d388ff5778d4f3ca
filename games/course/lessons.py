"""The lessons of the course: files with exercises, each a position, a task and a goal."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import DEFAULT_RULES
from adjudicator.json_lines import read_position

from ..help.books import language
from ..sandbox.line import Line
from .goals import Goal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..sandbox.line import Sheets

FOLDER = Path(__file__).with_name("lessons")
TEXTS = frozenset({"title", "task", "hint", "success"})


@dataclass(frozen=True)
class Exercise:
    """A board with a task.

    `learners` are the powers that the reader orders, `others` the orders of the other powers. They
    are shown on the board beforehand unless `is_hidden`. `texts` has title, task, hint and success
    by language. `is_only` says that there is only one solution.
    """

    lesson: str
    number: int
    start: Line
    learners: tuple[str, ...]
    others: Sheets
    is_hidden: bool
    goal: Goal
    texts: Mapping[str, Mapping[str, str]]
    is_only: bool

    @property
    def name(self) -> str:
        """The name by which progress knows it, such as “support/2”."""
        return f"{self.lesson}/{self.number}"

    @property
    def title(self) -> str:
        return self.text("title")

    def text(self, kind: str) -> str:
        """The title, task, hint or success in the reader's language."""
        return self.texts[language()][kind]


@dataclass(frozen=True)
class Lesson:
    """A lesson; `texts` has its title and introduction by language."""

    slug: str
    number: int
    texts: Mapping[str, Mapping[str, str]]
    exercises: tuple[Exercise, ...]

    @property
    def title(self) -> str:
        return self.texts[language()]["title"]

    @property
    def introduction(self) -> str:
        return self.texts[language()]["introduction"]


@cache
def all_lessons() -> tuple[Lesson, ...]:
    """All lessons in the order of the course."""
    return tuple(_lesson(path) for path in sorted(FOLDER.glob("*.toml")))


def lesson_called(slug: str) -> Lesson:
    """Return a lesson; raises `KeyError` if there is none with this name."""
    for lesson in all_lessons():
        if lesson.slug == slug:
            return lesson
    raise KeyError(slug)


def exercise_at(slug: str, number: int) -> Exercise:
    """Return an exercise; numbers begin with 1. Raises `KeyError` if there is none."""
    exercises = lesson_called(slug).exercises
    if not 1 <= number <= len(exercises):
        raise KeyError(number)
    return exercises[number - 1]


def next_exercise(exercise: Exercise) -> Exercise | None:
    """The exercise after this one, perhaps of the next lesson; None after the last."""
    every = [each for lesson in all_lessons() for each in lesson.exercises]
    place = every.index(exercise) + 1
    return every[place] if place < len(every) else None


def _lesson(path: Path) -> Lesson:
    number, slug = path.stem.split("-", 1)
    body = tomllib.loads(path.read_text(encoding="utf-8"))
    exercises = tuple(
        _exercise(slug, place, each) for place, each in enumerate(body["boards"], start=1)
    )
    return Lesson(slug, int(number), body["texts"], exercises)


def _exercise(slug: str, number: int, body: Mapping[str, Any]) -> Exercise:
    question = {name: body[name] for name in _QUESTION if name in body}
    return Exercise(
        lesson=slug,
        number=number,
        start=Line(read_position(question), body.get("edition", DEFAULT_RULES.name)),
        learners=tuple(body["learners"]),
        others=body.get("orders", {}),
        is_hidden=body.get("hidden", False),
        goal=Goal.parse(body["goal"]),
        texts=body["texts"],
        is_only=body.get("only", False),
    )


_QUESTION = ("phase", "units", "centers", "dislodged")
