"""Whatever people type, only allowed tags, attributes and schemes reach a page."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import standard_board
from games.wording.markup import Map, render, sanitizer, tags
from games.wording.markup.html import Writer
from games.wording.markup.plain import normalize
from games.wording.messages import mark_mentions

from .attacks import CORPUS
from .reading import ADDRESS, read

PIECES = (
    "*", "**", "_", "~~", "`", "```\n", "~~~\n", "\n", "\n\n", "> ", "- ", "1. ", "# ", "    ",
    "\t", "---\n", "\\", "[", "]", "(", ")", "![", "](", "](https://x.test)", "<", ">", "\"", "'",
    "&", "&lt;", "&#58;", ":", "//", "=", "[b]", "[/b]", "[i]", "[/i]", "[u]", "[/u]", "[quote]",
    "[quote=\"", "\"]", "[/quote]", "[list]", "[list=1]", "[*]", "[/list]", "[spoiler]",
    "[spoiler=", "[/spoiler]", "[url]", "[url=https://x.test]", "[url=", "[/url]", "[map S1901M]",
    "[map ", "[board 1eNqLViou]", "[board ", "https://x.test/", "https://", "javascript:", "data:",
    "<https://x.test>", "<script>",
    "</script>", "<img src=x onerror=", "<svg>", "<style>", "<!--", "-->", "<a href=", "</p>",
    "</blockquote>", "\u202e", "\u2066", "\u2069", "\u200b", "\x00", "\u0301", "\u00e9", "\u0430",
    "\U0001f600", "\ud800", "A Par-Bur", "F ENG C A Lon-Bel", "Burgundy", "А Пар",
)  # fmt: skip
on_board = partial(mark_mentions, language="en", board=standard_board())
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=40).map("".join)
messages = texts | st.lists(st.sampled_from(CORPUS) | texts, max_size=4).map("".join)


def a_map(code: str) -> Map | None:
    picture = f"/games/game/{code}/map.png"
    return Map(f"/games/game/{code}/", picture, f"the map of {code}") if code == "S1901M" else None


@pytest.mark.parametrize("attack", CORPUS)
def test_an_attack_comes_to_nothing(attack: str):
    for around in ("{}", "Dear all,\n\n{}", "[quote]{}[/quote]", "> {}", "*{}*"):
        text = around.replace("{}", attack)
        assert (
            read(render(text, find_map=a_map, text_to_html=on_board, draws_boards=True)).trouble
            == []
        )


@given(messages)
def test_a_page_gets_only_what_is_allowed(text: str):
    page = read(render(text, find_map=a_map, text_to_html=on_board, draws_boards=True))
    assert page.trouble == []
    assert page.text == read(render(text, find_map=a_map, draws_boards=True)).text


@given(messages)
def test_the_writer_is_safe_without_the_sanitizer(text: str):
    html = Writer(a_map, str, on_board).write(tags.divide(normalize(text)))
    page = read(html)
    assert page.trouble == []
    assert read(sanitizer.clean(html)).text == page.text


@given(messages)
def test_no_link_hides_where_it_leads(text: str):
    page = read(render(text, find_map=a_map))
    for address in filter(ADDRESS.fullmatch, page.values):
        host = address.removeprefix("mailto:").partition("://")[2] or address.partition(":")[2]
        assert host.partition("/")[0].partition("?")[0].partition("#")[0] in page.text.lower()


@pytest.mark.parametrize("html", CORPUS)
def test_the_sanitizer_is_safe_without_the_writer(html: str):
    link = f'<a href="{html.replace(chr(34), "&quot;")}" onclick="1">x</a>'
    for page in (html, f'<p class="x" id="y" style="z">{html}</p>{link}', f"<li>{html}</li>"):
        cleaned = read(sanitizer.clean(page))
        # Hosts and characters that override the direction of text are left to the writer.
        others = ("a href='http", "turns")
        assert [each for each in cleaned.trouble if not each.startswith(others)] == []
