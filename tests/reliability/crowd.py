"""Many clients that send orders and letters all the time, and remember what they were answered."""

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

# What a lost connection looks like from here.
LOST = (OSError, http.client.HTTPException)
PAUSE = (0.2, 1.0)  # seconds between two visits
DESK = re.compile(r"/games/[^/]+/([A-Z0-9]+)/orders/([A-Z]+)/")
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LETTERS = 0.2  # of the visits
AGAIN = 0.2  # of the letters are sent once more though they were answered, as by a double click
PATIENCE = 20  # how often a letter is sent until it is answered


class Answer(enum.StrEnum):
    SAVED = "saved"
    REFUSED = "refused"  # by a page that says so
    NONE = "none"  # the connection died, or the page was an error: it may be stored or not


@dataclass(frozen=True)
class Sheet:
    """Orders that were sent for a power of a game in a phase, sorted, and the answer."""

    game: str
    phase: str
    power: str
    orders: tuple[str, ...]
    answer: Answer

    @property
    def where(self) -> tuple[str, str, str]:
        return self.game, self.phase, self.power


@dataclass(frozen=True)
class Written:
    """A letter that was sent, perhaps many times, to the powers of `circle`; none: to everyone."""

    game: str
    circle: tuple[str, ...]
    power: str
    text: str  # no two letters have the same
    request_key: str
    answer: Answer
    times: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.power} “{self.text}”"


@dataclass
class Crowd:
    """The clients. `sheets` are in the order in which they were sent, for each seat."""

    sheets: list[Sheet] = field(default_factory=list)
    letters: list[Written] = field(default_factory=list)
    pages: Counter[str] = field(default_factory=Counter)
    errors: list[Exception] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    clients: list["Client"] = field(default_factory=list)

    def come(self, sites: Sequence[Site], people: Mapping[User, Mapping[str, str]]) -> None:
        """Sign everybody in and begin: `people` with their powers by the slugs of their games."""
        for number, (person, powers) in enumerate(people.items()):
            self.clients.append(Client(self, sites, person, powers, seed=number))
        for client in self.clients:
            client.start()

    def go(self) -> None:
        self.gone.set()
        for client in self.clients:
            client.join(60)
        assert not any(client.is_alive() for client in self.clients), "a client hangs"

    def answered(self) -> Counter[str]:
        """How many sheets were answered how."""
        return Counter(sheet.answer.value for sheet in self.sheets)

    def written(self) -> Counter[str]:
        """How many letters were answered how."""
        return Counter(letter.answer.value for letter in self.letters)


class Client(threading.Thread):
    """One person, who plays in several games. Never two forms at once."""

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
        self.letters = 0
        self.chance = random.Random(seed)
        first, *others = self.browsers = [Browser(site, person) for site in sites]
        first.sign_in()
        for browser in others:  # one session, whichever machine answers
            browser.cookies = first.cookies

    def run(self) -> None:
        try:
            while not self.crowd.gone.is_set():
                browser = self.chance.choice(self.browsers)
                visit = self._write if self.chance.random() < LETTERS else self._play
                try:
                    visit(browser, self.chance.choice(self.games))
                except LOST:
                    self.crowd.pages["lost"] += 1
                    browser.close()
                self.crowd.gone.wait(self.chance.uniform(*PAUSE))
        except Exception as error:
            self.crowd.errors.append(error)
        finally:
            for browser in self.browsers:
                browser.close()

    def _play(self, browser: Browser, game: str) -> None:
        """Read a game's page, go to the order form, send one to three sheets."""
        table = self._read(browser, f"/games/{game}/")
        if (desk := DESK.search(table)) is None:
            return  # nothing to order, or an error page
        rows = rows_of(form := self._read(browser, desk[0]))
        browser.token = play.hidden(form, "csrfmiddlewaretoken")
        for _ in range(self.chance.randint(1, 3) if rows else 0):
            fields = {
                name: self.chance.choice(choices)
                for name, choices in rows.items()
                if self.chance.random() < 0.9
            }
            answer = self._send(browser, game, desk[0], fields)
            texts = tuple(sorted(fields.values()))
            self.crowd.sheets.append(Sheet(game, desk[1], desk[2], texts, answer))
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
        """Open a thread, write a letter, and send it until there is an answer."""
        power = self.powers[game]
        others = self.chance.sample(POWERS, self.chance.choice((0, 1, 1, 2)))
        circle = tuple(sorted({power, *others})) if set(others) - {power} else ()
        path = f"/games/{game}/letters/{'to/' + '-'.join(circle) if circle else 'public'}/"
        page = self._read(browser, path)
        if not (key := play.hidden(page, "request_key")):
            return  # an error page
        token = play.hidden(page, "csrfmiddlewaretoken")
        self.letters += 1
        text = f"{self.name} writes letter {self.letters}"
        form = {"seat": play.hidden(page, "seat"), "request_key": key, "text": text}
        answer, times = Answer.NONE, 0
        while times < PATIENCE and not self.crowd.gone.wait(self.chance.uniform(0, PAUSE[0])):
            browser.token = token
            now = self._post(browser, path, form, leads_to=f"{path}#letter-")
            times += 1
            # An answer that is lost, or a refusal of what was sent before, takes nothing back.
            if now == Answer.SAVED or times == 1:
                answer = now
            if now != Answer.NONE and self.chance.random() > AGAIN:
                break
            browser = self.chance.choice(self.browsers)
        if times:
            self.crowd.letters.append(Written(game, circle, power, text, key, answer, times))

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
            # Anywhere else is the page to sign in: nobody may be signed out by a crash.
            known = where == leads_to or (leads_to[-1] == "-" and where.startswith(leads_to))
            assert known, f"{path}: a form was answered by a way to {where}"
            return Answer.SAVED
        return Answer.NONE if status >= 500 else Answer.REFUSED


def rows_of(form: str) -> dict[str, list[str]]:
    """The lists of an order form: the orders that each of them offers."""
    rows: dict[str, list[str]] = {}
    name = ""
    for element in play.elements(form, tags=("select", "option")):
        if element["tag"] == "select":
            name = element.get("name") or ""
        elif (value := element.get("value")) and name.startswith(("unit-", "adjustment-")):
            rows.setdefault(name, []).append(value)
    return rows
