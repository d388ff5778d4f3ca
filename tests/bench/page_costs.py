"""The cost of pages of a long game: CPU, queries and bytes, each request made in this process.

The CPU of the process that draws a picture is part of it.

CPU is given in milliseconds, and in multiples of a plain loop that is timed beside it, so that two
days and two machines can be compared.
"""

import html
import io
import re
import resource
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest import mock

import brotli
from django.conf import settings

from config import garbage_collection

from . import long_game, site

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

WARM_UP, ROUNDS = 5, 40
DRAWINGS = 5  # pictures that are drawn for their reader: each takes as long as many pages


@dataclass(frozen=True)
class Cost:
    """The cost of a request: median CPU in ms and in loops, queries, and bytes of the answer."""

    name: str
    milliseconds: float
    loops: float
    queries: int
    bytes: int


@dataclass(frozen=True)
class Answer:
    """A response as a server would send it."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The content as text, decompressed."""
        by_brotli = self.headers.get("Content-Encoding") == "br"
        return (brotli.decompress(self.body) if by_brotli else self.body).decode()


class Visitor:
    """Asks this process for pages as a browser asks a server, by WSGI."""

    def __init__(self, person: "User | None" = None) -> None:
        from django.core.wsgi import get_wsgi_application
        from django.test import Client

        self.application = get_wsgi_application()
        self.cookies: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        if person is not None:
            client = Client()
            client.force_login(person)
            self.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[
                settings.SESSION_COOKIE_NAME
            ].value

    def ask(self, path: str, *, form: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """GET `path`, or POST `form`. Cookies are kept."""
        return self.send(self.request(path, form=form, **headers))

    def request(
        self, path: str, *, form: Mapping[str, str] | None = None, **headers: str
    ) -> dict[str, Any]:
        """The WSGI environment of a request, which may be sent once."""
        body = urllib.parse.urlencode(form or {}).encode()
        path, _mark, question = path.partition("?")
        return {
            "REQUEST_METHOD": "GET" if form is None else "POST",
            "PATH_INFO": urllib.parse.unquote(path),
            "QUERY_STRING": question,
            "SERVER_NAME": site.HOST,
            "SERVER_PORT": "443",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": site.HOST,
            "HTTP_ORIGIN": f"https://{site.HOST}",
            "HTTP_X_FORWARDED_PROTO": "https",
            "HTTP_ACCEPT": "text/html",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd",
            "HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.url_scheme": "http",
            **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
        }

    def send(self, environ: dict[str, Any]) -> Answer:
        """Send a request. Cookies are kept."""
        found: dict[str, Any] = {}

        def start(status: str, given: list[tuple[str, str]], *_error: object) -> None:
            found["status"], found["headers"] = int(status.partition(" ")[0]), dict(given)
            for name, value in given:
                if name == "Set-Cookie":
                    for cookie in SimpleCookie(value).values():
                        self.cookies[cookie.key] = cookie.value

        response = self.application(environ, start)  # type: ignore[arg-type]
        content = b"".join(response)
        response.close()
        return Answer(found["status"], found["headers"], content)

    def again(self, path: str) -> Answer:
        """GET `path`, of which the browser has a copy by now."""
        if path not in self.tags:
            self.ask(path)  # with the cookies that the first answer set
            self.tags[path] = self.ask(path).headers["ETag"]
        return self.ask(path, if_none_match=self.tags[path])


def loop() -> float:
    """CPU seconds of the plain loop that all figures are compared with."""
    began = time.process_time()
    sum(i * i for i in range(200_000))
    return time.process_time() - began


def cpu() -> float:
    """CPU seconds of this process, and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def cost(
    name: str,
    request: Callable[[], Answer],
    *,
    before: Callable[[], None] = lambda: None,
    status: int = 200,
    rounds: int = ROUNDS,
) -> Cost:
    """Measure a request that was warmed up, with a loop after each.

    `before` is called before each request and is not measured.
    """
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _ in range(min(WARM_UP, rounds)):
        before()
        answer = request()
        assert answer.status == status, (name, answer.status)
    before()
    with CaptureQueriesContext(connection) as caught:
        request()
        queries = len(caught)
    spent, loops = [], []
    for _ in range(rounds):
        before()
        began = cpu()
        answer = request()
        spent.append(cpu() - began)
        loops.append(loop())
    return Cost(
        name,
        median(spent) * 1000,
        median(spent) / median(loops),
        queries,
        len(answer.body),
    )


def lines() -> list[str]:
    """Measure the pages of a long game; return a table for docs/measured.md."""
    costs = measure()
    page = f"The player’s page: {long_game.POWER.title()} with 17 units, in a game of many phases"
    loop = "A loop is `sum(i * i for i in range(200_000))`."
    return [
        f"{page} and {long_game.MESSAGES} messages. {loop}",
        "",
        "| request | CPU in loops | in ms | queries | bytes |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {cost.name} | **{cost.loops:.2f}** | {cost.milliseconds:.1f} | {cost.queries}"
            f" | {cost.bytes:,} |"
            for cost in costs
        ),
    ]


def measure() -> list[Cost]:
    """Measure each kind of request on one game."""
    garbage_collection.prepare_forks()  # as a web process
    game = long_game.write()
    url, player, stranger = game.get_absolute_url(), Visitor(long_game.player(game)), Visitor()
    saver = OrderSaver(player, game)
    return [
        cost("game page of a player", lambda: player.ask(url)),
        cost("game page of a stranger", lambda: stranger.ask(url)),
        cost("the same page again for a stranger", lambda: stranger.again(url), status=304),
        cost("question of an open page", lambda: player.ask(f"{url}state/")),
        cost("save of changed orders", saver.send, before=saver.prepare),
        cost("PNG map that a worker has drawn", lambda: stranger.ask(_past_map(game))),
        cost("PNG map, drawn for its reader", lambda: _draw(stranger, game), rounds=DRAWINGS),
    ]


def _past_map(game: "Game") -> str:
    """The address of the picture of the newest resolved phase."""
    return f"{game.get_absolute_url()}{game.phases.resolved().latest('number').code}/map.png"


def _draw(visitor: Visitor, game: "Game") -> Answer:
    """Ask for a picture that is not there, by somebody whom no limit stops."""
    from django.core.cache import caches

    from accounts import rate_limits

    caches["pictures"].clear()
    with mock.patch.object(rate_limits, "exceeds_map_limit", new=_exceeds_nothing):
        return visitor.ask(_past_map(game))


class OrderSaver:
    """Saves orders as the map's script does, each time others than before."""

    def __init__(self, player: Visitor, game: "Game") -> None:
        self.player = player
        self.path = f"{game.get_absolute_url()}{long_game.LAST}/orders/{long_game.POWER}/"
        page = player.ask(game.get_absolute_url()).text
        form = page.partition('<form class="form orders"')[2].partition("</form>")[0]
        self.token = _value(form, "csrfmiddlewaretoken")
        self.seen = _value(form, "seen")
        offered = re.search('data-choices="([^"?]*)', form)
        assert offered is not None
        self.choices = {
            name: [html.unescape(each) for each in re.findall('<option value="([^"]+)"', options)]
            for name, options in re.findall(
                '<select name="([^"]+)"(.*?)</select>', player.ask(offered[1]).text
            )
        }
        self.turn = 0
        self.sheet: dict[str, Any] = {}
        self.answer: Answer | None = None

    def prepare(self) -> None:
        """Make the next sheet."""
        if self.answer is not None:
            self.seen = _value(self.answer.text, "seen")
        self.turn += 1  # other orders each time: what was drawn before does not help
        (first, texts), (second, others), *rest = self.choices.items()
        orders = {
            first: texts[self.turn % len(texts)],
            second: others[self.turn // len(texts) % len(others)],
            **{name: choices[0] for name, choices in rest},
        }
        sheet = {"csrfmiddlewaretoken": self.token, "mode": "rows", "seen": self.seen, **orders}
        self.sheet = self.player.request(self.path, form=sheet, x_requested_with="map")

    def send(self) -> Answer:
        """Send the sheet."""
        from accounts import rate_limits

        # Nobody saves so often that the limit would matter.
        with mock.patch.object(rate_limits, "exceeds_limit", new=_exceeds_nothing):
            self.answer = self.player.send(self.sheet)
        return self.answer


def _exceeds_nothing(*_arguments: object) -> bool:
    return False


def _value(page: str, name: str) -> str:
    """The value of the first field of this name."""
    found = re.search(f'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found[1]
