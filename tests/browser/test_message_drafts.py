"""Drafts of messages reach the site soon after they are typed, and every device."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Draft, Game, Message
from tests import factories

from .conftest import Site, until_told
from .test_messages import thread_of

SAVED = "Draft saved. Only you can see it."


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def at_the_thread(site: Site, game: Game, power: str = "FRANCE", **options: object) -> Page:
    page = site.visit(factories.holder(factories.seat(game, power)), **options)
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    return page


def drafts(game: Game) -> list[str]:
    return list(Draft.objects.filter(game=game).values_list("text", flat=True))


def stored(page: Page, game: Game, *texts: str) -> None:
    until_told(page, lambda: drafts(game) == list(texts), what=f"drafts {texts}")


def test_what_is_typed_on_one_device_is_on_another(site: Site, game: Game):
    telephone = at_the_thread(site, game, viewport={"width": 360, "height": 740})
    expect(telephone.get_by_role("button", name="Save draft")).to_be_hidden()
    telephone.get_by_label("Your message").fill("From the phone")
    expect(telephone.get_by_text(SAVED)).to_be_visible()
    assert drafts(game) == ["From the phone"]
    assert telephone.evaluate("Object.keys(localStorage).length") == 0

    laptop = at_the_thread(site, game)
    expect(laptop.get_by_label("Your message")).to_have_value("From the phone")
    laptop.goto(f"{game.get_absolute_url()}press/")
    draft = laptop.get_by_role("link", name=re.compile("Germany.*Draft", re.S))
    expect(draft).to_contain_text("From the phone")
    draft.click()
    laptop.get_by_role("button", name="Send").click()
    expect(laptop.locator(".message")).to_contain_text("From the phone")
    assert drafts(game) == []
    # The telephone shows the message, and does not offer to send it a second time.
    expect(telephone.locator(".message")).to_contain_text("From the phone")
    expect(telephone.get_by_label("Your message")).to_have_value("")
    laptop.goto(f"{game.get_absolute_url()}press/")
    expect(laptop.get_by_text("Draft", exact=True)).to_have_count(0)


def test_a_text_survives_leaving_the_page_at_once(site: Site, game: Game):
    page = at_the_thread(site, game)
    page.get_by_label("Your message").fill("Quickly")
    page.goto(f"{game.get_absolute_url()}press/")
    stored(page, game, "Quickly")


def test_what_is_typed_without_a_connection_is_sent_when_it_is_back(site: Site, game: Game):
    site.forgives = "ERR_INTERNET_DISCONNECTED"
    page = at_the_thread(site, game)
    page.context.set_offline(True)
    page.get_by_label("Your message").fill("In a tunnel")
    expect(page.get_by_text("This draft is only in this browser.")).to_be_visible()
    assert drafts(game) == []
    page.context.set_offline(False)
    expect(page.get_by_text(SAVED)).to_be_visible()
    assert drafts(game) == ["In a tunnel"]


@pytest.mark.soak
def test_a_text_stays_if_storing_it_fails_while_an_older_one_is_being_stored(
    site: Site, game: Game
):
    site.forgives = "ERR_FAILED"
    page = at_the_thread(site, game)
    posts: list[Route] = []
    page.route("**/press/to/**", lambda route: posts.append(route))

    def posted(number: int) -> None:
        until_told(page, lambda: len(posts) == number, what=f"{number} requests")

    page.get_by_label("Your message").fill("First")
    posted(1)
    page.get_by_label("Your message").fill("First and second")
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    posted(2)
    posts[1].abort()
    posts[0].continue_()
    posted(3)
    kept = page.evaluate("Object.values(localStorage).map((each) => JSON.parse(each).text)")
    assert kept == ["First and second"]
    assert drafts(game) == ["First"]
    posts[2].continue_()
    stored(page, game, "First and second")
    expect(page.get_by_text(SAVED)).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_two_devices_lose_nothing(site: Site, game: Game):
    laptop, telephone = at_the_thread(site, game), at_the_thread(site, game)
    laptop.get_by_label("Your message").fill("From the laptop")
    stored(laptop, game, "From the laptop")
    telephone.get_by_label("Your message").fill("From the phone")
    expect(telephone.get_by_text("You typed another text here")).to_be_visible()
    expect(telephone.locator("blockquote")).to_have_text("From the laptop")
    assert drafts(game) == ["From the phone"]
    telephone.reload()
    expect(telephone.locator("blockquote")).to_have_text("From the laptop")
    telephone.get_by_role("button", name="Insert").click()
    both = "From the phone\n\nFrom the laptop"
    expect(telephone.get_by_label("Your message")).to_have_value(both)
    expect(telephone.get_by_text("You typed another text here")).to_be_hidden()
    stored(telephone, game, both)


def test_an_older_unsaved_text_of_this_browser_is_offered_beside_a_newer_draft(
    site: Site, game: Game
):
    telephone = at_the_thread(site, game)
    telephone.evaluate(
        """() => {
          const name = `draft:${document.querySelector("[data-draft]").dataset.draft}`;
          const kept = { text: "In a tunnel", version: "", at: Date.now() };
          localStorage.setItem(name, JSON.stringify(kept));
        }"""
    )
    laptop = at_the_thread(site, game)
    laptop.get_by_label("Your message").fill("At home")
    stored(laptop, game, "At home")
    telephone.reload()
    expect(telephone.get_by_label("Your message")).to_have_value("At home")
    expect(telephone.locator("blockquote")).to_have_text("In a tunnel")
    telephone.get_by_role("button", name="Insert").click()
    stored(telephone, game, "At home\n\nIn a tunnel")


@pytest.mark.soak
def test_a_sent_first_message_of_a_new_thread_leaves_no_draft(site: Site, game: Game):
    page = at_the_thread(site, game)
    new = f"{thread_of(game, 'FRANCE', 'GERMANY')}new/"
    page.goto(new)
    page.get_by_label("Title").fill("The sea lion")
    page.get_by_label("Your message").fill("Shall we?")
    stored(page, game, "Shall we?")
    page.reload()
    expect(page.get_by_label("Title")).to_have_value("The sea lion")
    page.get_by_label("Your message").fill("Shall we sail?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The sea lion")
    assert Message.objects.get().text == "Shall we sail?"
    page.goto(new)
    expect(page.get_by_label("Your message")).to_have_value("")
    assert drafts(game) == []


@pytest.mark.soak
def test_a_draft_that_is_emptied_is_gone(site: Site, game: Game):
    page = at_the_thread(site, game)
    page.get_by_label("Your message").fill("No")
    stored(page, game, "No")
    page.get_by_label("Your message").fill("")
    stored(page, game)
    expect(page.get_by_role("button", name="Discard")).to_be_hidden()


def test_enter_in_the_title_sends_the_message_and_discards_nothing(site: Site, game: Game):
    page = at_the_thread(site, game)
    page.goto(f"{thread_of(game, 'FRANCE', 'GERMANY')}new/")
    page.get_by_label("Your message").fill("Shall we?")
    expect(page.get_by_text(SAVED)).to_be_visible()
    page.get_by_label("Title").fill("The sea lion")
    page.get_by_label("Title").press("Enter")
    expect(page.locator(".message")).to_contain_text("Shall we?")


@pytest.mark.soak
def test_a_draft_is_saved_without_a_script(site: Site, game: Game):
    page = at_the_thread(site, game, java_script_enabled=False)
    page.get_by_label("Your message").fill("By button")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_label("Your message")).to_have_value("By button")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Your message")).to_have_value("")
    assert drafts(game) == []
