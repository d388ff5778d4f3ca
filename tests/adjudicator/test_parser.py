"""One line in context: its order on this board, and the error where it is unclear."""

import json
import unicodedata
from pathlib import Path

import pytest

from adjudicator import (
    IllegalOrder,
    OrderSyntaxError,
    Position,
    check_order,
    parse_order,
    render,
    standard_board,
)
from adjudicator.__main__ import main
from adjudicator.benchmark import measure_reading
from adjudicator.json_lines import read_position
from adjudicator.notation import LANGUAGES
from adjudicator.notation.guide import guide
from adjudicator.notation.misreadings import near_to
from adjudicator.notation.words import lexicon
from adjudicator.reasons import REFUSALS
from adjudicator.rules import DEFAULT_RULES
from tests.timing import timed

AUTUMN = read_position(
    {
        "phase": "F1902M",
        "units": {
            "ENGLAND": ["A LON", "F NTH", "F ENG", "A YOR", "F BAR"],
            "FRANCE": ["A PAR", "A MAR", "F MAO", "F SPA/SC", "A BEL"],
            "GERMANY": ["A MUN", "F DEN", "F KIE", "A HOL"],
            "ITALY": ["F LYO", "A TUN", "F TYS", "A VEN"],
            "RUSSIA": ["A SEV", "F RUM", "F STP/NC", "A WAR", "F BOT"],
            "TURKEY": ["A BUL", "F BLA", "F CON", "F AEG", "A SMY"],
        },
    }
)


def read(line: str, power: str, language: str | None, position: Position = AUTUMN) -> str:
    return str(parse_order(line, position, power, language))


def refusal(
    line: str, power: str, language: str | None, position: Position = AUTUMN
) -> OrderSyntaxError:
    with pytest.raises(OrderSyntaxError) as caught:
        parse_order(line, position, power, language)
    assert caught.value.code in REFUSALS
    return caught.value


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "A Paris - Burgundy"),
        ("en", "The army in Paris moves to Burgundy."),
        ("en", "A Par Bur"),
        ("en", "A Par_Bur!"),
        ("en", "par → bur?"),
        ("en", "A\tPar\xa0==> Bur…"),
        ("en", "A PARIS M BURGUNDY"),
        ("en", "**A Par-Bur**"),
        ("es", "E París – Borgoña"),
        ("es", "E París a Borgoña"),
        ("es", "El ejército de París se dirige a Borgoña"),
        ("es", "Ej. París -> Borgona"),
        ("es", "A Par-Bur"),
        ("it", "L’armata di Parigi si muove verso la Borgogna"),
        ("it", "A Parigi attacca la Borgogna"),
        ("it", "a par a bor"),
        ("bg", "А Пар-Бур"),
        ("bg", "A Par-Бур"),
        ("bg", "Армията в Париж отива в Бургундия"),
        ("bg", "АРМИЯ ПАРИЖ АТАКУВА БУРГУНДИЯ"),
        ("en", "\ufeffA P\u00adar-B\u200bur"),
    ],
)
def test_a_move_is_parsed_in_every_wording(language: str, line: str) -> None:
    assert read(line, "FRANCE", language) == "A PAR - BUR"
    assert read(unicodedata.normalize("NFD", line), "FRANCE", language) == "A PAR - BUR"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "A Mar S Par-Bur"),
        ("en", "A Mar (S) A Par to Bur"),
        ("en", "Marseilles supports the army in Paris in its attack on Burgundy"),
        ("es", "E Mar A E Par-Bor"),
        ("es", "E Mar apoya a París a Borgoña"),
        ("es", "E Marsella apoya el movimiento del ejército de París a Borgoña"),
        ("es", "E Marsella da apoyo a París-Borgoña"),
        ("it", "A Mar APP A Par-Bor"),
        ("it", "A Mar appoggia l'attacco dell'armata di Parigi in Borgogna"),
        ("it", "A Marsiglia in appoggio a A Parigi-Borgogna"),
        ("bg", "А Мар П А Пар-Бур"),
        ("bg", "А Марсилия подкрепя армията в Париж към Бургундия"),
    ],
)
def test_a_support_is_parsed_in_every_wording(language: str, line: str) -> None:
    assert read(line, "FRANCE", language) == "A MAR S A PAR - BUR"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "A Bel H"),
        ("en", "Belgium stands firm"),
        ("es", "E Bel M"),
        ("es", "E Bélgica se queda"),
        ("es", "E Bel mantiene la posición"),
        ("it", "A Blg XXX"),
        ("it", "A Big xxx"),
        ("it", "A Belgio resta ferma"),
        ("bg", "А Бел задържа позиция"),
        ("bg", "А Бел З"),
    ],
)
def test_a_hold_is_parsed_in_every_wording(language: str, line: str) -> None:
    assert read(line, "FRANCE", language) == "A BEL H"


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "F Nth convoys London to Belgium", "F NTH C A LON - BEL"),
        ("es", "F MNt transporta al ejército de Londres a Bélgica", "F NTH C A LON - BEL"),
        ("es", "F MNt convoya E Lon-Bel", "F NTH C A LON - BEL"),
        ("it", "F Mno TRA A Lon-Blg", "F NTH C A LON - BEL"),
        ("bg", "Ф СеМ-К А Лон-Бел", "F NTH C A LON - BEL"),
        ("en", "A Yor - Nwy (convoy)", "A YOR - NWY VIA"),
        ("en", "A Yor via convoy - Nwy", "A YOR - NWY VIA"),
        ("es", "E Yor-Nor vía transporte", "A YOR - NWY VIA"),
        ("it", "A Yor-Nor via convoy", "A YOR - NWY VIA"),
        ("bg", "А Йор-Нор чрез конвоиране", "A YOR - NWY VIA"),
    ],
)
def test_a_convoy_is_parsed_in_every_wording(language: str, line: str, order: str) -> None:
    assert read(line, "ENGLAND", language) == order


