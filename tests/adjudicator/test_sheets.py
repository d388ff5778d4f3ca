"""A pasted block: its orders, its headings and dates, its language, and what is not read."""

from operator import itemgetter

import pytest

from adjudicator import OrderSyntaxError, Position, read_sheet
from adjudicator.json_lines import read_position
from adjudicator.notation import Sheet, read_texts
from adjudicator.notation.advice import Advice
from tests.timing import timed

from .test_parser import AUTUMN
from .test_parser_phases import RETREATS, WINTER

FRENCH = ["A PAR - BUR", "A MAR S A PAR - BUR", "F MAO - POR"]


def read(
    block: str, language: str | None = "en", power: str = "FRANCE", position: Position = AUTUMN
) -> Sheet:
    return read_sheet(block, position, power, language)


def orders(
    block: str, language: str | None = "en", power: str = "FRANCE", position: Position = AUTUMN
) -> list[str]:
    """Return the orders of a block that is read completely."""
    sheet = read(block, language, power, position)
    assert sheet.problem is None
    assert [line.error for line in sheet.lines] == [None] * len(sheet.lines)
    return list(map(str, sheet.orders))


def leftovers(block: str, language: str | None = "en") -> list[tuple[int, str]]:
    """Return the lines of France's block that were not read, with their numbers."""
    return [(line.number, line.text) for line in read(block, language).lines if line.error]


@pytest.mark.parametrize(
    "block",
    [
        "A Par-Bur\nA Mar S A Par-Bur\nF Mao-Por",
        "A Par-Bur, A Mar S A Par-Bur, F Mao-Por.",
        "A Par-Bur; A Mar S A Par-Bur; F Mao-Por",
        "A Par-Bur. A Mar S A Par-Bur. F Mao-Por.",
        "Par-Bur. Mar S. Par - Bur. Mao to Por.",
        "A Par-Bur | A Mar S A Par-Bur / F Mao-Por",
        "A Par-Bur A Mar S A Par-Bur F Mao-Por",
        "A Par-Bur and A Mar S A Par-Bur, and then F Mao-Por",
        "A Par-Bur & A Mar supports A Par to Bur F Mao-Por",
        "“A Par-Bur” «A Mar S A Par-Bur» F Mao-Por",
        "- A Par-Bur\n– A Mar S A Par-Bur\n-F Mao-Por",
        "• A Par-Bur\n* A Mar S A Par-Bur\n👉F Mao-Por",
        "1) A Par-Bur\n2. A Mar S A Par-Bur\n3 - F Mao-Por",
        "(1) A Par-Bur\n[2] A Mar S A Par-Bur\n#3: F Mao-Por",
        "> A Par-Bur\n>> A Mar S A Par-Bur\n> | F Mao-Por",
        "✅ 1.A Par-Bur\n➡️ 2.A Mar S A Par-Bur\n\t\xa0F Mao-Por",
        "[b]A Par-Bur[/b]\n[i]A Mar S A Par-Bur[/i]\n[color=#f00]F Mao-Por[/color]",
        "[quote=Pierre]A Par-Bur\nA Mar S A Par-Bur\nF Mao-Por[/quote]",
        "**A Par-Bur**\n*A Mar S A Par-Bur*\n__F Mao-Por__",
        "<b>A Par-Bur</b><br>A Mar S A Par-Bur<br/><p class='x'>F Mao-Por</p>",
        "A&nbsp;Par -&gt; Bur\nA Mar S A Par-Bur\nF Mao&#8211;Por",
        "----\nA Par-Bur\n====\nA Mar S A Par-Bur\n\n--\nF Mao-Por",
        "A Par: - Bur\nA Mar: S A Par-Bur\nF Mao: -> Por",
    ],
)
def test_orders_are_separated_in_every_way_of_pasting(block: str) -> None:
    assert orders(block) == FRENCH


@pytest.mark.parametrize(
    ("language", "block"),
    [
        ("es", "E Par-Bor y E Mar A E Par-Bor y F AtC-Por"),
        ("es", "E Par a Bor E Mar apoya E Par a Bor F AtC a Por"),
        ("es", "E París-Borgoña. E Mar A E Par-Bor. F Atl. Central-Portugal."),
        ("it", "A Par-Bor, A Mar APP A Par-Bor e F Atc-Por"),
        ("it", "A Par a Bor A Mar appoggia A Par a Bor F Atc a Por"),
        ("bg", "А Пар-Бур, А Мар П А Пар-Бур и Ф СрА-Пор"),
    ],
)
def test_every_language_has_its_own_conjunctions(language: str, block: str) -> None:
    assert orders(block, language) == FRENCH


