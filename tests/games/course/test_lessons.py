"""The lessons of the course: their goals, hints and texts."""

import re
from collections.abc import Iterator
from itertools import islice, product

import pytest
from django.conf import settings
from django.utils import translation

from games.course import goals, hints, lessons, tries
from games.course.goals import Goal
from games.course.lessons import TEXTS, Exercise
from games.orders.choices import offers_in
from games.sandbox.line import Line

from .solutions import SOLUTIONS

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LONGEST_SENTENCE = 25
EXERCISES = [each for lesson in lessons.all_lessons() for each in lesson.exercises]


def key(exercise: Exercise) -> str:
    return f"{exercise.lesson}/{exercise.number}"


def tried(exercise: Exercise, orders: list[str]) -> Line:
    """The resolved line of an exercise, whose one learner gives these orders."""
    (power,) = exercise.learners
    return tries.resolved(exercise, tries.with_orders(exercise, {power: orders}))


def others(exercise: Exercise) -> Iterator[list[str]]:
    """The solution with the orders of one unit changed, then with those of two."""
    (power,) = exercise.learners
    solution = SOLUTIONS[key(exercise)]
    offered = [
        [text for _heading, group in row.groups for text, _words in group]
        for row in offers_in(exercise.start.position, power, exercise.start.rules)
    ]
    places = range(len(solution))
    for place in places:
        for text in offered[place]:
            yield [*solution[:place], text, *solution[place + 1 :]]
    for first, second in ((a, b) for a in places for b in places if a < b):
        for one, other in product(offered[first], offered[second]):
            changed = list(solution)
            changed[first], changed[second] = one, other
            yield changed
    if len(solution) == 3:
        yield from map(list, product(*offered))


def test_there_are_ten_lessons_of_three_to_six_boards_and_no_solution_too_many():
    found = lessons.all_lessons()
    assert [lesson.number for lesson in found] == list(range(1, 11))
    assert all(3 <= len(lesson.exercises) <= 6 for lesson in found)
    assert {key(each) for each in EXERCISES} == set(SOLUTIONS)
    assert all(2 <= sum(map(len, each.start.position.units.values())) <= 8 or each.lesson in
               ("first-move", "retreats") for each in EXERCISES)  # fmt: skip


@pytest.mark.parametrize("exercise", EXERCISES, ids=key)
def test_an_exercise_has_a_solution(exercise: Exercise):
    line = tried(exercise, SOLUTIONS[key(exercise)])
    assert tries.misses_of(exercise, line) == []
    assert hints.hint_for(exercise, line) is None


@pytest.mark.parametrize("exercise", [each for each in EXERCISES if not each.is_only], ids=key)
def test_another_solution_counts_although_nobody_wrote_it_down(exercise: Exercise):
    solution = SOLUTIONS[key(exercise)]
    assert any(
        not tries.misses_of(exercise, tried(exercise, orders))
        for orders in others(exercise)
        if sorted(orders) != sorted(solution)
    )


@pytest.mark.parametrize("exercise", EXERCISES, ids=key)
def test_three_wrong_tries_get_a_hint_with_what_is_missing(exercise: Exercise):
    wrong = (
        hint
        for orders in others(exercise)
        if (hint := hints.hint_for(exercise, tried(exercise, orders)))
    )
    found = list(islice(wrong, 3))
    assert len(found) == 3
    for hint in found:
        assert hint.missed
        assert all(sentence and "%" not in sentence for sentence in hint.missed)
        assert hint.general == exercise.text("hint")


@pytest.mark.parametrize("exercise", EXERCISES, ids=key)
def test_no_orders_reach_no_goal(exercise: Exercise):
    assert tries.misses_of(exercise, tried(exercise, [])) != []


def test_a_failed_order_explains_itself_in_the_hint():
    exercise = lessons.exercise_at("support", 2)
    hint = hints.hint_for(exercise, tried(exercise, ["A SIL - MUN", "A BER S A SIL - MUN"]))
    assert hint is not None
    assert hint.missed == ["This unit was not dislodged: Army Munich."]
    reasons = {each.order: each.reason for each in hint.reasons}
    assert reasons["A SIL - MUN"].startswith("It bounced off Army Munich: strength 2")
    assert reasons["A MUN H"].startswith("It held against Army Silesia")


def test_the_orders_of_other_powers_can_be_neither_changed_nor_left_out():
    exercise = lessons.exercise_at("standoffs", 1)
    line = tries.with_orders(exercise, {"FRANCE": ["A PAR H"], "GERMANY": ["A MUN - BUR"]})
    assert line.orders == {"GERMANY": ["A MUN - BUR"]}
    assert tries.as_shown(exercise, line).orders["FRANCE"] == ["A PAR - BUR"]
    assert tries.is_try(exercise, tries.resolved(exercise, line))
    assert not tries.is_try(exercise, line.with_orders({"FRANCE": ["A PAR H"]}).resolved())


def test_orders_that_are_hidden_are_shown_only_with_the_results():
    exercise = lessons.exercise_at("defense", 3)
    before = tries.with_orders(exercise, {"GERMANY": ["A MUN H"]})
    assert set(tries.as_shown(exercise, before).orders) == {"GERMANY"}
    after = tries.resolved(exercise, before)
    assert set(after.phases[0].orders) == {"AUSTRIA", "GERMANY", "RUSSIA"}
    assert tries.again(exercise, after).orders == before.orders


@pytest.mark.parametrize("body", [{}, {"unit_at": {}, "wins": ["FRANCE"]}])
def test_a_goal_without_a_known_condition_is_refused(body: dict[str, object]):
    with pytest.raises(ValueError, match="conditions"):
        Goal.parse(body)


@pytest.mark.parametrize("kind", sorted(Goal.__dataclass_fields__))
def test_each_condition_is_used_and_has_a_sentence(kind: str):
    assert any(getattr(each.goal, kind) for each in EXERCISES)
    assert kind in hints._SENTENCES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_every_language(language: str):
    for lesson in lessons.all_lessons():
        assert set(lesson.texts) == set(LANGUAGES)
        assert set(lesson.texts[language]) == {"title", "introduction"}
    for exercise in EXERCISES:
        assert set(exercise.texts) == set(LANGUAGES)
        assert set(exercise.texts[language]) == TEXTS
        with translation.override(language):
            assert exercise.title == exercise.texts[language]["title"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_a_sentence_that_is_too_long(language: str):
    texts = [each.texts[language] for each in lessons.all_lessons()]
    texts += [each.texts[language] for each in EXERCISES]
    for text in (text for several in texts for text in several.values()):
        assert text.strip() == text != ""
        assert "'" not in text
        for sentence in re.split(r"(?<=[.!?])\s", text):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


def test_the_exercises_lead_from_the_first_to_the_last():
    here: Exercise | None = EXERCISES[0]
    seen = []
    while here is not None:
        seen.append(here)
        here = lessons.next_exercise(here)
    assert seen == EXERCISES


def test_the_goals_are_checked_against_the_results_of_the_phase():
    exercise = lessons.exercise_at("retreats", 3)
    phase = tried(exercise, SOLUTIONS["retreats/3"]).phases[0]
    assert goals.misses(Goal(destroyed=["TRI"], not_moved=["VEN"], moved=["TYR"]), phase) == []
    missed = goals.misses(Goal(not_dislodged=["TRI"], bounces=["TYR"], fails=["VEN"]), phase)
    assert [each.kind for each in missed] == ["not_dislodged", "bounces", "fails"]
