"""The page of the API: a request is tried with a key, and its answer shown."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.api_keys import keys
from tests import factories


@pytest.mark.django_db(transaction=True)
def test_a_request_is_tried_with_a_key_and_without_one(live_server: LiveServer, page: Page):
    _key, text = keys.make(factories.person("Anna"), name="Bot")
    page.goto(f"{live_server.url}/api/")
    page.get_by_label("Find a request").fill("read preferences")
    expect(page.locator("details[data-words]:visible")).to_have_count(1)
    expect(page.get_by_text("Requests found: 1")).to_be_visible()
    operation = page.locator("#me_read_me")
    operation.locator("summary").first.click()
    button = operation.get_by_role("button", name="Send request")
    button.click()
    expect(operation.get_by_role("status")).to_contain_text("401")
    page.get_by_label("Your key").fill(text)
    button.click()
    expect(operation.get_by_role("status")).to_contain_text('"name": "Anna"')


def test_a_link_shows_the_group_that_a_search_has_hidden(live_server: LiveServer, page: Page):
    page.goto(f"{live_server.url}/api/#group-phases")
    page.get_by_label("Find a request").fill("read preferences")
    group = page.locator("#group-phases")
    expect(group).to_be_hidden()
    page.get_by_role("link", name="Phases", exact=True).click()
    expect(group).to_be_in_viewport()
    expect(page.get_by_label("Find a request")).to_have_value("")
