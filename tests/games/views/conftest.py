import contextlib
import html
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Phase
from tests import factories

Answer: TypeAlias = Any  # a response as the test client gives it


def words(answer: Answer) -> str:
    """What a person reads on a page: no tags, single spaces."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(text).split())


def alerts(answer: Answer) -> str:
    """What a page says went wrong: its alerts, the errors beside fields and of lines of a text."""
    page = answer.content.decode()
    marks = (
        r'role="alert">(.*?)</p>',
        r'class="errorlist[^>]*>(.*?)</ul>',
        r'echo__line--wrong">(.*?)</li>',
    )
    found = re.findall("|".join(marks), page, re.S)
    text = re.sub(r"<[^>]+>", " ", " ".join("".join(groups) for groups in found))
    return " ".join(html.unescape(text).split())


def everything() -> dict[str, list[dict[str, Any]]]:
    """All that the room has stored."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("games").get_models()
    }


@contextlib.contextmanager
def nothing_changes() -> Iterator[None]:
    before = everything()
    yield
    assert everything() == before


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


class Desk:
    """The browser of whoever holds a power, at the order form of one phase."""

    def __init__(self, game: Game, power: str, phase: Phase | None = None) -> None:
        self.phase = phase or factories.open_phase(game)
        self.client = signed_in(factories.holder(factories.seat(game, power)))
        self.place = [game.slug, self.phase.code, power]
        self.url = reverse("games:orders", args=self.place)

    def rows(self, *texts: str, **more: str) -> Answer:
        """Send the form of rows: each text under the row of the province it names."""
        sheet = {f"unit-{text.split()[1].partition('/')[0]}": text for text in texts}
        return self.client.post(self.url, {"mode": "rows", **sheet, **more})

    def text(self, text: str) -> Answer:
        return self.client.post(self.url, {"mode": "text", "text": text})

    def send(self, mode: str, *texts: str) -> Answer:
        return self.rows(*texts) if mode == "rows" else self.text("\n".join(texts))

    def ready(self, answer: str = "yes") -> Answer:
        url = reverse("games:ready", args=self.place)
        return self.client.post(url, {"ready": answer}, follow=True)


@pytest.fixture
def desk(game: Game) -> Callable[..., Desk]:
    def at(power: str = "FRANCE", phase: Phase | None = None) -> Desk:
        return Desk(game, power, phase)

    return at
