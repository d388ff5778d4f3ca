"""The pages of the help in the reader's language, rendered once a process."""

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

from . import generated, markdown
from .markdown import Section

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "help"
PAGES = (
    "first-steps",
    "orders",
    "notation",
    "press",
    "deadlines",
    "endings",
    "map",
    "sandbox",
    "new-game",
    "game-masters",
    "account",
    "keyboard",
    "about",
)
"""The names of the pages in the order of the list of contents: those of their files and URLs."""
END_OF_BLOCK = re.compile(r"</(?:p|li|td|th|h\d|pre|dt|dd)>")


@dataclass(frozen=True)
class HelpPage:
    slug: str
    title: str
    introduction: Section
    sections: tuple[Section, ...]

    @property
    def url(self) -> str:
        return reverse("games:help_page", args=[self.slug])


def help_page(slug: str) -> HelpPage:
    """The page in the reader's language; raises `KeyError` for an unknown one."""
    if slug not in PAGES:
        raise KeyError(slug)
    return _page(slug, language(), notation.current())


def all_pages() -> list[HelpPage]:
    return [help_page(slug) for slug in PAGES]


def plain_text(section: Section) -> str:
    """The text of a section, without its title, in one line."""
    return _plain(section.html)


@lru_cache(maxsize=4096)
def _plain(html: str) -> str:
    return " ".join(unescape(strip_tags(END_OF_BLOCK.sub(" ", html))).split())


def language() -> str:
    """The code of the reader's language, without a region."""
    code = (get_language() or "").partition("-")[0]
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


# The reader's language and notation are arguments because the generated tables depend on both.
@lru_cache(maxsize=256)
def _page(slug: str, language: str, _notation: str) -> HelpPage:
    text = (FOLDER / language / f"{slug}.md").read_text(encoding="utf-8")
    introduction, *rest = markdown.sections(text, generated.BLOCKS)
    return HelpPage(slug, introduction.title, introduction, tuple(rest))
