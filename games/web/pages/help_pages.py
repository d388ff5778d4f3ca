"""Contexts of the help pages."""

from typing import Any

from ...help import search, texts


def index_page(typed: str) -> dict[str, Any]:
    words = search.search_words(typed)
    return {
        "pages": texts.all_pages(),
        "query": typed.strip()[: search.LONGEST_QUESTION],
        "searched": bool(words),
        "hits": search.search(words),
    }


def text_page(slug: str) -> dict[str, Any]:
    """The context of a page with the pages before and after it; raises `KeyError`."""
    page, pages = texts.help_page(slug), texts.all_pages()
    place = texts.PAGES.index(slug)
    return {
        "page": page,
        "pages": pages,
        "previous": pages[place - 1] if place else None,
        "following": pages[place + 1] if place + 1 < len(pages) else None,
    }