@pytest.mark.parametrize(
    "block",
    [
        "A Mar S A Par-\nBur",
        "A Mar S A Par\n- Bur",
        "A Marseilles\nsupports A Par\nto Burgundy",
    ],
)
def test_an_order_may_be_broken_over_three_lines(block: str) -> None:
    sheet = read(f"{block}\nA Bel H")
    assert list(map(str, sheet.orders)) == ["A MAR S A PAR - BUR", "A BEL H"]
    assert sheet.lines[0].number == 1


def test_an_order_does_not_continue_after_another_one() -> None:
    assert leftovers("A Mar S\nA Par-Burr, A Bel H") == [(1, "A Mar S"), (2, "A Par-Burr")]


def test_an_order_does_not_continue_below_a_line_without_an_order_or_after_a_gap() -> None:
    assert leftovers("A Par-Bur\n\nsee you\nA Bel\n\n\nsomehow\n\nH") == [
        (3, "see you"),
        (4, "A Bel"),
        (7, "somehow"),
        (9, "H"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Dear GM, how are you?",
        "Germany will attack you",
        "in fall: nothing",
        "Hi GM",
        "Pierre",
    ],
)
def test_small_talk_is_not_read_and_does_not_stop_the_orders(line: str) -> None:
    sheet = read(f"{line}\nA Par-Bur")
    assert list(map(str, sheet.orders)) == ["A PAR - BUR"]
    assert [line.number for line in sheet.lines if line.error] != []


def test_unread_lines_keep_their_number_and_error() -> None:
    sheet = read("Hi GM,\nA Par-Brgndy\nA Bel H A Mar bounces\nA Mun H")
    assert [(line.number, line.text, str(line.order)) for line in sheet.lines] == [
        (1, "Hi GM", "None"),
        (2, "A Par-Brgndy", "None"),
        (3, "A Bel H", "A BEL H"),
        (3, "A Mar bounces", "None"),
        (4, "A Mun H", "A MUN H"),
    ]
    codes = [line.error.code if line.error else None for line in sheet.lines]
    assert codes == [
        "remark",
        "word_misspelt",
        None,
        "word_not_understood",
        "not_your_unit",
    ]
    assert list(map(str, sheet.orders)) == ["A BEL H"]


def test_a_line_of_several_meanings_stays_with_all_of_them() -> None:
    (line,) = read("F Golfo de León A Marsella", "es", "ITALY").lines
    assert line.order is None
    assert isinstance(line.error, OrderSyntaxError)
    assert [str(order) for order in line.error.readings] == ["F LYO - MAR", "F LYO S A MAR"]


def test_an_order_that_is_repeated_stands_twice() -> None:
    assert orders("A Par-Bur\nA Par-Bur") == ["A PAR - BUR", "A PAR - BUR"]


def test_contradicting_orders_are_refused_on_any_lines() -> None:
    sheet = read("A Par-Bur\nA Bel H\nA Par-Gas")
    assert [str(order) for order in sheet.orders] == ["A BEL H"]
    codes = [line.error.code if line.error else "" for line in sheet.lines]
    assert codes == ["orders_conflict", "", "orders_conflict"]


def test_an_unfinished_line_takes_no_order_of_the_next() -> None:
    for block, language in (("A Mar S\nA Par-Bur", "en"), ("E Mar A\nE Par-Bor", "es")):
        sheet = read(block, language)
        assert [str(order) for order in sheet.orders] == ["A PAR - BUR"]
        assert [line.number for line in sheet.lines if line.error] == [1]


@pytest.mark.parametrize(
    ("block", "language"),
    [
        ("E Bor-Mun a menos que Alemania ceda", "es"),
        ("A Mar-Spa, unless Italy attacks", "en"),
        ("A Mar-Spa, se la Germania è d'accordo", "it"),
        ("E Mar A E Bor a Gasconia", "es"),
        ("A Mar APP A Bor a Guasconia", "it"),
        ("do not A Par - Gas", "en"),
    ],
)
def test_text_that_was_not_understood_is_kept_whole(block: str, language: str) -> None:
    assert read(block, language).orders == []


@pytest.mark.parametrize(
    "block", ["", "\n \n\t\n", "--\n***\n[b][/b]", "France", "the\nof", "of the"]
)
def test_a_block_that_says_nothing_has_no_lines(block: str) -> None:
    sheet = read(block)
    assert (sheet.lines, sheet.problem) == ((), None)


