"""`./run bench ways`: the modules of ours that the four ways through the code enter.

An order, a deadline and a message are followed until their row is stored, a page until it is
answered; see "Four ways through the code" in docs/architecture.md. Each way is gone once before,
so that nothing is imported or filled into a cache while it is followed.
"""

import os
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Game

ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(str(ROOT / name) + os.sep for name in ("accounts", "adjudicator", "config", "games"))
MODULE_BODY = "<module>"
Way = Callable[[], object]


class Followed:
    """The modules of ours whose functions are called until `ended` is set, in their order."""

    def __init__(self) -> None:
        self.modules: dict[str, None] = {}
        self.ended = False

    def on_call(self, frame: FrameType, event: str, _argument: object) -> None:
        """A function for `sys.setprofile`."""
        code = frame.f_code
        called = event == "call" and code.co_name != MODULE_BODY
        if called and not self.ended and code.co_filename.startswith(OURS):
            self.modules.setdefault(_module(code.co_filename))

    def on_statement(self, end: str | None) -> Callable[..., Any]:
        """A wrapper for `connection.execute_wrapper` that stops at a statement that begins so."""

        def wrapper(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
            self.ended = self.ended or (end is not None and sql.startswith(end))
            return execute(sql, *arguments)

        return wrapper


def main(arguments: Sequence[str]) -> None:
    with database_of_tests():
        for name, modules in ways().items():
            print(f"{len(modules):3}  {name}")
            if "--list" in arguments:
                print("".join(f"       {module}\n" for module in modules), end="")


@contextmanager
def database_of_tests() -> Iterator[None]:
    """An empty database of tests, in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="entente-ways-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "ENTENTE_DATA": folder}
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        from django.test.runner import DiscoverRunner

        runner = DiscoverRunner(verbosity=0, interactive=False)
        runner.setup_test_environment()
        databases = runner.setup_databases()
        try:
            yield
        finally:
            runner.teardown_databases(databases)
            runner.teardown_test_environment()


def ways() -> dict[str, list[str]]:
    """The modules that each way enters, by its name. Needs an empty database."""
    _go_all_ways()
    return _go_all_ways()


def _go_all_ways() -> dict[str, list[str]]:
    from accounts import clock
    from tests import factories

    game = factories.begun_game()
    client = browser(game, "FRANCE")
    order, message, page = (
        post_order(game, client),
        post_message(game, client),
        read_page(game, client),
    )
    found = {
        "an order, until it is stored": follow(order, 'INSERT INTO "games_order"'),
        "a message, until it is stored": follow(message, 'INSERT INTO "games_message"'),
        "the page of a game": follow(page),
    }
    factories.let_be_due(game, clock.now())
    next_phase = follow(let_deadlines_pass, 'INSERT INTO "games_phase"')
    return found | {"a deadline, until the next phase is stored": next_phase}


def follow(way: Way, end: str | None = None) -> list[str]:
    """Go a way; return the modules that it enters before the SQL statement that begins with `end`.

    Without an `end`, the modules of the whole way. Raises `LookupError` if there is no such
    statement.
    """
    from django.db import connection

    followed = Followed()
    before = sys.getprofile()
    threading.setprofile(followed.on_call)
    sys.setprofile(followed.on_call)
    try:
        with connection.execute_wrapper(followed.on_statement(end)):
            way()
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    if end is not None and not followed.ended:
        raise LookupError(end)
    return list(followed.modules)


def post_order(game: "Game", client: "Client") -> Way:
    """One order of France by the form of rows."""
    from django.urls import reverse

    from tests import factories

    phase = factories.open_phase(game)
    address = reverse("games:orders", args=[game.slug, phase.code, "FRANCE"])
    return lambda: client.post(address, {"mode": "rows", "unit-PAR": "A PAR - BUR"})


def post_message(game: "Game", client: "Client") -> Way:
    """A message of France to Germany."""
    from games.press import locations
    from tests import factories

    seats = [factories.seat(game, power) for power in ("FRANCE", "GERMANY")]
    address = locations.thread_url(game, seats)
    sent = {"text": "Shall we talk?", "request_key": str(uuid.uuid4())}
    return lambda: client.post(address, sent)


def read_page(game: "Game", client: "Client") -> Way:
    return lambda: client.get(game.get_absolute_url())


def let_deadlines_pass() -> None:
    from games.adjudication import due_phases

    due_phases.resolve_due()


def browser(game: "Game", power: str) -> "Client":
    from django.test import Client

    from tests import factories

    client = Client()
    client.force_login(factories.holder(factories.seat(game, power)))
    return client


def _module(file: str) -> str:
    path = Path(file).relative_to(ROOT).with_suffix("")
    parts = path.parts[:-1] if path.name == "__init__" else path.parts
    return ".".join(parts)
