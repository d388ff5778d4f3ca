"""`./run demo` shows a site with games within a minute and goes on from there."""

import contextlib
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from accounts.models import User
from games.management import demo
from games.management.demo import record
from tests import factories
from tests.site import ROOT, TO_START, Site, until

from .play import Browser, elements

pytestmark = [pytest.mark.processes, pytest.mark.timeout(500)]

MIDDLE = "/games/the-channel-game/"
FLORA = User(name="Flora", email="flora@demo.invalid")


@contextlib.contextmanager
def running_demo(folder: Path) -> Iterator[Site]:
    """Run `./run demo` in its own data folder, until its pages are served."""
    site = Site(folder)
    with site.log.open("ab") as out:
        site.process = subprocess.Popen(
            ["./run", "demo"],
            cwd=ROOT,
            env=site.environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        until(site.answers, seconds=120, what="the demo is served")
        yield site
    finally:
        if site.process.poll() is None:
            site.stop()


def read(browser: Browser, path: str, words: str) -> bool:
    return words in browser.get(path)


def test_a_newcomer_sees_the_middle_game_and_plays_it(tmp_path: Path) -> None:
    orders = record.pages("middle")[-1].orders["FRANCE"]
    page = f"{MIDDLE}F1905M/orders/FRANCE/"
    with running_demo(tmp_path) as site:
        with Browser(site, FLORA) as browser:
            groups = elements(browser.get(MIDDLE), tags=("g",))
            assert sum(each.get("class") == "unit" for each in groups) == 34
            until(
                lambda: demo.PASSWORD in site.logged(),
                seconds=TO_START,
                what="sign-ins are printed",
            )
            assert FLORA.email in site.logged()
            assert not list((tmp_path / "data/demo/mail").iterdir())
            browser.sign_in(demo.PASSWORD)
            browser.get(page)
            rows = {f"unit-{text.split()[1][:3]}": text for text in orders}
            status, _where, answer = browser.post(page, {"mode": "rows", "then": "ready", **rows})
            assert status == 302, answer
            resolved = partial(read, browser, MIDDLE, "<h1>Fall 1905, retreats")
            until(
                resolved,
                seconds=TO_START,
                what="the phase for which all are ready is resolved",
            )
        site.stop()
        assert "Traceback" not in site.logged()

    with running_demo(tmp_path) as site, Browser(site, FLORA) as browser:
        assert "<h1>Fall 1905, retreats" in browser.get(MIDDLE)
        assert browser.get("/games/").count(f'href="{MIDDLE}"') == 1
        assert site.logged().count("playing the games of the demo") == 1
    assert [each.name for each in (tmp_path / "data").iterdir()] == ["demo"]


def test_the_demo_leaves_a_folder_alone_that_holds_another_site(tmp_path: Path) -> None:
    site = Site(tmp_path, ENTENTE_DATA=str(tmp_path / "demo"))
    site.migrate()
    site.environment["DJANGO_SUPERUSER_PASSWORD"] = factories.PASSWORD
    made = site.manage("createsuperuser", "--no-input", "--email=a@x.test", "--name=Ada")
    assert made.returncode == 0, made.stderr
    answer = site.manage("demo")
    assert answer.returncode == 3
    assert answer.stderr == (
        f"entente: ENTENTE_DATA: “{tmp_path / 'demo'}” holds a site that is no demo. "
        "Name another folder\n"
    )
