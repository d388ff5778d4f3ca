"""The signed-in person whose request is being answered, for code that has no request.

For the appearance of pages only, never for permissions.
"""

from contextvars import ContextVar

from accounts.models import User

person: ContextVar[User | None] = ContextVar("reader", default=None)


def notation() -> str:
    """The notation of orders that the reader chose, by the code of its language; empty if none."""
    reader = person.get()
    return reader.notation if reader is not None else ""


def wants_patterns() -> bool:
    """Whether the reader wants maps with patterns besides colours."""
    reader = person.get()
    return reader is not None and reader.pattern_fills