@pytest.mark.parametrize("line", ["A Yor - Nth - Nwy", "A Yor-Nwy via Nth", "A Yor-Nth-Bar-Nwy"])
def test_an_army_whose_way_goes_through_seas_moves_by_convoy(line: str) -> None:
    assert read(line, "ENGLAND", "en") == "A YOR - NWY VIA"


def test_a_route_over_land_is_not_an_order() -> None:
    assert refusal("A Par - Bur - Mun", "FRANCE", "en").code == "word_not_expected"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "F Spa(sc)-Wes"),
        ("en", "F Spa/sc - Wes"),
        ("en", "F SpaSC-Wes"),
        ("en", "F Spa s.c. - Wes"),
        ("en", "F Spa [south coast] - Western Med."),
        ("en", "F SC Spa - WMed"),
        ("en", "the fleet on the south coast of Spain moves to Wes"),
        ("es", "F Esp(CS)-MOc"),
        ("es", "F España (costa sur) - Med. Occidental"),
        ("es", "F costa sur de España - Mediterráneo Oeste"),
        ("it", "F Cs Spa-Moc"),
        ("it", "F Spagna (sud) - Med. Occidentale"),
        ("bg", "Ф Исп/юб-ЗСМ"),
        ("bg", "Ф Испания (южно крайбрежие) - Западно Средиземно море"),
        ("es", "F Esp-MOc"),
    ],
)
def test_a_coast_may_stand_before_or_after_the_province_or_be_missing(
    language: str, line: str
) -> None:
    assert read(line, "FRANCE", language) == "F SPA/SC - WES"


def test_a_missing_coast_is_put_in_where_only_one_is_possible() -> None:
    assert read("F Bar - St. Petersburg", "ENGLAND", "en") == "F BAR - STP/NC"
    order = parse_order("F Mao - Spain", AUTUMN, "FRANCE", "en")
    with pytest.raises(IllegalOrder, match="name a coast of SPA: NC, SC"):
        check_order(order, AUTUMN, "FRANCE")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Par - Bur", "A PAR - BUR"),
        ("F Par - Bur", "A PAR - BUR"),
        ("A Mao - Por", "F MAO - POR"),
        ("F Mar S F Par - Bur", "A MAR S A PAR - BUR"),
    ],
)
def test_the_unit_on_the_board_is_meant_whatever_its_letter(line: str, order: str) -> None:
    assert read(line, "FRANCE", "en") == order


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "F Bar S Russian F Stp - Nwy"),
        ("en", "F Bar S F (Russia) Stp-Nwy"),
        ("es", "F MBa A F ruso SPt-Nor"),
        ("es", "Inglaterra – F MBa A F SPt-Nor"),
        ("es", "F MBa A F de Rusia SPt-Nor"),
        ("es", "F MBa A F SPt-Nor (rusa)"),
        ("it", "F Mbr APP F Spi (Russa) - Nor"),
        ("bg", "Ф БаМ П руския Ф СтП-Нор"),
        ("bg", "Ф БаМ П Ф СтП-Нор"),
    ],
)
def test_a_nationality_may_stand_before_or_after_the_unit_or_be_missing(
    language: str, line: str
) -> None:
    assert read(line, "ENGLAND", language) == "F BAR S F STP/NC - NWY"


