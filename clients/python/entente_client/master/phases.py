"""Methods of a master about orders, results and corrections of phases."""

from typing import Any

from ..transport import path_of
from ..types.master import EnteredList, EnteredOrders, PositionAsText, Preview
from .requests import MasterRequests


class MasterPhaseMethods(MasterRequests):
    # Orders that you enter for players who agreed to it

    def entered_orders(self, slug: str) -> EnteredList:
        """The stored orders of the powers whose orders you enter."""
        return self._read(EnteredList, path_of("games", slug, "master", "orders"))

    def enter_orders(self, slug: str, text: str, **more: Any) -> EnteredOrders:
        """Enter the orders of several players from one text: all of them, or none.

        `more` are the other fields of `EnteredText` in the description of the API. Raises
        `ApiError` for wrong lines and open questions; its `problem` has what was read.
        """
        path = path_of("games", slug, "master", "orders")
        return self._write(EnteredOrders, "POST", path, {"text": text, **more})

    # Results that wait to be published

    def preview_results(self, slug: str) -> Preview:
        """The results of a closed phase. The log tells everyone when you first look."""
        path = path_of("games", slug, "master", "results", "preview")
        return self._write(Preview, "POST", path, {})

    def publish_results(self, slug: str, *, seen: str) -> str:
        """Publish the results; `seen` is from their preview."""
        return self._run(slug, "results", "publish", seen=seen)

    def correct_reading(self, slug: str, province: str, reading: str, *, reason: str) -> str:
        """Let a doubtful order of the preview count as another of its readings."""
        return self._run(slug, "results", "readings", province, reading=reading, reason=reason)

    # Corrections

    def position(self, slug: str) -> PositionAsText:
        """The position of the open phase as a text, to be corrected."""
        return self._read(PositionAsText, path_of("games", slug, "master", "position"))

    def roll_back(
        self, slug: str, to: str, *, reason: str, seen: str = "", confirmed: bool = False
    ) -> str:
        """Play a resolved phase again.

        The problem without `confirmed` has the `position`, the phases that would be `superseded`,
        and the `seen` to send.
        """
        return self._run(slug, "back", to=to, reason=reason, seen=seen, confirmed=confirmed)

    def correct_position(
        self, slug: str, position: str, *, reason: str, seen: str = "", confirmed: bool = False
    ) -> str:
        """Let the open phase begin again with the position of a text: see `position`."""
        wanted = {"position": position, "reason": reason}
        return self._run(slug, "correct", **wanted, seen=seen, confirmed=confirmed)
