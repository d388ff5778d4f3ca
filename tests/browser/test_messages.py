"""Two powers write to each other, from the page of the game and back."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Message
from tests import factories
from tests.games.press.message_helpers import write

from .conftest import Site
from .touch import tap

TELEPHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


@pytest.fixture
def game(transactional_db: None) -> Game:
    return factories.begun_game()


def at_the_game(site: Site, game: Game, power: str, **options: object) -> Page:
    page = site.visit(factories.holder(factories.seat(game, power)), **options)
    page.goto(game.get_absolute_url())
    return page


def fits(page: Page) -> bool:
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(True, id="with its script"),
        pytest.param(False, id="without a script", marks=pytest.mark.soak),
    ],
)
def test_a_whole_exchange_on_a_telephone(site: Site, game: Game, script: bool):
    france = at_the_game(site, game, "FRANCE", java_script_enabled=script, **TELEPHONE)
    france.get_by_role("link", name="Press").click()
    france.get_by_role("link", name="Write to…").click()
    france.get_by_label("Germany").check()
    france.get_by_label("Russia").check()
    france.get_by_role("button", name="Open the thread").click()
    expect(france.get_by_role("heading", level=1)).to_contain_text(
        re.compile("Germany.*Russia", re.S)
    )
    expect(france.get_by_role("main")).to_contain_text("Nobody has written here yet")
    france.get_by_label("Your message").fill("Dear both,\n\nshall we meet?\n" + "x" * 300)
    assert fits(france)
    france.get_by_role("button", name="Send").click()
    expect(france).to_have_url(re.compile("/press/to/FRANCE-GERMANY-RUSSIA/#message-"))
    message = Message.objects.get()
    expect(france).to_have_url(re.compile(f"#message-{message.key}$"))
    expect(france.locator(f"#message-{message.key}")).to_contain_text("Dear both,")
    expect(france.get_by_label("Your message")).to_have_value("")
    assert fits(france)

    germany = at_the_game(site, game, "GERMANY", **TELEPHONE)
    germany.get_by_role("link", name="Press 1 new").click()
    germany.get_by_role("link", name="France Russia").click()
    expect(germany.locator("#new")).to_be_in_viewport()
    assert fits(germany)
    germany.get_by_label("Your message").fill("Gladly.")
    germany.get_by_role("button", name="Send").dblclick()
    expect(germany.locator(".message", has_text="Gladly.")).to_be_in_viewport()
    assert Message.objects.count() == 2
    germany.reload()
    assert Message.objects.count() == 2
    germany.get_by_role("link", name="Board").click()
    expect(germany.get_by_role("link", name="Press", exact=True)).to_be_visible()

    france.reload()
    expect(france.locator(".thread__messages")).to_contain_text("Gladly.")


def test_a_message_that_is_refused_stays_in_view_with_what_was_typed(site: Site, game: Game):
    page = at_the_game(site, game, "FRANCE", **TELEPHONE)
    page.goto(f"{game.get_absolute_url()}press/to/FRANCE-GERMANY/")
    page.get_by_label("Your message").fill("x" * 20_001)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("This one has 20001")).to_be_in_viewport()
    expect(page.get_by_label("Your message")).to_have_value("x" * 20_001)
    assert not Message.objects.exists()


def test_a_message_is_written_with_the_keyboard_alone(site: Site, game: Game):
    page = at_the_game(site, game, "FRANCE")
    page.goto(f"{game.get_absolute_url()}press/")
    press_tab_until(page, "input[value=GERMANY]")
    page.keyboard.press("Space")
    press_tab_until(page, "#write-to button")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("FRANCE-GERMANY/#write$"))
    expect(page.get_by_label("Your message")).to_be_visible()
    press_tab_until(page, "textarea")
    page.keyboard.type("By keyboard")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Send")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".message")).to_contain_text("By keyboard")


def press_tab_until(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the Tab key never reaches {selector}")


def thread_of(game: Game, *powers: str) -> str:
    return f"{game.get_absolute_url()}press/to/{'-'.join(powers)}/"


def test_what_was_being_written_is_there_when_the_page_comes_back(site: Site, game: Game):
    page = at_the_game(site, game, "FRANCE", **TELEPHONE)
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    page.get_by_label("Your message").fill("A long message")
    page.goto(thread_of(game, "FRANCE", "ITALY"))
    expect(page.get_by_label("Your message")).to_have_value("")
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    expect(page.get_by_label("Your message")).to_have_value("A long message")
    expect(page.get_by_text("Only you can see it.")).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Your message")).to_have_value("")
    page.reload()
    expect(page.get_by_label("Your message")).to_have_value("")


def test_a_message_that_never_arrived_is_kept_and_one_that_did_is_not(site: Site, game: Game):
    page = at_the_game(site, game, "FRANCE")
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    page.get_by_label("Your message").fill("A long message")
    site.forgives = "ERR_INTERNET_DISCONNECTED"  # a draft that is being saved
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("chrome-error://**")
    page.context.set_offline(False)
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    expect(page.get_by_label("Your message")).to_have_value("A long message")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".message")).to_contain_text("A long message")
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    expect(page.get_by_label("Your message")).to_have_value("")
    assert Message.objects.count() == 1


@pytest.mark.soak
def test_a_message_that_never_arrived_is_there_when_its_thread_is_opened_from_the_list(
    site: Site, game: Game
):
    write(game, "GERMANY", "FRANCE", text="Well?")
    write(game, "FRANCE", "GERMANY", text="Wait")
    page = at_the_game(site, game, "FRANCE")
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    site.forgives = "ERR_INTERNET_DISCONNECTED"  # a draft that is being saved
    page.context.set_offline(True)
    page.get_by_label("Your message").fill("A long message")
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("chrome-error://**")
    page.context.set_offline(False)
    page.goto(f"{game.get_absolute_url()}press/")
    page.get_by_role("link", name=re.compile("Germany.*Wait", re.S)).click()
    expect(page).to_have_url(re.compile("#message-"))
    expect(page.get_by_label("Your message")).to_have_value("A long message")
    expect(page.get_by_text("Draft saved. Only you can see it.")).to_be_visible()


def test_who_signs_out_leaves_no_drafts_behind(site: Site, game: Game):
    page = at_the_game(site, game, "FRANCE")
    page.goto(thread_of(game, "FRANCE", "GERMANY"))
    page.get_by_label("Your message").fill("A long message")
    assert page.evaluate("Object.keys(localStorage).length") == 1
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).length") == 0


@pytest.mark.parametrize("width", [pytest.param(360, marks=pytest.mark.soak), 1280])
def test_three_powers_talk_in_secret_quote_and_show_a_map(site: Site, game: Game, width: int):
    screen = {"viewport": {"width": width, "height": 800}}
    france = at_the_game(site, game, "FRANCE", **screen)
    france.get_by_role("link", name="Press").click()
    france.get_by_label("Germany").check()
    france.get_by_label("Italy").check()
    france.get_by_label("New thread with its own title").check()
    france.get_by_role("button", name="Open the thread").click()
    france.get_by_label("Title").fill("The sea lion")
    france.get_by_label("Your message").fill("Shall **we** three sail?")
    france.get_by_role("button", name="Send").click()
    expect(france.get_by_role("heading", level=1)).to_have_text("The sea lion")
    expect(france.locator(".message strong")).to_have_text("we")
    assert fits(france)
    france.goto("/")  # an open thread would take up the answer, and France would have read it

    germany = at_the_game(site, game, "GERMANY", **screen)
    germany.get_by_role("link", name="Press 1 new").click()
    germany.get_by_role("link", name="The sea lion").click()
    germany.get_by_role("link", name="Quote").click()
    box = germany.get_by_label("Your message")
    expect(box).to_have_value(re.compile(r'^\[quote="FRANCE"\]\nShall \*\*we\*\* three sail\?'))
    box.fill(f"{box.input_value()}We shall. [map S1901M]")
    germany.get_by_role("button", name="Send").click()
    answer = germany.locator(".message").last
    expect(answer.locator("blockquote")).to_contain_text("France wrote:")
    shown = answer.get_by_role("img")
    shown.scroll_into_view_if_needed()
    expect(shown).to_have_js_property("complete", True)
    assert shown.evaluate("picture => picture.naturalWidth") > 0
    assert fits(germany)

    elsewhere = at_the_game(site, game, "FRANCE", **screen)  # a second session
    elsewhere.get_by_role("link", name="Press 1 new").click()
    elsewhere.get_by_role("link", name="The sea lion").click()
    expect(elsewhere.locator("#new")).to_be_visible()
    france.goto(game.get_absolute_url())
    expect(france.get_by_role("link", name="Press", exact=True)).to_be_visible()
    italy = at_the_game(site, game, "ITALY", **screen)
    expect(italy.get_by_role("link", name="Press 2 new")).to_be_visible()
    russia = at_the_game(site, game, "RUSSIA", **screen)
    expect(russia.get_by_role("link", name="Press", exact=True)).to_be_visible()

    france.goto("/mail/")
    choice = france.get_by_label("Results of a phase")
    choice.select_option("in a daily summary")
    france.get_by_role("button", name="Save").click()
    expect(france.get_by_text("Your choice is saved.")).to_be_visible()
    expect(choice).to_have_value("summary")
    assert fits(france)


# The map for an order or province in a message


SPOKEN = "Dear Germany,\n\nwill A Par-Bur do? Norway is open."


def at_the_messages(site: Site, game: Game, **options: object) -> tuple[Page, list[str]]:
    """Open the thread as Germany, with France's message; collect the requests for maps."""
    write(game, "FRANCE", "GERMANY", text=SPOKEN)
    page = site.visit(factories.holder(factories.seat(game, "GERMANY")), **options)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{game.get_absolute_url()}press/to/FRANCE-GERMANY/")
    return page, [url for url in fetched if "standard.svg" in url]


