"""Whatever is typed, a page gets only tags, attributes and schemes that are allowed."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.press.markup import Map, render, tags, wall
from games.press.markup.characters import shown
from games.press.markup.html import Writer
from games.press.mentioned import marked

from .attacks import CORPUS
from .reading import ADDRESS, read

PIECES = (
    "*", "**", "_", "~~", "`", "```\n", "~~~\n", "\n", "\n\n", "> ", "- ", "1. ", "# ", "    ",
    "\t", "---\n", "\\", "[", "]", "(", ")", "![", "](", "](https://x.test)", "<", ">", "\"", "'",
    "&", "&lt;", "&#58;", ":", "//", "=", "[b]", "[/b]", "[i]", "[/i]", "[u]", "[/u]", "[quote]",
    "[quote=\"", "\"]", "[/quote]", "[list]", "[list=1]", "[*]", "[/list]", "[spoiler]",
    "[spoiler=", "[/spoiler]", "[url]", "[url=https://x.test]", "[url=", "[/url]", "[map S1901M]",
    "[map ", "https://x.test/", "https://", "javascript:", "data:", "<https://x.test>", "<script>",
    "</script>", "<img src=x onerror=", "<svg>", "<style>", "<!--", "-->", "<a href=", "</p>",
    "</blockquote>", "\u202e", "\u2066", "\u2069", "\u200b", "\x00", "\u0301", "\u00e9", "\u0430",
    "\U0001f600", "\ud800", "A Par-Bur", "F ENG C A Lon-Bel", "Burgundy", "А Пар",
)  # fmt: skip
on_board = partial(marked, language="en")
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=40).map("".join)
letters = texts | st.lists(st.sampled_from(CORPUS) | texts, max_size=4).map("".join)


def a_map(code: str) -> Map | None:
    picture = f"/games/game/{code}/map.png"
    return Map(f"/games/game/{code}/", picture, f"the map of {code}") if code == "S1901M" else None


@pytest.mark.parametrize("attack", CORPUS)
def test_an_attack_comes_to_nothing(attack: str):
    for around in ("{}", "Dear all,\n\n{}", "[quote]{}[/quote]", "> {}", "*{}*"):
        text = around.replace("{}", attack)
        assert read(render(text, maps=a_map, words=on_board)).trouble == []


@given(letters)
def test_a_page_gets_only_what_is_allowed(text: str):
    page = read(render(text, maps=a_map, words=on_board))
    assert page.trouble == []
    assert page.text == read(render(text, maps=a_map)).text


@given(letters)
def test_the_first_wall_holds_by_itself(text: str):
    html = Writer(a_map, str, on_board).write(tags.divide(shown(text)))
    page = read(html)
    assert page.trouble == []
    assert read(wall.clean(html)).text == page.text


@given(letters)
def test_no_link_hides_where_it_leads(text: str):
    page = read(render(text, maps=a_map))
    for address in filter(ADDRESS.fullmatch, page.values):
        host = address.removeprefix("mailto:").partition("://")[2] or address.partition(":")[2]
        assert host.partition("/")[0].partition("?")[0].partition("#")[0] in page.text.lower()


@pytest.mark.parametrize("html", CORPUS)
def test_the_second_wall_would_hold_alone(html: str):
    link = f'<a href="{html.replace(chr(34), "&quot;")}" onclick="1">x</a>'
    for page in (html, f'<p class="x" id="y" style="z">{html}</p>{link}', f"<li>{html}</li>"):
        cleaned = read(wall.clean(page))
        # Which hosts may be linked to, and what turns a text around, is for the first wall.
        others = ("a href='http", "turns")
        assert [each for each in cleaned.trouble if not each.startswith(others)] == []
