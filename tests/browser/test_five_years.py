"""Five years of a game, run by its master in a browser while real workers resolve its deadlines.

The seven give the recorded orders of a game that was played elsewhere (`games.management.demo`).
There is one extension, one pause, one player who vanishes and is replaced from the waiting list,
and one rollback; the public log reports it all.
"""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts import clock
from accounts.models import User
from games.management.demo.record import Page as Recorded
from games.management.demo.record import pages
from games.models import Game, Phase
from games.orders import submission
from games.orders.submission import Line
from tests import factories
from tests.reliability import play
from tests.reliability.play import SiteClock
from tests.site import Site, running, until

from .conftest import open_advanced

pytestmark = [pytest.mark.soak, pytest.mark.processes, pytest.mark.timeout(420)]

MADRID = ZoneInfo("Europe/Madrid")
LAST = "W1905A"
PLAYERS = ("Ada", "Bruno", "Clara", "Dimitar", "Elena", "Fabio", "Greta")
DAY = dt.timedelta(days=1)


class Run:
    """The site, the clock of its processes, the master's window, and the recorded orders."""

    def __init__(self, site: Site, clock: SiteClock, window: Page) -> None:
        self.site, self.clock, self.window = site, clock, window
        self.master, self.nora, *self.players = play.people("Mia", "Nora", *PLAYERS)
        story = pages("finished")
        codes = [page.code for page in story]
        self.story = story[: codes.index(LAST) + 1]

    # What the master does

    def sign_in(self) -> None:
        self.window.goto("/accounts/login/")
        self.window.get_by_label("Email address").fill(self.master.email)
        self.window.get_by_label("Password").fill(factories.PASSWORD)
        self.window.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        expect(self.window.get_by_role("banner")).to_contain_text("Mia")

    def open_game(self) -> None:
        page = self.window
        page.goto("/games/new/")
        page.get_by_label("Title").fill("Five years")
        page.get_by_label("I’m the game master").check()
        page.get_by_label("Custom deadlines").check()
        open_advanced(page, "deadlines", "missed")
        page.get_by_label("On fixed weekdays").check()
        page.get_by_label("Sunday", exact=True).check()
        page.get_by_label("Time of day", exact=True).fill("20:00")
        page.get_by_label("Time zone").select_option("Europe/Madrid")
        page.get_by_label("A grace period, then civil disorder").check()
        page.get_by_role("button", name="Open the game").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Five years")
        self.game = Game.objects.get()

    def action(self, name: str | re.Pattern[str]) -> Page:
        """Go from the master's page to the page of an action."""
        page = self.window
        page.goto(self.game.get_absolute_url())
        page.get_by_role("link", name="Game master", exact=True).click()
        page.get_by_role("main").get_by_role("link", name=name).first.click()
        return page

    def extend(self) -> None:
        page = self.action("Extend the deadline")
        page.get_by_label("Reason").fill("Two of you asked for it.")
        page.get_by_role("button", name="Extend").click()
        self.expect_status("The deadline of Spring 1902, movement was moved")

    def pause(self, until: dt.datetime) -> None:
        page = self.action("Pause the game")
        page.get_by_label("Until").fill(until.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M"))
        page.get_by_label("Reason").fill("Easter.")
        page.get_by_role("button", name="Pause", exact=True).click()
        self.expect_status("The clock was stopped")

    def replace(self, power: str) -> None:
        page = self.action(re.compile(rf"^Replace\s*: {power}"))
        page.get_by_label("Nora").check()
        page.get_by_label("Reason").fill("Nobody heard of him for weeks.")
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            f"Give the seat of {power} to Nora?"
        )
        page.get_by_role("button", name="Give the seat").click()
        self.expect_status("Nora")

    def roll_back(self, to: str) -> None:
        page = self.action("Roll back to an earlier phase")
        page.get_by_label("Phase to play again").select_option(label=to)
        page.get_by_label("Reason").fill("An order was sent in the wrong week.")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator(".action__board svg.board")).to_be_visible()
        page.get_by_role("button", name="Roll back", exact=True).click()
        self.expect_status(f"{to} is open again")

    def expect_status(self, text: str) -> None:
        expect(self.window.get_by_role("status").filter(has_text=text).first).to_be_visible()

    # Actions of the players, and time

    def join(self) -> None:
        for person in self.players:
            with play.Browser(self.site, person) as browser:
                browser.sign_in()
                browser.join(self.game)
        with play.Browser(self.site, self.nora) as browser:
            browser.sign_in()
            browser.get("/games/volunteer/")
            assert browser.post("/games/volunteer/", {"remark": "Evenings."})[0] == 302
        assert self.phase.code == "S1901M"

    @property
    def phase(self) -> Phase:
        return Phase.objects.select_related("game").get(game=self.game, status="open")

    def give(self, page: Recorded, *, but: str = "", only: str = "") -> None:
        """Send the recorded sheets of a phase."""
        phase = self.phase
        assert phase.code == page.code
        for power, texts in page.orders.items():
            if power == but or (only and power != only):
                continue
            seat = factories.seat(self.game, power)
            lines = [Line(f"line-{number}", text) for number, text in enumerate(texts)]
            submission.submit(phase, seat, lines, person=factories.holder(seat))

    def pass_deadline(self) -> None:
        """Let the open phase fall due, and wait until a worker has dealt with it."""
        before = self.phase
        assert before.due_at is not None, f"the clock of {before} stands still"
        self.clock.move_past(before.due_at)

        def done() -> bool:
            now = Phase.objects.filter(game=self.game).order_by("number").last()
            return now is not None and (now.pk, now.deadline) != (before.pk, before.deadline)

        until(done, seconds=60, what=f"{before} is resolved or put off")

    def play(self, code: str) -> None:
        self.give(self.page(code))
        self.pass_deadline()

    def page(self, code: str) -> Recorded:
        return next(page for page in self.story if page.code == code)


