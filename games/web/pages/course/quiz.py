"""Pages of the quiz: the list of questions, a question, and its answer."""

from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .... import wording
from ....course.quiz import Question, all_questions
from ....sandbox import address
from ....sandbox.drawing import board_of, board_with_results
from ....sandbox.results import results_of
from ..history import HistorySteps, Step
from ..sandbox.line import PowerResults

_ANSWERS = {
    "holds": gettext_lazy("It holds."),
    "dislodged": gettext_lazy("It is dislodged."),
    "succeeds": gettext_lazy("It succeeds."),
    "fails": gettext_lazy("It fails, and the unit stays."),
    "given": gettext_lazy("The support counts."),
    "cut": gettext_lazy("The support is cut."),
    "void": gettext_lazy("The order is void."),
    "available": gettext_lazy("The convoy is not disrupted."),
    "disrupted": gettext_lazy("The convoy is disrupted."),
}


def question_url(question: Question) -> str:
    """The address of a question."""
    return reverse("games:question", args=[question.number])


def quiz_page() -> dict[str, Any]:
    """Context of the list of questions."""
    questions = [(each, question_url(each)) for each in all_questions()]
    return {"questions": questions, "first_url": questions[0][1]}


def question_page(question: Question) -> dict[str, Any]:
    """Context of a question: the board with all orders, and the answers to choose from."""
    return _page(question) | {
        "board": board_of(question.before, _name(question)),
        "answers": [(code, _ANSWERS[code]) for code in question.answers],
    }


def answer_page(question: Question, answer: str) -> dict[str, Any]:
    """Context of the results, after somebody has chosen an answer."""
    results = results_of(question.phase)
    asked = next(
        each for each in results[question.result.power] if each.canonical == question.result.text
    )
    following = question.number % len(all_questions())
    return _page(question) | {
        "board": board_with_results(question.phase, _name(question)),
        "is_right": answer == question.answer,
        "right_answer": _ANSWERS[question.answer],
        "asked": asked,
        "results": [
            (PowerResults(power, wording.power(power)), lines) for power, lines in results.items()
        ],
        "rules": wording.rules(each.rule for lines in results.values() for each in lines),
        "next_url": question_url(all_questions()[following]),
        "sandbox_url": reverse(
            "games:sandbox_results", args=[address.write(question.before.resolved()), 1]
        ),
    }


def _page(question: Question) -> dict[str, Any]:
    """Context that a question shares with its answer; its steps are all questions."""
    position = question.before.position
    steps = [Step(question_url(each), _name(each)) for each in all_questions()]
    write = partial(wording.order_text, question.result.text, position.board)
    return {
        "question": question,
        "heading": _name(question),
        "order": write(position=position),
        "order_words": write(style="words", position=position),
        "steps": HistorySteps(steps, question.number - 1),
        "phase_name": wording.phase_name(position.phase),
        "power": PowerResults(question.result.power, wording.power(question.result.power)),
    }


def _name(question: Question) -> str:
    return _("Question %(number)s") % {"number": question.number}
