"""Orders that their writer may not have meant: none is taken, and each is a question."""

import io
import json
import random
import sys
from types import SimpleNamespace

import pytest

from adjudicator import Hold, PhaseCode, Position, Unit, load_setup, opening, read_sheet, render
from adjudicator.__main__ import main
from adjudicator.notation import LANGUAGES, Sheet, read_texts
from tests.soak import SOAK

from . import recorded
from .soaking import SEED

SPRING = opening(load_setup("standard"))


def board(phase: str, centers: dict[str, tuple[str, ...]] | None = None, **units: str) -> Position:
    standing = {power: tuple(map(Unit.parse, each.split(", "))) for power, each in units.items()}
    return Position(PhaseCode.parse(phase), standing, centers)


WINTER = board(
    "W1903A",
    {"GERMANY": ("BER", "KIE", "MUN", "HOL"), "ENGLAND": ("LON", "EDI")},
    GERMANY="F HOL, F DEN, A MUN, A RUH, A BOH",
    ENGLAND="F NTH, F NWG, F ENG, A NWY",
)
FALL = board("F1903M", ENGLAND="F LON, F EDI, F NTH, A YOR", GERMANY="F BAL", FRANCE="F BRE, A PAR")


def taken(sheet: Sheet) -> set[str]:
    return {str(order) for order in sheet.orders}


def asked(sheet: Sheet) -> set[str]:
    """Return all readings of the sheet's doubtful lines."""
    return {str(order) for line in sheet.lines for order in line.readings}


@pytest.mark.parametrize(
    ("language", "text", "removed"),
    [
        (None, "Units: F Hol F Den A Mun A Ruh A Boh\nRemove: A Boh", {"A BOH D"}),
        ("es", "Mis unidades: F Hol F Din E Mun E Ruh E Boh\nRetiro E Boh", {"A BOH D"}),
        ("bg", "Моите единици: Ф Хол Ф Дан А Мюн А Рур А Бох\nПремахвам А Бох", {"A BOH D"}),
        ("it", "Le mie unità: F Ola F Dan A Mon A Ruh A Boe\nSciolgo A Boe", {"A BOH D"}),
        ("en", "Germany has F Hol, F Den, A Mun, A Ruh, A Boh\nRemove A Boh", {"A BOH D"}),
        ("en", "My units are F Hol, F Den, A Mun, A Ruh, A Boh", set()),
        ("en", "I keep F Hol, F Den, A Mun, A Ruh", set()),
        ("en", "F Hol, F Den, A Mun, A Ruh, A Boh", set()),
        ("en", "Remove all but F Hol, F Den, A Mun, A Ruh", set()),
        ("it", "Conservo F Ola, F Dan, A Mon, A Ruh", set()),
        ("es", "Tengo F Hol, F Din, E Mun, E Ruh, E Boh", set()),
        ("bg", "Запазвам Ф Хол, Ф Дан, А Мюн, А Рур", set()),
        ("en", "A Boh", {"A BOH D"}),
        ("en", "-A Boh", {"A BOH D"}),
    ],
)
def test_a_list_of_units_is_no_list_of_removals(
    language: str | None, text: str, removed: set[str]
) -> None:
    sheet = read_sheet(text, WINTER, "GERMANY", language)
    assert taken(sheet) == removed
    if not removed:
        assert asked(sheet) >= {"F HOL D", "F DEN D", "A MUN D", "A RUH D"}


def test_two_units_that_remain_are_not_the_two_to_remove() -> None:
    for text in ("Keep F Nth, F Nwg", "Remaining units: F Nth, F Nwg"):
        assert taken(read_sheet(text, WINTER, "ENGLAND", "en")) == set()
    assert len(taken(read_sheet("F Nth, F Nwg", WINTER, "ENGLAND", "en"))) == 2


