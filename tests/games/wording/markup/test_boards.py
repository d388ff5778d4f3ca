"""Boards of the sandbox in messages: pictures on pages, links elsewhere, and what stays text."""

import pytest
from django.conf import settings

from adjudicator import load_setup, opening
from games.sandbox import address
from games.sandbox.line import MOST_PHASES, Line
from games.wording.markup import boards, in_a_line, render, without_marks
from games.wording.markup.boards import MOST_PICTURES
from tests.timing import timed

from .reading import read

LINE = address.write(Line(opening(load_setup("standard"))).resolved())
LINK = f'<a class="markup-map" href="{{}}/sandbox/{LINE}/{{}}" rel="nofollow noreferrer">{{}}</a>'


def picture(number: int) -> str:
    return (
        f'<img src="/sandbox/{LINE}/{number}/board.svg" alt="Board in the sandbox" width="600"'
        ' height="525" loading="lazy">'
    )


@pytest.mark.parametrize(
    ("typed", "page", "number"),
    [
        (f"[board {LINE}]", "", 0),
        (f"[BOARD /sandbox/{LINE}/]", "", 0),
        (f"[board https://entente.example/sandbox/{LINE}/]", "", 0),
        (f"[board http://localhost:8000/sandbox/{LINE}/1/]", "1/", 1),
        (f"[board {LINE}/1]", "1/", 1),
    ],
)
def test_a_board_is_a_picture_that_leads_to_its_line(typed: str, page: str, number: int):
    wanted = LINK.format("", page, picture(number))
    assert render(typed, draws_boards=True) == f"<p>{wanted}</p>"


def test_elsewhere_a_board_is_a_link_with_the_whole_address():
    wanted = LINK.format(settings.SITE_URL, "", "Board in the sandbox")
    assert render(f"[board {LINE}]") == f"<p>{wanted}</p>"
    plain = without_marks(f"See [board {LINE}/1].")
    assert plain == f"See Board in the sandbox ({settings.SITE_URL}/sandbox/{LINE}/1/)."


def test_in_a_list_a_board_is_its_words_even_where_it_is_cut_off():
    assert in_a_line(f"See [board {LINE}] now") == "See Board in the sandbox now"
    assert in_a_line(f"See [board {LINE}] now", longest=8) == "See Boa…"


def test_a_message_has_few_pictures_of_boards_and_then_links():
    html = render(f"[board {LINE}] " * (MOST_PICTURES + 2), draws_boards=True)
    assert html.count("<img") == MOST_PICTURES
    assert html.count("<a ") == MOST_PICTURES + 2


@pytest.mark.parametrize(
    "typed",
    [
        "[board]",
        "[board ]",
        "[board S1901M]",
        "[board 1abc]",
        f"[board {LINE}\n]",
        f"[board {LINE} ]",
        f"[board {LINE}",
        f"[board {LINE}/0]",
        f"[board {LINE}/100]",
        f"[board {LINE}/../../evil]",
        f"[board {LINE}/?next=https://evil.example]",
        f"[board x{LINE}]",
        f"[board 1{'a' * boards.LONGEST}]",
        f"[board 1{'ſ' * 20}]",
        f"[board javascript://x/sandbox/{LINE}/]",
        f"[board //evil.example/sandbox/{LINE}/]",
        f"[board https://evil.example/{LINE}/]",
        f'[board {LINE}" onerror="alert(1)]',
        f"[board <b>{LINE}</b>]",
        f"[board [board {LINE}",
        f"\\[board {LINE}]",
        f"`[board {LINE}]`",
    ],
)
def test_what_is_no_board_stays_as_it_was_typed(typed: str):
    page = read(render(typed, draws_boards=True))
    assert page.trouble == []
    assert not any(value.endswith(".svg") for value in page.values)
    assert typed.lstrip("\\").strip("`") in page.text


def test_an_address_alone_is_a_link_and_no_board():
    html = render(f"https://entente.example/sandbox/{LINE}/", draws_boards=True)
    assert "<img" not in html
    assert f'href="https://entente.example/sandbox/{LINE}/"' in html


def test_a_board_within_a_link_becomes_its_words():
    page = read(render(f"[url=https://x.test]see [board {LINE}][/url]", draws_boards=True))
    assert page.trouble == []
    assert "see Board in the sandbox" in page.text
    assert not any(value.endswith(".svg") for value in page.values)


def test_boards_stand_in_quotes_spoilers_lists_and_emphasis():
    for typed in ("[quote]{}[/quote]", "[spoiler]{}[/spoiler]", "- {}", "> {}", "**{}**", "!{}"):
        html = render(typed.format(f"[board {LINE}]"), draws_boards=True)
        assert picture(0) in html
        assert read(html).trouble == []


@pytest.mark.parametrize(
    "unit",
    ["[board ", "[board 1", f"[board {LINE}]", "[board https://", "[board https://x/sandbox/1a"],
)
def test_ten_thousand_boards_take_time_in_proportion_to_their_number(unit: str):
    def seconds(number: int) -> float:
        text = unit * number
        return min(timed(lambda: render(text, draws_boards=True))[1] for _ in range(3))

    seconds(1)
    # Quadratic time would be a hundred times as long.
    assert seconds(10_000) < 10 * 4 * seconds(1_000)


def test_every_line_that_an_address_holds_has_the_form_of_a_board():
    assert boards.LONGEST == address.LONGEST
    assert MOST_PHASES < 100
    assert address.VERSION.isdecimal()
    assert "<img" in render(
        f"[board {address.write(Line(opening(load_setup('chaos'))))}]", draws_boards=True
    )
