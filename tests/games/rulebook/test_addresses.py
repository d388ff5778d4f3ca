"""Every rule that a reason can cite has its section, in all languages, and no link is broken."""

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from adjudicator.reasons import IN_SHORT, MESSAGES, SECTIONS, THEN, rule_behind
from games import wording
from games.help.books import Page
from games.help.markdown import Section
from games.rulebook import addresses
from games.rulebook.chapters import CHAPTERS, FOLDER, RULES
from games.state.edition_texts import RULE_POINTS

LANGUAGES = ["en", "es", "it", "bg"]
IN_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)
CHAPTER = pytest.mark.parametrize("chapter", CHAPTERS)
LINK = re.compile(r'href="(/rules/[^"]*)"')
POINT = re.compile(r"\{\{ point (\w+) \}\}")


def cited_rules() -> set[str]:
    """All rules behind a reason, alone or followed by another one."""
    alone = {rule_behind(code, {}) for code in MESSAGES}
    followed = {rule_behind(code, {THEN: then}) for code in MESSAGES for then in MESSAGES}
    return (alone | followed) - {""}


def parts(page: Page) -> Iterator[Section]:
    yield page.introduction
    yield from page.sections


def test_reasons_cite_numbers_sections_and_issues_of_the_datc() -> None:
    """The control of the tests below: there is something to cite."""
    cited = cited_rules()
    assert set(IN_SHORT) - {"2"} <= cited
    assert set(SECTIONS) <= cited
    assert "DATC 4.A.2" in cited


@IN_LANGUAGES
@pytest.mark.parametrize("rule", sorted({*cited_rules(), *SECTIONS, *map(str, range(1, 23))}))
def test_each_rule_has_its_section_in_every_language(rule: str, language: str) -> None:
    url = addresses.url_of_rule(wording.rule_slug(rule))
    found = re.fullmatch(r"/rules/([a-z-]+)/#([a-z0-9-]+)", url)
    assert found is not None, url
    with translation.override(language):
        sections = {each.anchor: each for each in RULES.page(found[1]).sections}
    assert sections[found[2]].html


def test_no_rule_has_two_sections() -> None:
    anchors = [
        anchor
        for chapter in CHAPTERS
        for anchor in addresses.SECTION.findall(RULES.source(chapter, "en"))
        if anchor.startswith((addresses.NUMBERED, addresses.NAMED, addresses.EXPERTS))
    ]
    assert len(anchors) == len(set(anchors))
    assert addresses.rule_slugs()[:22] == [str(number) for number in range(1, 23)]


@pytest.mark.parametrize("slug", ["0", "23", "013", "nothing", "rule-13", "datc-9-z-9", "١٣"])
def test_an_unknown_rule_has_no_address(slug: str) -> None:
    with pytest.raises(KeyError):
        addresses.url_of_rule(slug)


@IN_LANGUAGES
@CHAPTER
def test_every_link_of_a_chapter_leads_to_a_section(chapter: str, language: str) -> None:
    with translation.override(language):
        known = {page.url: {each.anchor for each in page.sections} for page in RULES.pages()}
        html = "".join(each.html for each in parts(RULES.page(chapter)))
    assert not re.search(r'href="[^"]*\.md', html)
    for link in LINK.findall(html):
        path, _sign, anchor = link.partition("#")
        if not path.startswith("/rules/boards/"):
            assert not anchor or anchor in known[path], link


@IN_LANGUAGES
def test_each_point_of_the_editions_is_in_the_chapters(language: str) -> None:
    named = {
        field for chapter in CHAPTERS for field in POINT.findall(RULES.source(chapter, language))
    }
    assert named == set(RULE_POINTS)


@IN_LANGUAGES
def test_there_is_a_file_for_each_chapter_and_no_other(language: str) -> None:
    files = (FOLDER / language).iterdir()
    assert {file.name for file in files} == {f"{chapter}.md" for chapter in CHAPTERS}
