"""The pages of the course and of the quiz."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.course import lessons, progress
from games.course.quiz import all_questions
from tests import factories

from .conftest import nothing_changes, words

FIRST = "/course/first-move/1/"
MUNICH = "/course/support/2/"
WRONG = {"unit-SIL": "A SIL - MUN", "unit-BER": "A BER S A SIL - MUN"}
RIGHT = WRONG | {"unit-BOH": "A BOH S A SIL - MUN"}

pytestmark = pytest.mark.django_db


def give(client: Client, url: str, lists: dict[str, str], *, resolve: bool = True) -> Any:
    data = {"mode": "rows", **lists} | ({"resolve": "yes"} if resolve else {})
    return client.post(url, data)


def test_the_course_lists_all_its_boards(client: Client):
    page = client.get("/course/")
    for lesson in lessons.all_lessons():
        assert lesson.title in words(page)
        for exercise in lesson.exercises:
            assert f'href="/course/{lesson.slug}/{exercise.number}/"' in page.content.decode()


def test_every_board_of_the_course_can_be_opened(client: Client):
    for lesson in lessons.all_lessons():
        for exercise in lesson.exercises:
            page = client.get(f"/course/{lesson.slug}/{exercise.number}/")
            assert page.status_code == 200
            assert exercise.text("task") in words(page)


def test_a_stranger_reaches_the_goal_and_goes_on(client: Client):
    with nothing_changes():
        answer = give(client, FIRST, {"unit-PAR": "A PAR - BUR"})
    page = client.get(answer.url)
    assert "Well done!" in words(page)
    assert 'data-course-done="first-move/1"' in page.content.decode()
    assert 'href="/course/first-move/2/"' in page.content.decode()


def test_a_try_that_misses_the_goal_gets_reasons_and_keeps_its_orders(client: Client):
    page = client.get(give(client, MUNICH, WRONG).url)
    assert "This unit was not dislodged: Army Munich." in words(page)
    assert "It bounced off Army Munich: strength 2" in words(page)
    assert "data-course-done" not in page.content.decode()
    again = page.context["again_url"]
    assert 'data-order="A SIL - MUN"' in client.get(again).content.decode()
    assert "Well done!" in words(client.get(give(client, again, RIGHT).url))


def test_only_the_units_of_the_learner_have_lists(client: Client):
    page = client.get(MUNICH).content.decode()
    assert 'name="unit-SIL"' in page
    assert 'name="unit-MUN"' not in page
    answer = give(client, MUNICH, RIGHT | {"unit-MUN": "A MUN - TYR"})
    assert "A MUN - TYR" not in words(client.get(answer.url))


def test_orders_that_others_keep_secret_are_not_on_the_page(client: Client):
    page = client.get("/course/defense/3/")
    assert 'data-order="A SIL - BER"' not in page.content.decode()
    assert "only after you try" in words(page)
    assert "A SIL - BER" in words(client.get(give(client, "/course/defense/3/", {}).url))


def test_the_last_board_leads_to_the_end_of_the_course(client: Client):
    url = "/course/fine-points/5/"
    orders = {
        "unit-BUR": "A BUR - MUN", "unit-PAR": "A PAR - BUR", "unit-MAR": "A MAR S A PAR - BUR",
    }  # fmt: skip
    page = client.get(give(client, url, orders).url)
    assert 'href="/course/end/"' in page.content.decode()
    assert "You know the rules" in words(client.get("/course/end/"))


def test_an_order_that_cannot_be_given_is_refused_with_its_reason(client: Client):
    answer = give(client, FIRST, {"unit-PAR": "A PAR - LON"})
    assert answer.status_code == 422
    assert "Paris" in words(answer)


def test_the_map_gets_the_signs_and_the_address_of_its_orders(client: Client):
    answer = client.post(
        FIRST, {"mode": "rows", "unit-PAR": "A PAR - BUR"}, headers={"X-Requested-With": "map"}
    )
    assert 'data-order="A PAR - BUR"' in answer.content.decode()
    assert f'data-line="{FIRST}1' in answer.content.decode()


def test_a_line_of_another_board_is_no_try(client: Client):
    answer = give(client, FIRST, {"unit-PAR": "A PAR - BUR"})
    line = answer.url.split("/")[-2]
    for url in (f"/course/first-move/2/{line}/", f"{FIRST}{line[:-3]}/", f"{FIRST}1/"):
        assert client.get(url).status_code == 404
    assert client.post(answer.url).status_code == 405
    for url in ("/course/first-move/4/", "/course/first-move/0/", "/course/last-move/1/"):
        assert client.get(url).status_code == 404


def test_what_a_person_has_done_is_kept_in_the_account(client: Client):
    person = factories.person()
    client.force_login(person)
    assert "data-course-done" not in client.get(give(client, MUNICH, WRONG).url).content.decode()
    assert progress.done_by(person) == []
    for _time in range(2):
        page = client.get(give(client, FIRST, {"unit-PAR": "A PAR - BUR"}).url)
        assert "Well done!" in words(page)
        assert "data-course-done" not in page.content.decode()
    assert progress.done_by(person) == ["first-move/1"]
    course = client.get("/course/")
    assert course.context["next_url"] == "/course/first-move/2/"
    assert course.context["is_begun"]


def test_the_account_takes_over_what_was_done_in_the_browser(client: Client):
    sent = {"done": ["support/2", "first-move/1", "support/99", "moon/1", "x" * 500]}
    with nothing_changes():
        refused: Any = client.post("/course/progress/", sent)
    assert "/accounts/login/" in refused.url
    person = factories.person()
    client.force_login(person)
    progress.mark_done(person, progress.exercises_called(["support/2"]))
    assert client.post("/course/progress/", sent).status_code == 302
    assert progress.done_by(person) == ["support/2", "first-move/1"]
    assert progress.done_by(factories.person()) == []


def test_the_progress_is_erased_with_the_account(client: Client):
    person = factories.person()
    progress.mark_done(person, progress.exercises_called(["support/2"]))
    progress.erase_if_closed(person)
    assert progress.done_by(person) == ["support/2"]
    person.closed_at = timezone.now()
    progress.erase_if_closed(person)
    assert progress.done_by(person) == []


def test_a_question_shows_no_result_before_it_is_answered(client: Client):
    question = all_questions()[0]
    page = client.get("/course/quiz/1/")
    assert str(question.result.text) in words(page)
    assert "rule " not in words(page)
    for code in question.answers:
        answered = client.get(f"/course/quiz/1/?answer={code}")
        assert ("Right!" in words(answered)) == (code == question.answer)
        assert "rule " in words(answered)


def test_the_questions_follow_one_another_in_a_circle(client: Client):
    last = len(all_questions())
    assert client.get("/course/quiz/").content.decode().count("data-question=") == last
    page = client.get(f"/course/quiz/{last}/?answer={all_questions()[-1].answer}")
    assert page.context["next_url"] == "/course/quiz/1/"
    assert client.get(f"/course/quiz/{last + 1}/").status_code == 404
    assert client.get("/course/quiz/1/?answer=perhaps").status_code == 404
