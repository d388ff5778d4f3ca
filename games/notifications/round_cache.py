"""A cache for the content that the mails of one round have in common.

It lives for a few seconds. Changes meanwhile do not matter: a mail that was sent a few seconds
earlier would have the same content.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

Found = TypeVar("Found")

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("_known", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Let `remembered` remember within this block."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def remembered(name: Hashable, find: Callable[[], Found]) -> Found:
    """The result of `find`, which is called once for each `name` within `remembering`."""
    known = _known.get()
    if known is None:
        return find()
    if name not in known:
        known[name] = find()
    return cast("Found", known[name])
