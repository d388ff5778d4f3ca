"""The HTML of messages: Markdown, BBCode, links and maps, and the time that it takes."""

import re
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import standard_board
from games.models.press import LONGEST_MESSAGE
from games.wording.markup import Map, in_a_line, plain, render, sanitizer, tags
from games.wording.markup.html import Writer
from games.wording.markup.maps import MOST_PICTURES
from games.wording.markup.plain import normalize
from games.wording.messages import mark_mentions
from tests.timing import timed

from .reading import read

on_board = partial(mark_mentions, language="en", board=standard_board())
REL = ' rel="nofollow noreferrer"'
FRANCE = '<p class="markup-author"><bdi>France</bdi> wrote:</p>'
QUOTE = '<blockquote class="markup-quote">'
SPOILER = '<details class="markup-spoiler"><summary><bdi>{}</bdi></summary>'


def a_map(code: str) -> Map | None:
    known = code.startswith("S1901")
    return Map(f"/games/x/{code}/", f"/games/x/{code}/map.png", f"Map {code}") if known else None


def html(text: str) -> str:
    """The HTML of a message, without the attributes that every link has."""
    page = render(text, find_map=a_map, author_name=str.title)
    return page.replace(REL, "").replace(' dir="auto"', "")


def to(address: str, text: str = "") -> str:
    """A link; if it has a text of its own, the host follows."""
    named = address.removeprefix("mailto:").removeprefix("https://").partition("/")[0]
    host = f' <span class="markup-host" dir="ltr">({named})</span>' if text else ""
    return f'<a href="{address}">{text or address}</a>{host}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*a* _b_ **c** __d__", "<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong>"),
        ("~~e~~ `f`", "<s>e</s> <code>f</code>"),
        ("[b]a[/b] [I]b[/i] [u]c[/u] [s]d[/s]", "<strong>a</strong> <em>b</em> <u>c</u> <s>d</s>"),
        ("[b]a *b* [i]c[/i][/b]", "<strong>a <em>b</em> <em>c</em></strong>"),
        ("[b]a [i]b[/b] c[/i]", "<strong>a [i]b</strong> c[/i]"),
        ("*a [b]b* c[/b]", "<em>a [b]b</em> c[/b]"),
        ("[b]a", "[b]a"),
        ("a[/b]", "a[/b]"),
        ("[color=red]a[/color] [x]", "[color=red]a[/color] [x]"),
        (r"\*a\* \[b]c[/b] \[quote]d[/quote]", "*a* [b]c[/b] [quote]d[/quote]"),
        ("`[b]a[/b] *c*`", "<code>[b]a[/b] *c*</code>"),
        ("`[quote]d[/quote]`", "<code>[quote]d[/quote]</code>"),
        ("one\n  two\nthree", "one<br>  two<br>three"),
        ("&copy; &amp; <b>", "&amp;copy; &amp;amp; &lt;b&gt;"),
        ("a\n===\nb\n---", None),
    ],
)  # fmt: skip
def test_within_a_line_markdown_and_bbcode_live_side_by_side(text: str, expected: str | None):
    assert html(text) == (f"<p>{expected}</p>" if expected else "<p>a<br>===<br>b</p><hr>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[quote]a[/quote]b", f"{QUOTE}<p>a</p></blockquote><p>b</p>"),
        ("a [quote]b\n\nc[/quote]\n\nd", f"<p>a</p>{QUOTE}<p>b</p><p>c</p></blockquote><p>d</p>"),
        ("[quote=\"FRANCE\"]*a*[/quote]", f"{QUOTE}{FRANCE}<p><em>a</em></p></blockquote>"),
        ("[QUOTE=FRANCE]a[/Quote]", f"{QUOTE}{FRANCE}<p>a</p></blockquote>"),
        ("[quote][quote]a[/quote][/quote]", f"{QUOTE}{QUOTE}<p>a</p></blockquote></blockquote>"),
        ("[quote]a", "<p>[quote]a</p>"),
        ("a[/quote]", "<p>a[/quote]</p>"),
        ("[quote][spoiler]a[/quote]", f"{QUOTE}<p>[spoiler]a</p></blockquote>"),
        ("[spoiler]a[/spoiler]", SPOILER.format("Spoiler") + "<p>a</p></details>"),
        ("[spoiler=Fall]a[/spoiler]", SPOILER.format("Fall") + "<p>a</p></details>"),
        ("[list][*]a[*]b[/list]", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("[list=1]\n[*] a\n[*] b\n[/list]", "<ol><li><p>a</p></li><li><p>b</p></li></ol>"),
        ("[list]x[*]a[/list]", "<p>x</p><ul><li><p>a</p></li></ul>"),
        ("[list][*][list][*]b[/list][/list]", "<ul><li><ul><li><p>b</p></li></ul></li></ul>"),
        ("[list]a[/list]", "<p>[list]a[/list]</p>"),
        ("[*]a", "<p>[*]a</p>"),
        ("- a\n- b\nc", "<ul><li>a</li><li>b</li></ul><p>c</p>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("> a\n> b\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
        ("# a\n## b", "<h2>a</h2><h3>b</h3>"),
        ("```\n[quote]a\n```\n[/quote]", "<pre><code>[quote]a\n</code></pre><p>[/quote]</p>"),
        ("    a\n\n\n\n*b*", "<p>    a</p><br><br><p><em>b</em></p>"),
        ("[x]: https://y.test", '<p>[x]: <a href="https://y.test">https://y.test</a></p>'),
        ("", ""),
    ],
)  # fmt: skip
def test_blocks_are_what_forums_and_markdown_have(text: str, expected: str):
    assert html(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://x.test/a.", f"see {to('https://x.test/a')}."),
        ("https://x.test?b=1&copy=2", to("https://x.test?b=1&amp;copy=2")),
        ("(http://x.test).", f"({to('http://x.test')})."),
        ("https://x.test/a_(b))!", f"{to('https://x.test/a_(b)')})!"),
        ("**https://x.test/a_b_c**", f"<strong>{to('https://x.test/a_b_c')}</strong>"),
        ("[b]https://x.test/a[/b]", f"<strong>{to('https://x.test/a')}</strong>"),
        ("<https://x.test>", to("https://x.test")),
        ("[url]https://x.test[/url]", to("https://x.test")),
        ("[url=https://x.test]*a*[/url]", to("https://x.test", "<em>a</em>")),
        (
            "[url=https://x.test][c](https://y.test)[/url]",
            to("https://x.test", "c (https://y.test)"),
        ),
        ('[a](https://x.test "b")', to("https://x.test", "a")),
        ("[a](mailto:a@x.test)", to("mailto:a@x.test", "a")),
        ("<a@x.test>", '<a href="mailto:a@x.test">a@x.test</a>'),
        ("![a](https://x.test/b.png)", to("https://x.test/b.png", "a")),
        ("![](https://x.test)", to("https://x.test")),
        ("[https://x.test](https://y.test)", to("https://y.test", "https://x.test")),
        ("https://é.test/é", to("https://xn--9ca.test/%C3%A9", "https://é.test/é")),
        ("https://a@x.test xhttps://x.test", "https://a@x.test xhttps://x.test"),
        ("javascript:alert(1) ftp://x www.x.test", "javascript:alert(1) ftp://x www.x.test"),
        ("[a](javascript:b) [url=x]a[/url] [a]()", "[a](javascript:b) [url=x]a[/url] [a]()"),
    ],
)
def test_a_link_says_where_it_leads(text: str, expected: str):
    assert html(text) == f"<p>{expected}</p>"


