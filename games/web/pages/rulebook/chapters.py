"""Pages of the chapters of the rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ....help import search
from ....help.books import Page
from ....help.markdown import Section
from ....help.texts import HELP
from ....models import Game
from ....rulebook.addresses import number_of, rule_slugs
from ....rulebook.chapters import RULES
from ....rulebook.readers_rules import ReadersRules

SUMMARY = "summary"
NOTATION = ("examples", "provinces", "words")
"""Sections of the help with the tables that are printed with the rules."""


@dataclass(frozen=True)
class RuleSection(Section):
    """A section of a chapter; `cited` names its rule, if it is about one with a number."""

    cited: str


def index_page(rules: ReadersRules | None, typed: str) -> dict[str, Any]:
    words = search.search_words(typed)
    hits = search.search(words, RULES)
    if rules:
        hits = [replace(hit, url=_with_query(hit.url, rules.query)) for hit in hits]
    return _shared(rules) | {
        "chapters": [(page, _numbered(page, None)) for page in _chapters()],
        "summary": RULES.page(SUMMARY),
        "query": typed.strip()[: search.LONGEST_QUESTION],
        "searched": bool(words),
        "hits": hits,
    }


def chapter_page(slug: str, rules: ReadersRules | None) -> dict[str, Any]:
    """Context of a chapter with those before and after it; raises `KeyError`."""
    page, pages = RULES.page(slug), RULES.pages()
    place = RULES.slugs.index(slug)
    return _shared(rules) | {
        "page": page,
        "introduction": _for_reader(page.introduction, rules),
        "sections": _numbered(page, rules),
        "pages": pages,
        "previous": pages[place - 1] if place else None,
        "following": pages[place + 1] if place + 1 < len(pages) else None,
    }


def print_page(rules: ReadersRules | None) -> dict[str, Any]:
    """Context of all chapters on one page, with the tables of the notation."""
    return _shared(rules) | {
        "chapters": [
            (page, _on_one_page(_for_reader(page.introduction, rules)), _printed(page, rules))
            for page in RULES.pages()
        ],
        "notation": HELP.page("notation").title,
        "tables": [each for each in HELP.page("notation").sections if each.anchor in NOTATION],
    }


def unknown_page(rule: str) -> dict[str, Any]:
    """Context of the page for a rule that does not exist."""
    return {"rule": rule, "numbers": [each for each in rule_slugs() if each.isdecimal()]}


def _shared(rules: ReadersRules | None) -> dict[str, Any]:
    return {
        "rules": rules,
        "suffix": rules.query if rules else "",
        "editions": Game.Edition.choices,
    }


def _chapters() -> list[Page]:
    return [page for page in RULES.pages() if page.slug != SUMMARY]


def _for_reader(section: Section, rules: ReadersRules | None) -> SafeString:
    return rules.put_first(section.html) if rules else section.html


def _numbered(page: Page, rules: ReadersRules | None) -> list[RuleSection]:
    """The sections of a chapter, with the rules of the reader first."""
    return [
        RuleSection(
            section.anchor,
            section.title,
            _for_reader(section, rules),
            _cited(number_of(section.anchor)),
        )
        for section in page.sections
    ]


def _cited(number: str) -> str:
    """The name of a numbered rule, such as “Rule 13”; empty without a number."""
    return capfirst(_("rule %(number)s") % {"number": number}) if number else ""


def _printed(page: Page, rules: ReadersRules | None) -> Iterator[RuleSection]:
    """The sections of a chapter among those of others: their ids begin with its name."""
    for section in _numbered(page, rules):
        anchor = f"{page.slug}-{section.anchor}"
        yield replace(section, anchor=anchor, html=_on_one_page(section.html))


def _on_one_page(html: str) -> SafeString:
    """Lead links to chapters to their places on the page with all of them."""
    root, slugs = reverse("games:rules"), "|".join(RULES.slugs)
    found = re.sub(rf'href="{root}({slugs})/[^"#]*(?:#([^"]*))?"', _place, html)
    return mark_safe(found)  # noqa: S308 - a part of a chapter


def _place(link: re.Match[str]) -> str:
    return f'href="#{link[1]}-{link[2]}"' if link[2] else f'href="#{link[1]}"'


def _with_query(url: str, query: str) -> str:
    """The address of a section with a query."""
    path, sign, anchor = url.partition("#")
    return f"{path}{query}{sign}{anchor}"
