"""The table of ASVS requirements in docs/security.md is complete, and what it refers to exists."""

import re
from collections import Counter
from pathlib import Path

import pytest

from accounts import feed_keys
from games.models.fields import new_key

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "security.md"
NUMBERS = ROOT / "tests" / "data" / "asvs_levels_1_and_2.txt"
MOST_NOT_MET = 5
ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|")
STATE = re.compile(r"met(: .+)?|(does not apply|not met): .+")
REFERENCE = re.compile(r"`([^`]+)`|\[[^]]+\]\(([^)]*)\)|(\(to come: \w+\))")

Row = tuple[str, str, str, str]


def rows(page: str) -> list[Row]:
    """Return number, gist, state and references of each row."""
    found = (ROW.fullmatch(line) for line in page.splitlines())
    return [(row[1], row[2], row[3], row[4]) for row in found if row]


def anchors(page: str) -> set[str]:
    """Return the anchors of a page's headings, as Git hosts make them."""
    titles = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(reference: str, link: str, to_come: str) -> str:
    """Return a sentence about a reference that leads nowhere; empty if it is good."""
    if to_come:
        return f"{to_come} is still to come"
    if link:
        name, _sign, anchor = link.partition("#")
        page = PAGE.parent / name if name else PAGE
        good = page.is_file() and (not anchor or anchor in anchors(page.read_text("utf-8")))
        return "" if good else f"{link} is not here"
    name, _sign, test = reference.partition("::")
    file = ROOT / name
    if not file.is_file():
        return f"{name} is not here"
    if test and not re.search(rf"^ *def {test}\(", file.read_text("utf-8"), re.MULTILINE):
        return f"{name} has no {test}"
    return ""


TABLE = rows(PAGE.read_text("utf-8"))


def test_each_requirement_of_level_1_and_2_has_one_row() -> None:
    lines = NUMBERS.read_text("utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert len(wanted) == 253
    assert Counter(number for number, *_ in TABLE) == Counter(wanted)


def test_each_state_is_one_of_three_with_its_reason() -> None:
    assert [row for row in TABLE if not STATE.fullmatch(row[2])] == []


def test_few_requirements_are_not_met() -> None:
    not_met = [number for number, _gist, state, _shown in TABLE if state.startswith("not met")]
    assert len(not_met) <= MOST_NOT_MET, not_met


def test_each_row_refers_to_tests_files_and_sections_that_exist() -> None:
    problems = [
        f"{number}: {problem}"
        for number, _gist, _state, shown in TABLE
        for problem in [
            *(broken(*found) for found in REFERENCE.findall(shown)),
            "" if REFERENCE.search(shown) else "nothing shows it",
        ]
        if problem
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("reference", "link", "to_come"),
    [
        ("tests/no_such_file.py", "", ""),
        ("tests/test_security_table.py::test_nothing", "", ""),
        ("", "#no-such-section", ""),
        ("", "no_such_page.md", ""),
        ("", "operations.md#no-such-section", ""),
        ("", "", "(to come: mfa)"),
    ],
)
def test_a_reference_that_leads_nowhere_is_found(reference: str, link: str, to_come: str) -> None:
    assert broken(reference, link, to_come)


def test_every_link_of_the_page_leads_somewhere() -> None:
    links = re.findall(r"\]\(((?!https?:)[^)]+)\)", PAGE.read_text("utf-8"))
    assert [link for link in links if broken("", link, "")] == []


# The form that imports a game, the view that hands it the file, and their page.
TAKES_A_FILE = {
    "games/web/forms/import_game.py",
    "games/web/views/import_game.py",
    "templates/games/archive/import.html",
}


def test_one_form_takes_a_file() -> None:
    """The chapter on files is about this form; another one has to meet it as well."""
    code = [file for room in ("accounts", "games") for file in (ROOT / room).rglob("*.py")]
    takes = re.compile(r"FileField|ImageField|request\.FILES|multipart/form-data|type=.file")
    found = {
        str(file.relative_to(ROOT))
        for file in [*code, *(ROOT / "templates").rglob("*.html")]
        if takes.search(file.read_text("utf-8"))
    }
    assert found == TAKES_A_FILE


@pytest.mark.parametrize("make", [new_key, feed_keys.new_key])
def test_keys_have_128_random_bits(make) -> None:
    """A UUID has six fixed bits, which are the same in all of these."""
    made = [int(make(), 16) for _ in range(200)]
    ever, always = 0, (1 << 128) - 1
    for key in made:
        ever |= key
        always &= key
    assert ever == (1 << 128) - 1
    assert always == 0
