"""An open page of a game takes up what is new by itself, and loses nothing meanwhile."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from accounts import clock
from games.adjudication import due_phases
from games.core import audit
from games.deadlines import control, readiness
from games.lifecycle import settings
from games.models import Event, Game, Vote
from games.press import thread_members
from games.votes import voting
from tests import factories

from ..games.orders.test_submission import submit
from ..games.press.message_helpers import write
from .conftest import Site, until_told
from .test_map_turn import point_at

EVERY = 3_000  # milliseconds
MOST = 15_000  # what appears is waited for: docs/measured.md says how soon it does
STATE = re.compile("/state/")
HERE = re.compile(r"/state/\?here$")


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = factories.begun_game()
    Game.objects.filter(pk=game.pk).update(orders_watched_by=Game.Watch.EVERYONE)
    return game


def visit(site: Site, game: Game, path: str = "") -> Page:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    with page.expect_response(STATE):
        page.goto(game.get_absolute_url() + path)
    page.evaluate("window.old = true")
    return page


def is_old(page: Page) -> bool:
    """Whether the page has not been loaded anew."""
    return bool(page.evaluate("window.old === true"))


def announce(game: Game, text: str = "Hear, hear!") -> None:
    audit.log(Event.Kind.ANNOUNCED, game=game, phase=factories.open_phase(game), text=text)


def propose_draw(game: Game, power: str = "TURKEY") -> Vote:
    seat, phase = factories.seat(game, power), factories.open_phase(game)
    return voting.propose(phase, seat, Vote.Kind.DRAW, person=factories.holder(seat))


def test_what_others_do_appears_without_a_reload(site: Site, game: Game) -> None:
    page = visit(site, game)
    write(game, "GERMANY", "FRANCE")
    expect(page.get_by_role("link", name="Press 1 new")).to_be_visible(timeout=MOST)
    expect(page.get_by_text("There is a new message.")).to_be_visible()
    announce(game)
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)
    turkey = page.get_by_role("row", name="Turkey")
    submit(game, "TURKEY", factories.HOLDS["TURKEY"])
    expect(turkey.get_by_text("orders in")).to_be_visible(timeout=MOST)
    seat = factories.seat(game, "TURKEY")
    holder = factories.holder(seat)
    readiness.set_ready(factories.open_phase(game), [seat], ready=True, person=holder)
    expect(turkey.get_by_text("ready")).to_be_visible(timeout=MOST)
    vote = propose_draw(game)
    strip = page.locator(".strips .vote")
    expect(strip).to_contain_text("1 of 7 yes", timeout=MOST)
    expect(page.get_by_text("There is a new message.")).to_be_hidden(timeout=MOST)
    strip.locator("summary").click()
    italy = factories.seat(game, "ITALY")
    voting.cast_vote(vote, italy, in_favour=True, person=factories.holder(italy))
    expect(strip).to_contain_text("2 of 7 yes", timeout=MOST)
    expect(strip.get_by_role("button", name="Yes")).to_be_visible()  # it stays open
    assert is_old(page)
    strip.get_by_role("button", name="Yes").click()
    expect(strip).to_contain_text("3 of 7 yes")
    voting.cast_vote(vote, italy, in_favour=False, person=factories.holder(italy))
    expect(page.locator(".strips")).to_contain_text("was not accepted", timeout=MOST)
    expect(strip).to_be_hidden()


def test_the_page_of_the_game_master_follows_the_game(site: Site, game: Game) -> None:
    master = game.masterships.get().person
    page = site.visit(master)
    with page.expect_response(STATE):
        page.goto(reverse("games:master", args=[game.slug]))
    turkey = page.get_by_role("row").filter(has_text="Turkey")
    submit(game, "TURKEY", factories.HOLDS["TURKEY"])
    expect(turkey.get_by_text("orders in")).to_be_visible(timeout=MOST)
    control.end_now(game, by=master)
    assert due_phases.resolve_due() == 1
    expect(page.get_by_text("Fall 1901, movement").first).to_be_visible(timeout=MOST)


def test_a_proposal_shows_the_fields_of_its_kind(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.locator("#propose summary").click()
    winner = page.get_by_label("Winning power")
    for kind, is_shown in (("Draw", False), ("Concede to a power", True)):
        page.get_by_label(kind).check()
        expect(winner).to_be_visible(visible=is_shown)


@pytest.mark.soak
def test_results_appear_by_themselves(site: Site, game: Game) -> None:
    page = visit(site, game)
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Fall 1901", timeout=MOST)


def test_whoever_has_clicked_a_link_gets_there_although_a_new_phase_begins(
    site: Site, game: Game
) -> None:
    page = visit(site, game)
    slow: list[Route] = []
    page.route("**/press/", lambda route: slow.append(route))
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    page.locator("a[href$='/press/']").first.click(no_wait_after=True)
    until_told(page, lambda: slow, what="the link is followed")
    page.wait_for_timeout(EVERY)  # the page asks meanwhile what is new
    slow.pop().continue_()
    expect(page).to_have_url(re.compile("/press/$"), timeout=MOST)


def test_an_order_that_is_being_made_survives(site: Site, game: Game) -> None:
    page = visit(site, game)
    point_at(page, "PAR")
    bar = page.locator("[data-order-bar]")
    expect(bar).to_contain_text("Paris")
    announce(game)
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)
    expect(bar).to_contain_text("Paris")
    assert is_old(page)
    factories.let_be_due(game, clock.now())
    assert due_phases.resolve_due() == 1
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fall 1901", timeout=MOST)


@pytest.mark.soak
def test_nothing_that_is_typed_is_lost(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.get_by_text("Enter orders as text").click()
    box = page.locator("form.sheet textarea")
    box.fill("A PAR - ")
    announce(game)
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)
    box.press_sequentially("BUR")
    expect(box).to_have_value("A PAR - BUR")
    assert is_old(page)


def test_a_form_in_use_is_left_alone_and_the_rest_follows(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.locator("#propose summary").click()
    chosen = page.get_by_label("Concede to a power")
    chosen.check()
    propose_draw(game)
    expect(page.locator(".strips .vote")).to_be_visible(timeout=MOST)
    expect(chosen).to_be_checked()


def test_a_thread_takes_up_messages_while_an_answer_is_written(site: Site, game: Game) -> None:
    page = visit(site, game, "press/to/FRANCE-GERMANY/")
    box = page.get_by_role("textbox")
    box.fill("Let us")
    for number in range(3):
        write(game, "GERMANY", "FRANCE", text=f"Peace {number}!")
        message = page.locator(".thread__messages").get_by_text(f"Peace {number}!")
        expect(message).to_be_visible(timeout=MOST)
    box.press_sequentially(" be friends.")
    expect(box).to_have_value("Let us be friends.")
    assert is_old(page)


@pytest.mark.soak
def test_a_proposal_appears_in_its_thread(site: Site, game: Game) -> None:
    thread = write(game, "GERMANY", "FRANCE", topic="North").thread
    page = visit(site, game, f"press/topics/{thread.key}/")
    germany, russia = factories.seat(game, "GERMANY"), factories.seat(game, "RUSSIA")
    thread_members.propose(
        thread,
        russia,
        proposer=germany,
        person=factories.holder(germany),
        words="Join us!",
        with_past=False,
    )
    expect(page.get_by_text("Join us!")).to_be_visible(timeout=MOST)


@pytest.mark.soak
def test_a_lobby_follows_its_settings(site: Site, transactional_db: None) -> None:
    master = factories.person()
    game = factories.open_game(master)
    page = site.visit(factories.person())
    page.goto(game.get_absolute_url())
    settings.change(game, factories.settings(phase_hours=36), [], by=master)
    expect(page.get_by_text("36 hours").first).to_be_visible(timeout=MOST)


@pytest.mark.soak
def test_a_log_and_the_list_of_threads_follow(site: Site, game: Game) -> None:
    log, threads = visit(site, game, "log/"), visit(site, game, "press/")
    announce(game)
    write(game, "GERMANY", "FRANCE", text="Peace!")
    expect(log.get_by_text("Hear, hear!")).to_be_visible(timeout=MOST)
    expect(threads.get_by_text("Peace!")).to_be_visible(timeout=MOST)


@pytest.mark.soak
def test_a_past_phase_stays_and_tells_of_a_new_one(site: Site, game: Game) -> None:
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    page = visit(site, game, "S1901M/")
    factories.let_be_due(game, clock.now())
    due_phases.resolve_due()
    expect(page.get_by_text("A new phase has begun.")).to_be_visible(timeout=MOST)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring 1901")


def test_a_lost_connection_delays_what_is_new(site: Site, game: Game) -> None:
    page = visit(site, game)
    site.forgives = "ERR_INTERNET_DISCONNECTED"
    page.context.set_offline(True)
    announce(game)
    for _ in range(2):
        with page.expect_event("requestfailed", lambda it: bool(STATE.search(it.url))):
            pass
    expect(page.get_by_text("Hear, hear!")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)


def test_a_page_that_nobody_looks_at_asks_no_more(site: Site, game: Game) -> None:
    page = site.visit(factories.holder(factories.seat(game, "FRANCE")))
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_response(HERE):
        page.goto(game.get_absolute_url())
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    for _ in range(3):
        with page.expect_response(HERE):
            page.clock.fast_forward(20_000)
    page.clock.fast_forward(300_000)
    asked.clear()
    with page.expect_response(STATE):
        page.clock.run_for(EVERY)
    # It is silent about a reader who has done nothing for five minutes, so that mails are sent.
    assert not [url for url in asked if HERE.search(url)]
    page.clock.fast_forward(3_600_000)
    asked.clear()
    page.clock.run_for(10 * EVERY)
    assert not [url for url in asked if STATE.search(url)]
    page.mouse.move(10, 10)
    with page.expect_response(HERE):
        page.clock.run_for(EVERY)


def test_orders_of_another_device_are_taken_up(site: Site, game: Game) -> None:
    page = visit(site, game)
    paris = page.locator("select[name=unit-PAR]")
    submit(game, "FRANCE", "A PAR - BUR", "F BRE H")
    told = page.get_by_role("status").filter(has_text="Changed elsewhere")
    expect(told).to_be_visible(timeout=MOST)
    expect(paris).to_have_value("A PAR - BUR")
    expect(page.locator('svg.board [data-order="A PAR - BUR"]')).to_have_count(1)
    assert is_old(page)
    paris.select_option("A PAR - GAS")
    expect(page.get_by_text("Saved ", exact=False).first).to_be_visible()
    until_told(page, lambda: texts(game) == {"A PAR - GAS", "F BRE H"}, what="saving")


def test_a_half_made_order_stays_when_orders_of_another_device_come(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.get_by_role("button", name="Army Paris").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    asks = page.locator("[data-menu=ask]")
    expect(asks).to_have_text("Where to?")
    submit(game, "FRANCE", "A MAR - SPA", "F BRE H")
    expect(page.locator("select[name=unit-MAR]")).to_have_value("A MAR - SPA", timeout=MOST)
    expect(asks).to_have_text("Where to?")
    page.get_by_role("button", name="Burgundy").focus()
    page.keyboard.press("Enter")
    wanted = {"A PAR - BUR", "A MAR - SPA", "F BRE H"}
    until_told(page, lambda: texts(game) == wanted, what="saving")


def test_a_text_that_is_being_typed_does_not_replace_orders_of_another_device(
    site: Site, game: Game
) -> None:
    page = visit(site, game)
    page.get_by_text("Enter orders as text").click()
    area = page.get_by_label("Orders, one per line")
    area.fill("A PAR - PIC")
    submit(game, "FRANCE", "A PAR - BUR")
    expect(page.locator("select[name=unit-PAR]")).to_have_value("A PAR - BUR", timeout=MOST)
    expect(area).to_have_value("A PAR - PIC")
    page.get_by_role("button", name="Save this text").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert texts(game) == {"A PAR - BUR"}


def texts(game: Game) -> set[str]:
    """The stored orders of France."""
    phase, seat = factories.open_phase(game), factories.seat(game, "FRANCE")
    return set(phase.orders.filter(seat=seat).values_list("text", flat=True))


def test_an_announcement_that_appears_leaves_the_board_as_it_is(site: Site, game: Game) -> None:
    page = visit(site, game)
    page.set_viewport_size({"width": 1366, "height": 680})
    board = page.locator(".board-view svg.board")
    before = board.bounding_box()
    announce(game)
    expect(page.get_by_text("Hear, hear!").first).to_be_visible(timeout=MOST)
    assert board.bounding_box() == before
    page.get_by_text("Hear, hear!").first.click()
    assert board.bounding_box() == before
