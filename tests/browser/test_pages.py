"""The pages a player meets: accessible, on small screens, in the light and the dark theme."""

import datetime as dt
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from django.test import Client
from playwright.sync_api import Page

from accounts import account_closing, clock, suspension
from accounts.models import Trace, User
from accounts.names import spelling
from accounts.own_data import data_export
from accounts.profiles import profiles, reports
from games.adjudication import due_phases
from games.clubs import creation, membership
from games.deadlines import control
from games.game_master import masters
from games.lifecycle import endings
from games.models import Club, Game, Message, Vote, Webhook
from games.notifications import preferences
from games.notifications.webhooks import delivery, subscriptions
from games.orders import submission
from games.orders.submission import Line
from games.press import moderation
from games.seats import invitations, tenures
from games.statistics.ratings import recompute
from games.tournaments import entrants, opening, rounds
from games.votes import voting
from tests import factories
from tests.games.press.message_helpers import hand_over, write
from tests.soak import SOAK

from .conftest import ASKED, HERE, Site, open_advanced, until_told, wear

LOOK = (HERE / "look.js").read_text(encoding="utf-8")
SMALLEST = 12  # CSS pixels of a letter; names on the board have their own test
# The spacing of text that a reader may set (WCAG 1.4.12).
SPACING = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important }
* { word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }
"""
SPACE_OUT = """(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css ? [sheet] : [];
}"""
CONTRAST = {"runOnly": ["color-contrast"]}
DARK = 1 if SOAK else 3  # one page of so many is checked in the dark theme as well


def refuse_sheet(page: Page) -> None:
    """Send a sheet that is refused."""
    page.get_by_text("Enter orders as text").click()
    page.get_by_label("Orders, one per line").fill("A PAR - BUR\nA MUN - BUR\nA MAR - XYZ")
    page.get_by_role("button", name="Save this text").click()
    page.get_by_role("alert").first.wait_for()


def type_sheet(page: Page) -> None:
    """Type a sheet and wait for the feedback: a good line, a warning and an error."""
    page.get_by_text("Enter orders as text").click()
    page.get_by_label("Orders, one per line").fill(
        "A BUR S A MUN\nA MAR H\nF MAO - " + "WESTERNMEDITERRANEAN" * 5
    )
    page.get_by_text("belongs to Germany").wait_for()


def refuse_game(page: Page) -> None:
    """Send the form of a new game with a deadline of ten years."""
    page.get_by_label("Custom deadlines").check()
    open_advanced(page, "deadlines")
    page.get_by_label("After a fixed number of days or hours").check()
    page.get_by_label("Time for each phase").fill("3650")
    page.get_by_role("button", name="Open the game").click()
    page.get_by_role("alert").first.wait_for()


def refuse_message(page: Page) -> None:
    """Send a message that is too long, as one of two powers."""
    page.get_by_label("Your message").fill("x" * 20_001)
    page.get_by_label("France").check()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("This one has 20001").wait_for()


def end_mail(page: Page) -> None:
    """Confirm that a kind of mail is switched off, and open the page that says so."""
    with page.expect_navigation():
        page.get_by_role("button", name="Stop").click()


def give_password(page: Page) -> None:
    """Confirm on the page that asks for it who one is, and go on to the page behind it."""
    page.get_by_label("Your password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Close my account").wait_for()


SUNDAYS: dict[str, Any] = {
    "weekdays": 64,
    "at": dt.time(20),
    "zone": "America/Argentina/ComodRivadavia",
    "least_hours": 72,
    "absence_cap_days": 7,
    "holidays": "AR",
}


class World:
    """A game in fall 1901 after a spring of battles, a lobby, and people who open the pages."""

    def __init__(self) -> None:
        self.game = factories.begun_game(
            title="The Balkan table", house_rules="Be kind.\n\nAlways.", **SUNDAYS
        )
        self.france = factories.holder(factories.seat(self.game, "FRANCE"))
        self.order("FRANCE", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
        self.order("GERMANY", "A MUN - BUR", "F KIE - DEN")
        self.spring = factories.open_phase(self.game)
        with time_machine.travel(self.spring.due_at):
            due_phases.resolve_due()
        self.order("FRANCE", "A BUR - MUN")
        self.two = self.correspond()
        self.lobby = factories.open_game(
            factories.person(), title="Come in", house_rules="Be kind."
        )
        self.lobby.entries.create(person=self.france, joined_at=self.lobby.created_at)
        self.russia = factories.holder(factories.seat(self.other, "RUSSIA"))
        self.admin = factories.person("Olga", is_staff=True, is_superuser=True)
        self.voting = self.put_to_the_vote()

    def order(self, power: str, *texts: str) -> None:
        seat = factories.seat(self.game, power)
        lines = [Line(f"line-{number}", text) for number, text in enumerate(texts, 1)]
        submission.submit(
            factories.open_phase(self.game), seat, lines, person=factories.holder(seat)
        )

    def correspond(self) -> User:
        """Write messages in several threads.

        Return the person who holds France and Italy in a second game.
        """
        write(self.game, "GERMANY", "FRANCE", text="Dear France,\n\nhttps://x.org/" + "x" * 200)
        write(self.game, "FRANCE", "GERMANY", text="Dear Germany")
        write(self.game, "ITALY", "AUSTRIA", "ENGLAND", "FRANCE", "RUSSIA", "TURKEY")
        write(self.game, "TURKEY", text="To everybody " + "Donaudampfschiffahrt" * 20)
        self.other = factories.begun_game(title="The other table")
        two = factories.holder(factories.seat(self.other, "FRANCE"))
        hand_over(self.other, "ITALY", two)
        return two

    def put_to_the_vote(self) -> Game:
        """Create a game without a master that has an open vote."""
        others = factories.PersonFactory.create_batch(6)
        game = factories.begun_game(self.two, others, as_master=False, title="No master")
        seat = factories.seat(game, "AUSTRIA")
        phase, person = factories.open_phase(game), factories.holder(seat)
        voting.propose(phase, seat, Vote.Kind.EXTEND, days=2, person=person)
        return game

    def add_failing_webhook(self, master: User) -> None:
        """Add a webhook whose deliveries fail."""
        url = f"https://{'wallerstein' * 5}.example.org/api/webhooks/of/a/channel"
        fields = {"kind": Webhook.Kind.DISCORD, "url": url, "language": "en"}
        webhook = subscriptions.add(self.game, by=master, **fields)
        masters.announce(self.game, "Dinner at eight.", by=master)
        delivery.plan()
        webhook.deliveries.update(status="404", attempts=3)

    def club(self) -> Club:
        """Return a club of France, with a member and a game."""
        made = creation.create(self.france, name="The tea room", about="Tea. " * 9, is_listed=True)
        membership.join(made, factories.person("Teo"), made.invitation_key)
        factories.open_game(self.france, title="The tea table", club=made)
        return made

    def rated_person(self) -> User:
        """Return a person whose rating a draw has changed."""
        game = factories.begun_game(title="The other table", provisional_days=0)
        person = factories.holder(factories.seat(game, "FRANCE"))
        endings.draw(game, among=["FRANCE", "ITALY"], by=None)
        recompute.recompute()
        return person

    def pages(self) -> Iterator[tuple[str, User | None, str, Callable[[Page], None] | None]]:
        """Yield for each page its name, the visitor, the address, and an action to do there."""
        game, lobby = self.game.get_absolute_url(), self.lobby.get_absolute_url()
        guest = factories.person("Gustav")
        yield "front", None, "/", None
        yield "front of a person", self.france, "/", None
        yield "games", None, "/games/", None
        yield "my games", self.france, "/games/mine/", None
        yield "new game", self.france, "/games/new/", None
        yield "new game refused", self.france, "/games/new/", refuse_game
        yield "lobby of a stranger", None, lobby, None
        yield "lobby of a guest", guest, lobby, None
        yield "lobby of one who waits", self.france, lobby, None
        yield "question", self.france, f"{lobby}leave/", None
        yield "game of a stranger", None, game, None
        yield "game of a player", self.france, game, None
        yield "orders refused", self.france, game, refuse_sheet
        yield "orders being typed", self.france, game, type_sheet
        yield "phase", self.france, self.spring.get_absolute_url(), None
        yield "report", None, f"{self.spring.get_absolute_url()}report/?format=text", None
        yield "messages", self.france, f"{game}press/", None
        yield "a thread", self.france, f"{game}press/to/FRANCE-GERMANY/", None
        yield "an empty thread", self.france, f"{game}press/to/FRANCE-TURKEY/", None
        yield "public messages", None, f"{game}press/public/", None
        two = f"{self.other.get_absolute_url()}press/"
        yield "nobody chosen", self.two, f"{two}?writer=ITALY", None
        yield "a message refused", self.two, f"{two}public/", refuse_message
        yield "not found", None, "/games/no-such-game/", None
        yield "sign in", None, "/accounts/login/", None
        yield "sign up", None, "/accounts/signup/", None
        yield "preferences", self.france, "/accounts/preferences/", None
        Client(HTTP_USER_AGENT="SamsungBrowser/28.0 Android").force_login(self.france)
        yield "sessions", self.france, "/accounts/sessions/", None
        yield from self.pages_of_accounts(guest)
        for page in ("", "?q=deadline", "map/", "notation/", "deadlines/", "keyboard/"):
            yield f"help {page}", None, f"/help/{page}", None
        for page in ("", "?q=convoy&edition=1971", "convoys/?edition=1971", "print/", "rule/99/"):
            yield f"rules {page}", None, f"/rules/{page}", None
        yield "notifications", self.france, "/mail/", None
        yield "calendars", self.france, "/feeds/", None
        end = urlsplit(preferences.unsubscribe_url(self.france, "results")).path
        yield "an end of mail", None, end, None
        yield "mail ended", guest, end, end_mail
        yield from self.pages_of_masters(guest)

    def pages_of_accounts(
        self, guest: User
    ) -> Iterator[tuple[str, User | None, str, Callable[[Page], None] | None]]:
        """Yield the pages of a person's own account."""
        yield "preferences", self.france, "/accounts/preferences/", None
        yield "own data", self.france, "/accounts/data/", None
        data_export.ask(guest)
        yield "own data being prepared", guest, "/accounts/data/", None
        yield "closing an account", self.france, "/accounts/close/", give_password
        leaving = factories.person("Lea")
        account_closing.ask(leaving)
        yield "an account to keep", leaving, "/accounts/keep/", None

    def pages_of_masters(
        self, guest: User
    ) -> Iterator[tuple[str, User | None, str, Callable[[Page], None] | None]]:
        """Yield the pages with actions on a running game and its seats."""
        game, other = self.game.get_absolute_url(), self.other.get_absolute_url()
        master = self.game.masterships.get().person
        control.extend(self.game, to=None, by=master, reason="Donaudampfschiffahrt" * 5)
        tenures.resign(factories.seat(self.other, "RUSSIA"), self.russia)
        italy, invited = (
            factories.seat(self.game, "ITALY"),
            factories.person("W" * spelling.MAX_LENGTH),
        )
        invitation = invitations.invite(italy, invited, by=master, number=2)
        yield "invitations", invited, "/invitations/", None
        yield "an invitation", invited, f"/invitations/{invitation.key}/", None
        yield "an invitation to withdraw", master, f"{game}seats/ITALY/invitation/withdraw/", None
        yield "an invited player", master, f"{game}seats/ITALY/replace/", None
        yield "waiting list of the only administrator", self.admin, "/games/volunteer/", None
        end = urlsplit(preferences.unsubscribe_url(guest, "invitation")).path
        yield "an end of invitations", None, end, None
        yield "log", None, f"{game}log/", None
        yield "profile of a player", guest, f"/people/{quote(self.france.name)}/", None
        yield "statistics", None, f"{game}statistics/", None
        yield "ratings", None, "/ratings/", None
        club = self.club()
        yield "clubs", None, "/clubs/", None
        yield "club of a visitor", None, club.get_absolute_url(), None
        yield "club of its master", self.france, club.get_absolute_url(), None
        yield "new club", self.france, "/clubs/new/", None
        yield "settings of a club", self.france, f"{club.get_absolute_url()}settings/", None
        link = f"{club.get_absolute_url()}join/{club.invitation_key}/"
        yield "link of a club", guest, link, None
        yield "void link of a club", guest, f"{club.get_absolute_url()}join/{'0' * 32}/", None
        yield "ratings of a person", None, f"/ratings/people/{self.rated_person().pk}/", None
        yield from self.pages_of_tournaments(master)
        yield "statistics of the site", None, "/statistics/", None
        yield "openings", None, "/openings/FRANCE/", None
        yield "replay", None, f"{game}replay/", None
        yield "page of a game master", master, f"{game}master/", None
        yield "an act", master, f"{game}master/extend/", None
        yield "a position to correct", master, f"{game}master/correct/", None
        yield "settings", master, f"{game}settings/", None
        self.add_failing_webhook(master)
        yield "news elsewhere", master, f"{game}elsewhere/", None
        yield "a topic of a forum", master, f"{game}elsewhere/add/discourse/", None
        yield "a new player", master, f"{game}seats/FRANCE/replace/", None
        yield "an absence", self.france, f"{game}absence/FRANCE/", None
        yield "giving a seat up", self.france, f"{game}seats/FRANCE/resign/", None
        yield "game with an open seat", guest, other, None
        yield "an open seat", guest, f"{other}seats/RUSSIA/take/", None
        yield "open seats", None, "/games/seats/", None
        yield "waiting list", guest, "/games/volunteer/", None
        yield "taking over a game", guest, "/games/take-over/", None
        yield "importing a game", guest, "/games/import/", None
        yield "civil disorder", self.admin, "/games/disorder/", None
        yield from self.pages_of_moderation()
        yield "a vote", self.two, self.voting.get_absolute_url(), None

    def pages_of_tournaments(
        self, organizer: User
    ) -> Iterator[tuple[str, User | None, str, Callable[[Page], None] | None]]:
        """Yield the pages of a tournament with a drawn round."""
        source = factories.open_game(organizer, title="The model")
        cup = opening.open_tournament(
            organizer, source, request_key=uuid.uuid4(), title="The cup", has_teams=True
        )
        for person in factories.PersonFactory.create_batch(8):
            entrants.enter(cup, person, house_rules_accepted=True)
        entrants.join_team(cup, person, "Hedgehogs")
        rounds.draw_round(cup, by=organizer)
        yield "tournaments", None, "/tournaments/", None
        yield "a new tournament", organizer, "/tournaments/new/", None
        yield "a tournament", None, cup.get_absolute_url(), None
        yield "a tournament of its organizer", organizer, cup.get_absolute_url(), None
        address = f"{cup.get_absolute_url()}settings/"
        yield "settings of a tournament", organizer, address, None
        yield "a round of a tournament", None, f"{cup.get_absolute_url()}round/1/", None

    def pages_of_moderation(
        self,
    ) -> Iterator[tuple[str, User | None, str, Callable[[Page], None] | None]]:
        """Yield the pages for reports of messages and suspensions."""
        message = Message.objects.get(text="Dear Germany")
        loud = Message.objects.get(text__startswith="To everybody")
        reader = factories.holder(factories.seat(self.game, "GERMANY"))
        about = f"{self.game.get_absolute_url()}press/{loud.key}"
        yield "a message to report", reader, f"{about}/report/", None
        yield "a power to mute", reader, f"{about}/mute/", None
        complaint = moderation.complain(message, by=reader, reason="Wallerstein" * 20)
        yield "reported messages", self.admin, "/games/complaints/", None
        close = f"/games/complaints/{complaint.pk}/close/"
        yield "a complaint to close", self.admin, close, None
        gone = factories.person("M" * spelling.MAX_LENGTH)
        suspension.suspend(gone, by=self.admin, reason="Wallerstein" * 20)
        profiles.save(self.france, ["it"], about="Wallerstein " * 20)
        reports.report(self.france, by=reader, reason="Wallerstein" * 20)
        yield "own profile", self.france, "/accounts/profile/", None
        yield "reported profiles", self.admin, "/accounts/profile/reports/", None
        yield "suspended accounts", self.admin, "/accounts/suspensions/", None
        now = clock.now()
        for person in (self.france, reader):
            marked = {"mark": "x", "kind": Trace.Kind.BROWSER, "first_at": now, "last_at": now}
            Trace.objects.create(person=person, **marked)
        yield "shared browsers", self.admin, "/games/shared/", None


