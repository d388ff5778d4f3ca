"""In whose notation orders are written: chosen by a person, or that of the language they read.

The rules write the notations; here stands only which there are and which is active, as
`django.utils.translation` does it for languages.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.utils.translation import get_language

# One order as each notation writes it; a language that has no line here has no notation.
EXAMPLES = {
    "en": "A Mar S A Par-Bur",
    "es": "E Mar A E Par-Bor",
    "it": "A Mar APP A Par-Bor",
    "bg": "А Мар П А Пар-Бур",
}

_chosen: ContextVar[str] = ContextVar("notation", default="")


@contextmanager
def override(code: str) -> Iterator[None]:
    """Write in the notation of `code` inside the block; a code that has none, such as the empty
    one of whoever chose nothing, lets it follow the language."""
    token = _chosen.set(code)
    try:
        yield
    finally:
        _chosen.reset(token)


def current() -> str:
    """The active notation's code: what was chosen, else the active language's, else English."""
    chosen = _chosen.get()
    if chosen in EXAMPLES:
        return chosen
    language = (get_language() or "").partition("-")[0]
    return language if language in EXAMPLES else "en"


def choices() -> list[tuple[str, str]]:
    """Each notation by its language's own name, with an example."""
    return [
        (code, f"{name} – {EXAMPLES[code]}")
        for code, name in settings.LANGUAGES
        if code in EXAMPLES
    ]