@pytest.mark.parametrize(
    ("block", "language"),
    [
        ("A Par-Bur\nA Mar S A Par-Bur", "en"),
        ("E Par-Bor\nE Mar A E Par-Bor", "es"),
        ("A Par-Bor\nA Mar APP A Par-Bor", "it"),
        ("А Пар-Бур\nА Мар П А Пар-Бур", "bg"),
        ("Hola\nE Par-Bor\nE Mar A E Par-Bor", "es"),
        ("A PAR - BUR\nA MAR S A PAR - BUR", "en"),
        ("", "en"),
    ],
)
def test_without_a_language_the_sheet_shows_it(block: str, language: str) -> None:
    assert read(block, None).language == language


def fleets() -> Position:
    return read_position({"phase": "S1902M", "units": {"ENGLAND": ["F NWY", "F NTH", "A LON"]}})


def test_text_that_languages_read_differently_is_refused_without_a_language() -> None:
    sheet = read("F Nor-MNo", None, "ENGLAND", fleets())
    assert sheet.orders == []
    error = sheet.lines[0].error
    assert isinstance(error, OrderSyntaxError)
    assert [str(order) for order in error.readings] == ["F NWY - NTH", "F NWY - NWG"]


@pytest.mark.parametrize(
    ("text", "orders"), [("E Nor-Sue, Fin", []), ("E Nor-Sue\nFin", ["A NWY R SWE"])]
)
def test_a_letter_of_a_unit_is_not_passed_over_as_an_italian_and(
    text: str, orders: list[str]
) -> None:
    """In Italian it might be *and Nor - his Fin*."""
    lost = {"RUSSIA": {"A NWY": ["FIN", "SWE"]}}
    position = read_position(
        {"phase": "S1905R", "units": {"ENGLAND": ["A STP"]}, "dislodged": lost}
    )
    sheet = read(text, None, "RUSSIA", position)
    assert (sheet.language, [str(order) for order in sheet.orders]) == ("es", orders)


@pytest.mark.parametrize(
    ("language", "order", "other", "otherwise"),
    [
        ("es", "F NWY - NWG", "it", "F NWY - NTH"),
        ("it", "F NWY - NTH", "es", "F NWY - NWG"),
    ],
)
def test_a_line_that_another_language_reads_differently_gets_a_warning(
    language: str, order: str, other: str, otherwise: str
) -> None:
    (line,) = read("F Nor-MNo", language, "ENGLAND", fleets()).lines
    assert str(line.order) == order
    assert line.advice == (Advice("read_otherwise", {"language": other, "order": otherwise}),)


@pytest.mark.parametrize("language", ["es", "it"])
def test_a_line_that_could_not_be_meant_otherwise_gets_no_warning(language: str) -> None:
    """No fleet is in the Norwegian Sea; Norway is occupied, and England moves no unit there."""
    (line,) = read("F MNo-Nor", language, "ENGLAND", fleets()).lines
    assert (str(line.order), line.error, line.advice) == ("F NTH - NWY", None, ())


def test_advice_comes_with_orders_that_can_be_taken() -> None:
    sheet = read("A Mar S A Par-Bur\n\nnonsense\n\nA Par H")
    told = Advice("told_otherwise", {"unit": "A PAR", "order": "A PAR H"})
    assert [line.advice for line in sheet.lines] == [(told,), (), ()]


@pytest.mark.parametrize(
    ("language", "power", "block", "expected"),
    [
        ("en", "RUSSIA", "+F Stp(nc), + A Mos", ["F STP/NC B", "A MOS B"]),
        ("en", "RUSSIA", "Winter 1902\nBuilds: A Moscow, F Sev", ["A MOS B", "F SEV B"]),
        ("en", "RUSSIA", "Fall 1902: Build A Mos Build F Sev", ["A MOS B", "F SEV B"]),
        ("en", "RUSSIA", "W1902A\nBuild A Mos\nWaive", ["A MOS B", "WAIVE"]),
        ("es", "RUSSIA", "Construyo E Mos. Construyo F Seb.", ["A MOS B", "F SEV B"]),
        ("it", "RUSSIA", "Inverno 1902 – Russia\nA Mos e F Seb", ["A MOS B", "F SEV B"]),
        ("bg", "RUSSIA", "Строи А Мос. Строи Ф Сев.", ["A MOS B", "F SEV B"]),
        ("en", "GERMANY", "-A Mun", ["A MUN D"]),
        ("en", "GERMANY", "- A Mun", ["A MUN D"]),
        ("es", "GERMANY", "Invierno 1902: E Mun retirado", ["A MUN D"]),
    ],
)
def test_a_sheet_of_winter_is_read(
    language: str, power: str, block: str, expected: list[str]
) -> None:
    assert orders(block, language, power, WINTER) == expected


