"""The questions of the quiz and their answers."""

import pytest

from adjudicator.reasons import IN_SHORT, rule_behind
from games.course.quiz import Question, all_questions, answer_of


def name(question: Question) -> str:
    return question.source


@pytest.mark.parametrize("question", all_questions(), ids=name)
def test_the_answer_of_a_question_is_that_of_the_engine_and_has_a_rule(question: Question):
    again = question.before.resolved().phases[0].resolution.results
    asked = next(each for each in again if each.text == question.result.text)
    assert asked.given
    assert answer_of(asked) == question.answer
    assert question.answer in question.answers
    assert len(set(question.answers)) == len(question.answers)
    assert rule_behind(asked.reason.code, asked.reason.params) in IN_SHORT


def test_there_are_about_forty_questions_about_many_rules_from_different_games():
    questions = all_questions()
    assert 35 <= len(questions) <= 45
    assert len({each.source.split(":")[0] for each in questions}) == len(questions)
    assert len({each.result.reason.code for each in questions}) >= 12
    assert {"succeeds", "fails", "dislodged", "given", "cut", "void"} <= {
        answer for each in questions for answer in each.answers
    }
