"""`./run screenshots FOLDER`: the main pages of a demo on four screens, light and dark, as PNG.

For each page it prints what a look at the pictures would not tell: pixels that it scrolls sideways,
the smallest letters, and elements whose text is cut off. The exit status is 1 if a page scrolls
sideways, or if its letters are smaller than `SMALLEST`.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests import needs
from tests.site import Site

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "laptop": (1366, 680), "desktop": (1920, 1000)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SMALLEST = 12  # CSS pixels; the names on the board have their own test
# People and games of the demo (games/management/demo/cast.py).
STRANGER, PLAYER, MASTER = "", "flora@demo.invalid", "mia@demo.invalid"
PASSWORD = "seven powers one table"
LOBBY = "/games/the-sunday-table/"
MIDDLE = "/games/the-channel-game/"
FINISHED = "/games/the-iron-winter/"
PAGES = {
    "front": (STRANGER, "/"),
    "games": (STRANGER, "/games/"),
    "sign-up": (STRANGER, "/accounts/signup/"),
    "my-games": (PLAYER, "/games/mine/"),
    "new-game": (PLAYER, "/games/new/"),
    "lobby": (MASTER, LOBBY),
    "game": (PLAYER, MIDDLE),
    "results": (STRANGER, FINISHED),
    "press": (PLAYER, f"{MIDDLE}press/"),
    "thread": (PLAYER, f"{MIDDLE}press/public/"),
    "log": (PLAYER, f"{MIDDLE}log/"),
    "game-master": (MASTER, f"{MIDDLE}master/"),
    "help": (STRANGER, "/help/"),
    "preferences": (PLAYER, "/accounts/preferences/"),
}
LOOK = (Path(__file__).parent / "browser/look.js").read_text(encoding="utf-8")


class Demo(Site):
    """The demo, with all its processes."""

    command = "demo"


@dataclass(frozen=True)
class Shot:
    """One picture, and what was measured on its page."""

    name: str
    sideways: int
    smallest: float
    cut: list[str]

    @property
    def is_good(self) -> bool:
        return self.sideways <= 0 and self.smallest >= SMALLEST


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", choices=PAGES, default=list(PAGES))
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    bad = 0
    with demo() as site, _browser() as browser:
        for shot in _take(browser, site.url, options.only, options.folder):
            bad += not shot.is_good
            cut = f"  cut off: {', '.join(shot.cut)}" if shot.cut else ""
            mark = "" if shot.is_good else "  BAD"
            print(f"{shot.name:<32}{shot.sideways:>5} px{shot.smallest:>8.1f} px{mark}{cut}")
    return 1 if bad else 0


@contextmanager
def demo() -> Iterator[Demo]:
    """A demo of its own, which is stopped and deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="entente-screenshots-") as folder:
        site = Demo(Path(folder), LOG_LEVEL="WARNING")
        site.environment["ENTENTE_DATA"] = str(Path(folder) / "demo")
        site.start()
        try:
            yield site
        finally:
            site.stop()


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=needs.chromium(), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


def _take(browser: Browser, url: str, names: list[str], folder: Path) -> Iterator[Shot]:
    people = {PAGES[name][0] for name in names}
    sessions = {person: session(browser, url, person) for person in people}
    for theme in THEMES:
        for size, (width, height) in SIZES.items():
            for name in names:
                person, path = PAGES[name]
                context = browser.new_context(
                    base_url=url,
                    storage_state=sessions[person],
                    color_scheme=theme,
                    viewport={"width": width, "height": height},
                    locale="en-GB",
                    timezone_id="Europe/Madrid",
                )
                page = context.new_page()
                page.goto(path)
                whole = f"{name}-{size}-{theme}"
                page.screenshot(path=folder / f"{whole}.png", full_page=True)
                yield Shot(whole, **page.evaluate(LOOK))
                context.close()


def session(browser: Browser, url: str, person: str) -> Any:
    """The cookies of a person who has signed in; none for a stranger."""
    context = browser.new_context(base_url=url)
    if person:
        _sign_in(context.new_page(), person)
    state = context.storage_state()
    context.close()
    return state


def _sign_in(page: Page, email: str) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill(email)
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        page.locator("main form button.button").first.click()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
