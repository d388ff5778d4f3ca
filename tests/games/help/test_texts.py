"""The texts of the help: complete in all languages, in the words of the pages and the glossary."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games import __version__
from games.help import generated, markdown, texts
from games.lifecycle.paces import PACES
from games.wording import settings
from tests.test_catalogues import LANGUAGES, catalogue
from tests.test_glossary import Text, mistakes

LONGEST_SENTENCE = 25  # words of English
SECTION = re.compile(r'^## <a id="([a-z-]+)"></a>(.+)$', re.MULTILINE)
LINK = re.compile(r"\]\(([^)]*)\)")
GENERATED = re.compile(r"^\{\{ ([a-z-]+) \}\}$", re.MULTILINE)
CODE = re.compile(r"`[^`]*`")
LABEL = re.compile(r"(?<![*\w])\*([^*\s|][^*|\n]*)\*(?![*\w])")
PAGES = pytest.mark.parametrize("page", texts.PAGES)


def source(language: str, page: str) -> str:
    return (texts.FOLDER / language / f"{page}.md").read_text(encoding="utf-8")


def parts(language: str, page: str) -> dict[str, str]:
    """The text of each section by its id; the introduction has none."""
    ids = iter(["", *(found[1] for found in SECTION.finditer(source(language, page)))])
    return dict(zip(ids, re.split(r"^## .*\n", source(language, page), flags=re.M), strict=True))


def labels(text: str) -> list[str]:
    """The texts of buttons, links and fields that a text quotes."""
    return LABEL.findall(CODE.sub("", text).replace("**", "§"))


def translations(language: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entry in catalogue(language):
        found.setdefault(entry.msgid, set()).add(entry.msgstr)
    return found


def sentences(text: str) -> Iterator[str]:
    return (each for each in re.split(r"(?<=[.!?:])\s+|\n|\|", CODE.sub("code", text)) if each)


def test_there_is_a_file_for_each_page_and_no_other() -> None:
    for language in ("en", *LANGUAGES):
        files = (texts.FOLDER / language).iterdir()
        assert {file.name for file in files} == {f"{page}.md" for page in texts.PAGES}


@PAGES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_sections_links_and_tables_of_the_english_text(
    language: str, page: str
) -> None:
    english, translated = parts("en", page), parts(language, page)
    assert list(translated) == list(english)
    assert len(english) > 3
    for anchor, text in english.items():
        assert sorted(LINK.findall(translated[anchor])) == sorted(LINK.findall(text)), anchor
        assert GENERATED.findall(translated[anchor]) == GENERATED.findall(text), anchor
        assert translated[anchor].count("\n| ") == text.count("\n| "), anchor


@PAGES
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_quotes_buttons_as_the_pages_have_them(language: str, page: str) -> None:
    known = translations(language)
    for anchor, text in parts("en", page).items():
        english, quoted = labels(text), labels(parts(language, page)[anchor])
        assert [label for label in english if label not in known] == []
        expected = [known[label] for label in english]
        assert len(quoted) == len(english), anchor
        assert all(any(label in each for each in expected) for label in quoted), (anchor, quoted)


@PAGES
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_help_keeps_to_the_glossary(language: str, page: str) -> None:
    lines = (Text("", line) for line in source(language, page).splitlines())
    assert mistakes(language, lines) == []


@PAGES
def test_no_english_sentence_is_long(page: str) -> None:
    long = [each for each in sentences(source("en", page)) if len(each.split()) > LONGEST_SENTENCE]
    assert long == []


@PAGES
def test_each_generated_table_that_a_text_names_exists(page: str) -> None:
    assert set(GENERATED.findall(source("en", page))) <= set(generated.BLOCKS)


def test_each_generated_table_is_in_a_text() -> None:
    named = {name for page in texts.PAGES for name in GENERATED.findall(source("en", page))}
    assert named == set(generated.BLOCKS)


def test_the_table_of_paces_has_their_deadlines() -> None:
    rows = re.findall(r"^\| \*(.+)\* \| (.+) \| (.+) \|$", parts("en", "new-game")["pace"], re.M)
    *paces, (own, _movement, _window) = rows
    assert [name for name, *_cells in rows] == [*(str(each.title) for each in PACES.values()), own]
    for pace, (_name, *cells) in zip(PACES.values(), paces, strict=True):
        for sentence, cell in zip(settings.deadlines(pace.settings("UTC")), cells, strict=True):
            assert sentence.lower().startswith(cell.partition(",")[0].lower()), pace


def test_the_labels_of_a_text_are_those_between_single_stars() -> None:
    """The control of the test about quoted buttons."""
    assert labels("- **A**: press *Save orders*, then `*x*` or *Ready*.") == [
        "Save orders",
        "Ready",
    ]


def test_a_file_becomes_sections_with_ids_links_and_tables() -> None:
    text = (
        "# Title\n\nIntro.\n\n"
        '## <a id="one"></a>First & last\n\nSee [this](deadlines.md#grace).\n\n{{ here }}\n\n'
        '## <a id="two"></a>Second\n\n<b>no HTML</b>\n'
    )
    intro, first, second = markdown.sections(
        text, {"here": lambda: "<table></table>"}, "games:help_page"
    )
    assert (intro.title, intro.anchor) == ("Title", "")
    assert (first.title, first.anchor) == ("First & last", "one")
    assert '<a href="/help/deadlines/#grace">this</a>' in first.html
    assert "<table></table>" in first.html
    assert "{{" not in first.html
    assert "&lt;b&gt;no HTML&lt;/b&gt;" in second.html


def test_a_generated_part_may_be_made_of_a_word_behind_its_name() -> None:
    blocks = {"point": lambda field: f"<b>{field}</b>"}
    (only,) = markdown.sections(
        "# Title\n\n{{ point order_repeated }}\n", blocks, "games:help_page"
    )
    assert only.html == "<b>order_repeated</b>"


def test_a_page_is_kept_for_each_language() -> None:
    with translation.override("es"):
        spanish = texts.HELP.page("orders")
    with translation.override("bg"):
        assert texts.HELP.page("orders").title != spanish.title
    with translation.override("es"):
        assert texts.HELP.page("orders") is spanish


def test_the_image_of_the_site_contains_the_texts() -> None:
    root = Path(__file__).resolve().parents[3]
    assert "COPY docs/help docs/help\n" in (root / "Dockerfile").read_text(encoding="utf-8")
    assert "!docs/help\n" in (root / ".dockerignore").read_text(encoding="utf-8")


def test_the_version_is_that_of_the_project() -> None:
    project = Path(__file__).resolve().parents[3] / "pyproject.toml"
    assert f'\nversion = "{__version__}"\n' in project.read_text(encoding="utf-8")
