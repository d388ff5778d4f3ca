"""docs/report.md shows what the site writes."""

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings as site

from games.game_master import comments
from games.models import Game, Phase
from games.reports import write
from tests import factories, measured

from .sample import play_printed

PAGE = Path(__file__).parents[3] / "docs" / "report.md"
SHOWN = ("bbcode", "markdown")
PART = "reports"
COMMENT = "Two armies are **dislodged**. The retreats decide who builds."
WINTER_DEADLINE = dt.datetime(2026, 11, 29, 20, tzinfo=dt.UTC)


def shown(fall: Phase, retreats: Phase) -> Iterator[str]:
    """The lines of a part of the page."""
    for language, name in site.LANGUAGES:
        for format_ in SHOWN:
            yield from ("", f"### {name}, {write.FORMATS[format_][0]}", "")
            yield from fenced(write.write(fall, format_, language))
    yield from ("", "### Its retreats, as plain text", "")
    yield from fenced(write.write(retreats, "text", "en"))
    yield ""


def fenced(text: str) -> list[str]:
    return ["```text", *text.splitlines(), "```"]


def test_the_reports_in_the_docs_are_what_the_site_writes(
    sample: Game, fall: Phase, tmp_path: Path, settings
):
    """On failure run ``WRITE_DOCS=1 ./run test tests/games/reports``."""
    settings.SITE_URL = "https://entente.example"
    master = sample.masterships.get().person
    comments.write_comment(sample, COMMENT, by=master, seen=fall.number)
    retreats = play_printed(sample, "retreats of fall 1902")
    winter = factories.open_phase(sample)
    winter.deadline = winter.due_at = WINTER_DEADLINE
    winter.save()
    lines = list(shown(fall, retreats))
    if os.environ.get("WRITE_DOCS"):
        measured.write(PART, lines, file=PAGE)
    written = tmp_path / PAGE.name
    written.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    measured.write(PART, lines, file=written)
    assert PAGE.read_text(encoding="utf-8") == written.read_text(encoding="utf-8")
