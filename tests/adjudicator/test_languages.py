"""The data of the languages is complete, without conflicts, and as docs/notation.md says."""

from pathlib import Path

import pytest

from adjudicator import Board, Position, PositionError, SetupError, parse_order, standard_board
from adjudicator.board import Province
from adjudicator.json_lines import read_position
from adjudicator.notation import (
    LANGUAGES,
    language_data,
    mentions,
    render,
    render_place,
    render_unit,
)
from adjudicator.notation.guide import guide
from adjudicator.notation.words import KINDS, PREFERRED, fold, lexicon
from adjudicator.orders import Convoy, Move, SupportMove
from adjudicator.setups import load_setup
from adjudicator.terms import PhaseCode, Season, UnitType
from adjudicator.units import Unit

from .boards import on

DOCS = Path(__file__).parents[2] / "docs" / "notation.md"
BOARD = standard_board()
# Abbreviations that the seeds print, and what they stand for in their language. English ones are
# only read: codes are written.
SEEDS = {
    "en": "BOH Boh, NWY Nwy, LVP Lvp, SMY Smy, NAF NAf, EAS Eas, BOT Bot, LYO GoL, MAO Mid,"
    " NAO NAt, NTH Nth, NWG Nrg, TYS Tyn, WES Wes, STP Stp, TYR Tyr, DEN Den",
    "es": "GAL Gli, WAL Gal, BUR Bor, STP SPt, SEV Seb, NAF Afr, NTH MNt, NWG MNo, ENG CMa,"
    " MAO AtC, NAO AtN, LYO GLe, WES MOc, EAS MOr, TYS MTi, BLA MNe, DEN Din, SPA Esp",
    "it": "BEL Blg, BUL Bul, LYO Gle, GAL Glz, WAL Gli, NTH Mno, NWG Mnv, BAL Mba, BAR Mbr,"
    " ENG Man, HEL Bhe, MUN Mon, RUM Rmn, STP Spi, HOL Ola, DEN Dnk, CON Cos, APU Pug",
    "bg": "NTH СеМ, NWG НоМ, BAR БаМ, BAL БалМ, BLA ЧеМ, ION ЙоМ, TYS ТиМ, LYO ЛиЗ, BOT БоЗ,"
    " WES ЗСМ, IRI ИрМ, NAF СеА, BUL Бъл, SER Сър, GRE Гър, STP СтП, MUN Мюн, SWE Шве",
}


def test_the_page_about_notation_is_what_the_data_say() -> None:
    assert DOCS.read_text("utf-8") == guide(), "python -m adjudicator notation > docs/notation.md"


