"""Contexts of the help pages."""

from typing import Any

from ...help import search
from ...help.texts import HELP


def index_page(typed: str) -> dict[str, Any]:
    words = search.search_words(typed)
    return {
        "pages": HELP.pages(),
        "query": typed.strip()[: search.LONGEST_QUESTION],
        "searched": bool(words),
        "hits": search.search(words, HELP),
    }


def text_page(slug: str) -> dict[str, Any]:
    """The context of a page with the pages before and after it; raises `KeyError`."""
    page, pages = HELP.page(slug), HELP.pages()
    place = HELP.slugs.index(slug)
    return {
        "page": page,
        "pages": pages,
        "previous": pages[place - 1] if place else None,
        "following": pages[place + 1] if place + 1 < len(pages) else None,
    }
