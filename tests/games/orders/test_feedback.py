"""Feedback on a text of orders: the orders as understood, errors and warnings."""

import pytest
from django.utils import translation

from accounts import notation
from games.models import Game, Order
from games.orders import feedback, order_sheets, submission
from games.orders.feedback import SheetFeedback, StoredOrder

from ... import factories
from .test_submission import stored, submit

POSITION = {
    "units": {
        "FRANCE": ["A PAR", "A MAR", "F BRE", "F MAO"],
        "TURKEY": ["A BUL"],
        "ITALY": ["A PIE"],
        "ENGLAND": ["F LON", "F NWY"],
        "GERMANY": ["A MUN"],
    }
}


@pytest.fixture
def table(game: Game) -> Game:
    factories.set_up_position(game, "S1902M", **POSITION)
    return game


def answered(
    game: Game, text: str, language: str | None = "en", power: str = "FRANCE"
) -> SheetFeedback:
    sheet = order_sheets.read_text(
        factories.open_phase(game), factories.seat(game, power), text, language
    )
    return feedback.sheet_feedback(sheet, found=language is None)


def test_each_order_is_answered_in_the_order_typed_with_its_line_and_text(table: Game):
    told = answered(table, "Spring 1902\n\n* A Par-Bur; A Mar S A Par-Bur\n• F Bre-Pix")
    assert [(each.number, each.text, each.order) for each in told.entries] == [
        (3, "A Par-Bur", "Army Paris moves to Burgundy"),
        (3, "A Mar S A Par-Bur", "Army Marseilles supports army Paris to Burgundy"),
        (4, "F Bre-Pix", ""),
    ]
    assert [each.state for each in told.entries] == ["good", "good", "wrong"]
    assert told.summary == "2 orders understood, 1 line not accepted"


def test_a_misspelt_word_is_answered_with_words_near_it(table: Game):
    (entry,) = answered(table, "A Par-Brgndy").entries
    assert "“Brgndy” was not understood" in entry.problem
    assert "Burgundy (BUR)" in entry.problem


def test_an_order_with_several_meanings_is_answered_with_all_of_them(table: Game):
    """The text has the abbreviation that the Spanish and the Italian rulebook use for two seas."""
    meant = {
        "en": "F Norway - North Sea; F Norway - Norwegian Sea.",
        "es": "F Noruega-Mar del Norte; F Noruega-Mar de Noruega.",
    }
    for code, readings in meant.items():
        with notation.override(code):
            (entry,) = answered(table, "F Nor-MNo", None, "ENGLAND").entries
        assert entry.order == ""
        assert entry.problem == f"“F Nor-MNo” could mean more than one order: {readings}"


def test_an_order_that_is_understood_but_not_legal_is_answered_with_both(table: Game):
    (entry,) = answered(table, "A Par-Lon").entries
    assert entry.order == "Army Paris moves to London"
    assert entry.problem == "A PAR is not next to LON."
    assert entry.state == "wrong"


WARNINGS = {
    "a foreign unit": ("A Mar S A Pie", "A PIE belongs to Italy."),
    "told nothing": (
        "A Mar S A Par-Bur",
        "You haven’t given A PAR an order, so it won’t go to BUR.",
    ),
    "told otherwise": ("A Mar S A Par-Bur\nA Par H", "You gave A PAR a different order"),
    "one target": ("A Mar-Bur\nA Par-Bur", "A PAR is also moving to BUR. "),
}


@pytest.mark.parametrize(("text", "says"), WARNINGS.values(), ids=list(WARNINGS))
def test_what_to_look_at_twice_is_said_and_stands_in_nobodys_way(table: Game, text: str, says: str):
    first, *_rest = answered(table, text).entries
    assert says in " ".join(first.warnings)
    assert (first.state, first.problem) == ("doubtful", "")


def test_a_line_that_is_not_taken_has_no_warnings_too(table: Game):
    (entry,) = answered(table, "A Mar H\nA Mar S A Pie").entries
    assert entry.problem
    assert entry.warnings == []


def test_another_reading_is_told_once_however_many_languages_have_it(table: Game):
    (entry,) = answered(table, "F Nor-MNo", "it", "ENGLAND").entries
    (warning,) = entry.warnings
    assert warning.startswith("In another notation (")
    assert entry.order == "Fleet Norway moves to North Sea"


