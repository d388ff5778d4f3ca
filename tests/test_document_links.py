"""Links of the documents in docs/ lead to files and sections that exist."""

import re
from pathlib import Path

import pytest

from tests.test_security_table import anchors

DOCS = Path(__file__).resolve().parent.parent / "docs"
LINK = re.compile(r"(?<!`)\]\(([^)\s]+)\)")
ID = re.compile(r'<a id="([^"]+)"')  # of sections of the help


def sections(page: Path) -> set[str]:
    text = page.read_text(encoding="utf-8")
    return anchors(text) | set(ID.findall(text))


def broken(page: Path) -> list[str]:
    found = []
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        name, _sign, anchor = link.partition("#")
        target = page.parent / name if name else page
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        if not target.exists() or (anchor and anchor not in sections(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_link_of_a_document_leads_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n[a](#one) [b](#two) [c](other.md) [d](https://example.org/)\n")
    assert broken(page) == ["#two", "other.md"]