# Words of webDiplomacy, which writes no other language.
ONLY_ENGLISH = {"support_move_to", "convoy_to", "from"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_names_everything(code: str) -> None:
    language = language_data(code)
    assert set(language.provinces) == set(BOARD.provinces)
    assert set(language.units) == set(UnitType)
    assert set(language.seasons) == set(Season)
    assert set(language.powers) == set(load_setup("standard").powers)
    assert set(language.coasts) == {c for p in BOARD.provinces.values() for c in p.coasts}
    assert set(language.orders) | ONLY_ENGLISH == set(KINDS)
    for table in (language.provinces, language.units, language.coasts):
        assert all(name.short and name.name for name in table.values())
    assert all(name.name and name.adjective for name in language.powers.values())
    assert all(name.name for name in language.seasons.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_written_abbreviations_mean_one_province_only(code: str) -> None:
    words = lexicon(code, BOARD).words
    for province, name in language_data(code).provinces.items():
        for spelling in (name.short, name.name):
            key = " ".join(fold(spelling).replace("-", " - ").replace("'", " ").split())
            word = words[key.replace(".", "")]
            best = [place for rank, place in word.places if rank == PREFERRED]
            assert best == [province], spelling


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_abbreviations_of_the_rulebooks_are_read_and_written(code: str) -> None:
    for pair in SEEDS[code].split(", "):
        province, short = pair.split()
        (word,) = lexicon(code, BOARD).read(short)
        assert [place for rank, place in word.places if rank == PREFERRED] == [province]
        assert render_place(province, code) == (province if code == "en" else short)


def test_english_writes_the_codes() -> None:
    assert [render_place(place, "en") for place in BOARD.number] == [*BOARD.number]
    army, fleet = Unit.parse("A PAR"), Unit.parse("F SPA/SC")
    assert render(Move(army, "BUR"), "en") == "A PAR - BUR"
    assert render(Move(army, "BUR"), "en", "full") == "A Paris - Burgundy"
    assert render(Move(Unit.parse("A LON"), "NWY", True), "en") == "A LON - NWY via convoy"
    assert render(SupportMove(fleet, army, "GAS"), "en") == "F SPA/SC S A PAR - GAS"
    assert render(Convoy(Unit.parse("F NTH"), army, "NWY"), "en") == "F NTH C A PAR - NWY"


@pytest.mark.parametrize(
    ("code", "move"),
    [("es", "F AtC-Esp (cn)"), ("it", "F Atc-Spa (Cn)"), ("bg", "Ф СрА-Исп (сб)")],
)
def test_other_languages_write_dash_and_coast_as_their_rulebooks_print_them(
    code: str, move: str
) -> None:
    assert render(Move(Unit.parse("F MAO"), "SPA/NC"), code) == move


@pytest.mark.parametrize(
    ("code", "misprint", "meant"),
    [
        ("it", "Big", "BEL"),
        ("it", "Bui", "BUL"),
        ("it", "Gie", "LYO"),
        ("it", "Giz", "GAL"),
        ("es", "MNo", "NTH"),
        ("es", "Gal", "GAL"),
        ("es", "Sev", "SEV"),
        ("es", "Glz", "GAL"),
        ("bg", "СаП", "STP"),
        ("bg", "АКл", "ENG"),
        ("bg", "АнК", "ENG"),
        ("bg", "Анг", "ENG"),
        ("bg", "Лз", "LYO"),
    ],
)
def test_other_spellings_of_the_rulebooks_are_read(code: str, misprint: str, meant: str) -> None:
    (word,) = lexicon(code, BOARD).read(misprint)
    assert meant in [place for _rank, place in word.places]


def test_scanning_errors_are_never_written() -> None:
    written = {name.short for name in language_data("it").provinces.values()}
    assert written.isdisjoint({"Big", "Bui", "Gie", "Giz"})


def test_a_unit_and_a_coast_are_named_in_each_style() -> None:
    fleet = Unit.parse("F SPA/SC")
    assert render_unit(fleet, "es") == "F Esp (cs)"
    assert render_unit(fleet, "it", "full") == "F Spagna (costa sud)"
    assert render_unit(fleet, "bg", "words") == "Флота Испания (южен бряг)"
    assert render_place("STP/NC", "en") == "STP/NC"
    assert render_unit(fleet, "en", "full") == "F Spain (south coast)"


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SetupError, match=r"“tlh”\. Choose one of these: en, es, it, bg"):
        language_data("tlh")
    with pytest.raises(SetupError):
        render_unit(Unit.parse("A PAR"), "tlh")


# A board without Burgundy, and with an island that no language names.
SMALL = Board(
    "small",
    {
        "ATL": Province("ATL", "Atlantis", "coastal"),
        "GAS": Province("GAS", "Gascony", "coastal"),
        "PAR": Province("PAR", "Paris", "inland"),
    },
    army_moves={
        "ATL": frozenset({"GAS"}),
        "GAS": frozenset({"ATL", "PAR"}),
        "PAR": frozenset({"GAS"}),
    },
    fleet_moves={"ATL": frozenset({"GAS"}), "GAS": frozenset({"ATL"})},
)


@pytest.mark.parametrize("text", ["E Gas-Atlantis", "E Gas-Atl", "E Gascuña - ATL"])
def test_a_province_without_a_name_in_a_language_is_read_by_its_name_on_the_board(
    text: str,
) -> None:
    army = Unit(UnitType.ARMY, "GAS")
    position = Position(PhaseCode.parse("S1901M"), {"FRANCE": (army,)}, setup=on(SMALL))
    assert parse_order(text, position, "FRANCE", "es") == Move(army, "ATL")
    assert render_place("ATL", "es") == "ATL"


def test_only_places_of_the_board_are_read_and_found_in_texts() -> None:
    assert "P" not in lexicon("en", SMALL).read("Burgundy")[0].kinds
    text = "From Paris to Burgundy and Atlantis"
    assert [each.provinces for each in mentions(text, "en", SMALL)] == [("PAR",), ("ATL",)]
    assert [each.provinces for each in mentions(text, "en")] == [("PAR",), ("BUR",)]


def test_a_position_is_read_on_the_board_that_is_given() -> None:
    question = {"phase": "S1901M", "units": {"FRANCE": ["A ATL"]}}
    assert read_position(question, on(SMALL)).board is SMALL
    with pytest.raises(PositionError):
        read_position(question)


def test_mild_words_are_denials() -> None:
    denials = {fold(each) for code in LANGUAGES for each in language_data(code).doubt["denials"]}
    for code in LANGUAGES:
        assert denials.issuperset(map(fold, language_data(code).doubt["mild"]))
