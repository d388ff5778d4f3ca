"""A club on a running site: people with browsers and mailboxes."""

import datetime as dt
import re
import smtplib
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from tests.reliability.play import SiteClock
from tests.reliability.smtp import Mail, Sink
from tests.site import until

from .browser import Browser, Page

PASSWORD = "a quiet evening by the sea"
SECONDS = 60  # that a mail, a result or a page may take on a busy machine


class Mailbox:
    """The mail program of a person. It reads each mail once."""

    def __init__(self, address: str, sink: Sink, port: int, clock: SiteClock) -> None:
        self.address, self.sink, self.port, self.clock = address, sink, port, clock
        self.read = 0

    def receive(self, subject: str) -> EmailMessage:
        """Wait for the next mail with these words in its subject; earlier ones count as read."""
        try:
            until(lambda: self._next(subject), seconds=SECONDS, what=f"a mail: {subject}")
        except AssertionError as error:
            unread = [each for each in self.sink.mails[self.read :] if self._is_mine(each)]
            others = [str(mail.message["Subject"]) for mail in unread]
            raise AssertionError(f"{error}; {self.address} got {others}") from None
        place = self._next(subject)
        assert place is not None
        self.read = place
        return self.sink.mails[place - 1].message

    def _next(self, subject: str) -> int | None:
        """The number of mails up to the next one with these words; None if it has not come."""
        for place, mail in enumerate(list(self.sink.mails)[self.read :], start=self.read + 1):
            if self._is_mine(mail) and subject in str(mail.message["Subject"]):
                return place
        return None

    def _is_mine(self, mail: Mail) -> bool:
        return self.address in mail.recipients

    def send(self, text: str, *, to: str) -> None:
        """Send a mail to the site, which takes it from its mail server by LMTP."""
        message = EmailMessage()
        message["From"] = self.address
        message["To"] = to
        message["Subject"] = "Orders"
        message["Date"] = format_datetime(self.clock.now() + dt.timedelta(seconds=1))
        message["Message-ID"] = make_msgid(domain="club.test")
        message.set_content(text)
        with smtplib.LMTP("127.0.0.1", self.port, timeout=30) as client:
            client.send_message(message, self.address, [to])


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def link_in(mail: EmailMessage, part: str) -> str:
    """Return the address in a mail that has this part."""
    found = re.search(rf"https?://\S*{part}\S*", text_of(mail))
    assert found, text_of(mail)
    return found[0]


class Member(Browser):
    """A person of the club: a browser, and a mailbox."""

    def __init__(self, url: str, name: str, mailbox: Mailbox) -> None:
        super().__init__(url)
        self.name, self.mailbox = name, mailbox
        self.open(url)

    def sign_up(self) -> None:
        """Get an account, and confirm its address by the link in the mail."""
        self.open("/accounts/signup/")
        self.press("Sign up", email=self.mailbox.address, name=self.name, password1=PASSWORD)
        self.open(link_in(self.mailbox.receive("onfirm"), "/accounts/confirm-email/"))
        self.press("Confirm")

    def wait_for(self, path: str, shown: Callable[[Page], bool], *, what: str) -> Page:
        """Reload a page until it is as awaited; return it."""
        until(lambda: shown(self.open(path)), seconds=SECONDS, what=what)
        return self.page


class Club:
    """The people of a club on one site. Its mail goes to `sink`, and comes in at `port`."""

    def __init__(self, url: str, sink: Sink, port: int, clock: SiteClock) -> None:
        self.url, self.sink, self.port, self.clock = url, sink, port, clock

    def person(self, name: str) -> Member:
        address = f"{name.split()[0].lower()}@club.test"
        return Member(self.url, name, Mailbox(address, self.sink, self.port, self.clock))

    def member(self, name: str) -> Member:
        """A person with an account, signed in."""
        member = self.person(name)
        member.sign_up()
        return member
