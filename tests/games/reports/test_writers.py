"""Each format as its readers render it, with titles that try to inject markup as well."""

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import bbcode  # type: ignore[import-untyped]
import pytest
from django.conf import settings
from markdown_it import MarkdownIt

from games.models import Phase
from games.reports import write
from games.reports.content import AdjustmentDue, CenterLine, PowerOrders, Report
from games.reports.layout import lay_out, one_line
from games.wording.results import ResultLine

HOSTILE = [
    "[b]bold[/b]",
    "[url=javascript:alert(1)]x[/url]",
    "[/url][/b][img]https://evil.example/x.png[/img]",
    "[u]",
    "*stars* and **more**",
    "__under__ _lines_",
    "`code` ``more`` ```all",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a](https://evil.example) [b",
    "a\nb\r\n\n# c",
    "~~struck~~ ||hidden|| $x^2$",
    "&lt;b&gt; &amp; \\*",
    "# heading #",
    "\u202egnirts",
]
FAILED = "A MAR - BUR"
EMPTY = ("img", "br")


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text by tag."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, list[str]] = {}
        self.all_text = ""
        self._open: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)
            self.text.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.all_text += data
        for tag in self._open:
            self.text[tag][-1] += data

    def shape(self) -> list[tuple[str, list[str]]]:
        return [(tag, sorted(attributes)) for tag, attributes in self.tags]


def forum(text: str) -> Page:
    """The page as phpBB shows it, without links for bare URLs; unknown tags stay as text."""
    parser = bbcode.Parser(newline="<br>", replace_cosmetic=False, replace_links=False)
    parser.add_simple_formatter("img", '<img src="%(value)s" alt="">', replace_links=False)
    return Page(parser.format(text))


def github(text: str) -> Page:
    return Page(MarkdownIt("gfm-like", {"linkify": False}).render(text))


RENDERED = {"bbcode": forum, "markdown": github, "html": Page}
FORMATS = pytest.mark.parametrize("format_", RENDERED)
ALL_FORMATS = pytest.mark.parametrize("format_", write.FORMATS)
# The elements of a report in each format. Failed orders are strong in Markdown.
TAGS = {
    "bbcode": {"strong", "a", "img", "u", "em", "br"},
    "markdown": {"h1", "a", "p", "img", "strong", "h3", "ul", "li", "h2", "em"},
    "html": {"article", "h2", "a", "p", "img", "u", "h3", "ul", "li", "b"},
}
MARKED = {"bbcode": "u", "markdown": "strong", "html": "u"}


@FORMATS
def test_it_has_nothing_but_what_all_readers_of_the_format_know(fall: Phase, format_: str):
    page = RENDERED[format_](write.write(fall, format_, "en"))
    assert {tag for tag, _attributes in page.tags} == TAGS[format_]
    assert {name for _tag, attributes in page.tags for name in attributes} <= {
        "href", "src", "alt", "lang", "rel",
    }  # fmt: skip


@FORMATS
def test_what_failed_is_marked_and_what_is_marked_failed(fall: Phase, format_: str):
    page = RENDERED[format_](write.write(fall, format_, "en"))
    legend, *marked = page.text[MARKED[format_]]
    assert legend == "Orders marked like this line failed."
    assert marked == [
        "A VIE - GAL", "A BUR - BEL", "F MAR S A SPA", "F DEN - SWE", "A VEN - PIE",
        "A PIE - MAR", "A STP - NWY", "F SWE S A STP - NWY", "F RUM S A SEV", "A SEV S F RUM",
        "A GAL S F RUM", "A ARM - SEV",
    ]  # fmt: skip


def test_a_forum_shows_no_bracket_and_bold_powers(fall: Phase):
    page = forum(write.write(fall, "bbcode", "es"))
    assert "[" not in page.all_text
    assert page.text["strong"][1:4] == ["Austria", "Inglaterra", "Francia"]
    (link,) = [attributes for tag, attributes in page.tags if tag == "a"]
    (picture,) = [attributes for tag, attributes in page.tags if tag == "img"]
    where = f"{settings.SITE_URL}/games/the-sample-game/F1902M/"
    assert (link["href"], picture["src"]) == (where, f"{where}map.png")


def test_plain_text_puts_a_cross_before_what_failed_and_says_so(fall: Phase):
    lines = write.write(fall, "text", "en").splitlines()
    assert "✗ Orders marked like this line failed." in lines
    assert "  F PIC S A BUR - BEL" in lines
    crossed = [line for line in lines if line.startswith("✗ ")]
    assert len(crossed) == 13
    assert any(line.startswith("✗ A BUR - BEL (dislodged) – It bounced off") for line in crossed)
    assert "  France: A BUR – GAS, PAR" in lines


def spring(title: str = "A table", **fields: Any) -> Report:
    """The report of a spring in which one order of France succeeded and one failed."""
    went = ResultLine(
        canonical="A PAR - BUR", text="A PAR - BUR", full="", words="", outcome="succeeds",
        good=True, fate="", reason="", rule="", cited="", given=True,
    )  # fmt: skip
    lost = replace(went, text=FAILED, outcome="fails", good=False, reason="It bounced.")
    where = "https://entente.example/games/a-table/S1901M/"
    report = Report(
        title=f"{title}: Spring 1901",
        language="en",
        address=where,
        picture=f"{where}map.png",
        silent=("Austria",),
        ending="",
        deadline="",
        comment=(),
        orders=(PowerOrders("France", (went, lost)),),
        remarks=(),
        retreats=(),
        adjustments=(),
        centers=(CenterLine("France", ("Bre", "Par"), ("Bre",), ("Mar",)),),
    )
    return replace(report, **fields)


