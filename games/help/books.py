"""Books: texts of a folder in the reader's language, rendered once a process."""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import get_language

from accounts import notation

from . import markdown
from .markdown import Blocks, Section

PICTURE = re.compile(r"<(figure|svg)\b.*?</\1>", re.DOTALL)
END_OF_BLOCK = re.compile(r"</(?:p|li|td|th|h\d|pre|dt|dd|caption)>")


@dataclass(frozen=True)
class Page:
    slug: str
    url_name: str
    title: str
    introduction: Section
    sections: tuple[Section, ...]

    @property
    def url(self) -> str:
        return reverse(self.url_name, args=[self.slug])


@dataclass(frozen=True, eq=False)
class Book:
    """The texts of a folder, which has a folder for each language.

    `slugs` are the names of its pages in their order: those of their files and addresses.
    `url_name` is the name of the address of a page, and `blocks` make what texts only name.
    """

    folder: Path
    slugs: tuple[str, ...]
    url_name: str
    blocks: Blocks

    def page(self, slug: str) -> Page:
        """The page in the reader's language; raises `KeyError` for an unknown one."""
        if slug not in self.slugs:
            raise KeyError(slug)
        return _page(self, slug, language(), notation.current())

    def pages(self) -> list[Page]:
        return [self.page(slug) for slug in self.slugs]

    def source(self, slug: str, language: str) -> str:
        """The text of a file."""
        return (self.folder / language / f"{slug}.md").read_text(encoding="utf-8")


def plain_text(section: Section) -> str:
    """The text of a section, without its title and its pictures, in one line."""
    return _plain(section.html)


@lru_cache(maxsize=4096)
def _plain(html: str) -> str:
    return " ".join(unescape(strip_tags(END_OF_BLOCK.sub(" ", PICTURE.sub(" ", html)))).split())


def language() -> str:
    """The code of the reader's language, without a region."""
    code = (get_language() or "").partition("-")[0]
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


# The reader's language and notation are arguments because the generated tables depend on both.
@lru_cache(maxsize=512)
def _page(book: Book, slug: str, language: str, _notation: str) -> Page:
    text = book.source(slug, language)
    introduction, *rest = markdown.sections(text, book.blocks, book.url_name)
    return Page(slug, book.url_name, introduction.title, introduction, tuple(rest))