def test_a_wrong_nationality_gives_way_to_the_board() -> None:
    assert read("A Bel S French A Hol", "FRANCE", "en") == "A BEL S A HOL"


@pytest.mark.parametrize(
    ("language", "power", "line", "order"),
    [
        ("es", "ENGLAND", "F MNo - Nor", "F NTH - NWY"),  # nobody stands in the Norwegian Sea
        ("es", "ENGLAND", "F MBa-MNo", "F BAR - NWG"),
        ("es", "RUSSIA", "E Var-Gal", "A WAR - GAL"),  # Wales in the table
        ("es", "FRANCE", "F AtC - Atlántico", "F MAO - NAO"),
        ("es", "FRANCE", "E Mar A Bor", "A MAR - BUR"),  # nobody to support in Burgundy
        ("it", "ITALY", "F Tir-Moc", "F TYS - WES"),
        ("en", "ITALY", "F Tyr-Wes", "F TYS - WES"),
        ("en", "RUSSIA", "F Gulf Bothnia - Swe", "F BOT - SWE"),
        ("en", "RUSSIA", "A Warsa - Galic", "A WAR - GAL"),
        ("bg", "TURKEY", "Ф ЧМ П А Бул-Рум", "F BLA S A BUL - RUM"),
        ("bg", "ENGLAND", "Ф Сев. море - Нор", "F NTH - NWY"),
    ],
)
def test_of_several_readings_the_possible_one_is_taken(
    language: str, power: str, line: str, order: str
) -> None:
    assert read(line, power, language) == order


@pytest.mark.parametrize(
    ("language", "power", "line", "readings"),
    [
        ("es", "ITALY", "F Golfo de León A Marsella", ["F LYO - MAR", "F LYO S A MAR"]),
        ("es", "RUSSIA", "E Seb A Rum", ["A SEV - RUM", "A SEV S F RUM"]),
        ("en", "ENGLAND", "F Bar - Norw", ["F BAR - NWG", "F BAR - NWY"]),
    ],
)
def test_several_possible_readings_are_all_listed_and_none_is_taken(
    language: str, power: str, line: str, readings: list[str]
) -> None:
    error = refusal(line, power, language)
    assert error.code == "order_ambiguous"
    assert [str(order) for order in error.readings] == readings
    assert error.params["readings"] == "; ".join(readings)


def test_a_support_with_the_letter_of_its_unit_is_no_move_in_spanish() -> None:
    assert read("E Seb A F Rum", "RUSSIA", "es") == "A SEV S F RUM"


def test_without_a_possible_reading_the_own_unit_is_meant() -> None:
    """“Mediterráneo” is two seas: Italy’s fleet is in the western one."""
    seas = read_position({"phase": "F1902M", "units": {"ITALY": ["F WES"], "TURKEY": ["F EAS"]}})
    assert read("F Mediterráneo-París", "ITALY", "es", seas) == "F WES - PAR"
    error = refusal("F Mediterráneo-París", "FRANCE", "es", seas)
    assert [str(order) for order in error.readings] == ["F EAS - PAR", "F WES - PAR"]


@pytest.mark.parametrize(
    ("language", "line", "code", "word", "near"),
    [
        ("en", "A Par-Brgndy", "word_misspelt", "Brgndy", "Burgundy (BUR)"),
        ("es", "E Par-Borgoñna", "word_misspelt", "Borgoñna", "Borgoña (Bor)"),
        ("bg", "А Пар-Бургундя", "word_misspelt", "Бургундя", "Бургундия (Бур)"),
        ("en", "A Par-Brg", "word_misspelt", "Brg", "Burgundy (BUR)"),
        ("en", "Brgndy", "word_misspelt", "Brgndy", "Burgundy (BUR)"),
        ("it", "Top", "word_not_understood", "Top", None),
        ("en", "are you coming on Friday", "word_not_understood", "you", None),
        ("en", "A Par bounces", "word_not_understood", "bounces", None),
        ("en", "A Par-Bur perhaps", "word_not_understood", "perhaps", None),
        ("en", "A Par - Bur - Mar - Gas", "word_not_expected", "-", None),
        ("en", "A Par-Bur A", "word_not_expected", "A", None),
        ("en", "Belgium", "verb_missing", None, None),
        ("en", "A Par -", "word_missing", None, None),
        ("en", "A Mar S", "word_missing", None, None),
        ("en", "F Con", "verb_missing", None, None),
        ("en", "F Bar - S. Petersburg", "word_not_expected", "-", None),
        ("en", "", "verb_missing", None, None),
        ("en", "?!", "verb_missing", None, None),
    ],
)
def test_a_word_that_was_not_understood_is_named_with_similar_ones(
    language: str, line: str, code: str, word: str | None, near: str | None
) -> None:
    error = refusal(line, "FRANCE", language)
    assert (error.code, error.params.get("word")) == (code, word)
    assert error.params.get("near", "").split(", ")[0] == (near or "")
    assert error.params["text"] == line


