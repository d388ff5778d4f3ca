"""Pages of the course: the list of lessons, a board with its task, and the results of a try."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from .... import access, wording
from ....board import pictures
from ....course import progress, tries
from ....course.hints import hint_for
from ....course.lessons import Exercise, all_lessons, lesson_called, next_exercise
from ....sandbox import address
from ....sandbox.drawing import board_of, board_with_results, signs_of
from ....sandbox.line import Line
from ....sandbox.results import results_of
from ..history import HistorySteps, Step
from ..sandbox.line import PowerResults, power_lists


def exercise_url(exercise: Exercise) -> str:
    """The address of an exercise."""
    return reverse("games:lesson", args=[exercise.lesson, exercise.number])


def try_url(exercise: Exercise, line: Line) -> str:
    """The address of a try at an exercise: of its orders, or of their results."""
    return reverse("games:lesson_try", args=[exercise.lesson, exercise.number, address.write(line)])


@dataclass(frozen=True)
class ExerciseLine:
    """An exercise in the list of lessons."""

    name: str
    title: str
    url: str
    is_done: bool


def course_page(viewer: access.Viewer) -> dict[str, Any]:
    """Context of the list of lessons with their exercises; `next_url` is the first not done."""
    done = set(progress.done_by(viewer))
    lessons = [
        (lesson, [_exercise_line(each, done) for each in lesson.exercises])
        for lesson in all_lessons()
    ]
    every = [line for _lesson, several in lessons for line in several]
    left = next((line for line in every if not line.is_done), every[0])
    return {"lessons": lessons, "next_url": left.url, "is_begun": left != every[0]}


def _exercise_line(exercise: Exercise, done: Collection[str]) -> ExerciseLine:
    return ExerciseLine(
        exercise.name, exercise.title, exercise_url(exercise), exercise.name in done
    )


def position_page(exercise: Exercise, line: Line) -> dict[str, Any]:
    """Context of the board of an exercise with the reader's orders."""
    position = line.position
    lists = [each for each in power_lists(line) if each.code in exercise.learners]
    return _page(exercise) | {
        "board": board_of(tries.as_shown(exercise, line), exercise.text("title")),
        "kind": position.phase.type,
        "power_lists": lists,
        "choices": {"map_places": pictures.places_of(position.board)},
        "reload_url": try_url(exercise, line),
        "general_hint": exercise.text("hint"),
        "shown_orders": [] if exercise.is_hidden else _orders_of_others(exercise),
        "hides_orders": exercise.is_hidden,
    }


def saved_page(exercise: Exercise, line: Line) -> dict[str, Any]:
    """Context of the answer to orders that were chosen on the map."""
    signs = signs_of(tries.as_shown(exercise, line))
    return {"signs": signs.lines + signs.badges, "line_url": try_url(exercise, line)}


def results_page(exercise: Exercise, line: Line) -> dict[str, Any]:
    """Context of the results of a try, and of what comes next or how to do better."""
    phase = line.phases[0]
    results = results_of(phase)
    following = next_exercise(exercise)
    return _page(exercise) | {
        "board": board_with_results(phase, exercise.text("title")),
        "results": [
            (PowerResults(power, wording.power(power)), lines) for power, lines in results.items()
        ],
        "rules": wording.rules(each.rule for lines in results.values() for each in lines),
        "hint": hint_for(exercise, line),
        "success": exercise.text("success"),
        "again_url": try_url(exercise, tries.again(exercise, line)),
        "next_url": exercise_url(following) if following else reverse("games:course_end"),
        "sandbox_url": reverse("games:sandbox_results", args=[address.write(line), 1]),
    }


def _page(exercise: Exercise) -> dict[str, Any]:
    """Context that all pages of an exercise share; its steps are the exercises of its lesson."""
    lesson = lesson_called(exercise.lesson)
    steps = [Step(exercise_url(each), each.text("title")) for each in lesson.exercises]
    return {
        "lesson": lesson,
        "exercise": exercise,
        "heading": exercise.text("title"),
        "task": exercise.text("task"),
        "steps": HistorySteps(steps, exercise.number - 1),
        "phase_name": wording.phase_name(exercise.start.position.phase),
        "learner_names": wording.powers(exercise.learners),
        "place": _("Board %(number)s of %(total)s")
        % {"number": exercise.number, "total": len(lesson.exercises)},
    }


def _orders_of_others(exercise: Exercise) -> list[tuple[str, str, list[str]]]:
    """Code, name and orders in words of each other power."""
    position = exercise.start.position
    write = partial(
        wording.order_text, board=position.board, during=position.phase.type, position=position
    )
    return [
        (power, wording.power(power), [write(text) for text in texts])
        for power, texts in exercise.others.items()
    ]
