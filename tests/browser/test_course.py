"""The course in a browser: its first lesson on the map of a phone, and what is kept of it."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .test_map_turn import assert_nothing_grave, by_map

pytestmark = pytest.mark.django_db(transaction=True)

FIRST_LESSON = [
    {"A PAR - BUR": ["@PAR", "BUR"]},
    {"F LON - NTH": ["@LON", "NTH"]},
    {"A MAR - SPA": ["@MAR", "SPA"], "F BRE - MAO": ["@BRE", "MAO"]},
]


def try_it(page: Page) -> None:
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("[data-verdict]")).to_be_visible()


def test_a_stranger_plays_the_first_lesson_on_the_map_of_a_phone(site: Site) -> None:
    page = site.visit(
        viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    )
    page.goto("/course/")
    page.get_by_role("link", name="Begin").click()
    for number, orders in enumerate(FIRST_LESSON, start=1):
        page.wait_for_url(f"**/course/first-move/{number}/")  # and until its scripts have run
        by_map(page, orders)
        for text in orders:
            expect(page.locator(f"select[name='unit-{text[2:5]}']")).to_have_value(text)
        expect(page.locator("[data-line]").first).to_contain_text("Shown on the map.")
        try_it(page)
        expect(page.get_by_role("heading", name="Well done!")).to_be_visible()
        assert_nothing_grave(page)
        page.get_by_role("link", name="Next board").click()
    expect(page.get_by_role("heading", name="Close the door")).to_be_visible()
    page.goto("/course/")
    expect(page.get_by_text("Done", exact=True).and_(page.locator(":visible"))).to_have_count(3)
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("heading", name="Close the door")).to_be_visible()


@pytest.mark.soak
def test_without_scripts_a_wrong_try_gets_a_hint_and_keeps_its_orders(site: Site) -> None:
    page = site.visit(java_script_enabled=False)
    page.goto("/course/support/1/")
    page.locator("[name=unit-PAR]").select_option("A PAR - BUR")
    try_it(page)
    expect(page.get_by_text("This unit was not dislodged: Army Burgundy.")).to_be_visible()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("[name=unit-PAR]")).to_have_value("A PAR - BUR")
    page.locator("[name=unit-MAR]").select_option("A MAR S A PAR - BUR")
    try_it(page)
    expect(page.get_by_role("heading", name="Well done!")).to_be_visible()


def test_the_score_of_the_quiz_is_kept_in_the_browser(site: Site) -> None:
    page = site.visit(viewport={"width": 1280, "height": 800})
    page.goto("/course/quiz/1/?answer=succeeds")
    page.goto("/course/quiz/1/?answer=fails")  # a second answer does not count
    page.goto("/course/quiz/")
    expect(page.locator("[data-quiz-score]")).to_have_text("Right so far: 0 / 1")
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("heading", name="Question 2")).to_be_visible()
    assert_nothing_grave(page)