def test_no_similar_words_are_looked_up_for_a_long_word() -> None:
    assert near_to("constantinopel", lexicon("en", standard_board())) == ["Constantinople (CON)"]
    assert near_to("constantinopel" * 9, lexicon("en", standard_board())) == []


def test_endless_lines_are_refused_at_once() -> None:
    endless = "A Par - Bur" + " - Bur" * 100_000
    error, seconds = timed(lambda: refusal(endless, "FRANCE", "en"))
    assert seconds < 0.005
    assert (error.code, error.params["limit"]) == ("order_too_long", "200")


@pytest.mark.parametrize("language", [None, "en", "es", "it", "bg"])
@pytest.mark.parametrize(
    ("power", "text"),
    [
        ("FRANCE", "A MAR S A PAR - BUR"),
        ("FRANCE", "F MAO - SPA/NC"),
        ("ENGLAND", "A YOR - NWY VIA"),
        ("ENGLAND", "F NTH C A LON - BEL"),
        ("RUSSIA", "F STP/NC H"),
    ],
)
def test_canonical_text_is_read_in_every_language(
    language: str | None, power: str, text: str
) -> None:
    assert read(text, power, language) == text
    assert read(text.lower(), power, language) == text


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("E Mar A E Par-Bor", "A MAR S A PAR - BUR"),
        ("A Mar APP A Par-Bor", "A MAR S A PAR - BUR"),
        ("А Мар П А Пар-Бур", "A MAR S A PAR - BUR"),
        ("Marseilles supports Paris - Burgundy", "A MAR S A PAR - BUR"),
    ],
)
def test_without_a_language_the_line_shows_it(line: str, order: str) -> None:
    assert read(line, "FRANCE", None) == order


def test_canonical_text_in_any_case_is_read_without_a_position() -> None:
    for text in ("A BUR R GAS", "F STP/SC B", "A PAR H"):
        assert str(parse_order(text.lower())) == text


def test_a_fleet_that_is_named_on_its_other_coast_is_the_one_on_the_board() -> None:
    assert read("F Spa (nc) - Por", "FRANCE", "en") == "F SPA/SC - POR"


def test_a_power_that_no_language_knows_is_named_by_its_code() -> None:
    mars = read_position({"phase": "S1901M", "units": {"FRANCE": ["A MAR"], "MARS": ["A PIE"]}})
    order = parse_order("E Mar A E Pia", mars, "FRANCE", "es")
    assert render(order, "es", position=mars) == "E Mar A E MARS Pia"


def test_without_a_language_a_text_with_two_readings_is_refused() -> None:
    fleets = read_position({"phase": "F1902M", "units": {"ENGLAND": ["F NWY"]}})
    error = refusal("F Nor-MNo", "ENGLAND", None, fleets)
    assert [str(order) for order in error.readings] == ["F NWY - NTH", "F NWY - NWG"]
    error = refusal("E Seb A Rum", "RUSSIA", None)
    assert "A SEV S F RUM" in [str(order) for order in error.readings]


def test_without_a_language_the_likeliest_one_names_the_word_not_understood() -> None:
    error = refusal("E Marsella apoya E París-Borgogna", "FRANCE", None)
    assert error.params["near"].startswith("Borgoña (Bor)")


def test_without_a_position_only_canonical_text_is_read() -> None:
    assert str(parse_order("A PAR - BUR")) == "A PAR - BUR"
    with pytest.raises(OrderSyntaxError, match="“PARIS” is not a province"):
        parse_order("A Paris - Bur")


def test_reading_is_timed_in_every_notation_also_where_a_line_cannot_be_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "phases.jsonl"
    lines = ["A PAR - BUR", "F SPA/WC - POR", "rubbish"]
    row = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": lines}}
    path.write_text(json.dumps(row))
    times = measure_reading(path, DEFAULT_RULES)
    assert {notation: len(seconds) for notation, seconds in times.items()} == dict.fromkeys(
        ("canonical", *LANGUAGES), 2
    )


def test_the_page_about_notation_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notation"]) == 0
    assert capsys.readouterr().out == guide()
