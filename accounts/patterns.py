"""Whether whoever reads a page wants patterns on the map besides colours: as `notation` does it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_wanted: ContextVar[bool] = ContextVar("pattern_fills", default=False)


@contextmanager
def override(wanted: bool) -> Iterator[None]:
    """Draw maps with patterns, or without, inside the block."""
    token = _wanted.set(wanted)
    try:
        yield
    finally:
        _wanted.reset(token)


def wanted() -> bool:
    return _wanted.get()