def test_a_sheet_of_retreats_is_read() -> None:
    block = "Otoño 1902, retiradas: E Bor retirada a Gas F AtC se disuelve"
    assert orders(block, "es", "FRANCE", RETREATS) == ["A BUR R GAS", "F MAO D"]


def test_texts_are_read_as_one_sheet_and_answered_one_by_one() -> None:
    texts = ["A Par-Bur A Bel H", "A Mar S A", "Par-Bur", "", "what?"]
    answers = read_texts(texts, AUTUMN, "FRANCE", "en")
    assert [[str(order) for _text, order, _error in rows] for rows in answers] == [
        ["A PAR - BUR", "A BEL H"],
        ["None"],
        ["A PAR - BUR"],
        ["None"],
        ["None"],
    ]
    codes = [rows[0][2].code if rows[0][2] else None for rows in answers]
    assert codes == [None, "word_not_expected", None, "word_missing", "word_not_understood"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [("Germany:", "sheet_of_other_power"), ("Fall 1903", "sheet_of_other_phase")],
)
def test_a_heading_among_texts_stops_them_all(wrong: str, code: str) -> None:
    answers = read_texts(["A Par-Bur", wrong], AUTUMN, "FRANCE", "en")
    assert [rows[0][2].code if rows[0][2] else None for rows in answers] == [code, code]


def test_no_text_continues_in_the_next() -> None:
    answers = read_texts(["E Par-Bor", "vía transporte"], AUTUMN, "FRANCE", "es")
    assert [str(rows[0][1]) for rows in answers] == ["A PAR - BUR", "None"]


def test_a_text_is_answered_with_what_was_not_read_beside_its_orders() -> None:
    ((first, second),) = read_texts(["A Par-Bur A Bel bounces"], AUTUMN, "FRANCE")
    assert (str(first[1]), first[2]) == ("A PAR - BUR", None)
    assert second[1] is None
    assert second[2] is not None


@pytest.mark.parametrize(
    "text",
    [
        "A Par-Bur " * 101,
        "A Par-Bur\n" * 101,
        "A Par-Bur" + " " * 9_990 + "!!",
        "A Par-Bur " * 10_000,
    ],
)
def test_more_than_any_sheet_has_is_refused_soon(text: str) -> None:
    sheet, seconds = timed(lambda: read(text))
    assert seconds < 0.2
    assert sheet.lines == ()
    assert sheet.problem is not None
    assert sheet.problem.code == "sheet_too_long"


def test_a_long_run_of_orders_is_read_soon_and_loses_nothing() -> None:
    run = "A Par-Bur " * 90 + "x" * 9_000
    sheet, seconds = timed(lambda: read(run))
    assert seconds < 0.2
    assert len(sheet.orders) == 89
    assert sheet.lines[-1].text == "A Par-Bur " + "x" * 9_000
    assert sheet.lines[-1].error is not None


@pytest.mark.parametrize("text", [". .", ", . A Par - Bur", "A Par - Bur\n. . .", "( . ) . x"])
def test_full_stops_alone_are_no_sentences(text: str) -> None:
    assert {str(order) for order in read(text).orders} <= {"A PAR - BUR"}


LONG = {
    "a line of letters": "x " * 4_990,
    "a line of units": "F Hol F Den A Mun " * 500,
    "choices": "A Par - Bur or " * 600,
    "conditions": "if A Par - Bur then A Mar - Spa\n" * 100,
    "unknown words": "blah bloh Parsi Burgunty hmm\n" * 100,
    "brackets": "(" * 9_990,
    "exclamations": "A Par - Burr " + "!" * 9_900 + "a",
    "courtesies": "gracias y suerte " * 500 + "xyzzy",
}


@pytest.mark.parametrize("language", ["en", None])
@pytest.mark.parametrize("text", LONG.values(), ids=list(LONG))
def test_long_texts_are_answered_soon(text: str, language: str | None) -> None:
    read(text, language)  # loads the words of the languages
    sheet, seconds = min((timed(lambda: read(text, language)) for _ in range(3)), key=itemgetter(1))
    assert seconds < 0.4
    assert sheet.orders == []