@pytest.fixture
def run(tmp_path: Path, browser: Browser, django_db_blocker: Any) -> Iterator[Run]:
    clock = SiteClock(tmp_path)
    with running(tmp_path, **clock.environment) as site:
        context = browser.new_context(base_url=site.url)
        context.set_default_timeout(30_000)
        with play.looking_into(site, django_db_blocker):
            yield Run(site, clock, context.new_page())
        context.close()
        assert "Traceback" not in site.logged()


def test_a_master_runs_a_game_of_five_years(run: Run) -> None:
    run.sign_in()
    run.open_game()
    run.join()
    for page in run.story:
        if page.code == "S1902M":
            run.extend()
        if page.code == "F1902M":
            run.pause(clock.now() + 10 * DAY)
            run.clock.advance(hours=241)
            until(lambda: run.phase.due_at, seconds=100, what="the pause ends by itself")
        if page.code == "S1903M":
            run.give(page, but="FRANCE")
            run.pass_deadline()
            assert run.phase.code == "S1903M", "a grace period is given"
            run.replace("France")
            run.give(page, only="FRANCE")
            run.pass_deadline()
            continue
        if page.code == "F1904R":
            run.roll_back("Fall 1904, movement")
            run.play("F1904M")
        run.play(page.code)
    assert run.phase.code == "S1906M"
    everything_is_told(run)
    the_sundays_are_sundays(run)


STORY = [
    "The game was opened.",
    "Ada joined.",
    "The game has begun.",
    "Spring 1901, movement was resolved.",
    "The deadline of Spring 1902, movement was moved from Sun",
    "Two of you asked for it.",
    "The clock was stopped until",
    "Easter.",
    "The clock is running again: Fall 1902, movement ends Sun",
    "Orders were missing at the deadline of Spring 1903, movement.",
    "France has a new player: Nora.",
    "Nobody heard of him for weeks.",
    "Spring 1903, movement was resolved.",
    "The game was rolled back to the beginning of Fall 1904, movement.",
    "An order was sent in the wrong week.",
    "Winter 1905, adjustments was resolved.",
]


def everything_is_told(run: Run) -> None:
    """Check that the log tells a stranger everything in the right order."""
    context = run.window.context.browser
    assert context is not None
    stranger = context.new_page(base_url=run.site.url)
    lines: list[str] = []
    address: str | None = f"/games/{run.game.slug}/log/"
    while address:
        stranger.goto(urljoin(stranger.url, address))
        lines += stranger.locator(".log__what").all_inner_texts()
        older = stranger.get_by_role("link", name="Older")
        address = older.get_attribute("href") if older.count() else None
    stranger.close()
    log = "\n".join(reversed(lines))
    place = 0
    for sentence in STORY:
        found = log.find(sentence, place)
        assert found >= 0, f"“{sentence}” is not in the log after “{log[place : place + 200]}”"
        place = found
    assert len(re.findall("Fall 1904, movement was resolved", log)) == 2
    assert "gave no orders" not in log


def the_sundays_are_sundays(run: Run) -> None:
    """Check that the deadlines of movement phases are on Sundays, except after a grace period."""
    played = Phase.objects.filter(game=run.game, code__endswith="M", excused_at=None)
    assert played.count() == 11  # ten, one twice; less the one in grace; and the open one
    for phase in played:
        assert phase.deadline is not None
        local = phase.deadline.astimezone(MADRID)
        assert (local.weekday(), local.hour, local.minute) == (6, 20, 0), phase.code
    france = factories.seat(run.game, "FRANCE")
    before, now = User.objects.filter(tenures__seat=france).order_by("tenures__pk")
    assert before in run.players
    assert now == run.nora