def test_a_map_is_a_link_with_its_picture():
    assert html("[map s1901m] [map F1901M]") == (
        '<p><a class="markup-map" href="/games/x/S1901M/"><img src="/games/x/S1901M/map.png"'
        ' alt="Map S1901M" loading="lazy"></a> [map F1901M]</p>'
    )
    many = render("[map S1901M]" * (MOST_PICTURES + 2), find_map=a_map)
    assert many.count("<img") == MOST_PICTURES
    assert many.count(">Map S1901M</a>") == 2
    assert render("[map S1901M]") == "<p>[map S1901M]</p>"


def test_what_turns_a_text_around_is_left_out_and_links_stand_apart():
    page = render('\u202ea\u2069 https://x.test [quote="\u202eb"]\u05d0[/quote]')
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page)
    assert '<a href="https://x.test" dir="auto"' in page
    assert "<bdi>b</bdi>" in page


# Nothing is lost

unmarked = st.text(
    st.sampled_from("abc .,;:-+#>1)=|!?&'\"\n\n\t ")
    | st.characters(exclude_categories=["Cs", "Cc"]),
    max_size=120,
)  # fmt: skip


@given(unmarked)
def test_a_plain_text_keeps_every_character_and_every_line(text: str):
    text = normalize(text)
    if plain.is_plain(text):
        page = read(render(text))
        assert page.text.split() == text.split()
        lines = re.sub(r"\n[ \t]+(?=\n)", "\n", text).split("\n")
        assert page.text.rstrip("\n").split("\n") == lines


@given(unmarked)
def test_the_shortcut_for_plain_texts_gives_what_the_parser_gives(text: str):
    text = normalize(text)
    if plain.is_plain(text) and text:
        by_parser = Writer(a_map, str).parsed(text)
        assert sanitizer.clean(plain.paragraphs(text)) == sanitizer.clean(by_parser)


MARKS = (
    "*", "**", "_", "~~", "`", "```\n", "\n```\n", "\n", "\n\n", "\n> ", "\n- ", "\n1. ", "\n# ",
    "\n    ", "\\", " ", "[b]", "[/b]", "[i]", "[/i]", "[quote]", "[quote=", '[quote="', '"]', "]",
    "[/quote]", "[list]", "[*]", "[/list]", "[spoiler]", "[spoiler=", "[/spoiler]", "[url]",
    "[url=https://", "[/url]", "https://", "[", "](https://", ")", "![", "<", ">", "&", "<https://",
    "[map S1901M]", "[map ",
)  # fmt: skip
words = st.integers(0, 999).map("w{}x".format)


