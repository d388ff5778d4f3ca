"""Parts of a page that are made of stored orders, made once for the same orders.

Their key is a digest of all that they depend on, the orders included. So a part never belongs to
other orders than those that were read for the page, and no page shows orders by it that it has not
read. Each process keeps the parts in its memory only.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.core.cache import caches
from django.utils.translation import get_language

from accounts import notation, reader

from ...models import Order, Phase

Part = TypeVar("Part")


def order_part(name: str, phase: Phase, orders: Iterable[Order], make: Callable[[], Part]) -> Part:
    """Return the part of this name for `orders` of an open phase; `make` makes it if necessary.

    It depends on nothing else but the position, the rules, and how the reader is written to. The
    seats of the orders must be loaded.
    """
    given = [(order.seat.power, order.text, order.typed) for order in orders]
    manner = get_language(), notation.current(), reader.wants_patterns()
    depends_on = repr((name, phase.pk, phase.rules, manner, given))
    key = hashlib.blake2b(depends_on.encode(), digest_size=16).hexdigest()
    part: Part | None = caches["order_parts"].get(key)
    if part is None:
        part = make()
        caches["order_parts"].set(key, part)
    return part