def written(report: Report, format_: str) -> str:
    return write.FORMATS[format_][1](lay_out(report))


@FORMATS
@pytest.mark.parametrize("title", HOSTILE)
def test_a_title_is_a_title_and_no_more(title: str, format_: str):
    """The page has the same structure as with a harmless title."""
    page = RENDERED[format_](written(spring(title), format_))
    shown = page.text["a"][0].replace("［", "[").replace("］", "]")
    assert shown == f"{one_line(title)}: Spring 1901"
    assert page.shape() == RENDERED[format_](written(spring(), format_)).shape()
    assert FAILED in page.text[MARKED[format_]]


@FORMATS
@pytest.mark.parametrize("words", HOSTILE)
def test_a_reason_is_a_reason_and_no_more(words: str, format_: str):
    """A reason may quote a user's text."""
    (france,) = spring().orders
    told = replace(france, orders=tuple(replace(each, reason=words) for each in france.orders))
    page = RENDERED[format_](written(spring(orders=(told,)), format_))
    assert page.shape() == RENDERED[format_](written(spring(), format_)).shape()
    assert one_line(words) in page.all_text.replace("［", "[").replace("］", "]")


@FORMATS
@pytest.mark.parametrize(
    "words", [*HOSTILE, "- a list", "+ a list", "1. a list", "---", "===", "> b"]
)
def test_a_comment_is_a_comment_and_no_more(words: str, format_: str):
    page = RENDERED[format_](written(spring(comment=("First.", words)), format_))
    harmless = RENDERED[format_](written(spring(comment=("First.", "Second.")), format_))
    assert page.shape() == harmless.shape()
    assert one_line(words) in page.all_text.replace("［", "[").replace("］", "]")


@pytest.mark.parametrize("title", HOSTILE)
def test_a_title_is_one_line_of_plain_text(title: str):
    first, second, *_rest = written(spring(title), "text").splitlines()
    assert first == f"{one_line(title)}: Spring 1901"
    assert second == spring().address


def test_a_single_line_has_no_breaks_and_does_not_turn_its_direction():
    assert one_line(" a\r\nb\tc\u2028d\x00e\u202ef ") == "a b c d ef"


def test_nobody_is_called_by_a_title():
    assert "@" not in written(spring("@everyone"), "markdown")


def test_what_changed_hands_stands_behind_what_is_owned():
    assert "  France: 2 – Bre, Par; gained: Bre; lost: Mar" in written(spring(), "text")
    grown = (CenterLine("France", ("Bre",), ("Bre",), ()), CenterLine("Italy", (), (), ("Rom",)))
    text = written(spring(centers=grown), "text")
    assert "  France: 1 (+1) – Bre; gained: Bre\n  Italy: 0 (−1); lost: Rom" in text


def test_builds_and_removals_are_counted():
    due = tuple(AdjustmentDue("France", number) for number in (1, 2, -1, -3))
    lines = written(spring(adjustments=due), "text").splitlines()
    counted = [line.removeprefix("  France: ") for line in lines]
    assert {"1 build", "2 builds", "1 disband", "3 disbands"} <= set(counted)


def test_an_order_that_nobody_gave_says_so():
    (france,) = spring().orders
    silent = replace(france, orders=tuple(replace(each, given=False) for each in france.orders))
    lines = written(spring(orders=(silent,)), "text").splitlines()
    assert "  A PAR - BUR (no order)" in lines
    assert f"✗ {FAILED} (no order) – It bounced." in lines


def test_a_failure_without_a_reason_has_its_outcome_told():
    (france,) = spring().orders
    dumb = replace(france, orders=tuple(replace(each, reason="") for each in france.orders))
    lines = written(spring(orders=(dumb,)), "text").splitlines()
    assert ["  A PAR - BUR", f"✗ {FAILED} – fails"] == [line for line in lines if "- BUR" in line]


@ALL_FORMATS
def test_where_nothing_failed_nothing_says_how_it_would_be_marked(format_: str):
    assert "marked" in written(spring(), format_)
    assert "marked" not in written(spring(orders=()), format_)


@ALL_FORMATS
def test_a_report_without_a_map_has_no_picture(format_: str):
    assert "map.png" in written(spring(), format_)
    text = written(spring(picture=""), format_)
    assert "png" not in text
    assert "img" not in text


@ALL_FORMATS
def test_every_format_has_the_end_the_next_deadline_and_who_gave_no_orders(format_: str):
    deadline = "Deadline of Fall 1901, movement: Sun 29 Nov 2026, 20:00 (Madrid time)."
    text = written(spring(ending="France has won the game.", deadline=deadline), format_)
    assert "No orders came from: Austria." in text
    assert "France has won the game." in text
    assert deadline in text


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_format_is_written_in_every_language(fall: Phase, language: str):
    spain = {
        "en": "A SPA S F MAR",
        "es": "E Esp A F Mar",
        "it": "A Spa APP F Mar",
        "bg": "А Исп П Ф Мар",
    }
    for format_ in write.FORMATS:
        assert spain[language] in write.write(fall, format_, language)
