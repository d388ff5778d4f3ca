"""Lasting addresses of the rules: the section about a rule, found by the ids in the texts.

A rule is named by the last part of its address: “13” for a numbered rule, “civil-disorder” for a
section of the rulebook of 2000, “datc-4-a-2” for an issue of the DATC.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from django.urls import reverse

from .chapters import CHAPTERS, RULES

SECTION: Final = re.compile(r'^#+ <a id="([a-z0-9-]+)"></a>', re.MULTILINE)
NUMBERED: Final = "rule-"
NAMED: Final = "section-"
EXPERTS: Final = "datc-"


def url_of_rule(slug: str) -> str:
    """The address of the section about a rule; raises `KeyError` if there is none."""
    anchor = _anchor(slug)
    return f"{reverse('games:rules_chapter', args=[_chapters()[anchor]])}#{anchor}"


def rule_slugs() -> list[str]:
    """All rules that have an address: the numbered ones first, then others in their order."""
    anchors = list(_chapters())
    numbers = (each.removeprefix(NUMBERED) for each in anchors if each.startswith(NUMBERED))
    named = [each.removeprefix(NAMED) for each in anchors if each.startswith(NAMED)]
    experts = [each for each in anchors if each.startswith(EXPERTS)]
    return [*sorted(numbers, key=int), *named, *experts]


def number_of(anchor: str) -> str:
    """The number of the rule that a section is about; empty if it has none."""
    return anchor.removeprefix(NUMBERED) if anchor.startswith(NUMBERED) else ""


def _anchor(slug: str) -> str:
    if slug.isdecimal():
        return f"{NUMBERED}{slug}"
    return slug if slug.startswith(EXPERTS) else f"{NAMED}{slug}"


@lru_cache(maxsize=1)
def _chapters() -> Mapping[str, str]:
    """The chapter of each section, by its id. Ids are the same in all languages."""
    return {
        anchor: chapter
        for chapter in CHAPTERS
        for anchor in SECTION.findall(RULES.source(chapter, "en"))
    }
