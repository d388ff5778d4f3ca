"""The table of a game by post: its people, and how orders, votes and results come about."""

import datetime as dt
import json
import re
from collections.abc import Mapping

from tests.reliability.play import SiteClock
from tests.site import until

from .club import SECONDS, Member

BY_MAIL, BY_FORUM = "England", "Turkey"
"""The powers of the two players who never sign in."""


class Table:
    """A game at a path of the site: its master, and the players with accounts by power.

    `mailer` is the player who mails orders.
    """

    def __init__(
        self,
        game: str,
        *,
        master: Member,
        players: Mapping[str, Member],
        mailer: Member,
        clock: SiteClock,
    ) -> None:
        self.game, self.master, self.mailer, self.clock = game, master, mailer, clock
        self.players = dict(players)

    def play(self, orders: Mapping[str, str]) -> None:
        """Give all orders of a phase, let its deadline pass, and publish the results."""
        self.give(orders)
        self.let_deadline_pass()
        self.publish()

    def give(self, orders: Mapping[str, str]) -> None:
        """Let everyone send these orders in their own way, by power."""
        for power, text in orders.items():
            if power == BY_MAIL:
                self.mail(text)
            elif power == BY_FORUM:
                self.paste(f"{power}\n{text}")
            else:
                player = self.players[power]
                player.open(self.game)
                player.press("Save this text", text=text)

    def mail(self, text: str) -> None:
        """Send orders by mail, and wait for the answer that says that they are saved."""
        mailbox = self.mailer.mailbox
        mailbox.send(text, to=self._order_address())
        mailbox.receive(f"orders of {BY_MAIL} saved")

    def _order_address(self) -> str:
        """The address for orders, from the page on which the mailer confirmed the own one."""
        found = re.search(r'value="(orders\+[^"]+)"', self.mailer.open(self.mailer.page.url).html)
        assert found, self.mailer.page
        return found[1]

    def send_again(self) -> None:
        """Let the players with accounts send the orders again that they had given before."""
        for player in self.players.values():
            player.open(self.game)
            player.press("Save these orders again")

    def paste(self, thread: str) -> None:
        """Let the master paste a thread of the forum, and save what the preview shows."""
        self.master.open(f"{self.game}master/orders/")
        self.master.press("Preview", text=thread)
        self.master.press("Save these orders")

    def deadline(self) -> dt.datetime:
        page = self.master.open(self.game)
        found = re.search(r'class="deadline__when">\s*<time datetime="([^"]+)"', page.html)
        assert found, page
        return dt.datetime.fromisoformat(found[1])

    def let_deadline_pass(self) -> None:
        """Move the clock past the deadline; wait until the results are with the master."""
        self.clock.move_past(self.deadline())
        self.master.wait_for(
            f"{self.game}master/",
            lambda page: page.has_link("Check and publish the results"),
            what="the phase is closed",
        )

    def publish(self) -> None:
        """Look at the results as they will be, and publish them; wait for the next phase."""
        before = self._stage()
        page = self.master.open(f"{self.game}master/publish/")
        if not page.has_button("Publish the results"):
            self.master.press("Preview")
        self.master.press("Publish the results")
        until(lambda: self._stage() != before, seconds=SECONDS, what=f"{before} is resolved")

    def _stage(self) -> str:
        """The stage of the game, for which an open page asks, too."""
        return str(json.loads(self.master.open(f"{self.game}state/").content)["stage"])

    def phase(self) -> str:
        """The name of the phase on the game's page."""
        return self.master.open(self.game).heading

    def vote(self, proposal: str, *powers: str) -> None:
        """Let players vote yes on what somebody has proposed."""
        for power in powers:
            player = self.players[power]
            player.open(self.game)
            player.press(f"Yes ({power}: {proposal})")