CONDITIONS = [
    ("en", "If England goes to the channel, {}"),
    ("en", "When England goes to the channel, {}"),
    ("en", "Provided that England agrees: {}"),
    ("en", "In case of war, {}"),
    ("en", "Assuming peace: {}"),
    ("en", "{}, unless England moves there"),
    ("en", "{} if England agrees"),
    ("en", "{}\n(if England agrees)"),
    ("en", "{}\nonly if England agrees"),
    ("en", "If England goes to the channel:\n{}"),
    ("es", "Si Inglaterra va al canal, {}"),
    ("es", "A menos que Inglaterra venga, {}"),
    ("es", "En caso de guerra, {}"),
    ("es", "{}, salvo que Inglaterra venga"),
    ("it", "Se l'Inghilterra attacca, {}"),
    ("it", "A meno che l'Inghilterra non venga, {}"),
    ("it", "Nel caso che attacchi: {}"),
    ("bg", "Ако Англия нападне, {}"),
    ("bg", "Освен ако Англия не нападне, {}"),
    ("bg", "В случай на война: {}"),
]
DENIALS = [
    ("en", "Ignore this: {}"),
    ("en", "NOT: {}"),
    ("en", "My previous orders are void:\n{}"),
    ("en", "Last spring I ordered:\n{}"),
    ("en", "{}… just kidding"),
    ("en", "// {}"),
    ("en", "~~{}~~"),
    ("en", "[s]{}[/s]"),
    ("en", "On Monday Pierre wrote:\n> {}\nWhat do you think of it"),
    ("en", "What Italy proposed:\n{}"),
    ("en", "{}?"),
    ("es", "Olvida esto: {}"),
    ("es", "Anulo: {}"),
    ("es", "La primavera pasada ordené:\n{}"),
    ("it", "Annullo: {}"),
    ("it", "Ignora questo: {}"),
    ("bg", "Отменям: {}"),
    ("bg", "Предишните ми заповеди:\n{}"),
]
MOVES = {"en": "F Bre - MAO", "es": "F Bre - AtC", "it": "F Bre - Atc", "bg": "Ф Бре - СрА"}
OTHERS = {"en": "A Mar - Spa", "es": "E Mar - Esp", "it": "A Mar - Spa", "bg": "А Мар - Исп"}


@pytest.mark.parametrize(("language", "wrapping"), CONDITIONS + DENIALS)
def test_an_order_with_a_condition_or_taken_back_is_asked_about(
    language: str, wrapping: str
) -> None:
    text = f"{OTHERS[language]}\n\n{wrapping.format(MOVES[language])}"
    sheet = read_sheet(text, SPRING, "FRANCE", language)
    assert taken(sheet) == {"A MAR - SPA"}
    assert "F BRE - MAO" in asked(sheet)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A Par - Bur, Pic"),
        ("en", "A Par - Bur | Pic"),
        ("en", "A Par - Bur / Pic"),
        ("en", "A Par - Bur, else A Par - Pic"),
        ("en", "A Par - Bur or Pic"),
        ("en", "A Par - Bur, A Par - Pic"),
        ("it", "A Par-Bor, anzi A Par-Pic"),
        ("es", "E Par-Bor o E Par-Pic"),
        ("bg", "А Пар-Бур или А Пар-Пик"),
    ],
)
def test_alternatives_are_a_question(language: str, text: str) -> None:
    sheet = read_sheet(text, SPRING, "FRANCE", language)
    assert taken(sheet) == set()
    assert asked(sheet) >= {"A PAR - BUR"}


@pytest.mark.parametrize(
    ("language", "power", "text"),
    [
        ("en", "ENGLAND", "F Lon - Eng - Nth"),
        ("en", "FRANCE", "F Bre - ENG -> MAO"),
        ("bg", "ENGLAND", "Ф Лон-АКл-СеМ"),
        ("en", "ENGLAND", "F Lon - Nth C"),
        ("en", "ENGLAND", "F Edi - N"),
        ("en", "GERMANY", "F Bal - Ber C"),
        ("en", "FRANCE", "A Par - Eng - Wal"),
    ],
)
def test_no_word_of_a_move_is_passed_over(language: str, power: str, text: str) -> None:
    assert taken(read_sheet(text, FALL, power, language)) == set()


