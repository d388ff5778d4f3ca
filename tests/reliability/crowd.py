"""Clients that send orders and messages all the time and remember the answers."""

import contextlib
import enum
import http.client
import random
import re
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from accounts.models import User
from tests.site import Site

from . import play
from .play import Browser

# Exceptions of a lost connection.
LOST = (OSError, http.client.HTTPException)
PAUSE = (0.2, 1.0)  # seconds between two visits
ORDER_FORM = re.compile(r'(?<=action=")/games/[^/"]+/([A-Z0-9]+)/orders/([A-Z]+)/')
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
MESSAGES = 0.2  # share of the visits that write a message
AGAIN = 0.2  # share of the answered messages that are sent once more, as by a double click
PATIENCE = 20  # attempts to send a message until it is answered


class Answer(enum.StrEnum):
    SAVED = "saved"
    REFUSED = "refused"  # by a page with the reason
    NONE = "none"  # connection lost or error page: it may have been stored or not


@dataclass(frozen=True)
class Sheet:
    """The sorted orders that were sent for a power of a game in a phase, and the answer."""

    game: str
    phase: str
    power: str
    orders: tuple[str, ...]
    answer: Answer

    @property
    def where(self) -> tuple[str, str, str]:
        return self.game, self.phase, self.power


@dataclass(frozen=True)
class SentMessage:
    """A message sent, perhaps several times, to the powers of `circle` (empty: to everyone)."""

    game: str
    circle: tuple[str, ...]
    power: str
    text: str  # different for each message
    request_key: str
    answer: Answer
    times: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.power} “{self.text}”"


@dataclass
class Crowd:
    """The clients and their results. The sheets of each seat are in the order of sending."""

    sheets: list[Sheet] = field(default_factory=list)
    messages: list[SentMessage] = field(default_factory=list)
    pages: Counter[str] = field(default_factory=Counter)
    errors: list[Exception] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    clients: list["Client"] = field(default_factory=list)

    def start(self, sites: Sequence[Site], people: Mapping[User, Mapping[str, str]]) -> None:
        """Sign everybody in and begin.

        `people` maps each person to their power in each game (by slug).
        """
        for number, (person, powers) in enumerate(people.items()):
            self.clients.append(Client(self, sites, person, powers, seed=number))
        for client in self.clients:
            client.start()

    def stop(self) -> None:
        self.over.set()
        for client in self.clients:
            client.join(60)
        assert not any(client.is_alive() for client in self.clients), "a client hangs"

    def answered(self) -> Counter[str]:
        """Count the sheets by answer."""
        return Counter(sheet.answer.value for sheet in self.sheets)

    def written(self) -> Counter[str]:
        """Count the messages by answer."""
        return Counter(message.answer.value for message in self.messages)


