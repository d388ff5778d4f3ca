"""`./run bench browser`: what a browser loads for a page, and how soon a phone shows it.

The pages are those of the demo. Bytes are those of all answers as they were sent, compressed and
with their headers. A page is loaded cold, with an empty cache, and warm, a second time. Times are
those of a phone: the processor slowed to a quarter, the network to a slow 4G of 1.6 Mbit/s with 150
ms to an answer. They are medians of cold loads.
"""

import argparse
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests import measured, needs, screenshots

from . import host

ROUNDS = 3
SETTLED = 1500  # ms after the last request, in which late layout shifts would come
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "timezone_id": "Europe/Madrid",
}
SLOW_4G = {
    "offline": False,
    "latency": 150,  # ms
    "downloadThroughput": 1_600_000 / 8,  # bytes a second
    "uploadThroughput": 750_000 / 8,
}
PAGES = {
    "front page, a stranger": (screenshots.STRANGER, "/"),
    "page of a game, a stranger": (screenshots.STRANGER, screenshots.MIDDLE),
    "page of a game, a player": (screenshots.PLAYER, screenshots.MIDDLE),
}
# Largest contentful paint (ms), layout shift, and what tasks took beyond 50 ms each, added up.
OBSERVE = """
window.seen = {paint: 0, shift: 0, blocked: 0};
const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
  .observe({type, buffered: true});
watch("largest-contentful-paint", (entry) => { seen.paint = entry.startTime; });
watch("layout-shift", (entry) => { seen.shift += entry.value; });
watch("longtask", (entry) => { seen.blocked += entry.duration - 50; });
"""


class Load(NamedTuple):
    """One load of a page."""

    requests: int
    size: int
    paint: float
    shift: float
    blocked: float


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="./run bench browser", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="print, and leave docs/measured.md")
    options = parser.parse_args(arguments)
    lines = [
        "## What a browser loads",
        "",
        f"`./run bench browser`. {measured.machine()}, {host.processor()}.",
        "",
        "| page | requests, cold | KB, cold | KB, warm | largest paint | layout shift | blocked |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    with screenshots.demo() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=needs.chromium(whole=True), args=["--no-sandbox"]
        )
        for name, (person, path) in PAGES.items():
            lines.append(_row(name, browser, demo.url, person, path))
        browser.close()
    print("\n".join(lines))
    if not options.keep:
        measured.write("browser", lines)


def _row(name: str, browser: Browser, url: str, person: str, path: str) -> str:
    state = screenshots.session(browser, url, person)
    cold, warm = _loads(browser, url, state, path, slow=False)
    slow = [_loads(browser, url, state, path, slow=True)[0] for _ in range(ROUNDS)]
    return (
        f"| {name} | {cold.requests} | {cold.size / 1000:.1f} | {warm.size / 1000:.1f}"
        f" | {median(each.paint for each in slow) / 1000:.2f} s"
        f" | {max(each.shift for each in slow):.3f}"
        f" | {median(each.blocked for each in slow):.0f} ms |"
    )


def _loads(browser: Browser, url: str, state: Any, path: str, *, slow: bool) -> tuple[Load, Load]:
    """Load a page cold, then warm, in a new context."""
    context = browser.new_context(base_url=url, storage_state=state, **PHONE)
    page = context.new_page()
    page.add_init_script(OBSERVE)
    cold, warm = _load(page, path, slow=slow), _load(page, path, slow=slow)
    context.close()
    return cold, warm


def _load(page: Page, path: str, *, slow: bool) -> Load:
    sizes: list[float] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    if slow:
        network.send("Network.emulateNetworkConditions", SLOW_4G)
        network.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto("about:blank")
    page.goto(path, wait_until="networkidle")
    page.wait_for_timeout(SETTLED)
    seen = page.evaluate("seen")
    network.detach()
    sent = [size for size in sizes if size]  # files of the cache have no length
    return Load(len(sent), int(sum(sent)), **seen)
