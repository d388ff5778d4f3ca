"""Methods about the orders of your powers: 404 for the power of somebody else."""

from collections.abc import Mapping
from typing import Any

from .transport import Language, Requests, path_of
from .types.orders import LegalOrders, Orders, ReadySeat, Saved
from .types.seats import OrderConsent


class OrderMethods(Requests):
    def legal_orders(self, slug: str, power: str) -> LegalOrders:
        """Each unit of a power of yours with all orders that it may get in the open phase."""
        return self._read(LegalOrders, path_of("games", slug, "seats", power, "legal-orders"))

    def orders(self, slug: str, power: str) -> Orders:
        """The stored orders of a power of yours in the open phase."""
        return self._read(Orders, path_of("games", slug, "seats", power, "orders"))

    def save_orders(
        self,
        slug: str,
        power: str,
        phase: str,
        orders: list[str] | str,
        *,
        language: Language | None = None,
        answers: Mapping[str, str] | None = None,
        seen: str | None = None,
        check: bool = False,
    ) -> Saved:
        """Replace the orders of a power of yours. They count: there are no drafts.

        `orders` is a list of canonical orders, of which all or none are saved, or a text in the
        notation of `language`, whose good lines are saved in any case. `answers` has the order
        that is meant in each province where a line was doubtful. With `seen`, a receipt, orders
        that were saved since are not overwritten. With `check` nothing is saved.

        Raises `ApiError`: 409 if `phase` is over, its `problem["open_phase"]` takes orders now; 422
        for orders that can't be taken, explained in its `problem["lines"]`.
        """
        sheet: dict[str, Any] = {"phase": phase, "check": check, "answers": dict(answers or {})}
        sheet["text" if isinstance(orders, str) else "orders"] = orders
        sheet |= {"language": language, "seen": seen}
        return self._write(Saved, "PUT", path_of("games", slug, "seats", power, "orders"), sheet)

    def set_ready(self, slug: str, power: str, phase: str, *, ready: bool = True) -> ReadySeat:
        """Say that a power of yours is ready, or no longer is: `phase` ends once all are."""
        said = {"phase": phase, "ready": ready}
        return self._write(ReadySeat, "PUT", path_of("games", slug, "seats", power, "ready"), said)

    def consent(self, slug: str, power: str) -> OrderConsent:
        """Whether the game master enters the orders of a power of yours."""
        return self._read(OrderConsent, path_of("games", slug, "seats", power, "master-orders"))

    def let_master_order(
        self, slug: str, power: str, *, allowed: bool, confirmed: bool = False
    ) -> OrderConsent:
        """Let the game master enter, and so read, the orders of your powers, or no longer.

        To allow it, the key needs the scope `orders`, too.
        """
        path = path_of("games", slug, "seats", power, "master-orders")
        return self._write(OrderConsent, "PUT", path, {"allowed": allowed, "confirmed": confirmed})
