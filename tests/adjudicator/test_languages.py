"""The data of the languages: whole, without clashes, and as docs/notation.md says."""

from pathlib import Path

import pytest

from adjudicator import SetupError, standard_board
from adjudicator.notation import LANGUAGES, language_data, render_place, render_unit
from adjudicator.notation.guide import guide
from adjudicator.notation.lexicon import KINDS, PREFERRED, fold, lexicon
from adjudicator.setups import load_setup
from adjudicator.terms import Season, UnitType
from adjudicator.units import Unit

DOCS = Path(__file__).parents[2] / "docs" / "notation.md"
BOARD = standard_board()
# Abbreviations that the seeds print, and what they stand for in their language.
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


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_names_everything(code: str) -> None:
    language = language_data(code)
    assert set(language.provinces) == set(BOARD.provinces)
    assert set(language.units) == set(UnitType)
    assert set(language.seasons) == set(Season)
    assert set(language.powers) == set(load_setup("standard").powers)
    assert set(language.coasts) == {c for p in BOARD.provinces.values() for c in p.coasts}
    assert set(language.orders) == set(KINDS)
    for table in (language.provinces, language.units, language.coasts):
        assert all(name.short and name.name for name in table.values())
    assert all(name.name and name.adjective for name in language.powers.values())
    assert all(name.name for name in language.seasons.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_written_means_one_province_only(code: str) -> None:
    words = lexicon(code).words
    for province, name in language_data(code).provinces.items():
        for spelling in (name.short, name.name):
            key = " ".join(fold(spelling).replace("-", " - ").replace("'", " ").split())
            word = words[key.replace(".", "")]
            best = [place for rank, place in word.places if rank == PREFERRED]
            assert best == [province], spelling


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_abbreviations_of_the_rulebooks_are_written(code: str) -> None:
    for pair in SEEDS[code].split(", "):
        province, short = pair.split()
        assert render_place(province, code) == short


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
    (word,) = lexicon(code).read(misprint)
    assert meant in [place for _rank, place in word.places]


def test_scanning_errors_are_never_written() -> None:
    written = {name.short for name in language_data("it").provinces.values()}
    assert written.isdisjoint({"Big", "Bui", "Gie", "Giz"})


def test_a_unit_and_a_coast_are_named_in_each_style() -> None:
    fleet = Unit.parse("F SPA/SC")
    assert render_unit(fleet, "es") == "F Esp (cs)"
    assert render_unit(fleet, "it", "full") == "F Spagna (costa sud)"
    assert render_unit(fleet, "bg", "words") == "Флота Испания (южен бряг)"
    assert render_place("STP/NC", "en") == "Stp (nc)"


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(SetupError, match="“tlh”; there are en, es, it, bg"):
        language_data("tlh")
    with pytest.raises(SetupError):
        render_unit(Unit.parse("A PAR"), "tlh")