def test_orders_are_in_the_readers_notation_and_what_is_said_of_them_in_the_pages_language(
    table: Game,
):
    with translation.override("it"), notation.override("es"):
        told = answered(table, "E Mar A E Pia\nE Par-Lon", "es")
    assert told.entries[0].order == "Ejército Marsella apoya a ejército italiano Piamonte"
    assert told.entries[0].warnings == ["L’unità E Pia è della potenza Italia."]
    assert told.entries[1].problem == "L’unità E Par non confina con il settore Lon."


def test_the_language_is_named_only_where_it_was_found_out(table: Game):
    assert answered(table, "E Par-Bor\nF Bre M", None).read_as == "Español"
    assert answered(table, "E Par-Bor\nF Bre M", "es").read_as == ""


def test_a_page_in_a_language_without_a_notation_gets_english_sentences(table: Game):
    with translation.override("fr"):
        assert answered(table, "A Par-Bur").entries[0].order == "Army Paris moves to Burgundy"


def test_the_answer_is_the_same_whatever_others_have_ordered(table: Game):
    text = "A Mar S A Pie\nA Par S A Mun-Bur\nF Bre-Eng\nA Mun-Ruh\nF Mao C A Mar-Lon"
    before = answered(table, text)
    submit(table, "ITALY", "A PIE - MAR")
    submit(table, "GERMANY", "A MUN - BUR")
    submit(table, "ENGLAND", "F LON - ENG")
    assert answered(table, text) == before
    submit(table, "FRANCE", "A MAR - SPA")
    assert answered(table, text) == before, "nor what oneself has stored"


# Stored orders


def kept(game: Game, power: str = "FRANCE") -> list[StoredOrder]:
    return feedback.stored_orders(factories.open_phase(game), factories.seat(game, power))


def give(game: Game, power: str, text: str, language: str = "en") -> None:
    phase, seat = factories.open_phase(game), factories.seat(game, power)
    sheet = order_sheets.read_text(phase, seat, text, language)
    submission.submit_text(phase, seat, sheet, person=factories.holder(seat))


@pytest.mark.parametrize(("text", "says"), WARNINGS.values(), ids=list(WARNINGS))
def test_a_stored_order_has_the_warnings_that_it_had_in_its_text(table: Game, text: str, says: str):
    give(table, "FRANCE", text)
    first, *_rest = kept(table)
    assert says in " ".join(first.warnings)
    assert [each.warnings for each in kept(table)] == [
        each.warnings for each in answered(table, text).entries
    ]


@pytest.mark.parametrize(("language", "means"), [("es", "F NWY - NWG"), ("it", "F NWY - NTH")])
def test_a_stored_order_that_reads_otherwise_elsewhere_says_so(
    table: Game, language: str, means: str
):
    give(table, "ENGLAND", "F Nor-MNo", language)
    assert stored(table, "ENGLAND") == [means]
    (order,) = kept(table, "ENGLAND")
    assert order.warnings == answered(table, "F Nor-MNo", language, "ENGLAND").entries[0].warnings
    assert order.warnings[0].startswith("In another notation (")


def test_a_stored_order_keeps_the_warning_of_a_nationality_that_no_unit_has(table: Game):
    give(table, "FRANCE", "E turco Par-Bor", "es")
    (order,) = kept(table)
    assert order.warnings == answered(table, "E turco Par-Bor", "es").entries[0].warnings
    assert "Turkey" in order.warnings[0]


def test_an_order_that_was_chosen_from_a_list_reads_the_same_everywhere(table: Game):
    submit(table, "ENGLAND", "F NWY - NTH")
    assert kept(table, "ENGLAND") == [StoredOrder("F NWY - NTH", [])]
    assert kept(table, "FRANCE") == []


def test_stored_orders_are_looked_at_beside_each_other_wherever_they_came_from(table: Game):
    submit(table, "FRANCE", "A MAR - BUR")
    give(table, "FRANCE", "A Par-Bur\nxyz")
    assert [len(each.warnings) for each in kept(table)] == [1, 1]


def test_a_stored_order_that_nobody_can_read_is_shown_as_it_is(table: Game):
    submit(table, "FRANCE", "A MAR - BUR")
    Order.objects.update(text="gone bad")
    assert kept(table) == [StoredOrder("gone bad", [])]
