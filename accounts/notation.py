"""The active notation of orders: the one that a person chose, or that of their language.

Works like `django.utils.translation`: a context variable holds the active notation. `adjudicator`
writes the orders; this module knows only which notations exist and which is active.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.utils.translation import get_language

from accounts import reader

# The same order in each notation, by language code. Other languages have no notation of their own.
EXAMPLES = {
    "en": "A MAR S A PAR - BUR",
    "es": "E Mar A E Par-Bor",
    "it": "A Mar APP A Par-Bor",
    "bg": "А Мар П А Пар-Бур",
}

# None: follow the reader of the page.
_overriding: ContextVar[str | None] = ContextVar("notation", default=None)


@contextmanager
def override(code: str) -> Iterator[None]:
    """Use the notation of language `code` inside the block.

    An unknown code, such as the empty one of people who chose nothing, means the notation of the
    active language.
    """
    token = _overriding.set(code)
    try:
        yield
    finally:
        _overriding.reset(token)


def current() -> str:
    """Return the code of the active notation: the chosen one, else the language's, else English."""
    chosen = _overriding.get()
    if chosen is None:
        chosen = reader.notation()
    if chosen in EXAMPLES:
        return chosen
    language = (get_language() or "").partition("-")[0]
    return language if language in EXAMPLES else "en"


def choices() -> list[tuple[str, str]]:
    """Return form choices: each notation by its language's own name, with an example."""
    return [
        (code, f"{name} – {EXAMPLES[code]}")
        for code, name in settings.LANGUAGES
        if code in EXAMPLES
    ]