@pytest.mark.parametrize(
    ("fleet", "orders"),
    [
        ("F Nth C A Yor - Nwy", {"A YOR - NWY VIA", "F NTH C A YOR - NWY"}),
        ("F Nth C A Yor - Bel", {"F NTH C A YOR - BEL"}),
        ("F Nth H", {"F NTH H"}),
        ("", set()),
    ],
)
def test_a_way_through_seas_counts_if_the_fleets_convoy(fleet: str, orders: set[str]) -> None:
    assert taken(read_sheet(f"A Yor - Nth - Nwy\n{fleet}", FALL, "ENGLAND", "en")) == orders


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("en", "A Par - Bur (bounce)", "A PAR - BUR"),
        ("en", "A Par - Bur (I hope, thanks)", "A PAR - BUR"),
        ("es", "1º) E Par - Bor", "A PAR - BUR"),
        ("en", "A Par std", "A PAR H"),
        ("en", "A Par holds its position", "A PAR H"),
        ("en", "The army at Paris support move to Burgundy from Marseilles", "A PAR S A MAR - BUR"),
        ("en", "The fleet at Brest move to English Channel", "F BRE - ENG"),
        ("bg", "А Мар подкр. А Пар-Бур", "A MAR S A PAR - BUR"),
        ("it", "A Par va allo Bor", "A PAR - BUR"),
        ("en", "please A Par - Bur", "A PAR - BUR"),
        ("en", "( ( FRA AMY PAR ) MTO BUR )", "A PAR - BUR"),
        ("es", "((FRA FLT BRE) MTO ECH)", "F BRE - ENG"),
        ("it", "SUB ((FRA AMY MAR) SUP (FRA AMY PAR) MTO BUR)", "A MAR S A PAR - BUR"),
        ("en", "Hi GM, A Par - Bur", "A PAR - BUR"),
        ("en", "A Par - Bur, and good luck everyone", "A PAR - BUR"),
    ],
)
def test_what_every_human_understands_is_read(language: str, text: str, order: str) -> None:
    assert taken(read_sheet(text, SPRING, "FRANCE", language)) == {order}


def test_a_doubtful_text_of_one_order_lists_its_readings() -> None:
    ((row,),) = read_texts(["A Par - Bur if Italy agrees"], SPRING, "FRANCE", "en")
    _text, order, error = row
    assert order is None
    assert error is not None
    assert [str(each) for each in error.readings] == ["A PAR - BUR"]


def test_the_command_line_reads_a_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {
        "id": "a",
        "phase": "W1903A",
        "units": {"GERMANY": ["A MUN", "A BOH"]},
        "centers": {"GERMANY": ["MUN"]},
        "power": "GERMANY",
        "text": "My units: A Mun, A Boh\nRemove A Boh",
    }
    lines = [asked, {"id": "b", "text": "A Mun H"}, asked | {"text": "Fall 1904\nA Boh"}]
    source = io.BytesIO("\n".join(map(json.dumps, lines)).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=source))
        status = main(["read", "--language", "en"])
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert status == 1
    assert first["orders"] == ["A BOH D"]
    assert [line["readings"] for line in first["lines"]] == [["A MUN D"], [], []]
    assert "error" in second
    assert (third["orders"], third["problem"]["code"]) == ([], "sheet_of_other_phase")


SHEETS = 20_000 if SOAK else 400


def test_wrapped_orders_are_never_read_and_plain_ones_beside_them_are() -> None:
    """A generator wraps legal orders of recorded games in conditions and denials."""
    print(f"SOAK_SEED={SEED}")
    dice = random.Random(SEED)
    positions = [each for each in recorded.positions() if each.phase.type == "M" and each.powers]
    for _ in range(SHEETS):
        position = dice.choice(positions)
        power = dice.choice([p for p in position.powers if len(position.units.get(p, ())) > 1])
        first, second, *_others = dice.sample(position.units[power], len(position.units[power]))
        language, wrapping = dice.choice(CONDITIONS + DENIALS)
        assert language in LANGUAGES
        plain, wrapped = (_hold(unit, language, dice) for unit in (first, second))
        sheet = read_sheet(f"{plain}\n\n{wrapping.format(wrapped)}", position, power, language)
        assert taken(sheet) == {f"{first} H"}, (wrapping, wrapped, position.phase)


def _hold(unit: Unit, language: str, dice: random.Random) -> str:
    return render(Hold(unit), language, dice.choice(("short", "full", "words")))


def test_a_condition_that_begins_like_a_province_does_not_hide_the_order_before_it() -> None:
    fall = board("F1908M", TURKEY="A VEN, A TUS")
    sheet = read_sheet("E Venecia apoya E Toscana por si Italia ataca", fall, "TURKEY", "es")
    assert taken(sheet) == set()
    assert asked(read_sheet(f"{sheet.lines[0].text}\n\nSaludos", fall, "TURKEY", "es")) == {
        "A VEN S A TUS"
    }


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A Par - Bur\nCancel A Par - Bur"),
        ("en", "A Par - Bur\nA Par - Bur only if Italy helps"),
        ("en", "A Par - Bur\n\nForget Burgundy, I will write later"),
        ("en", "A Par - Bur\nblibber it blabber"),
        ("en", "DRAFT - NOT FINAL\n\nA Par - Bur"),
        ("en", "A Par - Bur\nA Par - Mos"),
        ("en", "# A Par - Bur"),
        ("en", "A Par - Bur ?"),
        ("en", "F Mao - Bre, A Par - Bur please, England"),
        ("en", "Subject: draft orders\n\nA Par - Bur"),
        ("es", "París atacó Borgoña"),
        ("it", "Parigi attaccò Borgogna"),
        ("bg", "А Пар - Бур в Пикардия"),
    ],
)
def test_an_order_is_doubtful_beside_what_may_take_it_back(language: str, text: str) -> None:
    sheet = read_sheet(text, SPRING, "FRANCE", language)
    assert taken(sheet) == set()
    assert "A PAR - BUR" in asked(sheet)