def show(site: Site, world: World, part: slice) -> Iterator[tuple[str, Page]]:
    windows: dict[User | None, Page] = {}
    for name, person, address, act in list(world.pages())[part]:
        if person not in windows:
            windows[person] = site.visit(person)
        page = windows[person]
        page.goto(address)
        if act:
            act(page)
        yield name, page


@pytest.fixture
def world(transactional_db: None) -> World:
    return World()


def violations(response: Mapping[str, Any]) -> Iterator[tuple[str, list[object]]]:
    """Return the violations that axe finds, with their elements."""
    for violation in response["violations"]:
        yield violation["id"], [node["target"] for node in violation["nodes"][:3]]


def needed(page: Page, width: int) -> int:
    """Return the width that the page takes on a telephone of the given width."""
    page.set_viewport_size({"width": width, "height": 740})
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.parametrize("part", range(4))
def test_axe_finds_nothing_and_no_page_scrolls_sideways(site: Site, world: World, part: int):
    found: list[object] = []
    for place, (name, page) in enumerate(show(site, world, slice(part, None, 4))):
        found += [(name, *each) for each in violations(Axe().run(page, options=ASKED).response)]
        if place % DARK == 0:
            wear(page, "dark")  # only the colours differ
            again = page.evaluate("(asked) => axe.run(asked)", ASKED | CONTRAST)
            found += [(name, "dark", *each) for each in violations(again)]
            wear(page, "light")
        found += [(name, width) for width in (360, 320) if needed(page, width) > width]
        found += [(name, *each) for each in looks(page)]
        page.set_viewport_size({"width": 1280, "height": 720})
    assert found == []


def looks(page: Page) -> Iterator[tuple[object, ...]]:
    """Return what is wrong with the texts of a page that is shown, also at twice their size.

    A window of 640 pixels is one of 1280 in which the reader has zoomed to 200 %.
    """
    for width in (360, 640):
        page.set_viewport_size({"width": width, "height": 740})
        for spacing in ("", SPACING):
            page.evaluate(SPACE_OUT, spacing)
            look = page.evaluate(LOOK)
            if look["sideways"] > 0 or look["smallest"] < SMALLEST or look["cut"]:
                yield width, bool(spacing), look
    page.evaluate(SPACE_OUT, "")


def test_a_breach_of_the_policy_would_be_noticed(site: Site):
    page = site.visit()
    page.goto("/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")

    def violations() -> int:
        return sum("style" in complaint for complaint in site.complaints)

    until_told(page, lambda: violations() == 2, what="the console and the script say so")
    site.complaints.clear()
