"""Orders and provinces in messages are marked in plain text, and nowhere else."""

from functools import partial

import pytest

from adjudicator import standard_board
from games.wording.markup import in_a_line, render
from games.wording.messages import mark_mentions

on_board = partial(mark_mentions, language="en", board=standard_board())
ORDER = '<span class="markup-place" data-provinces="PAR BUR" data-arrow="PAR BUR">A Par-Bur</span>'
PLACE = '<span class="markup-place" data-provinces="BUR">Burgundy</span>'


def html(text: str) -> str:
    return render(text, text_to_html=on_board)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Par-Bur & <b>", f"<p>{ORDER} &amp; &lt;b&gt;</p>"),
        ("To Burgundy!\nA Par-Bur", f"<p>To {PLACE}!<br>{ORDER}</p>"),
        ("**A Par-Bur** to *Burgundy*", f"<p><strong>{ORDER}</strong> to <em>{PLACE}</em></p>"),
        ("- A Par-Bur\n- Burgundy", f"<ul><li>{ORDER}</li><li>{PLACE}</li></ul>"),
        ("> Burgundy", f"<blockquote><p>{PLACE}</p></blockquote>"),
        ("`A Par-Bur`", "<p><code>A Par-Bur</code></p>"),
        ("```\nBurgundy\n```", "<pre><code>Burgundy\n</code></pre>"),
        ("A Par\n- Bur", "<p>A Par</p><ul><li>Bur</li></ul>"),
    ],
)  # fmt: skip
def test_orders_and_provinces_in_text_are_marked(text: str, expected: str):
    assert html(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[Burgundy](https://x.test)",
        "[url=https://x.test]A Par-Bur[/url]",
        "https://x.test/Burgundy",
        "[spoiler=Burgundy]x[/spoiler]",
    ],
)
def test_no_link_and_no_heading_that_opens_is_marked(text: str):
    assert "markup-place" not in html(text)
    assert PLACE in html(f"{text}\n\nBurgundy")


def test_a_list_has_no_marks():
    assert in_a_line("A Par-Bur to Burgundy") == "A Par-Bur to Burgundy"
