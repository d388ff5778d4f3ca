"""What several mails of one round have in common is found out once.

It is remembered for some seconds, in which nothing may change that matters: a mail that was sent as
much earlier would say the same.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

Found = TypeVar("Found")

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("_known", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def remembered(name: Hashable, find: Callable[[], Found]) -> Found:
    """What `find` finds out, asked once under `name` while we are `remembering`."""
    known = _known.get()
    if known is None:
        return find()
    if name not in known:
        known[name] = find()
    return cast("Found", known[name])