def test_an_order_that_is_pointed_at_shows_on_a_map_that_is_fetched_only_then(
    site: Site, game: Game
):
    page, fetched = at_the_messages(site, game)
    spot, named = page.locator("#spot"), page.get_by_role("button", name="A Par-Bur")
    assert fetched == []
    expect(spot).to_be_hidden()
    with page.expect_response(lambda answer: "standard" in answer.url and answer.ok):
        named.hover()
    expect(spot).to_have_text("Paris → Burgundy")
    expect(spot.locator(".spot__lit")).to_have_count(2)
    expect(spot.locator(".spot__head")).to_have_count(1)
    below, above = spot.bounding_box(), named.bounding_box()
    assert below
    assert above
    assert 0 <= below["y"] - above["y"] - above["height"] < 20
    page.get_by_role("heading", level=1).hover()
    expect(spot).to_be_hidden()


def test_a_province_shows_by_the_keyboard_and_goes_away_again(site: Site, game: Game):
    page, _fetched = at_the_messages(site, game)
    page.get_by_role("button", name="A Par-Bur").focus()
    page.keyboard.press("Tab")
    named = page.get_by_role("button", name="Norway")
    expect(named).to_be_focused()
    expect(page.locator("#spot")).to_have_text("Norway")
    expect(named).to_have_attribute("aria-describedby", "spot")
    page.keyboard.press("Escape")
    expect(page.locator("#spot")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#spot")).to_be_visible()


def test_on_a_telephone_a_tap_shows_it_and_another_elsewhere_hides_it(site: Site, game: Game):
    page, _fetched = at_the_messages(site, game, **TELEPHONE)
    tap(page, page.get_by_role("button", name="Norway"))
    spot = page.locator("#spot")
    expect(spot).to_be_in_viewport(ratio=1)
    assert fits(page)
    tap(page, page.get_by_role("heading", level=1))
    expect(spot).to_be_hidden()


@pytest.mark.soak
def test_without_a_script_a_message_that_names_provinces_is_just_its_text(site: Site, game: Game):
    page, _fetched = at_the_messages(site, game, java_script_enabled=False)
    expect(page.locator(".message__text")).to_contain_text("will A Par-Bur do? Norway is open.")
    expect(page.get_by_role("button", name="Norway")).to_have_count(0)