@pytest.mark.parametrize(
    "text", ["> A Par - Bur\nA Par - Bur", "Maybe A Par - Bur.\n\nA Par - Bur"]
)
def test_the_last_word_counts_where_a_doubtful_line_stands_above_it(text: str) -> None:
    assert taken(read_sheet(text, SPRING, "FRANCE", "en")) == {"A PAR - BUR"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A Par - Bur or Pic", {"A PAR - BUR", "A PAR - PIC"}),
        ("A Par - Bur or hold", {"A PAR - BUR", "A PAR H"}),
        ("A Mar - Gas/Spa", {"A MAR - GAS", "A MAR - SPA"}),
        ("A Par - Bur\nor A Par - Pic", {"A PAR - BUR", "A PAR - PIC"}),
    ],
)
def test_a_choice_in_words_has_both_orders_as_readings(text: str, meant: set[str]) -> None:
    sheet = read_sheet(text, SPRING, "FRANCE", "en")
    assert (taken(sheet), asked(sheet)) == (set(), meant)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Army Paris, move to Burgundy"),
        ("en", "A Paris - Burgudny"),
        ("en", "Hi GM, A Par - Bur thanks"),
        ("en", "A | Par | moves to | Bur"),
        ("en", "A Par - Bur (surprise!)"),
        ("en", "From: Max\nTo: GM\nSubject: my orders\n\nA Par - Bur\n\nMax (France)"),
        ("en", "Burgundy is attacked by my army in Paris"),
        ("es", "Army Paris moves to Burgundy"),
        ("es", "Ataco Borgoña con el ejército de París"),
        ("it", "La mia armata che si trova a Parigi entrerà in Borgogna"),
        ("bg", "Армията ми в Париж да отиде в Бургундия"),
    ],
)
def test_an_order_in_other_words_is_read(language: str, text: str) -> None:
    assert taken(read_sheet(text, SPRING, "FRANCE", language)) == {"A PAR - BUR"}


@pytest.mark.parametrize("text", ["All fleets hold", "Both my units hold", "A Par/A Mar hold"])
def test_an_order_for_some_units_is_not_one_for_all(text: str) -> None:
    assert taken(read_sheet(text, SPRING, "FRANCE", "en")) == set()


def test_the_rest_are_the_units_that_no_line_names() -> None:
    sheet = read_sheet("A Par - Bur, the rest hold", SPRING, "FRANCE", "en")
    assert taken(sheet) == {"A PAR - BUR", "A MAR H", "F BRE H"}


OPENED = {"A PAR - BUR", "A MAR - SPA", "F BRE - MAO"}
SHEET = "A Par - Bur\nA Mar - Spa\nF Bre - MAO"


@pytest.mark.parametrize(
    "text",
    [
        "None of what follows is meant, I only wonder\n\n{}",
        "{}\n\nHold on to it, nothing of this becomes an order before England writes.",
        "{}\n\nKept for my own records, kindly treat it as not received.",
        "{}\n\nThis is valid only if England leaves the channel alone. I will tell you.",
    ],
)
def test_words_across_an_empty_line_take_back_the_orders_they_point_at(text: str) -> None:
    sheet = read_sheet(text.format(SHEET), SPRING, "FRANCE", "en")
    assert taken(sheet) == set()
    assert asked(sheet) == OPENED


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("{}\n(Brumbleby of the Wharf)", OPENED),
        ("{}\n(Brumbleby scuttled them)", set()),
        ("{}\n(Russia brumbles onwards)", set()),
        ("A Par - Bur\nA Mar - Spa\n(Brumbleby of the Wharf)", set()),
    ],
)
def test_a_few_words_below_a_whole_sheet_that_point_at_nothing_change_nothing(
    text: str, orders: set[str]
) -> None:
    assert taken(read_sheet(text.format(SHEET), SPRING, "FRANCE", "en")) == orders


def test_numbers_of_units_beside_removals_in_words_list_no_units() -> None:
    text = "17 centres, 18 units\nRemove A Boh"
    assert taken(read_sheet(text, WINTER, "GERMANY", "en")) == {"A BOH D"}
