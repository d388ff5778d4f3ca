"""Visitors who open their order pages while deadlines pass."""

import http.client
import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.test import Client

from games.models import Phase, Tenure

MOST_AT_ONCE = 50


@dataclass(frozen=True)
class Visit:
    """An order page, and the session of the power's player."""

    path: str
    session: str


def order_pages(games: Sequence[int]) -> list[Visit]:
    """The order page of every seat with units in these games, its holder signed in."""
    found = []
    for phase in Phase.objects.filter(game__in=games).select_related("game"):
        held = Tenure.objects.filter(seat__game=phase.game, seat__units__phase=phase)
        for tenure in held.select_related("seat", "person").distinct():
            client = Client()
            client.force_login(tenure.person)
            path = f"/games/{phase.game.slug}/{phase.code}/orders/{tenure.seat.power}/"
            found.append(Visit(path, client.cookies[settings.SESSION_COOKIE_NAME].value))
    return found


class Visitors:
    """Request pages at a steady rate, whether or not earlier answers have come.

    A slow answer delays no later request, and counts in full: the time of a page is measured from
    the moment at which it should have been requested.
    """

    def __init__(self, port: int, host: str, visits: Sequence[Visit], *, rate: float) -> None:
        self.port, self.host, self.visits, self.rate = port, host, visits, rate
        self.seconds: list[float] = []
        self.errors: list[str] = []
        self._chance = random.Random(1901)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Visitors":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        began, number = time.monotonic(), 0
        with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
            while not self._over.is_set():
                asked_at = began + number / self.rate
                time.sleep(max(0.0, asked_at - time.monotonic()))
                pool.submit(self._ask, self._chance.choice(self.visits), asked_at)
                number += 1

    def _ask(self, visit: Visit, asked_at: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", visit.path, headers=self._headers(visit))
            answer = connection.getresponse()
            page = answer.read()
            self.seconds.append(time.monotonic() - asked_at)
            if answer.status != 200 or b"</form>" not in page:
                self.errors.append(f"{answer.status} for {visit.path}")
        except (OSError, http.client.HTTPException) as error:
            self.errors.append(f"{type(error).__name__} for {visit.path}")
        finally:
            connection.close()

    def _headers(self, visit: Visit) -> dict[str, str]:
        """The headers that a proxy in front of the site adds, and the session."""
        return {
            "Host": self.host,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={visit.session}",
        }
