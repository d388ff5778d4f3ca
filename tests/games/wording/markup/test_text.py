"""The words of messages without their marks."""

import pytest

from games.wording.markup import in_a_line, without_marks
from games.wording.markup.text import one_line
from tests.timing import timed


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("**Dear** *all*, ~~no~~ `A PAR H`", "Dear all, no A PAR H"),
        ("[b]bold [i]both[/b]", "bold both"),
        ("**bold [u]both** lost", "bold both lost"),
        ("[b][i][u]deep[/u][/i][/b]", "deep"),
        ("see [the map](https://example.org/a)", "see the map (example.org)"),
        ("see [the map](https://exam", "see the map"),
        ("[a](x)[b](y)", "ab"),
        ("see [the map](https://exam/a_(b)", "see the map"),
        ("[url=https://example.org]here[/url]", "here (example.org)"),
        ("> quoted\n> again\n\nanswer", "quoted again answer"),
        ("> > deep\n\nanswer", "deep answer"),
        ('[quote="FRANCE"]Shall we\n\nmeet', "Shall we meet"),
        ('[quote="FRANCE"]Shall we[/quote]Yes', "FRANCE wrote: Shall we Yes"),
        ('[quote="FRAN', ""),
        ("- one\n- two", "one two"),
        ("[list][*]one[*]two", "one two"),
        ("# Title\ntext", "Title text"),
        ("[map S1901M] shows it", "S1901M shows it"),
        ("2 < 3 & [x] is > y", "2 < 3 & [x] is > y"),
        ("**\n\n~~\n``", ""),
        ("\\*not bold\\*", "*not bold*"),
        ("A PAR - BUR, F SPA/SC - LYO", "A PAR - BUR, F SPA/SC - LYO"),
    ],
)
def test_a_line_has_words_and_no_marks_even_where_a_mark_is_broken(text: str, line: str):
    assert in_a_line(text) == line


def test_a_line_is_no_longer_than_is_wanted():
    assert in_a_line("**Dear** all of you", longest=8) == "Dear al…"
    assert in_a_line("a" * 100_000, longest=8) == "aaaaaaa…"


@pytest.mark.parametrize("attack", ["[](", "[b=", "[x](y", "[map ", "**", "`"])
def test_a_line_takes_time_in_proportion_to_the_length_of_the_text(attack: str):
    def seconds(length: int) -> float:
        text = f"{attack * (length // len(attack))} end"
        return min(timed(lambda: one_line(text))[1] for _ in range(5))

    one_line(attack)
    # Quadratic time would be a hundred times as long.
    assert seconds(100_000) < 10 * 4 * seconds(10_000)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Dear** all,\nhello\n\n\nBye", "Dear all,\nhello\n\n\nBye"),
        ("[quote=\"FRANCE\"]a\nb[/quote]\nc", "    FRANCE wrote:\n    a\n    b\n\nc"),
        ("> a\n> > b\n\nc", "    a\n\n        b\n\nc"),
        ("a\n- b\n- **c**\n\nd", "a\n\n• b\n• c\n\nd"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("[list][*]a[*][list=1][*]b[/list][/list]", "• a\n•\n  1. b"),
        ("[here](https://example.org/a?b=1&c=2)!", "here (https://example.org/a?b=1&c=2)!"),
        ("https://example.org", "https://example.org"),
        ("```\nA PAR H\n  A MAR H\n```\nb", "A PAR H\n  A MAR H\n\nb"),
        ("[spoiler=Fall]a[/spoiler]", "    Fall\n    a"),
        ("# Title\ntext", "Title\n\ntext"),
        ("a\n\n---\n\nb", "a\n\n* * *\n\n\nb"),
        ("2 < 3 &amp; <b>", "2 < 3 &amp; <b>"),
        ("**broken", "**broken"),
        ("", ""),
    ],
)  # fmt: skip
def test_plain_text_keeps_lines_quotations_lists_and_addresses(text: str, plain: str):
    assert without_marks(text) == plain
