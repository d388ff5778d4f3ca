"""A report in a browser: chosen, and copied by one press of a button."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Phase
from tests.games.reports.sample import open_fall, play_printed

from .conftest import Site


@pytest.fixture
def past(transactional_db: None) -> Phase:
    return play_printed(open_fall(), "fall 1902")


def open_report(site: Site, past: Phase, **options: Any) -> Page:
    page = site.visit(**options)
    page.goto(past.get_absolute_url())
    page.get_by_role("link", name="Report to copy").click()
    return page


def box(page: Page) -> str:
    return page.get_by_label("The report").input_value()


def test_one_press_copies_the_report_and_says_so(site: Site, past: Phase):
    page = open_report(site, past, permissions=["clipboard-write"])
    report = box(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    field = page.locator("body > textarea")
    field.focus()
    page.keyboard.press("Control+V")
    expect(field).to_have_value(report)
    assert report.startswith("[b][url=")


def test_without_a_clipboard_it_is_copied_as_browsers_did_before(site: Site, past: Phase):
    page = site.visit()
    page.add_init_script("delete Navigator.prototype.clipboard")
    page.goto(f"{past.get_absolute_url()}report/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()


def test_where_nothing_may_be_copied_the_text_is_selected(site: Site, past: Phase):
    page = site.visit()
    page.add_init_script(
        "delete Navigator.prototype.clipboard; Document.prototype.execCommand = () => false"
    )
    page.goto(f"{past.get_absolute_url()}report/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copy it yourself")).to_be_visible()
    selected = "box => box.value.slice(box.selectionStart, box.selectionEnd)"
    assert page.get_by_label("The report").evaluate(selected) == box(page)


@pytest.mark.soak
@pytest.mark.parametrize("javascript", [True, False])
def test_another_format_and_language_are_chosen_with_and_without_scripts(
    site: Site, past: Phase, javascript: bool
):
    page = open_report(site, past, java_script_enabled=javascript)
    page.get_by_label("Format").select_option("text")
    page.get_by_label("Language and notation").select_option("es")
    page.get_by_role("button", name="Show the report").click()
    expect(page.get_by_label("The report")).to_have_value(re.compile("✗ E Bor-Bel"))
    expect(page.get_by_role("button", name="Copy")).to_be_visible(visible=javascript)
