"""A telephone, and fingers on its screen."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}

Touch = Callable[..., None]


def board(page: Page) -> Locator:
    return page.locator(".board-view svg.board")


def fingers(page: Page) -> Touch:
    """Fingers on the screen: put at (x, y) from the board's middle, moved and lifted."""
    box = board(page).bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    protocol = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [
            {"x": middle[0] + x, "y": middle[1] + y, "id": finger}
            for finger, (x, y) in enumerate(points)
        ]
        protocol.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})

    return touch


def pinch(touch: Touch, start: int, stop: int) -> None:
    touch("Start", (-start, 0))
    touch("Start", (-start, 0), (start, 0))
    for step in range(1, 5):
        away = start + (stop - start) * step / 4
        touch("Move", (-away, 0), (away, 0))
    touch("End")


def swipe(touch: Touch, way: int) -> None:
    touch("Start", (0, 0))
    for part in (0.1, 0.4, 0.7, 1):
        touch("Move", (-way * part, -way * part))
    touch("End")


def tap(page: Page, target: Locator) -> None:
    tap_until_seen(page, target.tap)


def tap_until_seen(page: Page, tap: Callable[[], None]) -> None:
    """Tap until the browser sees a tap: on a busy machine a finger may rest too long."""
    page.evaluate(
        """() => {
          window.tapped = false;
          addEventListener("click", () => { window.tapped = true; }, { capture: true, once: true });
        }"""
    )
    for _ in range(5):
        tap()
        for _ in range(60):
            if page.evaluate("window.tapped"):
                return
            page.wait_for_timeout(50)
    raise AssertionError("the browser made no click of five taps")
