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

Answer: TypeAlias = Any  # a response of the test client


def words(answer: Answer) -> str:
    """The text of a page without tags, with single spaces."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(text).split())


def alerts(answer: Answer) -> str:
    """Return the error messages on a page: alerts, errors of fields, and errors of order lines."""
    page = answer.content.decode()
    marks = (
        r'role="alert">(.*?)</p>',
        r'class="errorlist[^>]*>(.*?)</ul>',
        r'feedback__line--wrong">(.*?)</li>',
    )
    found = re.findall("|".join(marks), page, re.S)
    text = re.sub(r"<[^>]+>", " ", " ".join("".join(groups) for groups in found))
    return " ".join(html.unescape(text).split())


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """All rows of the app, by model."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("games").get_models()
    }


@contextlib.contextmanager
def nothing_changes() -> Iterator[None]:
    before = all_rows()
    yield
    assert all_rows() == before


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


class OrderForm:
    """The browser of a power's holder, at the order form of one phase."""

    def __init__(self, game: Game, power: str, phase: Phase | None = None) -> None:
        self.phase = phase or factories.open_phase(game)
        self.client = signed_in(factories.holder(factories.seat(game, power)))
        self.place = [game.slug, self.phase.code, power]
        self.url = reverse("games:orders", args=self.place)

    def rows(self, *texts: str, **more: str) -> Answer:
        """Send the form with a row for each unit: each text in the row of its province."""
        sheet = {f"unit-{text.split()[1].partition('/')[0]}": text for text in texts}
        return self.client.post(self.url, {"mode": "rows", **sheet, **more})

    def text(self, text: str, **more: str) -> Answer:
        return self.client.post(self.url, {"mode": "text", "text": text, **more})

    def send(self, mode: str, *texts: str) -> Answer:
        return self.rows(*texts) if mode == "rows" else self.text("\n".join(texts))

    def ready(self, answer: str = "yes") -> Answer:
        url = reverse("games:ready", args=self.place)
        return self.client.post(url, {"ready": answer}, follow=True)


@pytest.fixture
def order_form(game: Game) -> Callable[..., OrderForm]:
    def at(power: str = "FRANCE", phase: Phase | None = None) -> OrderForm:
        return OrderForm(game, power, phase)

    return at
