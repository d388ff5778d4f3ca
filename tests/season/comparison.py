"""The pages of a game that a visitor can reach, and how they differ from those of another site."""

import difflib
import io
import json
import re
import zipfile
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from .browser import Browser

PICTURE = "/map.svg"


def pages(visitor: Browser, game: str) -> dict[str, str]:
    """Fetch the pages and maps of a game that are linked from its first page, by their paths."""
    found: dict[str, str] = {}
    waiting = [game]
    while waiting:
        path = waiting.pop()
        page = visitor.open(path)
        found[path] = page.content.decode()
        for _label, href in page.links:
            linked = urlsplit(urljoin(page.url, href))
            is_page = linked.path.endswith(("/", PICTURE)) and not linked.query
            if is_page and linked.path.startswith(game) and linked.path not in found:
                waiting.append(linked.path)
                found[linked.path] = ""
    return found


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> list[str]:
    """Return the lines that pages of the same paths do not share, and the paths of only one.

    Whatever OF_THE_SITE and OF_ITS_PEOPLE name is left out of both.
    """
    ours, theirs = _comparable(here), _comparable(there)
    found = [f"only on one site: {path}" for path in sorted(ours.keys() ^ theirs.keys())]
    for path in sorted(ours.keys() & theirs.keys()):
        lines = difflib.unified_diff(ours[path], theirs[path], lineterm="", n=0)
        found += [f"{path}: {line}" for line in lines if not line.startswith(("---", "+++", "@@"))]
    return found


# Of the site and the moment, not of the game.
OF_THE_SITE = (
    (r"http://localhost:\d+", "SITE"),
    (r"/games/the-harbour-league(-\w+)?/", "/games/GAME/"),
    (r"\b[0-9a-f]{32}\b", "KEY"),  # of messages, and the digest of the page's state
    (r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1"),
    (r'<a href="/people/[^"]*">([^<]*)</a>', r"\1"),  # accounts, which an archive has none of
)
# The archive is of a game, not of people's deeds: who entered or mailed orders, who looked at the
# results first. The importer is its master.
OF_ITS_PEOPLE = (
    r' <span class="muted">(Entered by [^<]*|Sent by the player by email)\.</span>',
    r'<p class="strip">In this game the game master enters, and so reads, the orders of: .*?</p>',
    r'<p class="small">Played without an account: .*?</p>',
    r'<p class="small">This game is unrated, because .*?</p>',
    r"<dt>Game master</dt><dd>[^<]*</dd>",
    r'<p><span class="badge badge--info">Imported</span>.*?</p>',
    r"<dt>Ratings</dt><dd>.*?</dd>",  # an imported game says in that note that it counts in none
    r'<li class="log__row">(?:(?!</li>).)*The game was imported(?:(?!</li>).)*</li>',
    r'<li class="log__row">(?:(?!</li>).)*looked at the results of(?:(?!</li>).)*</li>',
    r'<section class="log__day">\s*<h2>[^<]*</h2>\s*<ol role="list">\s*</ol>\s*</section>',
)


def _comparable(pages: Mapping[str, str]) -> dict[str, list[str]]:
    return {_without_keys(path): _lines(html) for path, html in pages.items()}


def _without_keys(text: str) -> str:
    for pattern, name in OF_THE_SITE:
        text = re.sub(pattern, name, text)
    return text


def _lines(html: str) -> list[str]:
    text = _without_keys(html)
    for pattern in OF_ITS_PEOPLE:
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    return [line.strip() for line in text.splitlines() if line.strip()]


def with_another_order(archive: bytes) -> bytes:
    """Return an archive with another order in the last fall, which has the same result."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as old,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            content = old.read(name)
            if name == "game.json":
                game = json.loads(content)
                phase = [each for each in game["phases"] if each["code"] == "F1902M"][-1]
                orders = phase["orders"]["ITALY"]
                [order] = [each for each in orders if each["text"] == "A VEN H"]
                order["text"] = "A VEN S A PIE"
                content = json.dumps(game).encode()
            new.writestr(name, content)
    return changed.getvalue()
