"""A browser of this system that a test drives through one window, whatever protocol it speaks."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tests.site import until

TO_START = 120  # seconds; a busy machine is slow
PATIENCE = 30


class DrivenBrowser(ABC):
    """A running browser with one window."""

    @abstractmethod
    def navigate(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""

    @abstractmethod
    def add_cookie(self, name: str, value: str) -> None:
        """Add a cookie for the host of the page that is open."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the window a size, in CSS pixels."""

    @abstractmethod
    def evaluate(self, script: str, *arguments: object) -> Any:
        """Run the body of a function on the page; return what it returns."""

    @abstractmethod
    def act(self, actions: list[dict[str, object]]) -> None:
        """Perform actions of input devices, as WebDriver defines them."""

    def click(self, x: float, y: float) -> None:
        """Click with a mouse on a point of the window."""
        actions: list[dict[str, object]] = [
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act([{"type": "pointer", "id": "mouse", "actions": actions}])

    def wait_for(self, selector: str, text: str = "") -> None:
        """Wait until an element is there, and contains a text."""
        script = "return document.querySelector(arguments[0])?.textContent ?? null"

        def is_there() -> bool:
            found = self.evaluate(script, selector)
            return found is not None and text in found

        self.wait(is_there, what=f"{selector} with “{text}”")

    @staticmethod
    def wait(condition: Callable[[], object], *, what: str) -> None:
        until(condition, seconds=PATIENCE, what=what)