@given(st.lists(st.sampled_from(MARKS) | words, max_size=60))
def test_no_word_is_lost_whatever_marks_stand_around_it(pieces: list[str]):
    page = read(render("".join(pieces), find_map=a_map))
    kept = page.text + " ".join(page.values)
    assert [word for word in pieces if word.startswith("w") and word not in kept] == []


def test_what_is_nested_too_deep_stays_as_typed():
    pairs = (("[quote]", "[/quote]"), ("[list][*]", "[/list]"), ("[b]", "[/b]"), ("~~a ", "a~~"))
    for open_, close in (*pairs, ("> ", ""), ("- ", "")):
        page = read(render(f"{open_ * 50}x y{close * 50}"))
        assert page.trouble == []
        assert "x y" in page.text
        assert open_.strip().removesuffix("[*]") in page.text


def test_a_stray_tag_of_a_quote_is_found():
    assert tags.stray_quotes("a [/quote] [quote]b[/quote] [quote=c] `[quote]`") == [2, 28]


# Time

UNITS = (
    "[", "![", "[[]", "](", "[a](", '[a]("', "[a](https://x.test ", "[![a](https://x.test)", "(",
    "<", "<a@", "<!--", "`", "``a`", "*", "**a", "*a_", "a**b*", "~~a", "[b]", "[b][/i]", "[/b]",
    "*[b]", "[url]", "[url=https://x.test]", "[url=", "[quote]", "[/quote]", '[quote="',
    "[quote][list][*]", "[list][*]a[/list]", "[spoiler]", "[*]", "> ", "- ", ">\n", "-\n", "- a\n",
    "1. ", "> - ", "* - + ", "  - a\n    - b\n", "#", "# a\n", "\n", "a\n\n\n", "```\n", "~~~a\n",
    "\\", "\t", " ", "https://", "https://x.test ", "https://x.test/))))", "https://é.é ", "://",
    "https://x.test/(", "https://a/{", "https://a/'", "https://a/(b",
    "[map S1901M]", "[map ", "[board 1eNqLViou]", "[board 1", "&", "- - -\n",
    "[x]: https://x.test\n", "\u202e", "a\u0301",
    "A ", "A Par ", "A Par - ", "A Par S A ", "F NTH C A LON - NWY, ", "A Par S F\n", "mar de ",
    "*A* Par-Bur ", "Burgundy ", "gulf of ", "A Mar A ", "E ", "Армия ",
)  # fmt: skip
PAIRS = (
    ("[b]", "[/b]"), ("[url=https://x.test]", "[/url]"), ("[quote]", "[/quote]"),
    ("[list][*]", "[/list]"), ("[", "](https://x.test)"), ("**", "**"), ("*a ", "*"),
    ("~~a ", "a~~"), ("[b]*", "*[/b]"), ("[spoiler][quote]", "[/quote][/spoiler]"),
    ("![", "](https://x.test)"),
)  # fmt: skip
RUNS = [mark + end for mark, end in product("`*>~#-", (" a", "\n"))]


def worst() -> dict[str, str]:
    """The longest messages of forms that are hard for such parsers, by form."""
    found = {unit: unit * (LONGEST_MESSAGE // len(unit)) for unit in UNITS}
    for begin, end in PAIRS:
        number = LONGEST_MESSAGE // len(begin + end)
        found[f"{begin}…{end}"] = f"{begin * number}{end * number}"
        found[f"{begin}…"] = f"{begin * number}{end}"
    for run in RUNS:
        growing = "".join(run[0] * length + run[1:] for length in range(1, 195))
        found[f"growing {run!r}"] = growing[:LONGEST_MESSAGE]
    return found


@pytest.mark.parametrize(("form", "text"), worst().items(), ids=list(worst()))
def test_the_longest_message_is_rendered_within_a_second(form: str, text: str):
    # Rendering takes 0.4 s at most; the rest is for `read`.
    page, seconds = timed(lambda: read(render(text, find_map=a_map, text_to_html=on_board)))
    assert page.trouble == []
    assert seconds < 1.0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\n\nand more", "two and more"),
        ("**Dear** [b]all[/b],\n- one\n- two", "Dear all, one two"),
        ('[quote="FRANCE"]Is it?[/quote]\nIt is.', "FRANCE wrote: Is it? It is."),
        ('[quote="FRANCE"]Is', "Is"),
        ("<b>&amp; 1 < 2</b>", "<b>&amp; 1 < 2</b>"),
        ("[map S1901M]", "S1901M"),
        ("", ""),
    ],
)
def test_in_a_list_a_message_is_one_line_of_its_words(text: str, line: str):
    assert in_a_line(text) == line