class Client(threading.Thread):
    """One person who plays in several games and sends one form at a time."""

    def __init__(
        self,
        crowd: Crowd,
        sites: Sequence[Site],
        person: User,
        powers: Mapping[str, str],
        *,
        seed: int,
    ) -> None:
        super().__init__(name=f"client {person.name}", daemon=True)
        self.crowd = crowd
        self.powers = powers
        self.games = sorted(powers)
        self.messages = 0
        self.chance = random.Random(seed)
        first, *others = self.browsers = [Browser(site, person) for site in sites]
        first.sign_in()
        for browser in others:  # one session for all machines
            browser.cookies = first.cookies

    def run(self) -> None:
        try:
            while not self.crowd.over.is_set():
                browser = self.chance.choice(self.browsers)
                visit = self._write if self.chance.random() < MESSAGES else self._play
                try:
                    visit(browser, self.chance.choice(self.games))
                except LOST:
                    self.crowd.pages["lost"] += 1
                    browser.close()
                self.crowd.over.wait(self.chance.uniform(*PAUSE))
        except Exception as error:
            self.crowd.errors.append(error)
        finally:
            for browser in self.browsers:
                browser.close()

    def _play(self, browser: Browser, game: str) -> None:
        """Read a game's page, go to the order form, send one to three sheets."""
        table = self._read(browser, f"/games/{game}/")
        if (found := ORDER_FORM.search(table)) is None:
            return  # no orders to give, or an error page
        rows = rows_of(form := self._read(browser, found[0]))
        browser.token = play.hidden(form, "csrfmiddlewaretoken")
        for _ in range(self.chance.randint(1, 3) if rows else 0):
            fields = {
                name: self.chance.choice(choices)
                for name, choices in rows.items()
                if self.chance.random() < 0.9
            }
            answer = self._send(browser, game, found[0], fields)
            texts = tuple(sorted(fields.values()))
            self.crowd.sheets.append(Sheet(game, found[1], found[2], texts, answer))
            if answer != Answer.SAVED:
                return

    def _read(self, browser: Browser, path: str) -> str:
        status, _where, page = browser.ask("GET", path)
        self.crowd.pages[f"GET {status}"] += 1
        return page

    def _send(self, browser: Browser, game: str, path: str, fields: dict[str, str]) -> Answer:
        if self.chance.random() < 0.3:
            form = {"mode": "text", "text": "\r\n".join(fields.values())}
        else:
            form = {"mode": "rows", **fields}
        return self._post(browser, path, form, leads_to=f"/games/{game}/")

    def _write(self, browser: Browser, game: str) -> None:
        """Open a thread, write a message, and send it until there is an answer."""
        power = self.powers[game]
        others = self.chance.sample(POWERS, self.chance.choice((0, 1, 1, 2)))
        circle = tuple(sorted({power, *others})) if set(others) - {power} else ()
        path = f"/games/{game}/press/{'to/' + '-'.join(circle) if circle else 'public'}/"
        page = self._read(browser, path)
        if not (key := play.hidden(page, "request_key")):
            return  # an error page
        token = play.hidden(page, "csrfmiddlewaretoken")
        self.messages += 1
        text = f"{self.name} writes message {self.messages}"
        form = {"seat": play.hidden(page, "seat"), "request_key": key, "text": text}
        answer, times = Answer.NONE, 0
        while times < PATIENCE and not self.crowd.over.wait(self.chance.uniform(0, PAUSE[0])):
            browser.token = token
            now = self._post(browser, path, form, leads_to=f"{path}#message-")
            times += 1
            # A later refusal or lost answer does not undo an earlier “saved”.
            if now == Answer.SAVED or times == 1:
                answer = now
            if now != Answer.NONE and self.chance.random() > AGAIN:
                break
            browser = self.chance.choice(self.browsers)
        if times:
            self.crowd.messages.append(SentMessage(game, circle, power, text, key, answer, times))

    def _post(self, browser: Browser, path: str, form: dict[str, str], *, leads_to: str) -> Answer:
        try:
            status, where, _page = browser.post(path, form)
        except LOST:
            self.crowd.pages["POST lost"] += 1
            with contextlib.suppress(OSError):
                browser.close()
            return Answer.NONE
        self.crowd.pages[f"POST {status}"] += 1
        if status == 302:
            # Any other redirect leads to the sign-in page, and no crash may sign anybody out.
            known = where == leads_to or (leads_to[-1] == "-" and where.startswith(leads_to))
            assert known, f"{path}: a form was answered by a way to {where}"
            return Answer.SAVED
        return Answer.NONE if status >= 500 else Answer.REFUSED


def rows_of(form: str) -> dict[str, list[str]]:
    """Return the orders that each list of an order form offers, by the name of the list."""
    rows: dict[str, list[str]] = {}
    name = ""
    for element in play.elements(form, tags=("select", "option")):
        if element["tag"] == "select":
            name = element.get("name") or ""
        elif (value := element.get("value")) and name.startswith(("unit-", "adjustment-")):
            rows.setdefault(name, []).append(value)
    return rows
